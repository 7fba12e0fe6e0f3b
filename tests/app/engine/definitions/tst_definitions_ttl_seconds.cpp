// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/collection_shape.h"
#include "app/engine/definitions/index_spec.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_definitions_ttl_seconds {

using namespace sandglass;
using namespace sandglass::tests;
using engine::catalog::CollectionShape;
using engine::catalog::IndexDefinition;
using engine::definitions::applyExpireAfterSeconds;
using engine::definitions::TtlCreationRules;

namespace {

struct Judged
{
    int code = 0;
    QString words;
    QString stored; ///< canonical; empty: no TTL
};

Judged judged(const QString& seconds, const TtlCreationRules& rules = {},
              const CollectionShape& shape = {}, const QString& key = QStringLiteral(R"({"t":1})"))
{
    const QString value
        = seconds.isEmpty() ? QString() : QStringLiteral(R"(,"expireAfterSeconds":)") + seconds;
    const bson::Document spec
        = parsedJson(QStringLiteral(R"({"key":%1,"name":"x"%2})").arg(key, value));
    IndexDefinition definition;
    const auto done = applyExpireAfterSeconds(spec, shape, rules, definition);
    return {errorOf(done), wordsOf(done),
            QString::fromStdString(
                bson::toJson(definition.expireAfterSeconds, bson::JsonForm::Canonical))};
}

} // namespace

class DefinitionsTtlSecondsTest : public QObject
{
    Q_OBJECT

private slots:
    void currentVersionsStoreInt32_data()
    {
        QTest::addColumn<QString>("seconds");
        QTest::addColumn<int>("stored");
        const auto row = [](const char* seconds, int stored) {
            QTest::newRow(seconds) << QString::fromLatin1(seconds) << stored;
        };
        row("0", 0);
        row("1", 1);
        row("2147483647", 2147483647);
        row(R"({"$numberLong":"2147483647"})", 2147483647);
        row(R"({"$numberDouble":"2147483647.9"})", 2147483647);
        row(R"({"$numberDecimal":"2147483647.4"})", 2147483647);
        row("3600.999", 3600);
        row("-0.999", 0);
        row(R"({"$numberDouble":"-0.0"})", 0);
        row(R"({"$numberDouble":"4.9e-324"})", 0);
        row(R"({"$numberDecimal":"0.5"})", 0);
        row(R"({"$numberDecimal":"1.5"})", 2);
        row(R"({"$numberDecimal":"2.5"})", 2);
        row(R"({"$numberDecimal":"-0.5"})", 0);
        row(R"({"$numberDecimal":"1E+9"})", 1'000'000'000);
        row(R"({"$numberDecimal":"1E-6176"})", 0);
    }
    void currentVersionsStoreInt32()
    {
        QFETCH(QString, seconds);
        QFETCH(int, stored);
        const Judged result = judged(seconds);
        QCOMPARE(result.words, QString());
        QCOMPARE(result.stored, QStringLiteral(R"({"$numberInt":"%1"})").arg(stored));
    }

    void unusableSecondsAreRefused_data()
    {
        QTest::addColumn<QString>("seconds");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* seconds, const char* words) {
            QTest::newRow(seconds) << QString::fromLatin1(seconds) << QString::fromLatin1(words);
        };
        row("-1", "cannot be less than 0");
        row("-1.0", "cannot be less than 0");
        row(R"({"$numberDecimal":"-0.6"})", "cannot be less than 0");
        row("-2147483648", "cannot be less than 0");
        row("-2147483649", "range of a 32-bit integer");
        row("2147483648", "range of a 32-bit integer");
        row(R"({"$numberDecimal":"2147483647.5"})", "range of a 32-bit integer");
        row(R"({"$numberDouble":"1e300"})", "range of a 32-bit integer");
        row(R"({"$numberDouble":"Infinity"})", "range of a 32-bit integer");
        row(R"({"$numberDecimal":"-Infinity"})", "range of a 32-bit integer");
        row(R"({"$numberDouble":"NaN"})", "must not be NaN");
        row(R"({"$numberDecimal":"NaN"})", "must not be NaN");
        row(R"({"$numberDecimal":"-NaN"})", "must not be NaN");
        row("true", "type of 'bool'");
        row("null", "type of 'null'");
        row(R"("60")", "type of 'string'");
        row("{}", "type of 'object'");
        row("[60]", "type of 'array'");
        row(R"({"$date":60})", "type of 'date'");
        row(R"({"$timestamp":{"t":60,"i":0}})", "type of 'timestamp'");
        row(R"({"$oid":"650aff000102030405060708"})", "type of 'objectId'");
        row(R"({"$minKey":1})", "type of 'minKey'");
        row(R"({"$undefined":true})", "type of 'undefined'");
        row(R"({"$binary":{"base64":"PA==","subType":"00"}})", "type of 'binData'");
    }
    void unusableSecondsAreRefused()
    {
        QFETCH(QString, seconds);
        QFETCH(QString, words);
        const Judged result = judged(seconds);
        QCOMPARE(result.code, 67);
        QVERIFY2(result.words.contains(words), qPrintable(result.words));
        QCOMPARE(result.stored, QString());
    }

