// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/catalog/write_gate.h"
#include "app/engine/expiry/purge_pass.h"
#include "tests/support/engine_data.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <limits>

namespace tst_expiry_collections {

using namespace sandglass;
using namespace sandglass::tests;
using engine::expiry::PurgePass;
using engine::expiry::TtlCounters;
using engine::expiry::TtlSettings;
using std::chrono::seconds;

namespace {

constexpr std::string_view kClustered
    = R"({"clusteredIndex":{"v":2,"key":{"_id":1},"name":"_id_","unique":true},
          "expireAfterSeconds":{"$numberLong":"5"}})";

/// A pass over collections of particular kinds.
struct Passes
{
    EngineData data;
    TtlSettings settings;
    TtlCounters counters;
    engine::catalog::WriteGate gate;
    PurgePass pass{*data.catalog, data.clock, data.log, settings, counters};

    Passes() { pass.setWriteGate(gate); }
    void create(const std::string& name, std::string_view options, const std::string& db = "db")
    {
        need(data.catalog->create({db, name}, {need(bson::fromJson(options))}));
    }
    void run()
    {
        pass.run([] { return false; });
    }
    std::string idAt(base::Time time) const { return R"({"_id":)" + dateJson(time) + "}"; }
    base::Time ago(seconds age) const { return data.clock.now() - age; }
};

} // namespace

class TestExpiryCollections : public QObject
{
    Q_OBJECT

private slots:
    void c094AClusteredCollectionLosesOldIdsOnly()
    {
        Passes p;
        p.create("c", kClustered);
        p.data.insert("c",
                      {p.idAt(p.ago(seconds(10))), p.idAt(p.ago(seconds(1))), R"({"_id":1})",
                       R"({"_id":"x"})"});
        p.run();
        QCOMPARE(p.data.ids("c").size(), 3);
        QCOMPARE(p.counters.deletedDocuments.load(), 1);
        QCOMPARE(p.counters.invalidIndexSkips.load(), 0);
        QCOMPARE(p.data.log.count(5400704), 1);
        QCOMPARE(p.data.log.count(5400702), 1);
        QCOMPARE(p.data.log.count(22533), 0);
    }

    void c095IdsBefore1970StayAndAreNotInTheWay()
    {
        Passes p;
        p.create("c", kClustered);
        std::vector<std::string> old;
        for (int i = 1; i <= 1200; ++i) {
            old.push_back(p.idAt(base::Time(base::Millis(-i))));
        }
        p.data.insert("c", old);
        p.data.insert("c", {p.idAt(p.ago(seconds(10)))});
        p.run();
        QCOMPARE(p.data.ids("c").size(), 1200);
        QCOMPARE(p.counters.deletedDocuments.load(), 1);
    }

    void withoutSecondsAClusteredCollectionExpiresNothing()
    {
        Passes p;
        p.create("c", R"({"clusteredIndex":{"v":2,"key":{"_id":1},"name":"_id_","unique":true}})");
        p.data.insert("c", {p.idAt(p.ago(seconds(10)))});
        p.run();
        QCOMPARE(p.data.ids("c").size(), 1);
    }

    void c102AClusteredCollectionMayHaveATtlIndexToo()
    {
        Passes p;
        p.create("c", kClustered);
        p.data.addTtlIndex("c", R"({"t":1})", 60);
        p.data.insert("c",
                      {dated(1, p.ago(seconds(100))), dated(2, p.ago(seconds(30))),
                       p.idAt(p.ago(seconds(10)))});
        p.run();
        QCOMPARE(p.data.ids("c"), QStringList{QStringLiteral("2")});
    }

    void c113ACappedCollectionExpires()
    {
        Passes p;
        p.create("c", R"({"capped":true,"size":65536})");
        p.data.addTtlIndex("c", R"({"t":1})", 5);
        p.data.insert("c", {dated(1, p.ago(seconds(10))), dated(2, p.ago(seconds(1)))});
        p.run();
        QCOMPARE(p.data.ids("c"), QStringList{QStringLiteral("2")});
    }

    void inOlderVersionsItExpiresNothingAndSaysSo()
    {
        Passes p;
        p.settings.expireCapped = false;
        p.create("c", R"({"capped":true,"size":65536})");
        p.data.addTtlIndex("c", R"({"t":1})", 5);
        p.data.insert("c", {dated(1, p.ago(seconds(10)))});
        p.run();
        QCOMPARE(p.data.ids("c").size(), 1);
        QCOMPARE(p.data.log.count(5400703), 1);
        QCOMPARE(p.counters.passes.load(), 1);
    }

    void c119ABlockedUserDatabaseKeepsItsDocuments()
    {
        Passes p;
        p.gate.userWritesBlocked = true;
        p.data.addTtlIndex("c", R"({"t":1})", 5);
        p.data.insert("c", {dated(1, p.ago(seconds(10)))});
        const protocol::Namespace sessions{"config", "sessions"};
        auto collection = need(p.data.catalog->findOrCreate(sessions, nullptr));
        engine::catalog::IndexDefinition index;
        index.key = bson::makeDocument("t", 1);
        index.name = "t_1";
        index.expireAfterSeconds = bson::Value::of(5);
        need(p.data.catalog->createIndexes(sessions, {index}));
        auto unit = need(collection->beginWrite());
        need(unit->insert(need(bson::fromJson(dated(1, p.ago(seconds(10)))))));
        need(unit->commit(engine::storage::Durability::Process));
        p.run();
        QCOMPARE(p.data.ids("c").size(), 1);
        QCOMPARE(collection->figures().documents, std::int64_t{0});
        QCOMPARE(p.counters.passes.load(), 1);
        QCOMPARE(p.data.log.count(5400703), 1);
        p.gate.userWritesBlocked = false;
        p.run();
        QVERIFY(p.data.ids("c").isEmpty());
    }

    void anFsyncLockIsKnownBeforeAPass()
    {
        Passes p;
        QVERIFY(!p.pass.lockedOut());
        p.gate.fsyncLocks = 1;
        QVERIFY(p.pass.lockedOut());
    }

    void unusableStoredSecondsAreReportedAtStart()
    {
        Passes p;
        p.data.addTtlIndex("good", R"({"t":1})", 5);
        engine::catalog::IndexDefinition index;
        index.key = bson::makeDocument("t", 1);
        index.name = "t_1";
        index.expireAfterSeconds = bson::Value::of(std::numeric_limits<double>::quiet_NaN());
        p.data.collection("bad");
        need(p.data.catalog->createIndexes({"db", "bad"}, {index}));
        engine::expiry::warnOfUnusableSeconds(*p.data.catalog, p.data.log);
        QCOMPARE(p.data.log.count(6852200), 1);
    }

    void eachVisitOfAnIndexIsLogged()
    {
        Passes p;
        p.data.addTtlIndex("c", R"({"t":1})", 5);
        p.run();
        QCOMPARE(p.data.log.count(22533), 1);
        QCOMPARE(p.data.log.count(5479200), 0);
        p.data.insert("c", {dated(1, p.ago(seconds(10)))});
        p.run();
        QCOMPARE(p.data.log.count(5479200), 1);
    }
};

SANDGLASS_PLAIN_TEST(TestExpiryCollections)
} // namespace tst_expiry_collections

#include "tst_expiry_collections.moc"
