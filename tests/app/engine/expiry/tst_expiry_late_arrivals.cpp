// SPDX-License-Identifier: GPL-3.0-or-later
// What is written when it is due already, in large numbers, waits for a confirmation.
#include "app/bson/builder.h"
#include "app/engine/expiry/purge_pass.h"
#include "tests/support/engine_data.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <memory>
#include <utility>
#include <vector>

namespace tst_expiry_late_arrivals {

using namespace sandglass;
using namespace sandglass::tests;
using engine::expiry::HeldIndex;
using Known = engine::expiry::LateArrivals::Known;
using engine::expiry::PurgePass;
using engine::expiry::StartBrake;
using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

constexpr int kHeldLogId = 9100105;
constexpr int kMany = 10'001;
constexpr std::int64_t kLongest = 2'147'483'647; // seconds

/// An engine whose monitor runs passes over the collection "c", with the brake.
struct Running
{
    Running() { begin(); }
    /// A new engine over the same data, which takes up what the last one knew. Nobody has indexes
    /// with a partial filter.
    void restart(const std::vector<Known>& known)
    {
        pass.reset();
        data.clock.advance(seconds(1));
        data.catalog.reset();
        data.store.reset();
        data.store = need(
            engine::storage::openStore(data.folder.path().toStdString() + "/db", {}, data.log));
        data.catalog = need(engine::catalog::Catalog::open(
            *data.store, data.clock,
            [](bson::DocumentView, const bson::CollationPtr&) -> Result<ttl::DocumentPredicate> {
                return base::failure(Errc::Unsupported, "no filters here");
            }));
        begin();
        pass->resumeLate(known);
    }
    /// The same after an end in which nothing was lost.
    void restart() { restart(pass->lateArrivals()); }
    /// Documents that all have that date.
    void fill(int count, base::Time date)
    {
        auto unit = need(data.collection("c")->beginWrite());
        for (int n = 0; n < count; ++n) {
            need(unit->insert(bson::makeDocument("_id", bson::ObjectId::generate(), "t",
                                                 bson::Date::from(date))));
        }
        need(unit->commit(engine::storage::Durability::Process));
    }
    base::Time now() const { return data.clock.now(); }
    /// A pass; returns how many documents it leaves.
    int run()
    {
        pass->run([] { return false; });
        return static_cast<int>(data.collection("c")->figures().documents);
    }

    EngineData data;
    StartBrake brake;
    engine::expiry::TtlSettings settings;
    engine::expiry::TtlCounters counters;
    std::unique_ptr<PurgePass> pass;
    std::vector<HeldIndex> held;

private:
    void begin()
    {
        pass = std::make_unique<PurgePass>(*data.catalog, data.clock, data.log, settings, counters);
        pass->setBrake(brake);
        pass->setHoldHook([this](HeldIndex index) {
            held.push_back(index);
            brake.hold(std::move(index));
        });
    }
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
        need(engine.data.catalog->modifyIndex({"db", "c"}, definition));
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
        need(engine.data.catalog->dropIndexes({"db", "c"}, {"t_1"}));
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
        auto unit = need(collection->beginWrite());
        for (const auto& [id, document] : changed) {
            need(unit->replace(id, document));
        }
        need(unit->commit(engine::storage::Durability::Process));
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
        need(engine.data.catalog->modifyIndex({"db", "c"}, definition));
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

    void afterARestartTheyAreHeldAsWell()
    {
        Running engine;
        engine.data.addTtlIndex("c", R"({"t":1})", 0);
        QCOMPARE(engine.run(), 0);
        engine.fill(kMany, engine.now() - days(1));
        engine.restart();
        QCOMPARE(engine.run(), kMany);
        QCOMPARE(engine.held.size(), std::size_t{1});
        QCOMPARE(engine.held[0].due, std::int64_t{kMany});
    }

    void afterARestartWhatBecameDueInTimeIsDeleted()
    {
        Running engine;
        engine.data.addTtlIndex("c", R"({"t":1})", 0);
        QCOMPARE(engine.run(), 0);
        engine.fill(kMany, engine.now() + seconds(30));
        engine.restart();
        engine.data.clock.advance(minutes(1));
        QCOMPARE(engine.run(), 0);
        QVERIFY(engine.held.empty());
    }

    void aConfirmationHoldsOverRestarts()
    {
        Running engine;
        engine.data.addTtlIndex("c", R"({"t":1})", 0);
        QCOMPARE(engine.run(), 0);
        engine.fill(kMany, engine.now() - days(1));
        QCOMPARE(engine.run(), kMany);
        engine.restart(); // while it is held
        QCOMPARE(engine.run(), kMany);
        QCOMPARE(engine.held.size(), std::size_t{1});
        engine.brake.release();
        engine.restart(); // before a pass
        QCOMPARE(engine.run(), 0);
        engine.restart();
        engine.fill(kMany, engine.now() - days(1));
        QCOMPARE(engine.run(), 0);
        QCOMPARE(engine.held.size(), std::size_t{1});
    }

