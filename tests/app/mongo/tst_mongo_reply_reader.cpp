// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/mongo/driver_error.h"
#include "app/mongo/reply_reader.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_mongo_reply_reader {

using namespace sandglass;
using ttl::CollectionKind;
using ttl::Product;

namespace {

bson::Document json(const char* text)
{
    auto parsed = bson::fromJson(text);
    return parsed ? *parsed : bson::Document();
}

ttl::ServerInfo hello(const char* text)
{
    ttl::ServerInfo info;
    info.host = "h:27017";
    mongo::readHello(json(text), info);
    return info;
}

ttl::ServerInfo buildInfo(const char* text)
{
    ttl::ServerInfo info;
    mongo::readBuildInfo(json(text), info);
    return info;
}

CollectionKind kind(const char* text)
{
    return mongo::readCollection("db", json(text))->kind;
}

} // namespace

class TestReplyReader : public QObject
{
    Q_OBJECT

private slots:
    void aStandaloneServerIsWritable()
    {
        const auto info = hello(R"({"isWritablePrimary": true, "ok": 1})");
        QCOMPARE(info.topology, ttl::Topology::Standalone);
        QVERIFY(info.writable);
        QCOMPARE(info.host, std::string("h:27017"));
    }

    void membersOfAReplicaSetNameTheirRole()
    {
        const auto primary = hello(R"({"ismaster": true, "setName": "rs0", "me": "m:1"})");
        QCOMPARE(primary.topology, ttl::Topology::Primary);
        QCOMPARE(primary.replicaSet, std::string("rs0"));
        QCOMPARE(primary.host, std::string("m:1"));
        const auto secondary = hello(R"({"ismaster": false, "secondary": true, "setName": "rs0"})");
        QCOMPARE(secondary.topology, ttl::Topology::Secondary);
        QCOMPARE(secondary.replicaSet, std::string("rs0"));
        QCOMPARE(hello(R"({"arbiterOnly": true, "setName": "rs0"})").topology,
                 ttl::Topology::OtherMember);
        QVERIFY(!secondary.writable);
    }

    void aSecondaryWithoutASetIsAStandby()
    {
        const auto info = hello(R"({"isWritablePrimary": false, "secondary": true})");
        QCOMPARE(info.topology, ttl::Topology::Standby);
        QVERIFY(!info.writable);
    }

    void aRouterIsAShardedCluster()
    {
        QCOMPARE(hello(R"({"isWritablePrimary": true, "msg": "isdbgrid"})").topology,
                 ttl::Topology::Sharded);
    }

    void aReadOnlyServerIsNotWritable()
    {
        QVERIFY(!hello(R"({"isWritablePrimary": true, "readOnly": true})").writable);
    }

    void versionsAreTakenApart()
    {
        const auto info = buildInfo(R"({"version": "7.0.5-rc1"})");
        QCOMPARE(info.version, std::string("7.0.5-rc1"));
        QCOMPARE(info.versionNumbers, (std::vector<int>{7, 0, 5}));
        QCOMPARE(info.product, Product::MongoDb);
    }

    void strangeVersionsGiveNoNumbers()
    {
        QVERIFY(buildInfo(R"({"version": "x.y"})").versionNumbers.empty());
        QVERIFY(buildInfo(R"({"version": "99999999999.1"})").versionNumbers.empty());
        QVERIFY(buildInfo(R"({"version": 7})").versionNumbers.empty());
        QCOMPARE(buildInfo(R"({"version": "1.2.3.4.5.6"})").versionNumbers.size(), std::size_t{4});
    }

    void productsAreKnownByTheirBuildInfo()
    {
        QCOMPARE(buildInfo(R"({"version": "7.0.0", "sandglass": {"version": "0.1"}})").product,
                 Product::Sandglass);
        QCOMPARE(
            buildInfo(
                R"({"version": "7.0.0", "sandglass": {"version": "0.1", "profile": "cosmos"}})")
                .product,
            Product::CosmosDb);
        QCOMPARE(buildInfo(R"({"version": "7.0.77", "ferretdb": {"version": "v2"}})").product,
                 Product::FerretDb);
        QCOMPARE(buildInfo(R"({"version": "4.2.0", "_t": "BuildInfoResponse"})").product,
                 Product::CosmosDb);
    }

    void ferretDbNamesItsOwnVersion()
    {
        const auto info = buildInfo(R"({"version": "7.0.77", "ferretdb": {"version": "v2.7.0"}})");
        QCOMPARE(info.productVersion, std::string("v2.7.0"));
        QCOMPARE(info.version, std::string("7.0.77"));
        QVERIFY(buildInfo(R"({"version": "7.0.77", "ferretdb": 1})").productVersion.empty());
    }

