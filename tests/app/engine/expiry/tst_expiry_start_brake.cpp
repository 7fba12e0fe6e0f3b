// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/expiry/purge_pass.h"
#include "app/engine/expiry/start_brake.h"
#include "tests/support/engine_data.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_expiry_start_brake {

using namespace sandglass;
using namespace sandglass::tests;
using engine::expiry::PurgePass;
using engine::expiry::StartBrake;
using std::chrono::days;
using std::chrono::hours;

namespace {

/// A folder that was last used a day ago.
struct Started
{
    EngineData data;
    StartBrake brake;
    base::Time last = data.clock.now() - days(1);

    /// Documents of a collection with a rule, all with that date.
    void fill(const std::string& name, int count, base::Time date)
    {
        auto unit = need(data.collection(name)->beginWrite());
        for (int n = 0; n < count; ++n) {
            need(unit->insert(bson::makeDocument("_id", bson::ObjectId::generate(), "t",
                                                 bson::Date::from(date))));
        }
        need(unit->commit(engine::storage::Durability::Process));
    }
    void look() { brake.look(*data.catalog, last, data.clock.now(), data.log); }
    std::size_t passLeaves(const std::string& name)
    {
        engine::expiry::TtlSettings settings;
        engine::expiry::TtlCounters counters;
        PurgePass pass(*data.catalog, data.clock, data.log, settings, counters);
        pass.setBrake(brake);
        pass.run([] { return false; });
        return static_cast<std::size_t>(data.collection(name)->figures().documents);
    }
};

} // namespace

class TestStartBrake : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void muchThatBecameDueMeanwhileIsHeld();
    void whatWasDueBeforeIsDeleted();
    void fewDocumentsAreDeleted();
    void aFifthOfALargeCollectionIsDeleted();
    void inAnOldCopyAnythingThatBecameDueIsHeld();
    void afterALossAllIndexesAreHeldWithWhatIsDue();
    void aRenamedCollectionIsStillHeld();
    void whatWasDroppedIsForgotten();
    void aHoldOfAnOlderVersionGoesByTheName();
};

