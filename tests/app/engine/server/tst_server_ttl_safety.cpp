// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/purge_pass.h"
#include "app/engine/expiry/ttl_settings.h"
#include "app/engine/server/ttl_safety.h"
#include "tests/support/engine_data.h"
#include "tests/support/failing_store.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <chrono>
#include <memory>
#include <utility>

namespace tst_server_ttl_safety {

using namespace sandglass;
using namespace sandglass::tests;
using engine::expiry::PurgePass;
using engine::server::TtlSafety;

namespace {

constexpr int kLossLogId = 9100106;
constexpr int kCopyLogId = 9100120;
constexpr int kMany = 10'001;

bson::Document shown(const TtlSafety& safety)
{
    bson::Builder section;
    safety.append(section);
    return section.take();
}

/// A folder with a rule, whose journal has lost something.
struct Lost
{
    Lost()
    {
        data.addTtlIndex("c", R"({"t":1})", 0);
        auto unit = need(data.collection("c")->beginWrite());
        need(unit->insert(
            need(bson::fromJson(R"({"_id":1,"t":{"$date":"2001-01-01T00:00:00Z"}})"))));
        need(unit->commit(engine::storage::Durability::Process));
        store.setLostJournal("The journal file 000012.log is missing");
    }
    void start(TtlSafety& safety)
    {
        safety.holdAfterLoss(store, *data.catalog, data.clock.now(), data.log);
    }

    EngineData data;
    FailingStore store{*data.store};
};

/// A folder with a rule and a document that became due an hour ago. The engine has run before.
struct Used
{
    explicit Used(base::Millis ago)
        : last(data.clock.now() - ago)
    {
        data.addTtlIndex("c", R"({"t":1})", 0);
        insert(1, data.clock.now() - std::chrono::hours(1));
        store.setIdentity("mine");
        settings.brake = true;
        const bson::Document mark
            = bson::makeDocument("wall", bson::Date::from(last), "sinceBoot", std::int64_t{1},
                                 "bootId", "another", "files", "mine");
        const auto batch = store.makeBatch();
        batch->put(engine::storage::Family::Meta, "wall",
                   {reinterpret_cast<const char*>(mark.bytes().data()), mark.bytes().size()});
        need(store.commit(*batch, engine::storage::Durability::Process));
    }
    void insert(int id, base::Time due)
    {
        auto unit = need(data.collection("c")->beginWrite());
        need(unit->insert(bson::makeDocument("_id", id, "t", bson::Date::from(due))));
        need(unit->commit(engine::storage::Durability::Process));
    }
    void insertMany(base::Time due)
    {
        auto unit = need(data.collection("c")->beginWrite());
        for (int n = 0; n < kMany; ++n) {
            need(unit->insert(
                bson::makeDocument("_id", bson::ObjectId::generate(), "t", bson::Date::from(due))));
        }
        need(unit->commit(engine::storage::Durability::Process));
    }
    /// What a start holds back.
    std::string start()
    {
        safety = std::make_unique<TtlSafety>(data.clock);
        safety->resumeHolds(store, *data.catalog);
        safety->begin(store, *data.catalog, settings, data.log);
        return safety->hold();
    }

    EngineData data;
    base::Time last;
    FailingStore store{*data.store};
    engine::expiry::TtlSettings settings;
    std::unique_ptr<TtlSafety> safety;
};

/// A run of the engine over a folder, with its passes. It ends as in a crash: it leaves nothing.
struct Run
{
    explicit Run(Used& folder)
        : used(folder)
        , pass(*used.data.catalog, used.data.clock, used.data.log, used.settings, counters)
    {
        pass.setBrake(safety.brake());
        pass.setHoldHook(
            [this](engine::expiry::HeldIndex index) { need(safety.hold(std::move(index))); });
        safety.resumeHolds(used.store, *used.data.catalog);
        safety.resumeLate(used.store, pass);
        safety.begin(used.store, *used.data.catalog, used.settings, used.data.log);
    }
    /// How many documents a pass leaves.
    int leaves()
    {
        pass.run([] { return false; });
        return static_cast<int>(used.data.collection("c")->figures().documents);
    }

    Used& used;
    engine::expiry::TtlCounters counters;
    TtlSafety safety{used.data.clock};
    PurgePass pass;
};

constexpr base::Millis kWeekend = std::chrono::hours(60);

} // namespace

class TestTtlSafety : public QObject
{
    Q_OBJECT

private slots:
    void afterALossNothingExpiresUntilConfirmed()
    {
        Lost lost;
        TtlSafety safety(lost.data.clock);
        lost.start(safety);
        QCOMPARE(safety.hold(), std::string("journal"));
        QVERIFY(safety.brake().holds(*lost.data.collection("c"), "t_1"));
        QCOMPARE(lost.data.log.count(kLossLogId), 1);
        const bson::Document section = shown(safety);
        const bson::DocumentView hold = section["hold"].asDocument();
        QCOMPARE(hold["journal"].asDocument()["lost"].asString(),
                 std::string_view("The journal file 000012.log is missing"));
        const bson::DocumentView index = hold["indexes"].asDocument()["0"].asDocument();
        QCOMPARE(index["ns"].asString(), std::string_view("db.c"));
        QCOMPARE(index["due"].toInt64(), std::int64_t{1});

        safety.release();
        QCOMPARE(safety.hold(), std::string("none"));
        QVERIFY(!safety.brake().holds(*lost.data.collection("c"), "t_1"));
        QVERIFY(shown(safety).view().empty());
    }

