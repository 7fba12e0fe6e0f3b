// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/log.h"
#include "tests/support/test_program.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <limits>

namespace tst_base_log {

using sandglass::base::LogEntry;
using sandglass::base::logLine;
using sandglass::base::Millis;
using sandglass::base::Severity;
using sandglass::base::Time;

namespace {

LogEntry entryWith(std::vector<std::pair<std::string, LogEntry::Value>> attributes)
{
    return {Severity::Info, "INDEX", 22, "TTLMonitor", "Deleted", std::move(attributes)};
}

QJsonObject parsed(const std::string& line)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(line)).object();
}

} // namespace

class BaseLogTest : public QObject
{
    Q_OBJECT

private slots:
    void aLineHasTheShapeOfMongoDbsLog()
    {
        const std::string line = logLine(entryWith({{"n", std::int64_t{5}}}), Time(Millis(1500)));
        QCOMPARE(
            QString::fromStdString(line),
            QStringLiteral(R"({"t":{"$date":"1970-01-01T00:00:01.500+00:00"},"s":"I","c":"INDEX",)"
                           R"("id":22,"ctx":"TTLMonitor","msg":"Deleted","attr":{"n":5}})"));
    }

    void withoutAttributesThereIsNoAttr()
    {
        QVERIFY(!parsed(logLine(entryWith({}), Time())).contains(QStringLiteral("attr")));
    }

    void everySeverityHasItsLetter()
    {
        LogEntry entry = entryWith({});
        const auto letter = [&](Severity severity) {
            entry.severity = severity;
            return parsed(logLine(entry, Time())).value(QStringLiteral("s")).toString();
        };
        QCOMPARE(letter(Severity::Fatal), QStringLiteral("F"));
        QCOMPARE(letter(Severity::Error), QStringLiteral("E"));
        QCOMPARE(letter(Severity::Warning), QStringLiteral("W"));
        QCOMPARE(letter(Severity::Debug1), QStringLiteral("D1"));
        QCOMPARE(letter(Severity::Debug2), QStringLiteral("D2"));
        QCOMPARE(letter(Severity::Debug3), QStringLiteral("D3"));
    }

    void jsonIsNotQuotedAgain()
    {
        const std::string line = logLine(
            entryWith({{"command", sandglass::base::JsonText(R"({"find":"c"})")}}), Time());
        const QJsonObject attributes = parsed(line).value(QStringLiteral("attr")).toObject();
        QCOMPARE(attributes.value(QStringLiteral("command"))
                     .toObject()
                     .value(QStringLiteral("find"))
                     .toString(),
                 QStringLiteral("c"));
    }

    void hostileTextCannotStartAnotherLine()
    {
        const std::string hostile = "a\"b\\c\nd\x01\x7f";
        const std::string line = logLine(entryWith({{"text", hostile}}), Time());
        QVERIFY(line.find('\n') == std::string::npos);
        const QJsonObject attributes = parsed(line).value(QStringLiteral("attr")).toObject();
        QCOMPARE(attributes.value(QStringLiteral("text")).toString().toStdString(), hostile);
    }

    void everyKindOfAttributeIsValidJson()
    {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const double infinity = std::numeric_limits<double>::infinity();
        const QJsonObject line = parsed(logLine(
            entryWith({{"real", 0.5}, {"flag", true}, {"nan", nan}, {"inf", -infinity}}), Time()));
        const QJsonObject attributes = line.value(QStringLiteral("attr")).toObject();
        QCOMPARE(attributes.value(QStringLiteral("real")).toDouble(), 0.5);
        QCOMPARE(attributes.value(QStringLiteral("flag")).toBool(), true);
        QCOMPARE(attributes.value(QStringLiteral("nan")).toString(), QStringLiteral("NaN"));
        QCOMPARE(attributes.value(QStringLiteral("inf")).toString(), QStringLiteral("-Infinity"));
    }

    void theTimeIsUtcInEveryYear_data()
    {
        QTest::addColumn<qint64>("millis");
        QTest::addColumn<QString>("shown");
        // before 1970 the milliseconds count forward all the same
        QTest::newRow("before 1970") << qint64{-1} << "1969-12-31T23:59:59.999+00:00";
        QTest::newRow("leap day") << qint64{1'709'210'096'007} << "2024-02-29T12:34:56.007+00:00";
        QTest::newRow("no leap day in 1900")
            << qint64{-2'203'891'200'000} << "1900-03-01T00:00:00.000+00:00";
        QTest::newRow("end of a cycle of the calendar")
            << qint64{951'868'799'999} << "2000-02-29T23:59:59.999+00:00";
        QTest::newRow("year 0") << qint64{-62'135'596'800'001} << "0-12-31T23:59:59.999+00:00";
        QTest::newRow("five digits")
            << qint64{1'000'000'000'000'000} << "33658-09-27T01:46:40.000+00:00";
        // the earlier arithmetic overflowed here, which the sanitizers report
        QTest::newRow("smallest date")
            << std::numeric_limits<qint64>::min() << "-292275055-05-16T16:47:04.192+00:00";
        QTest::newRow("largest date")
            << std::numeric_limits<qint64>::max() << "292278994-08-17T07:12:55.807+00:00";
    }
    void theTimeIsUtcInEveryYear()
    {
        QFETCH(qint64, millis);
        QFETCH(QString, shown);
        const QJsonObject line = parsed(logLine(entryWith({}), Time(Millis(millis))));
        QCOMPARE(
            line.value(QStringLiteral("t")).toObject().value(QStringLiteral("$date")).toString(),
            shown);
    }
};

SANDGLASS_PLAIN_TEST(BaseLogTest)
} // namespace tst_base_log

#include "tst_base_log.moc"
