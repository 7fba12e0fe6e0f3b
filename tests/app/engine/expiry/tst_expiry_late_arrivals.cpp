// SPDX-License-Identifier: GPL-3.0-or-later
// What is written when it is due already, in large numbers, waits for a confirmation.
#include "app/bson/builder.h"
#include "app/engine/expiry/purge_pass.h"
#include "tests/support/engine_data.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <utility>
#include <vector>

namespace tst_expiry_late_arrivals {

using namespace sandglass;
using namespace sandglass::tests;
using engine::expiry::HeldIndex;
using engine::expiry::PurgePass;
using engine::expiry::StartBrake;
using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

constexpr int kHeldLogId = 9100105;
constexpr int kMany = 10'001;

/// An engine whose monitor runs passes over the collection "c", with the brake.
struct Running
{
    Running()
    {
        pass.setBrake(brake);
        pass.setHoldHook([this](HeldIndex index) {
            held.push_back(index);
            brake.hold(std::move(index));
        });
    }
    /// Documents that all have that date.
    void fill(int count, base::Time date)
    {
        auto unit = must(data.collection("c")->beginWrite());
        for (int n = 0; n < count; ++n) {
            must(unit->insert(bson::makeDocument("_id", bson::ObjectId::generate(), "t",
                                                 bson::Date::from(date))));
        }
        must(unit->commit(engine::storage::Durability::Process));
    }
    base::Time now() const { return data.clock.now(); }
    /// A pass; returns how many documents it leaves.
    int run()
    {
        pass.run([] { return false; });
        return static_cast<int>(data.collection("c")->figures().documents);
    }

    EngineData data;
    StartBrake brake;
    engine::expiry::TtlSettings settings;
    engine::expiry::TtlCounters counters;
    PurgePass pass{*data.catalog, data.clock, data.log, settings, counters};
    std::vector<HeldIndex> held;
};

} // namespace