    void aLossThatNobodyConfirmedHoldsAtTheNextStartToo()
    {
        Lost lost;
        {
            TtlSafety first(lost.data.clock);
            lost.start(first);
        }
        lost.store.setLostJournal({});
        TtlSafety second(lost.data.clock);
        lost.start(second);
        QCOMPARE(second.hold(), std::string("journal"));
        second.release();
        TtlSafety third(lost.data.clock);
        lost.start(third);
        QCOMPARE(third.hold(), std::string("none"));
    }

    void withoutRulesThereIsNothingToConfirm()
    {
        EngineData data;
        FailingStore store(*data.store);
        store.setLostJournal("something");
        TtlSafety safety(data.clock);
        safety.holdAfterLoss(store, *data.catalog, data.clock.now(), data.log);
        QCOMPARE(safety.hold(), std::string("none"));
        QCOMPARE(data.log.count(kLossLogId), 0);
    }

    void anOldCopyOfAFolderDeletesNothingUntilConfirmed()
    {
        Used used(kWeekend);
        used.store.setIdentity("a copy's");
        QCOMPARE(used.start(), std::string("brake"));
        const bson::Document section = shown(*used.safety);
        const bson::DocumentView index
            = section["hold"].asDocument()["indexes"].asDocument()["0"].asDocument();
        QCOMPARE(index["ns"].asString(), std::string_view("db.c"));
        QCOMPARE(index["due"].toInt64(), std::int64_t{1});
        QCOMPARE(index["documents"].toInt64(), std::int64_t{1});
        QCOMPARE(used.data.log.count(kCopyLogId), 1);
        // also after another start, which knows the copy already
        QCOMPARE(used.start(), std::string("brake"));
        QCOMPARE(used.data.log.count(kCopyLogId), 1);
        used.safety->release();
        QCOMPARE(used.start(), std::string("none"));
    }

    void anEngineThatWasOffForAWeekendIsNoCopy()
    {
        Used used(kWeekend);
        QCOMPARE(used.start(), std::string("none"));
        QCOMPARE(used.data.log.count(kCopyLogId), 0);
    }

    // as after an upgrade of the system
    void filesWhoseBirthIsKnownNowAreNoCopy()
    {
        Used used(kWeekend);
        used.store.setIdentity("mine-5.7");
        QCOMPARE(used.start(), std::string("none"));
        QCOMPARE(used.data.log.count(kCopyLogId), 0);
    }

    void aCopyOfTodayIsNotOld()
    {
        Used used(std::chrono::hours(23));
        used.store.setIdentity("a copy's");
        QCOMPARE(used.start(), std::string("none"));
    }

    void whatWasDueBeforeTheCopyWasMadeIsNotHeld()
    {
        Used used(kWeekend);
        need(used.data.catalog->drop({"db", "c"}));
        used.data.addTtlIndex("c", R"({"t":1})", 0);
        used.insert(1, used.last - std::chrono::hours(1));
        used.insert(2, used.data.clock.now() + std::chrono::hours(1));
        used.store.setIdentity("a copy's");
        QCOMPARE(used.start(), std::string("none"));
    }

    void withoutTheBrakeOrWithoutPassesACopyIsNotHeld()
    {
        Used unbraked(kWeekend);
        unbraked.store.setIdentity("a copy's");
        unbraked.settings.brake = false;
        QCOMPARE(unbraked.start(), std::string("none"));

        // who starts it with the monitor off decides by switching it on
        Used paused(kWeekend);
        paused.store.setIdentity("a copy's");
        paused.settings.enabled = false;
        QCOMPARE(paused.start(), std::string("none"));
    }

    void aFolderOfAnOlderVersionIsNoCopy()
    {
        Used used(kWeekend);
        used.store.setIdentity({}); // leaves a mark without one
        QCOMPARE(used.start(), std::string("none"));
        used.data.clock.advance(kWeekend);
        used.insert(2, used.data.clock.now() - std::chrono::hours(1));
        used.store.setIdentity("another");
        static_cast<void>(used.start());
        QVERIFY(used.safety->brake().held().empty());
    }