    // The store refused it, as a full disk does.
    void aHoldThatCouldNotBeStoredIsFoundAgain()
    {
        Running engine;
        engine.data.addTtlIndex("c", R"({"t":1})", 0);
        QCOMPARE(engine.run(), 0);
        engine.fill(kMany, engine.now() - days(1));
        QCOMPARE(engine.run(), kMany);
        const std::vector<Known> known = engine.pass->lateArrivals();
        engine.brake.release(); // nothing of it is known to the next run
        engine.restart(known);
        QCOMPARE(engine.run(), kMany);
        QCOMPARE(engine.held.size(), std::size_t{2});
    }

    void aRuleThatWasChangedSinceHasNothingToCompareWith()
    {
        Running engine;
        engine.data.addTtlIndex("c", R"({"t":1})", 0);
        QCOMPARE(engine.run(), 0);
        engine.fill(kMany, engine.now() - hours(1));
        auto definition = engine.data.collection("c")->index("t_1")->definition;
        definition.expireAfterSeconds = bson::Value::of(std::int32_t{60});
        need(engine.data.catalog->modifyIndex({"db", "c"}, definition));
        engine.restart();
        QCOMPARE(engine.run(), 0);
        QVERIFY(engine.held.empty());
    }

    // Somebody puts documents back from the trash while the pass runs.
    void anIndexThatIsHeldDuringAVisitIsNotDrained()
    {
        Running engine;
        engine.data.addTtlIndex("c", R"({"t":1})", 0);
        engine.fill(5, engine.now() - days(1));
        engine.settings.batchDocuments = 1;
        engine.pass->setOperationHook([&engine](const std::string&, const std::string&) {
            engine.brake.hold({"db.c", "t_1", 1, 5, true, engine.data.collection("c")->uuid()});
            return std::shared_ptr<void>();
        });
        QCOMPARE(engine.run(), 4);
        QVERIFY(engine.pass->lateArrivals().empty());
        engine.brake.release();
        engine.pass->setOperationHook({});
        QCOMPARE(engine.run(), 0);
        QCOMPARE(engine.pass->lateArrivals().size(), std::size_t{1});
    }

    // Arming: a rule that deletes nothing is made, looked at, and then lowered.
    void aRuleThatIsArmedByCollModDeletesWhatIsDueAndOnlyThen()
    {
        Running engine;
        engine.data.addTtlIndex("c", R"({"t":1})", kLongest);
        engine.fill(kMany, engine.now() - days(1));
        engine.fill(1, engine.now() + days(1));
        QCOMPARE(engine.run(), kMany + 1);
        engine.restart();
        QCOMPARE(engine.run(), kMany + 1);
        auto definition = engine.data.collection("c")->index("t_1")->definition;
        definition.expireAfterSeconds = bson::Value::of(std::int32_t{0});
        need(engine.data.catalog->modifyIndex({"db", "c"}, definition));
        QCOMPARE(engine.run(), 1);
        // and disarmed again
        definition.expireAfterSeconds = bson::Value::of(static_cast<std::int32_t>(kLongest));
        need(engine.data.catalog->modifyIndex({"db", "c"}, definition));
        engine.data.clock.advance(days(2));
        QCOMPARE(engine.run(), 1);
        QVERIFY(engine.held.empty());
    }

    // 2147483647 s are 68 years: dates before that are due by every rule. Source:
    // app/ttl/SEMANTICS.md 3.3.
    void noRuleIsTooLongForDatesOfTheYearOne()
    {
        Running engine;
        engine.data.addTtlIndex("c", R"({"t":1})", kLongest);
        engine.fill(1, base::Time(base::Millis(-62'135'596'800'000)));
        engine.fill(1, base::Time());
        QCOMPARE(engine.run(), 1);
    }

    void withoutTheBrakeTheyAreDeleted()
    {
        Running engine;
        engine.pass->setHoldHook({});
        engine.data.addTtlIndex("c", R"({"t":1})", 0);
        QCOMPARE(engine.run(), 0);
        engine.fill(kMany, engine.now() - hours(1));
        QCOMPARE(engine.run(), 0);
    }
};

SANDGLASS_PLAIN_TEST(TestLateArrivals)
} // namespace tst_expiry_late_arrivals

#include "tst_expiry_late_arrivals.moc"