class TestLateArrivals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void manyDocumentsThatWereDueWhenTheyWereWrittenAreHeld()
    {
        Running engine;
        engine.data.addTtlIndex("c", R"({"t":1})", 0);
        QCOMPARE(engine.run(), 0);
        engine.fill(kMany, base::Time(base::Millis(1'700'000'000))); // seconds taken for millis
        engine.data.clock.advance(minutes(1));
        QCOMPARE(engine.run(), kMany);
        QCOMPARE(engine.held.size(), std::size_t{1});
        QCOMPARE(engine.held[0].ns, std::string("db.c"));
        QCOMPARE(engine.held[0].index, std::string("t_1"));
        QCOMPARE(engine.held[0].due, std::int64_t{kMany});
        QCOMPARE(engine.data.log.count(kHeldLogId), 1);
        // said once
        QCOMPARE(engine.run(), kMany);
        QCOMPARE(engine.data.log.count(kHeldLogId), 1);
    }

    void whoConfirmsIsNotAskedAgainUntilTheRuleChanges()
    {
        Running engine;
        engine.data.addTtlIndex("c", R"({"t":1})", 0);
        QCOMPARE(engine.run(), 0);
        engine.fill(kMany, engine.now() - days(1));
        QCOMPARE(engine.run(), kMany);
        engine.brake.release();
        QCOMPARE(engine.run(), 0);
        // the application goes on as before
        for (int pass = 0; pass < 2; ++pass) {
            engine.data.clock.advance(minutes(1));
            engine.fill(kMany, engine.now() - days(1));
            QCOMPARE(engine.run(), 0);
        }
        QCOMPARE(engine.held.size(), std::size_t{1});
        auto definition = engine.data.collection("c")->index("t_1")->definition;
        definition.expireAfterSeconds = bson::Value::of(std::int32_t{60});
        must(engine.data.catalog->modifyIndex({"db", "c"}, definition));
        QCOMPARE(engine.run(), 0);
        engine.fill(kMany, engine.now() - days(1));
        QCOMPARE(engine.run(), kMany);
        QCOMPARE(engine.held.size(), std::size_t{2});
    }

    void anotherIndexIsNotConfirmed()
    {
        Running engine;
        engine.data.addTtlIndex("c", R"({"t":1})", 0);
        QCOMPARE(engine.run(), 0);
        engine.fill(kMany, engine.now() - days(1));
        QCOMPARE(engine.run(), kMany);
        engine.brake.release();
        QCOMPARE(engine.run(), 0);
        must(engine.data.catalog->dropIndexes({"db", "c"}, {"t_1"}));
        engine.data.addTtlIndex("c", R"({"t":1})", 0);
        QCOMPARE(engine.run(), 0);
        engine.fill(kMany, engine.now() - days(1));
        QCOMPARE(engine.run(), kMany);
        QCOMPARE(engine.held.size(), std::size_t{2});
    }

    void anIndexThatWasHeldForAnotherReasonIsNotConfirmed()
    {
        Running engine;
        engine.data.addTtlIndex("c", R"({"t":1})", 0);
        engine.brake.hold({"db.c", "t_1", 1, 1, true, engine.data.collection("c")->uuid()});
        QCOMPARE(engine.run(), 0);
        engine.brake.release();
        QCOMPARE(engine.run(), 0);
        engine.fill(kMany, engine.now() - days(1));
        QCOMPARE(engine.run(), kMany);
        QCOMPARE(engine.held.size(), std::size_t{1});
    }

    void changedDatesCountAsWell()
    {
        Running engine;
        engine.data.addTtlIndex("c", R"({"t":1})", 0);
        engine.fill(kMany, engine.now() + days(1));
        QCOMPARE(engine.run(), kMany);
        const auto collection = engine.data.collection("c");
        std::vector<std::pair<engine::catalog::RecordId, bson::Document>> changed;
        const auto cursor = collection->scan(engine::catalog::Direction::Forward);
        while (cursor->next()) {
            changed.emplace_back(
                cursor->id(),
                bson::makeDocument("_id", cursor->document()["_id"], "t", bson::Date{0}));
        }
        auto unit = must(collection->beginWrite());
        for (const auto& [id, document] : changed) {
            must(unit->replace(id, document));
        }
        must(unit->commit(engine::storage::Durability::Process));
        QCOMPARE(engine.run(), kMany);
        QCOMPARE(engine.held.size(), std::size_t{1});
    }

    void documentsThatBecomeDueInTimeAreDeleted()
    {
        Running engine;
        engine.data.addTtlIndex("c", R"({"t":1})", 0);
        engine.fill(kMany, engine.now() + seconds(30));
        QCOMPARE(engine.run(), kMany);
        engine.data.clock.advance(minutes(1));
        QCOMPARE(engine.run(), 0);
        QVERIFY(engine.held.empty());
    }

    void fewAreDeleted()
    {
        Running engine;
        engine.data.addTtlIndex("c", R"({"t":1})", 0);
        QCOMPARE(engine.run(), 0);
        engine.fill(kMany - 1, engine.now() - hours(1));
        QCOMPARE(engine.run(), 0);
        QVERIFY(engine.held.empty());
    }

    void aNewIndexDeletesWhatIsDue()
    {
        Running engine;
        engine.fill(kMany, engine.now() - hours(1));
        QCOMPARE(engine.run(), kMany);
        engine.data.addTtlIndex("c", R"({"t":1})", 0);
        QCOMPARE(engine.run(), 0);
        QVERIFY(engine.held.empty());
    }

    void aChangedRuleDeletesWhatIsDue()
    {
        Running engine;
        engine.data.addTtlIndex("c", R"({"t":1})", 86'400);
        engine.fill(kMany, engine.now() - hours(1));
        QCOMPARE(engine.run(), kMany);
        auto definition = engine.data.collection("c")->index("t_1")->definition;
        definition.expireAfterSeconds = bson::Value::of(std::int32_t{0});
        must(engine.data.catalog->modifyIndex({"db", "c"}, definition));
        QCOMPARE(engine.run(), 0);
        QVERIFY(engine.held.empty());
    }

    void afterTheClockWasSetBackNothingIsHeld()
    {
        Running engine;
        engine.data.addTtlIndex("c", R"({"t":1})", 0);
        QCOMPARE(engine.run(), 0);
        engine.data.clock.set(engine.now() - days(1));
        engine.fill(kMany, engine.now() - minutes(1));
        QCOMPARE(engine.run(), 0);
        QVERIFY(engine.held.empty());
    }

    void withoutTheBrakeTheyAreDeleted()
    {
        Running engine;
        engine.pass.setHoldHook({});
        engine.data.addTtlIndex("c", R"({"t":1})", 0);
        QCOMPARE(engine.run(), 0);
        engine.fill(kMany, engine.now() - hours(1));
        QCOMPARE(engine.run(), 0);
    }
};

SANDGLASS_PLAIN_TEST(TestLateArrivals)
} // namespace tst_expiry_late_arrivals

#include "tst_expiry_late_arrivals.moc"