    void afterAnotherStartOfTheSystemATimeBeforeTheLastRunPauses()
    {
        Used used(-std::chrono::hours(5)); // it ran in what is the future now
        QCOMPARE(used.start(), std::string("clock"));
        const bson::Document section = shown(*used.safety);
        const std::int64_t by
            = section["hold"].asDocument()["clock"].asDocument()["byMillis"].toInt64();
        // the computer's true clock has gone on
        QCOMPARE(std::chrono::round<std::chrono::minutes>(base::Millis(by)).count(), -300);
        // the mark that it leaves is not of the wrong time
        QCOMPARE(used.start(), std::string("clock"));
        used.safety->release();
        QCOMPARE(used.safety->hold(), std::string("none"));
    }

    // It was ahead when the data were written, and is right now: nobody can tell that from a clock
    // that was right and is behind now.
    void whoConfirmsTheTimeIsNotAskedAgainAfterACrash()
    {
        Used used(-std::chrono::hours(5));
        used.store.setLastWritten(used.last);
        QCOMPARE(used.start(), std::string("clock"));
        used.safety->release();
        QCOMPARE(used.safety->hold(), std::string("none"));
        // no mark is left at the end
        QCOMPARE(used.start(), std::string("none"));
    }

    void whatArrivedLateIsHeldByTheNextRunToo()
    {
        Used used(std::chrono::minutes(1));
        {
            Run first(used);
            QCOMPARE(first.leaves(), 0);
            first.safety.remember(used.store);
        }
        used.insertMany(used.data.clock.now() - std::chrono::hours(1));
        {
            Run second(used);
            QCOMPARE(second.safety.hold(), std::string("none"));
            QCOMPARE(second.leaves(), kMany);
            QCOMPARE(second.safety.hold(), std::string("brake"));
            second.safety.release();
        }
        // what was confirmed is not asked for again
        Run third(used);
        QCOMPARE(third.leaves(), 0);
        QCOMPARE(third.safety.hold(), std::string("none"));
    }

    void whatNobodyCanReadOfLateArrivalsIsLeftOut()
    {
        Used used(std::chrono::minutes(1));
        const bson::Document stored = need(bson::fromJson(
            R"({"indexes":[{"state":"later","index":1},7,{"state":"drained","index":"x"}]})"));
        const auto batch = used.store.makeBatch();
        batch->put(engine::storage::Family::Meta, "late",
                   {reinterpret_cast<const char*>(stored.bytes().data()), stored.bytes().size()});
        need(used.store.commit(*batch, engine::storage::Durability::Process));
        used.insertMany(used.data.clock.now() - std::chrono::hours(1));
        Run run(used);
        QCOMPARE(run.leaves(), 0);
    }

    // A snapshot of the file system keeps the numbers of its files: it looks like an engine that
    // was off. What it would delete at once is held as after any pause.
    void aSnapshotIsHeldWhenItWouldDeleteMuch()
    {
        Used used(kWeekend);
        used.insertMany(used.data.clock.now() - std::chrono::hours(1));
        QCOMPARE(used.start(), std::string("brake"));
        QCOMPARE(used.data.log.count(kCopyLogId), 0);
    }

    // One of a btrfs subvolume keeps the numbers too, but is another subvolume.
    void aSnapshotOfASubvolumeIsACopy()
    {
        Used used(kWeekend);
        used.store.setIdentity("mine@256");
        QCOMPARE(used.start(), std::string("none")); // older versions have stored no subvolume
        QCOMPARE(used.data.log.count(kCopyLogId), 0);
        used.data.clock.advance(kWeekend);
        used.insert(2, used.data.clock.now() - std::chrono::hours(1));
        used.store.setIdentity("mine@257");
        static_cast<void>(used.start());
        QCOMPARE(used.safety->brake().held().size(), std::size_t{1});
        QCOMPARE(used.data.log.count(kCopyLogId), 1);
    }

    // Some file systems, as FAT, number their files anew at each mount. The pause is asked about
    // once too often, and never too seldom.
    void aFileSystemWithoutLastingNumbersAsksAfterEachLongPause()
    {
        Used used(kWeekend);
        used.store.setIdentity("mounted again");
        QCOMPARE(used.start(), std::string("brake"));
        used.safety->release();
        used.store.setIdentity("and once more");
        QCOMPARE(used.start(), std::string("none")); // on the same day
        used.data.clock.advance(kWeekend);
        used.insert(2, used.data.clock.now() - std::chrono::hours(1));
        used.store.setIdentity("mounted anew");
        static_cast<void>(used.start());
        QCOMPARE(used.safety->brake().held().size(), std::size_t{1});
    }

    void aTimeBeforeTheNewestWritePausesToo()
    {
        Used used(std::chrono::minutes(9));
        used.store.setLastWritten(used.data.clock.now() + std::chrono::minutes(2));
        QCOMPARE(used.start(), std::string("clock"));
    }

    void aFolderThatLostNothingIsNotHeld()
    {
        Lost lost;
        lost.store.setLostJournal({});
        TtlSafety safety(lost.data.clock);
        lost.start(safety);
        QCOMPARE(safety.hold(), std::string("none"));
    }
};

SANDGLASS_PLAIN_TEST(TestTtlSafety)
} // namespace tst_server_ttl_safety

#include "tst_server_ttl_safety.moc"