    void newerDocumentDbNamesItselfInHello()
    {
        QCOMPARE(mongo::documentDbVersion(
                     json(R"({"internal": {"documentdb_versions": ["0.113-0", "0.113.0"]}})")),
                 std::string("0.113-0"));
        for (const char* const other :
             {"{}", R"({"internal": 1})", R"({"internal": {"documentdb_versions": []}})",
              R"({"internal": {"documentdb_versions": [7]}})",
              R"({"internal": {"documentdb_versions": "0.113"}})"}) {
            QVERIFY2(mongo::documentDbVersion(json(other)).empty(), other);
        }
    }

    void productsAreKnownByTheirHost()
    {
        QCOMPARE(mongo::productOfHost("x.mongo.cosmos.azure.com:10255"), Product::CosmosDb);
        QCOMPARE(mongo::productOfHost("X.Documents.Azure.Com:10255"), Product::CosmosDb);
        QCOMPARE(mongo::productOfHost("c.mongocluster.cosmos.azure.com"), Product::DocumentDb);
        QCOMPARE(mongo::productOfHost("c.cluster-x.eu-west-1.docdb.amazonaws.com:27017"),
                 Product::AmazonDocumentDb);
        QVERIFY(!mongo::productOfHost("cosmos.azure.com.evil.example"));
        QVERIFY(!mongo::productOfHost("localhost:27017"));
    }

    void servicesAreKnownByTheirHost()
    {
        using ttl::Hosting;
        QCOMPARE(mongo::hostingOf("shop-shard-00-00.abc.mongodb.net:27017"), Hosting::Atlas);
        QCOMPARE(mongo::hostingOf("C.MongoCluster.Cosmos.Azure.Com"), Hosting::AzureVCore);
        QCOMPARE(mongo::hostingOf("mongodb.net.evil.example"), Hosting::Unknown);
    }

    void documentDbIsKnownByItsErrorText()
    {
        QVERIFY(mongo::isDocumentDbText("function documentdb_api.get_parameter failed"));
        QVERIFY(!mongo::isDocumentDbText("no option found to get"));
    }

    void kindsOfCollectionsAreReported()
    {
        QCOMPARE(kind(R"({"name": "c", "type": "collection", "options": {}})"),
                 CollectionKind::Ordinary);
        QCOMPARE(kind(R"({"name": "c", "options": {"capped": true}})"), CollectionKind::Capped);
        QCOMPARE(kind(R"({"name": "c", "options": {"clusteredIndex": {"v": 2}, "capped": true}})"),
                 CollectionKind::Clustered);
        QCOMPARE(kind(R"({"name": "c", "type": "timeseries"})"), CollectionKind::TimeSeries);
        QCOMPARE(kind(R"({"name": "c", "type": "view"})"), CollectionKind::View);
    }

    void theRuleOfACollectionIsRead()
    {
        const auto read = mongo::readCollection(
            "db",
            json(
                R"({"name": "c", "type": "timeseries", "options": {"expireAfterSeconds": {"$numberLong": "5"}}})"));
        QCOMPARE(read->expireAfterSeconds, std::int64_t{5});
        QCOMPARE(read->ns.text(), std::string("db.c"));
    }

    void theServersOwnCollectionsAreLeftOut()
    {
        QVERIFY(!mongo::readCollection("db", json(R"({"name": "system.buckets.c"})")));
        QVERIFY(!mongo::readCollection("db", json(R"({"name": "system.views"})")));
        QVERIFY(!mongo::readCollection("db", json(R"({"nom": "c"})")));
    }

    void anIndexIsReadWhole()
    {
        const auto index = mongo::readIndex(json(
            R"({"v": 2, "key": {"a": -1}, "name": "a_-1", "unique": true, "sparse": true, "hidden": true,)"
            R"( "partialFilterExpression": {"z": 1}, "collation": {"locale": "fr"}, "expireAfterSeconds": 60})"));
        QCOMPARE(index.name, std::string("a_-1"));
        QCOMPARE(index.singleField(), std::string("a"));
        QVERIFY(index.unique && index.sparse && index.hidden);
        QVERIFY(index.partialFilter && index.collation);
        QCOMPARE(index.expireAfterSeconds, std::int64_t{60});
        QVERIFY(!index.expiryValueInvalid);
    }

