// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/collection_expiry.h"
#include "tests/support/command_fixture.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <limits>

namespace tst_definitions_collection_expiry {

using namespace sandglass;
using namespace sandglass::tests;
using engine::definitions::checkedCollectionSeconds;
using engine::definitions::checkMayExpire;
using engine::definitions::collectionSeconds;
using engine::definitions::parseCollectionExpiry;
using engine::definitions::withExpiry;

namespace {

/// 1 January 2030, the clock of the fixtures, in seconds since 1970.
constexpr qint64 kNowSeconds = 1'893'456'000;
const base::Time kNow{base::Millis(kNowSeconds * 1000)};

} // namespace

class DefinitionsCollectionExpiryTest : public QObject
{
    Q_OBJECT

private slots:
    void secondsReachBackTo1970_data()
    {
        QTest::addColumn<qint64>("seconds");
        QTest::addColumn<int>("code");
        QTest::newRow("zero") << qint64{0} << 0;
        QTest::newRow("one") << qint64{1} << 0;
        QTest::newRow("to 1970 exactly") << kNowSeconds << 0;
        QTest::newRow("before 1970") << kNowSeconds + 1 << 72;
        QTest::newRow("negative") << qint64{-1} << 72;
        QTest::newRow("smallest") << std::numeric_limits<qint64>::min() << 72;
        QTest::newRow("largest") << std::numeric_limits<qint64>::max() << 72;
    }
    void secondsReachBackTo1970()
    {
        QFETCH(qint64, seconds);
        QTEST(errorOf(checkedCollectionSeconds(seconds, kNow)), "code");
    }

    void whatIsTooLargeForMillisecondsSaysSo()
    {
        const qint64 most = std::numeric_limits<qint64>::max() / 1000;
        QVERIFY(wordsOf(checkedCollectionSeconds(most + 1, kNow))
                    .contains(QStringLiteral("cannot overflow int64_t")));
        QVERIFY(wordsOf(checkedCollectionSeconds(most, kNow))
                    .contains(QStringLiteral("cannot exceed time since last epoch (1893456000)")));
    }

    void aFractionOfTheLastSecondDoesNotCount()
    {
        const base::Time later = kNow + base::Millis(999);
        QCOMPARE(errorOf(checkedCollectionSeconds(kNowSeconds, later)), 0);
        QCOMPARE(errorOf(checkedCollectionSeconds(kNowSeconds + 1, later)), 72);
    }

    void valuesOfCollModAreRead_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<qint64>("seconds"); // -1: off
        const auto row = [](const char* value, qint64 seconds) {
            QTest::newRow(value) << QString::fromLatin1(value) << seconds;
        };
        row("0", 0);
        row("3600", 3600);
        row("3600.9", 3600);
        row("-0.9", 0);
        row(R"({"$numberLong":"5000"})", 5000);
        row(R"({"$numberDecimal":"50.5"})", 50);
        row(R"({"$numberDecimal":"51.5"})", 52);
        row(R"({"$numberDouble":"NaN"})", 0);
        row(R"("off")", -1);
    }
    void valuesOfCollModAreRead()
    {
        QFETCH(QString, value);
        QFETCH(qint64, seconds);
        const auto change = parseCollectionExpiry(parsedValue(value), {kNow, false});
        QCOMPARE(wordsOf(change), QString());
        QVERIFY(change->has_value());
        QCOMPARE(qint64{(*change)->seconds.value_or(-1)}, seconds);
    }