void TestStartBrake::muchThatBecameDueMeanwhileIsHeld()
{
    Started started;
    started.data.addTtlIndex("c", R"({"t":1})", 0);
    started.data.addTtlIndex("small", R"({"t":1})", 0);
    started.fill("c", 10'001, started.data.clock.now() - hours(1));
    started.fill("small", 3, started.data.clock.now() - hours(1));
    started.look();
    const auto held = started.brake.held();
    QCOMPARE(held.size(), std::size_t{1});
    QCOMPARE(held[0].ns, std::string("db.c"));
    QCOMPARE(held[0].index, std::string("t_1"));
    QCOMPARE(held[0].due, std::int64_t{10'001});
    QCOMPARE(held[0].documents, std::int64_t{10'001});
    QCOMPARE(started.data.log.count(9100105), 1);

    QCOMPARE(started.passLeaves("c"), std::size_t{10'001});
    QCOMPARE(started.data.collection("small")->figures().documents, std::int64_t{0});
    started.brake.release();
    QVERIFY(started.brake.held().empty());
    QCOMPARE(started.passLeaves("c"), std::size_t{0});
}

void TestStartBrake::whatWasDueBeforeIsDeleted()
{
    Started started;
    started.data.addTtlIndex("c", R"({"t":1})", 0);
    started.fill("c", 10'001, started.last);
    started.fill("c", 500, started.data.clock.now());
    started.look();
    QVERIFY(started.brake.held().empty());
    QCOMPARE(started.passLeaves("c"), std::size_t{0});
}

void TestStartBrake::fewDocumentsAreDeleted()
{
    Started started;
    started.data.addTtlIndex("c", R"({"t":1})", 0);
    started.fill("c", 10'000, started.data.clock.now());
    started.look();
    QVERIFY(started.brake.held().empty());
}

void TestStartBrake::aFifthOfALargeCollectionIsDeleted()
{
    Started started;
    started.data.addTtlIndex("c", R"({"t":1})", 0);
    started.fill("c", 12'000, started.data.clock.now());
    started.fill("c", 48'000, started.data.clock.now() + days(1));
    started.look();
    QVERIFY(started.brake.held().empty());
    started.fill("c", 100, started.data.clock.now());
    started.look();
    QCOMPARE(started.brake.held().size(), std::size_t{1});
}

void TestStartBrake::inAnOldCopyAnythingThatBecameDueIsHeld()
{
    Started started;
    for (const char* name : {"due", "before", "later"}) {
        started.data.addTtlIndex(name, R"({"t":1})", 0);
    }
    started.fill("due", 1, started.data.clock.now() - hours(1));
    started.fill("due", 9, started.data.clock.now() + days(1));
    started.fill("before", 1, started.last);
    started.fill("later", 1, started.data.clock.now() + days(1));
    started.brake.lookAtCopy(*started.data.catalog, started.last, started.data.clock.now(),
                             started.data.log);
    const auto held = started.brake.held();
    QCOMPARE(held.size(), std::size_t{1});
    QCOMPARE(held[0].ns, std::string("db.due"));
    QCOMPARE(held[0].due, std::int64_t{1});
    QCOMPARE(held[0].documents, std::int64_t{10});
    QCOMPARE(started.passLeaves("due"), std::size_t{10});
    QCOMPARE(started.data.collection("before")->figures().documents, std::int64_t{0});
}

void TestStartBrake::afterALossAllIndexesAreHeldWithWhatIsDue()
{
    Started started;
    started.data.addTtlIndex("c", R"({"t":1})", 0);
    started.data.addTtlIndex("later", R"({"t":1})", 0);
    started.fill("c", 3, started.last - days(9));
    started.fill("c", 2, started.data.clock.now() + days(1));
    started.fill("later", 1, started.data.clock.now() + days(1));
    started.brake.holdAll(*started.data.catalog, started.data.clock.now());
    const auto held = started.brake.held();
    QCOMPARE(held.size(), std::size_t{2});
    QCOMPARE(held[0].due, std::int64_t{3});
    QCOMPARE(held[0].documents, std::int64_t{5});
    QCOMPARE(held[1].due, std::int64_t{0});
    QCOMPARE(started.passLeaves("c"), std::size_t{5});
    started.brake.release();
    QCOMPARE(started.passLeaves("c"), std::size_t{2});
}

void TestStartBrake::aRenamedCollectionIsStillHeld()
{
    Started started;
    started.data.addTtlIndex("c", R"({"t":1})", 0);
    started.fill("c", 10'001, started.data.clock.now() - hours(1));
    started.look();
    need(started.data.catalog->rename({"db", "c"}, {"db", "renamed"}, false));
    QCOMPARE(started.passLeaves("renamed"), std::size_t{10'001});
    started.brake.follow(*started.data.catalog);
    QCOMPARE(started.brake.held().at(0).ns, std::string("db.renamed"));
    QCOMPARE(started.passLeaves("renamed"), std::size_t{10'001});
    started.brake.release();
    QCOMPARE(started.passLeaves("renamed"), std::size_t{0});
}

void TestStartBrake::whatWasDroppedIsForgotten()
{
    Started started;
    for (const char* name : {"a", "b"}) {
        started.data.addTtlIndex(name, R"({"t":1})", 0);
        started.fill(name, 10'001, started.data.clock.now() - hours(1));
    }
    started.look();
    QCOMPARE(started.brake.held().size(), std::size_t{2});
    need(started.data.catalog->drop({"db", "a"}));
    need(started.data.catalog->dropIndexes({"db", "b"}, {"t_1"}));
    started.brake.follow(*started.data.catalog);
    QVERIFY(started.brake.held().empty());
    // a new collection of that name has nothing to do with the old one
    started.data.addTtlIndex("a", R"({"t":1})", 0);
    started.fill("a", 5, started.data.clock.now() - hours(1));
    QCOMPARE(started.passLeaves("a"), std::size_t{0});
}

void TestStartBrake::aHoldOfAnOlderVersionGoesByTheName()
{
    Started started;
    started.data.addTtlIndex("c", R"({"t":1})", 0);
    started.fill("c", 5, started.data.clock.now() - hours(1));
    started.brake.resume({{"db.c", "t_1", 5, 5}});
    started.brake.follow(*started.data.catalog);
    QCOMPARE(started.brake.held().size(), std::size_t{1});
    QCOMPARE(started.passLeaves("c"), std::size_t{5});
}

SANDGLASS_PLAIN_TEST(TestStartBrake)
} // namespace tst_expiry_start_brake

#include "tst_expiry_start_brake.moc"
