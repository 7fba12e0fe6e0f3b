// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/ttl/cosmos_rule.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_ttl_cosmos_rule {

using namespace sandglass;

namespace {

using Seconds = std::optional<std::int32_t>;

constexpr base::Time kWritten{base::Millis(1'700'000'000'250)};

bson::Document json(const QByteArray& text)
{
    auto parsed = bson::fromJson(text.toStdString());
    return parsed ? *parsed : bson::Document();
}

/// How many seconds after its write a document goes; -1 for "not within 100 years".
std::int64_t livesFor(const bson::Document& document, Seconds collection)
{
    const ttl::CosmosStamp stamp = ttl::cosmosStamp(document, kWritten);
    for (const std::int64_t seconds : {5LL, 10LL, 20LL, 1000LL, 2000LL, 3'200'000'000LL}) {
        const base::Time end = kWritten + std::chrono::seconds(seconds);
        if (ttl::isCosmosExpired(stamp, collection, end)) {
            return ttl::isCosmosExpired(stamp, collection, end - base::Millis(1)) ? 0 : seconds;
        }
    }
    return -1;
}

} // namespace

class TestCosmosRule : public QObject
{
    Q_OBJECT

private slots:
    void wholeNumbersThatFitInt32AreSeconds()
    {
        QCOMPARE(ttl::cosmosSeconds(bson::Value::of(20)), Seconds(20));
        QCOMPARE(ttl::cosmosSeconds(bson::Value::of(std::int64_t{20})), Seconds(20));
        QCOMPARE(ttl::cosmosSeconds(bson::Value::of(20.0)), Seconds(20));
        QCOMPARE(ttl::cosmosSeconds(bson::Value::of(2'147'483'647.0)), Seconds(2'147'483'647));
        QCOMPARE(ttl::cosmosSeconds(bson::Value::of(-1)), Seconds(-1));
        QCOMPARE(ttl::cosmosSeconds(bson::Value::of(-1.0)), Seconds(-1));
    }

    void everythingElseHasNoMeaning_data()
    {
        QTest::addColumn<QByteArray>("ttl");
        QTest::newRow("a fraction") << QByteArray("20.5");
        QTest::newRow("above int32") << QByteArray(R"({"$numberLong":"2147483649"})");
        QTest::newRow("a double above int32") << QByteArray("2147483648.0");
        QTest::newRow("0") << QByteArray("0");
        QTest::newRow("another negative") << QByteArray("-2");
        QTest::newRow("text") << QByteArray(R"("20")");
        QTest::newRow("null") << QByteArray("null");
        QTest::newRow("bool") << QByteArray("true");
        QTest::newRow("NaN") << QByteArray(R"({"$numberDouble":"NaN"})");
        QTest::newRow("infinity") << QByteArray(R"({"$numberDouble":"Infinity"})");
        QTest::newRow("decimal") << QByteArray(R"({"$numberDecimal":"20"})");
        QTest::newRow("an array") << QByteArray("[20]");
        QTest::newRow("a date") << QByteArray(R"({"$date":{"$numberLong":"20"}})");
    }
    void everythingElseHasNoMeaning()
    {
        QFETCH(QByteArray, ttl);
        const bson::Document document = json(R"({"ttl":)" + ttl + "}");
        QVERIFY(document.contains("ttl"));
        QVERIFY(!ttl::cosmosSeconds(document["ttl"]));
        QCOMPARE(livesFor(document, 10), 10);
    }

    void withoutAnIndexNothingExpires() { QCOMPARE(livesFor(json(R"({"ttl":5})"), {}), -1); }

    void aCollectionWithoutADefaultExpiresOnlyWhatHasItsOwn()
    {
        QCOMPARE(livesFor(json("{}"), -1), -1);
        QCOMPARE(livesFor(json(R"({"ttl":"2000"})"), -1), -1);
        QCOMPARE(livesFor(json(R"({"ttl":2000})"), -1), 2000);
        QCOMPARE(livesFor(json(R"({"ttl":-1})"), -1), -1);
    }

    void aDocumentsOwnSecondsPrecedeTheCollections()
    {
        QCOMPARE(livesFor(json("{}"), 1000), 1000);
        QCOMPARE(livesFor(json(R"({"ttl":-1})"), 1000), -1);
        QCOMPARE(livesFor(json(R"({"ttl":2000})"), 1000), 2000);
        QCOMPARE(livesFor(json(R"({"ttl":20})"), 1000), 20);
    }

    void onlyTheRootFieldInLowerCaseCounts()
    {
        QCOMPARE(livesFor(json(R"({"TTL":20})"), 10), 10);
        QCOMPARE(livesFor(json(R"({"a":{"ttl":20}})"), 10), 10);
    }

    void theStampKeepsWholeSecondsOfTheWrite()
    {
        QCOMPARE(ttl::cosmosStamp(json("{}"), kWritten).seconds, 1'700'000'000);
    }

    void theLongestTtlIsKeptInFull()
    {
        const auto stamp = ttl::cosmosStamp(json(R"({"ttl":2147483647})"), kWritten);
        const base::Time end = kWritten + std::chrono::seconds(2'147'483'647);
        QVERIFY(!ttl::isCosmosExpired(stamp, 10, end - base::Millis(1)));
        QVERIFY(ttl::isCosmosExpired(stamp, 10, end));
    }
};

SANDGLASS_TEST(TestCosmosRule)
} // namespace tst_ttl_cosmos_rule

#include "tst_ttl_cosmos_rule.moc"