    void newErrorsBeginWithTheSpecificationAndOldOnesEndWithIt()
    {
        const QString shown = QStringLiteral(
            R"(. Index spec: { key: { t: 1 }, name: "x", expireAfterSeconds: -1 })");
        QVERIFY(judged(QStringLiteral("-1")).words.startsWith(shown));
        QVERIFY(judged(QStringLiteral("-1"), {.strict = false}).words.endsWith(shown));
    }

    void before62NanWasTaken()
    {
        const QString nan = QStringLiteral(R"({"$numberDouble":"NaN"})");
        const Judged result = judged(nan, {.strict = false, .keepsInt32 = false});
        QCOMPARE(result.code, 0);
        QCOMPARE(result.stored, nan);
    }

    void before62TheRangeHadOtherWords()
    {
        QVERIFY(judged(QStringLiteral("2147483648"), {.strict = false})
                    .words.contains(QStringLiteral("try a lower number")));
    }

    void before73TheTypeWasKept_data()
    {
        QTest::addColumn<QString>("seconds");
        for (const char* seconds :
             {R"({"$numberInt":"60"})", R"({"$numberLong":"60"})", R"({"$numberDouble":"60.5"})",
              R"({"$numberDecimal":"60.50"})"}) {
            QTest::newRow(seconds) << QString::fromLatin1(seconds);
        }
    }
    void before73TheTypeWasKept()
    {
        QFETCH(QString, seconds);
        QCOMPARE(judged(seconds, {.keepsInt32 = false}).stored, seconds);
    }

    void before34AnythingWasKept_data()
    {
        QTest::addColumn<QString>("seconds");
        for (const char* seconds : {R"("soon")", "null", "true", "{}", R"([{"$numberInt":"1"}])"}) {
            QTest::newRow(seconds) << QString::fromLatin1(seconds);
        }
    }
    void before34AnythingWasKept()
    {
        QFETCH(QString, seconds);
        const Judged result = judged(seconds, {.numbersOnly = false});
        QCOMPARE(result.code, 0);
        QCOMPARE(result.stored, seconds);
    }

    void someKeysTakeNoSeconds_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<int>("code");
        QTest::newRow("descending") << R"({"t":-1})" << 0;
        QTest::newRow("dotted") << R"({"a.b.c":1})" << 0;
        QTest::newRow("hashed") << R"({"t":"hashed"})" << 0;
        QTest::newRow("text") << R"({"t":"text"})" << 0;
        QTest::newRow("compound") << R"({"t":1,"u":1})" << 67;
        QTest::newRow("compound with itself in the name")
            << R"({"t":1,"expireAfterSeconds":1})" << 67;
        QTest::newRow("wildcard") << R"({"$**":1})" << 67;
        QTest::newRow("wildcard below a field") << R"({"a.$**":1})" << 67;
    }
    void someKeysTakeNoSeconds()
    {
        QFETCH(QString, key);
        QTEST(judged(QStringLiteral("5"), {}, {}, key).code, "code");
    }

    void theValueIsJudgedBeforeTheKey()
    {
        QVERIFY(judged(QStringLiteral("-1"), {}, {}, QStringLiteral(R"({"t":1,"u":1})"))
                    .words.contains(QStringLiteral("cannot be less than 0")));
    }

    void cappedCollectionsTakeThemByVersion()
    {
        CollectionShape capped;
        capped.capped = true;
        QCOMPARE(judged(QStringLiteral("5"), {}, capped).code, 0);
        QCOMPARE(judged(QStringLiteral("5"), {.cappedTtl = false}, capped).code, 67);
        capped.clustered = true;
        QCOMPARE(judged(QStringLiteral("5"), {}, capped).code, 6049202);
    }

    void withoutSecondsNothingIsJudged()
    {
        const Judged result = judged({}, {}, {}, QStringLiteral(R"({"$**":1})"));
        QCOMPARE(result.code, 0);
        QCOMPARE(result.stored, QString());
    }
};

SANDGLASS_TEST(DefinitionsTtlSecondsTest)
} // namespace tst_definitions_ttl_seconds

#include "tst_definitions_ttl_seconds.moc"