    void expiryValuesAreJudged_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<std::optional<std::int64_t>>("seconds");
        using Seconds = std::optional<std::int64_t>;
        QTest::newRow("zero") << QByteArray("0") << Seconds(0);
        QTest::newRow("long") << QByteArray(R"({"$numberLong": "100"})") << Seconds(100);
        QTest::newRow("fraction") << QByteArray("10000.7") << Seconds(10'000);
        QTest::newRow("most") << QByteArray("2147483647") << Seconds(2'147'483'647);
        QTest::newRow("NaN") << QByteArray(R"({"$numberDouble": "NaN"})") << Seconds();
        QTest::newRow("infinity") << QByteArray(R"({"$numberDouble": "Infinity"})") << Seconds();
        QTest::newRow("too large") << QByteArray("2147483648") << Seconds();
        QTest::newRow("negative") << QByteArray("-1") << Seconds();
        QTest::newRow("string") << QByteArray(R"("3600")") << Seconds();
        QTest::newRow("null") << QByteArray("null") << Seconds();
    }

    void expiryValuesAreJudged()
    {
        QFETCH(QByteArray, value);
        QFETCH(std::optional<std::int64_t>, seconds);
        const auto index = mongo::readIndex(
            json((R"({"key": {"t": 1}, "name": "t_1", "expireAfterSeconds": )" + value + "}")
                     .constData()));
        QCOMPARE(index.expireAfterSeconds, seconds);
        QCOMPARE(index.expiryValueInvalid, !seconds.has_value());
        QVERIFY(index.isTtl());
    }

    void minusOneIsAValueOfCosmosDb()
    {
        const auto index = mongo::readIndex(
            json(R"({"key": {"_ts": 1}, "name": "_ts_1", "expireAfterSeconds": -1})"));
        QCOMPARE(index.expireAfterSeconds, std::int64_t{-1});
    }

    void aStrangersIndexEntryHarmsNothing()
    {
        const auto index
            = mongo::readIndex(json(R"({"name": 5, "key": "x", "unique": "no", "collation": 1})"));
        QVERIFY(index.name.empty());
        QCOMPARE(index.key.view().count(), std::size_t{0});
        QVERIFY(!index.collation && !index.isTtl());
    }

    void statisticsOfShardsAreAddedUp()
    {
        ttl::CollectionStats stats;
        mongo::addStats(
            json(R"({"count": 2, "size": 100, "storageSize": 50, "indexSizes": {"a": 5}})"), stats);
        mongo::addStats(
            json(
                R"({"count": 3, "size": 150.0, "storageSize": 50, "indexSizes": {"a": 6, "b": 1}})"),
            stats);
        QCOMPARE(stats.documents, std::int64_t{5});
        QCOMPARE(stats.dataBytes, std::int64_t{250});
        QCOMPARE(stats.averageDocumentBytes, std::int64_t{50});
        QCOMPARE(stats.indexBytes.at("a"), std::int64_t{11});
    }

    void hostileStatisticsDoNotOverflow()
    {
        ttl::CollectionStats stats;
        for (int i = 0; i < 20; ++i) {
            mongo::addStats(
                json(
                    R"({"count": -5, "size": 1e300, "indexSizes": {"a": {"$numberLong": "9223372036854775807"}}})"),
                stats);
        }
        QCOMPARE(stats.documents, std::int64_t{0});
        QVERIFY(stats.dataBytes > 0);
        QVERIFY(stats.indexBytes.at("a") > 0);
    }

    void usesOfAllHostsAreAddedUpSinceTheLatestStart()
    {
        std::vector<ttl::IndexSpec> indexes(1);
        indexes[0].name = "a";
        mongo::addUsage(
            json(
                R"({"name": "a", "accesses": {"ops": {"$numberLong": "4"}, "since": {"$date": 10}}})"),
            indexes);
        mongo::addUsage(
            json(
                R"({"name": "a", "accesses": {"ops": {"$numberLong": "5"}, "since": {"$date": 7}}})"),
            indexes);
        mongo::addUsage(json(R"({"name": "other", "accesses": {"ops": 9}})"), indexes);
        QCOMPARE(indexes[0].uses, std::int64_t{9});
        QCOMPARE(indexes[0].usesSince->time_since_epoch().count(), std::int64_t{10});
    }

    void usesByWindowsAreLeftOut()
    {
        std::vector<ttl::IndexSpec> indexes(1);
        indexes[0].name = "a";
        mongo::addUsage(json(R"({"name": "a", "accesses": {"ops": 9, "sandglassOps": 7}})"),
                        indexes);
        QCOMPARE(indexes[0].uses, std::int64_t{2});
        indexes[0].uses.reset();
        mongo::addUsage(json(R"({"name": "a", "accesses": {"ops": 9, "sandglassOps": 70}})"),
                        indexes);
        QCOMPARE(indexes[0].uses, std::int64_t{0});
        indexes[0].uses.reset();
        mongo::addUsage(json(R"({"name": "a", "accesses": {"ops": 9, "sandglassOps": -70}})"),
                        indexes);
        QCOMPARE(indexes[0].uses, std::int64_t{9});
    }

    void aRuleThatTheEngineCallsUnusableIsInvalid()
    {
        std::vector<ttl::IndexSpec> indexes(1);
        indexes[0].name = "a";
        indexes[0].expireAfterSeconds = 2'147'483'647;
        mongo::addUsage(json(R"({"name": "a", "sandglassUnusableExpiry": true})"), indexes);
        QVERIFY(indexes[0].expiryValueInvalid);
        QVERIFY(!indexes[0].expireAfterSeconds);
    }

    void countersOfTheMonitorAreRead()
    {
        ttl::TtlMetrics metrics;
        mongo::readServerStatus(
            json(
                R"({"localTime": {"$date": 99}, "metrics": {"ttl": {"deletedDocuments": {"$numberLong": "7"}, "passes": 3}}})"),
            metrics);
        QCOMPARE(metrics.serverTime.time_since_epoch().count(), std::int64_t{99});
        QCOMPARE(metrics.deletedDocuments, std::int64_t{7});
        QCOMPARE(metrics.passes, std::int64_t{3});
        QVERIFY(!metrics.subPasses && !metrics.invalidIndexSkips);
        QVERIFY(!metrics.lastPassEndedAt && !metrics.nextPassAt && !metrics.passRunning);
    }

    void timesOfThePassesAreRead()
    {
        ttl::TtlMetrics metrics;
        mongo::readServerStatus(
            json(
                R"({"sandglassTtl": {"lastPassStartedAt": {"$date": 1000}, "lastPassEndedAt": {"$date": 1500}, "passRunning": false, "nextPassAt": {"$date": 61500}}})"),
            metrics);
        QCOMPARE(metrics.lastPassStartedAt->time_since_epoch().count(), std::int64_t{1'000});
        QCOMPARE(metrics.lastPassEndedAt->time_since_epoch().count(), std::int64_t{1'500});
        QCOMPARE(metrics.nextPassAt->time_since_epoch().count(), std::int64_t{61'500});
        // before the first pass there is no moment of one, and no server makes a sum overflow
        ttl::TtlMetrics first;
        mongo::readServerStatus(
            json(
                R"({"sandglassTtl": {"lastPassStartedAt": {"$date": 0}, "lastPassEndedAt": {"$date": {"$numberLong": "9223372036854775807"}}, "passRunning": true, "nextPassAt": "soon"}})"),
            first);
        QVERIFY(!first.lastPassStartedAt && !first.lastPassEndedAt && !first.nextPassAt);
        QVERIFY(first.passRunning);
    }

    void whatTheEngineHoldsBackIsRead()
    {
        ttl::TtlMetrics metrics;
        mongo::readServerStatus(json(R"({"sandglassTtl": {"passRunning": false}})"), metrics);
        QVERIFY(!metrics.hold);
        mongo::readServerStatus(
            json(
                R"({"sandglassTtl": {"hold": {"clock": {"byMillis": {"$numberLong": "-61000"}}, "indexes": [{"ns": "a.b", "index": "t_1", "due": 20000}, 5, {"ns": "a.c", "index": "t_1", "due": 7, "dueCounted": false}]}}})"),
            metrics);
        QVERIFY(metrics.hold);
        QVERIFY(metrics.hold->clockStep == base::Millis(-61'000));
        QCOMPARE(metrics.hold->indexes.size(), std::size_t{3});
        QCOMPARE(metrics.hold->indexes[0], (ttl::HeldRule{"a.b", "t_1", 20'000}));
        QCOMPARE(metrics.hold->indexes[1], ttl::HeldRule());
        QCOMPARE(metrics.hold->indexes[2], (ttl::HeldRule{"a.c", "t_1", 7, true}));
        QCOMPARE(metrics.hold->lostJournal, std::string());
        mongo::readServerStatus(
            json(R"({"sandglassTtl": {"hold": {"journal": {"lost": "96 bytes"}, "indexes": []}}})"),
            metrics);
        QCOMPARE(metrics.hold->lostJournal, std::string("96 bytes"));
        mongo::readServerStatus(json(R"({"sandglassTtl": {"hold": 5}})"), metrics);
        QVERIFY(!metrics.hold);
    }

    void damagedCollectionsAreRead()
    {
        ttl::TtlMetrics metrics;
        mongo::readServerStatus(
            json(
                R"({"sandglassTtl": {"damagedCollections": [{"ns": "a.b", "index": "t_1", "since": {"$date": 61000}, "error": "bad block"}, {"ns": "a.c", "index": "t_1", "since": 5}, 7, {"index": "x"}]}})"),
            metrics);
        QCOMPARE(metrics.damaged.size(), std::size_t{2});
        QCOMPARE(metrics.damaged[0],
                 (ttl::DamagedRule{"a.b", "t_1", base::Time(base::Millis(61'000))}));
        QCOMPARE(metrics.damaged[1], (ttl::DamagedRule{"a.c", "t_1", {}}));
        mongo::readServerStatus(json(R"({"sandglassTtl": {"damagedCollections": "many"}})"),
                                metrics);
        QVERIFY(metrics.damaged.empty());
    }

    void whyAServerIsReadOnlyIsRead()
    {
        ttl::TtlMetrics metrics;
        mongo::readServerStatus(json(R"({"storageEngine": {"readOnly": false}})"), metrics);
        QVERIFY(!metrics.readOnly);
        mongo::readServerStatus(json(R"({"storageEngine": {"readOnly": true}})"), metrics);
        QVERIFY(metrics.readOnly && !metrics.readOnly->since && metrics.readOnly->reason.empty());
        mongo::readServerStatus(
            json(
                R"({"storageEngine": {"readOnly": true}, "sandglass": {"readOnly": {"since": {"$date": 61000}, "reason": "No space left on device"}}})"),
            metrics);
        QVERIFY(metrics.readOnly);
        QVERIFY(metrics.readOnly->since == base::Time(base::Millis(61'000)));
        QCOMPARE(metrics.readOnly->reason, std::string("No space left on device"));
        mongo::readServerStatus(json(R"({"sandglass": {"readOnly": 5}})"), metrics);
        QVERIFY(!metrics.readOnly);
    }

    void parametersOfTheMonitorAreRead()
    {
        ttl::TtlMetrics metrics;
        mongo::readParameters(json(R"({"ttlMonitorEnabled": false, "ttlMonitorSleepSecs": 60})"),
                              metrics);
        QCOMPARE(metrics.monitorEnabled, false);
        QCOMPARE(metrics.sleepSeconds, std::int64_t{60});
        ttl::TtlMetrics none;
        mongo::readParameters(json(R"({"ttlMonitorEnabled": "yes"})"), none);
        QVERIFY(!none.monitorEnabled && !none.sleepSeconds);
    }

    void anErrorReplyKeepsCodeNameAndText()
    {
        const auto error = mongo::replyError(
            json(R"({"ok": 0, "code": 67, "codeName": "CannotCreateIndex", "errmsg": "no"})"));
        QCOMPARE(error->code, Errc::Server);
        QCOMPARE(error->serverCode, 67);
        QCOMPARE(error->serverCodeName, std::string("CannotCreateIndex"));
        QCOMPARE(error->message, std::string("no"));
    }

    void aMissingCodeNameIsFilledIn()
    {
        QCOMPARE(
            mongo::replyError(json(R"({"ok": 0, "code": 13, "errmsg": "no"})"))->serverCodeName,
            std::string("Unauthorized"));
    }

    void aPassedTimeLimitIsATimeout()
    {
        const auto error = mongo::replyError(json(R"({"ok": 0, "code": 50, "errmsg": "slow"})"));
        QCOMPARE(error->code, Errc::Timeout);
        QCOMPARE(error->serverCode, 50);
    }

    void refusedCredentialsAreNotPermitted()
    {
        QCOMPARE(mongo::replyError(json(R"({"ok": 0, "code": 18, "errmsg": "no"})"))->code,
                 Errc::NotPermitted);
    }

    void writeErrorsAreErrorsInSpiteOfOk()
    {
        const auto error = mongo::replyError(json(
            R"({"ok": 1, "n": 0, "writeErrors": [{"index": 0, "code": 11000, "errmsg": "twice"}]})"));
        QCOMPARE(error->serverCode, 11000);
        QCOMPARE(error->message, std::string("twice"));
    }

    void writeConcernErrorsAreErrors()
    {
        QCOMPARE(mongo::replyError(
                     json(R"({"ok": 1, "writeConcernError": {"code": 64, "errmsg": "waiting"}})"))
                     ->serverCode,
                 64);
    }

    void aGoodReplyIsNoError()
    {
        QVERIFY(!mongo::replyError(json(R"({"ok": 1.0, "writeErrors": []})")));
    }
};

SANDGLASS_TEST(TestReplyReader)
} // namespace tst_mongo_reply_reader

#include "tst_mongo_reply_reader.moc"