    void otherValuesOfCollModAreRefused_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("code");
        const auto row = [](const char* value, int code) {
            QTest::newRow(value) << QString::fromUtf8(value) << code;
        };
        row(R"("")", 72);
        row(R"("Off")", 72);
        row(R"("OFF")", 72);
        row(R"(" off")", 72);
        row(R"("off ")", 72);
        row(R"("offf")", 72);
        row(R"("3600")", 72);
        row(R"("关")", 72);
        row("-1", 72);
        row(R"({"$numberDouble":"Infinity"})", 72);
        row(R"({"$numberDouble":"-Infinity"})", 72);
        row("null", 14);
        row("true", 14);
        row("{}", 14);
        row("[]", 14);
        row(R"({"$date":0})", 14);
        row(R"({"$oid":"650aff000102030405060708"})", 14);
    }
    void otherValuesOfCollModAreRefused()
    {
        QFETCH(QString, value);
        QTEST(errorOf(parseCollectionExpiry(parsedValue(value), {kNow, false})), "code");
    }

    void nanIsRefusedUnlessItIsWanted_data()
    {
        QTest::addColumn<QString>("value");
        QTest::newRow("double") << R"({"$numberDouble":"NaN"})";
        QTest::newRow("decimal") << R"({"$numberDecimal":"NaN"})";
    }
    void nanIsRefusedUnlessItIsWanted()
    {
        QFETCH(QString, value);
        QCOMPARE(errorOf(parseCollectionExpiry(parsedValue(value), {kNow})), 72);
        QCOMPARE(errorOf(collectionSeconds(parsedValue(value), {kNow})), 72);
        QVERIFY(
            wordsOf(collectionSeconds(parsedValue(value), {kNow})).contains(QStringLiteral("NaN")));
        const auto wanted = collectionSeconds(parsedValue(value), {kNow, false});
        QVERIFY(wanted.has_value() && *wanted == 0);
    }

    void anAbsentFieldAsksForNothing()
    {
        const auto change = parseCollectionExpiry({}, {kNow});
        QVERIFY(change.has_value() && !change->has_value());
    }

    void clusteredCollectionsAndBucketsMayExpire_data()
    {
        QTest::addColumn<QString>("collection");
        QTest::addColumn<QString>("words");
        QTest::newRow("clustered") << "clustered"
                                   << "";
        QTest::newRow("buckets") << "system.buckets.w"
                                 << "";
        QTest::newRow("plain") << "plain"
                               << "only supported on collections clustered by _id";
        QTest::newRow("capped") << "capped"
                                << "only supported on collections clustered by _id";
        QTest::newRow("view") << "view"
                              << "option not supported on a view: expireAfterSeconds";
    }
    void clusteredCollectionsAndBucketsMayExpire()
    {
        QFETCH(QString, collection);
        QFETCH(QString, words);
        CommandFixture db;
        makeAll(db);
        const auto found = db.context.catalog.find({"db", collection.toStdString()});
        QVERIFY(found);
        const auto checked = checkMayExpire(*found);
        QCOMPARE(errorOf(checked), words.isEmpty() ? 0 : 72);
        QVERIFY2(wordsOf(checked).contains(words), qPrintable(wordsOf(checked)));
    }

    void aRuleIsGivenChangedAndTakenAway()
    {
        const bson::Document without = parsedJson(QStringLiteral(R"({"capped":true})"));
        QCOMPARE(relaxedText(withExpiry(without, {60})),
                 QStringLiteral(R"({"capped":true,"expireAfterSeconds":60})"));
        const bson::Document with
            = parsedJson(QStringLiteral(R"({"expireAfterSeconds":60,"capped":true})"));
        QCOMPARE(relaxedText(withExpiry(with, {0})),
                 QStringLiteral(R"({"expireAfterSeconds":0,"capped":true})"));
        QCOMPARE(relaxedText(withExpiry(with, {})), QStringLiteral(R"({"capped":true})"));
        QCOMPARE(relaxedText(withExpiry(without, {})), QStringLiteral(R"({"capped":true})"));
    }

    void theRuleIsListedAsInt64()
    {
        CommandFixture db;
        makeAll(db);
        db.good(R"({"collMod":"clustered","expireAfterSeconds":60.7})");
        const bson::Document reply
            = db.good(R"({"listCollections":1,"filter":{"name":"clustered"}})");
        const bson::Document entry(
            reply["cursor"].asDocument()["firstBatch"].asDocument()["0"].asDocument());
        QCOMPARE(bson::toJson(entry["options"].asDocument()["expireAfterSeconds"],
                              bson::JsonForm::Canonical),
                 std::string(R"({"$numberLong":"60"})"));
    }

    void theReplyShowsNoOldValue()
    {
        CommandFixture db;
        makeAll(db);
        QCOMPARE(relaxedText(db.good(R"({"collMod":"clustered","expireAfterSeconds":60})")),
                 QStringLiteral(R"({"ok":1.0})"));
        QCOMPARE(relaxedText(db.good(R"({"collMod":"clustered","expireAfterSeconds":"off"})")),
                 QStringLiteral(R"({"ok":1.0})"));
        QCOMPARE(relaxedText(db.good(R"({"collMod":"clustered","expireAfterSeconds":"off"})")),
                 QStringLiteral(R"({"ok":1.0})"));
    }

private:
    static void makeAll(CommandFixture& db)
    {
        db.good(R"({"create":"clustered","clusteredIndex":{"key":{"_id":1},"unique":true}})");
        db.good(R"({"create":"w","timeseries":{"timeField":"t"}})");
        db.good(R"({"create":"plain"})");
        db.good(R"({"create":"capped","capped":true,"size":4096})");
        db.good(R"({"create":"view","viewOn":"plain","pipeline":[]})");
    }
};

SANDGLASS_TEST(DefinitionsCollectionExpiryTest)
} // namespace tst_definitions_collection_expiry

#include "tst_definitions_collection_expiry.moc"
