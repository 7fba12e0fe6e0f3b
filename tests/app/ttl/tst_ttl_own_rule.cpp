// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/ttl/command_text.h"
#include "app/ttl/own_rule.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <limits>

namespace tst_ttl_own_rule {

using namespace sandglass;
using ttl::CollectionKind;
using ttl::CommandLanguage;

namespace {

const protocol::Namespace kNs{"shop", "weather"};

ttl::CollectionSpec collection(CollectionKind kind, std::optional<std::int64_t> seconds)
{
    return {
        kNs, kind, seconds,
        *bson::fromJson(R"({"timeseries": {"timeField": "at", "bucketMaxSpanSeconds": 3600}})")};
}

} // namespace

/// A collection's own rule in the shape of an index, and the commands that change it.
class TestOwnRule : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTimeSeriesGoesByItsTime()
    {
        const auto rule = ttl::ownRule(collection(CollectionKind::TimeSeries, 60));
        QVERIFY(rule && rule->name.empty());
        QCOMPARE(rule->singleField(), std::string("at"));
        QCOMPARE(rule->expireAfterSeconds, std::optional<std::int64_t>(60));
        QVERIFY(!rule->partialFilter);
    }

    void aClusteredCollectionGoesByDatesSince1970()
    {
        const auto rule = ttl::ownRule(collection(CollectionKind::Clustered, 60));
        QCOMPARE(rule->singleField(), std::string("_id"));
        QCOMPARE(bson::toJson(*rule->partialFilter),
                 std::string(R"({"_id":{"$not":{"$lt":{"$date":"1970-01-01T00:00:00Z"}}}})"));
        QVERIFY(rule->listed.view().contains("partialFilterExpression"));
    }

    void aRuleThatIsOffIsKnownWithoutSeconds()
    {
        const auto rule = ttl::ownRule(collection(CollectionKind::Clustered, {}));
        QVERIFY(rule && !rule->isTtl());
        QVERIFY(!rule->listed.view().contains("expireAfterSeconds"));
    }

    void otherKindsHaveNone()
    {
        for (const CollectionKind kind :
             {CollectionKind::Ordinary, CollectionKind::Capped, CollectionKind::View}) {
            QVERIFY(!ttl::ownRule(collection(kind, {})));
        }
    }

    void onlyATimeSeriesHasASpan()
    {
        QCOMPARE(ttl::bucketSpanSeconds(collection(CollectionKind::TimeSeries, 60)),
                 std::int64_t{3'600});
        QCOMPARE(ttl::bucketSpanSeconds(collection(CollectionKind::Clustered, 60)),
                 std::int64_t{0});
    }

    void secondsThatNoServerAcceptsAreNoPeriod()
    {
        constexpr std::int64_t kMost = 253'402'300'799; // to the end of the year 9999
        for (const std::int64_t seconds :
             {std::int64_t{-1}, std::numeric_limits<std::int64_t>::min(), kMost + 1,
              std::numeric_limits<std::int64_t>::max()}) {
            const ttl::CollectionSpec spec = collection(CollectionKind::TimeSeries, seconds);
            const auto rule = ttl::ownRule(spec);
            QVERIFY(rule && rule->isTtl() && rule->expiryValueInvalid && !rule->expireAfterSeconds);
            // the details show what the server says
            QCOMPARE(rule->listed["expireAfterSeconds"].toInt64(), seconds);
        }
        const auto longest = ttl::ownRule(collection(CollectionKind::Clustered, kMost));
        QVERIFY(!longest->expiryValueInvalid);
        QCOMPARE(longest->expireAfterSeconds, std::optional(kMost));
    }

    void aSpanIsAtMostAYear()
    {
        ttl::CollectionSpec spec = collection(CollectionKind::TimeSeries, 60);
        spec.options = *bson::fromJson(
            R"({"timeseries": {"timeField": "at", "bucketMaxSpanSeconds": {"$numberLong": "9223372036854775807"}}})");
        QCOMPARE(ttl::bucketSpanSeconds(spec), std::int64_t{31'536'000});
    }

    void collModSetsTheSecondsOfTheCollection()
    {
        QVERIFY(ttl::collModCommand({{kNs, {}}, 60, {}})
                == bson::makeDocument("collMod", "weather", "expireAfterSeconds", 60));
    }

    void collModSwitchesItOff()
    {
        ttl::IndexChange off{{kNs, {}}, {}, {}};
        off.switchedOff = true;
        QVERIFY(ttl::collModCommand(off)
                == bson::makeDocument("collMod", "weather", "expireAfterSeconds", "off"));
    }

    void theCommandIsShownInEveryLanguage_data()
    {
        QTest::addColumn<CommandLanguage>("language");
        QTest::addColumn<QByteArray>("wanted");
        QTest::newRow("mongosh")
            << CommandLanguage::Mongosh
            << QByteArray(R"(db.getSiblingDB("shop").runCommand({ collMod: "weather", )"
                          R"(expireAfterSeconds: "off" }))");
        QTest::newRow("Node") << CommandLanguage::Node
                              << QByteArray(
                                     R"(await client.db("shop").command({ "collMod": "weather", )"
                                     R"("expireAfterSeconds": "off" });)");
        QTest::newRow("Python")
            << CommandLanguage::Python
            << QByteArray(
                   R"(client["shop"].command({"collMod": "weather", "expireAfterSeconds": "off"}))");
        QTest::newRow("Java")
            << CommandLanguage::Java
            << QByteArray(R"(client.getDatabase("shop").runCommand(new Document("collMod", )"
                          R"("weather").append("expireAfterSeconds", "off"));)");
        QTest::newRow("C#")
            << CommandLanguage::CSharp
            << QByteArray(R"(client.GetDatabase("shop").RunCommand<BsonDocument>(new BsonDocument )"
                          R"({ { "collMod", "weather" }, { "expireAfterSeconds", "off" } });)");
    }

    void theCommandIsShownInEveryLanguage()
    {
        QFETCH(CommandLanguage, language);
        QFETCH(QByteArray, wanted);
        ttl::IndexChange off{{kNs, {}}, {}, {}};
        off.switchedOff = true;
        QCOMPARE(commandText(language, off), wanted.toStdString());
    }
};

SANDGLASS_PLAIN_TEST(TestOwnRule)
} // namespace tst_ttl_own_rule

#include "tst_ttl_own_rule.moc"
