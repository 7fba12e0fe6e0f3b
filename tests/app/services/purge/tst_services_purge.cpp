// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "tests/support/event_order.h"
#include "tests/support/purge_fixture.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QObject>
#include <QTest>

namespace tst_services_purge {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::PauseReason;
using services::PurgePhase;
using tests::kLogs;
using tests::PurgeFixture;

class TestPurgeService : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void deletesInBatchesAndReports();
    void aTouchedDocumentSurvives();
    void waitsBetweenTheBatches();
    void waitsForTheAllowedHours();
    void hoursMayLieAroundMidnight();
    void aSlowBatchPausesIt();
    void replicationLagPausesIt();
    void pauseAndResume();
    void cancelKeepsTheRest();
    void aTaskCancelsItToo();
    void itIsJournalled();
    void whatCouldNotBeJournalledIsSoWithTheTimeOfTheNextAttempt();
    void withoutACountTheJournalNamesNoNumber();
    void withoutAJournalNothingIsDeleted();
    void withoutItsStateNothingIsDeleted();
    void pausedBeforeItsFirstBatchItDeletesNothing();
    void cancelledBeforeItsFirstBatchItDeletesNothing();
    void aLockedConnectionPurgesNothing();
    void lockingByHandPausesItTheTenMinutesDoNot();
    void anErrorPausesItAndItCanGoOn();
    void documentsThatCannotBeDeletedDoNotKeepItGoing();
    void goesOnAfterTheProgramWasKilled();
    void itIsOfferedOnlyOnItsServer();
    void itIsNotOfferedOnAnotherFolderOfTheLocalEngine();
    void whatWasLeftBehindCanBeForgotten();
    void aBrokenStateFileIsPassedOver();
    void itsTaskPausesItAndLetsItGoOn();
};

void TestPurgeService::deletesInBatchesAndReports()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    QVERIFY(fixture.set.purges.start(fixture.request()));
    QVERIFY(fixture.reaches(PurgePhase::Ended));
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{1});
    QCOMPARE(fixture.set.purges.job()->deleted, std::int64_t{25});
    QCOMPARE(fixture.set.purges.job()->batches, std::int64_t{3});
    QCOMPARE(fixture.commands("delete"), 3);
    QVERIFY(fixture.stateFiles().isEmpty());
    QVERIFY(fixture.set.tasks.tasks().empty());
}

void TestPurgeService::aTouchedDocumentSurvives()
{
    PurgeFixture fixture(3);
    QVERIFY(fixture.connect());
    // chosen while it was expired, touched before it is deleted
    const auto id = [](std::int32_t number) { return bson::makeDocument("_id", number); };
    fixture.server->answer("find",
                           bson::Builder()
                               .beginDocument("cursor")
                               .appendArray("firstBatch", bson::makeArray(id(0), id(1), id(2)))
                               .end()
                               .append("ok", 1.0)
                               .take());
    QVERIFY(fixture.server->setDate(kLogs, {bson::Value::of(std::int32_t{1})}, "at",
                                    bson::Date::from(fixture.clock.now()), {}));
    QVERIFY(fixture.set.purges.start(fixture.request()));
    QTRY_COMPARE(fixture.set.purges.job()->deleted, std::int64_t{2});
    QVERIFY(fixture.reaches(PurgePhase::Paused));
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{2});
    QCOMPARE(fixture.server->documents(kLogs).back()["_id"].asInt32(), 1'000);
    QCOMPARE(fixture.server->documents(kLogs).front()["_id"].asInt32(), 1);
}

void TestPurgeService::waitsBetweenTheBatches()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    QVERIFY(fixture.waitsAfterABatch(fixture.request()));
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{16});
    fixture.clock.advance(9min);
    QVERIFY(tests::earlierEventsHaveRun());
    QCOMPARE(fixture.set.purges.status().phase, PurgePhase::Waiting);
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{16});
    fixture.clock.advance(1min);
    QTRY_COMPARE(fixture.server->documentCount(kLogs), std::size_t{6});
    QTRY_VERIFY(fixture.set.purges.status().perMinute.has_value());
    QCOMPARE(*fixture.set.purges.status().perMinute, 1.0);
}

void TestPurgeService::waitsForTheAllowedHours()
{
    PurgeFixture fixture; // the clock shows midnight, UTC
    QVERIFY(fixture.connect());
    services::PurgeRequest asked = fixture.request();
    asked.options.hours = services::AllowedHours{120, 180, "Etc/UTC"};
    QVERIFY(fixture.set.purges.start(asked));
    QVERIFY(fixture.reaches(PurgePhase::OutsideHours));
    QCOMPARE(fixture.commands("delete"), 0);
    fixture.clock.advance(2h);
    QVERIFY(fixture.reaches(PurgePhase::Ended));
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{1});
}

void TestPurgeService::hoursMayLieAroundMidnight()
{
    const auto at = [](int hours, int minutes) {
        return base::Time(base::Millis(1'893'456'000'000)) + std::chrono::hours(hours)
            + std::chrono::minutes(minutes);
    };
    const services::AllowedHours night{22 * 60, 6 * 60, "Europe/Berlin"};
    QVERIFY(services::within(night, at(21, 0))); // 22:00 in Berlin
    QVERIFY(services::within(night, at(4, 59)));
    QVERIFY(!services::within(night, at(5, 0)));
    QVERIFY(!services::within(night, at(12, 0)));
    QVERIFY(services::within({0, 0, "Etc/UTC"}, at(12, 0)));
}

void TestPurgeService::aSlowBatchPausesIt()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    services::PurgeRequest asked = fixture.request();
    asked.options.latencyLimit = 500ms;
    fixture.server->hold("runCommand");
    QVERIFY(fixture.set.purges.start(asked));
    QTRY_COMPARE(fixture.server->running("runCommand"), 1);
    fixture.clock.advance(501ms);
    fixture.server->release("runCommand");
    QVERIFY(fixture.pausedFor(PauseReason::SlowBatch));
    QCOMPARE(fixture.set.purges.job()->deleted, std::int64_t{10});
    QCOMPARE(fixture.set.purges.status().lastBatch, base::Millis(501));
    QVERIFY(fixture.set.purges.resume());
    QVERIFY(fixture.reaches(PurgePhase::Ended));
}

void TestPurgeService::replicationLagPausesIt()
{
    PurgeFixture fixture;
    const auto member = [&](const char* state, base::Millis behind) {
        return bson::makeDocument("stateStr", state, "optimeDate",
                                  bson::Date::from(fixture.clock.now() - behind));
    };
    fixture.server->answer(
        "replSetGetStatus",
        bson::Builder()
            .appendArray("members",
                         bson::makeArray(member("PRIMARY", 0s), member("SECONDARY", 30s)))
            .append("ok", 1.0)
            .take());
    QVERIFY(fixture.connect());
    services::PurgeRequest asked = fixture.request();
    asked.options.lagLimit = 10s;
    QVERIFY(fixture.set.purges.start(asked));
    QVERIFY(fixture.pausedFor(PauseReason::ReplicationLag));
    QCOMPARE(fixture.set.purges.status().lag, std::chrono::seconds(30));
    QCOMPARE(fixture.commands("delete"), 0);
}

void TestPurgeService::pauseAndResume()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    fixture.server->hold("runCommand");
    QVERIFY(fixture.set.purges.start(fixture.request()));
    QTRY_COMPARE(fixture.server->running("runCommand"), 1);
    fixture.set.purges.pause();
    fixture.server->release("runCommand");
    QVERIFY(fixture.pausedFor(PauseReason::User));
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{16});
    QVERIFY(fixture.set.purges.resume());
    QVERIFY(fixture.reaches(PurgePhase::Ended));
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{1});
}

void TestPurgeService::cancelKeepsTheRest()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    QVERIFY(fixture.waitsAfterABatch(fixture.request()));
    fixture.set.purges.cancel();
    QVERIFY(fixture.reaches(PurgePhase::Ended));
    QVERIFY(fixture.set.purges.status().cancelled);
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{16});
    QVERIFY(fixture.stateFiles().isEmpty());
}

void TestPurgeService::aTaskCancelsItToo()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    QVERIFY(fixture.waitsAfterABatch(fixture.request()));
    QCOMPARE(fixture.set.tasks.tasks().size(), std::size_t{1});
    QCOMPARE(fixture.set.tasks.tasks().front().kind, services::TaskKind::StagedPurge);
    QCOMPARE(fixture.set.tasks.tasks().front().percent, 40);
    fixture.set.tasks.cancel(fixture.set.tasks.tasks().front().id);
    QVERIFY(fixture.reaches(PurgePhase::Ended));
    QVERIFY(fixture.set.purges.status().cancelled);
}

void TestPurgeService::itIsJournalled()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    fixture.server->hold("runCommand");
    QVERIFY(fixture.set.purges.start(fixture.request()));
    QTRY_COMPARE(fixture.server->running("runCommand"), 1);
    QCOMPARE(fixture.set.journal.entries().size(), std::size_t{1});
    QCOMPARE(fixture.set.journal.entries().back().status, services::JournalStatus::Pending);
    fixture.server->release("runCommand");
    QVERIFY(fixture.reaches(PurgePhase::Ended));
    const services::JournalEntry& entry = fixture.set.journal.entries().back();
    QCOMPARE(entry.kind, services::JournalKind::StagedPurge);
    QCOMPARE(entry.status, services::JournalStatus::Succeeded);
    QCOMPARE(entry.documents, std::int64_t{25});
    QCOMPARE(entry.deletes, std::optional(std::int64_t{25}));
    QCOMPARE(entry.command["documents"].toInt64(), std::int64_t{25});
}

void TestPurgeService::whatCouldNotBeJournalledIsSoWithTheTimeOfTheNextAttempt()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    QVERIFY(fixture.waitsAfterABatch(fixture.request()));
    fixture.clock.advance(10min);
    QTRY_COMPARE(fixture.server->documentCount(kLogs), std::size_t{6});
    const QString journal = fixture.folder.filePath(u"journal.jsonl"_s);
    QVERIFY(QFile::rename(journal, journal + u".old"_s) && QDir().mkpath(journal)); // no file
    services::Services next({fixture.folder.path(), fixture.factory, {}}, fixture.clock);
    services::PurgeService& purges = next.set().purges;
    next.set().connections.connectTo(u"mongodb://fake.example/"_s, {}, true);
    QTRY_COMPARE(purges.unfinished().size(), std::size_t{1});
    purges.setLongestTick(1ms);
    QVERIFY(purges.resumeUnfinished(purges.unfinished().front().id));
    QTRY_COMPARE(purges.status().phase, PurgePhase::Paused);
    QCOMPARE(purges.status().reason, PauseReason::Failure);
    QVERIFY(next.set().journal.entries().empty());
    fixture.clock.advance(1min);
    QVERIFY(QDir().rmdir(journal));
    QVERIFY(purges.resume());
    QTRY_VERIFY(!purges.isActive());
    QCOMPARE(next.set().journal.entries().size(), std::size_t{1});
    QCOMPARE(next.set().journal.entries().back().at, fixture.clock.now());
}

void TestPurgeService::withoutACountTheJournalNamesNoNumber()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    services::PurgeRequest asked = fixture.request();
    asked.counted = 0;
    asked.countedExactly = false;
    QVERIFY(fixture.set.purges.start(asked));
    QVERIFY(fixture.reaches(PurgePhase::Ended));
    QVERIFY(!fixture.set.journal.entries().back().deletes);
    QVERIFY(!fixture.set.journal.entries().back().command.contains("documents"));
}

void TestPurgeService::withoutAJournalNothingIsDeleted()
{
    PurgeFixture fixture;
    QVERIFY(QDir().mkpath(fixture.folder.filePath(u"journal.jsonl"_s))); // no file
    QVERIFY(fixture.connect());
    QVERIFY(fixture.set.purges.start(fixture.request()));
    QVERIFY(fixture.reaches(PurgePhase::Ended));
    QCOMPARE(fixture.set.purges.status().error->code, Errc::Storage);
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{26});
    QCOMPARE(fixture.commands("delete"), 0);
    QVERIFY(fixture.stateFiles().isEmpty());
    QVERIFY(fixture.set.tasks.tasks().empty());
}

void TestPurgeService::withoutItsStateNothingIsDeleted()
{
    PurgeFixture fixture;
    QFile taken(fixture.folder.filePath(u"purges"_s)); // no folder
    QVERIFY(taken.open(QIODevice::WriteOnly));
    QVERIFY(fixture.connect());
    QVERIFY(fixture.set.purges.start(fixture.request()));
    QVERIFY(fixture.reaches(PurgePhase::Ended));
    QCOMPARE(fixture.set.purges.status().error->reason, base::LocalReason::PurgeNotSaved);
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{26});
    QCOMPARE(fixture.set.journal.entries().back().status, services::JournalStatus::Failed);
}

void TestPurgeService::pausedBeforeItsFirstBatchItDeletesNothing()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    QVERIFY(fixture.set.purges.start(fixture.request()));
    fixture.set.purges.pause(); // while the journal is being written
    QVERIFY(fixture.pausedFor(PauseReason::User));
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{26});
    QVERIFY(fixture.set.purges.resume());
    QVERIFY(fixture.reaches(PurgePhase::Ended));
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{1});
    QCOMPARE(fixture.set.journal.entries().size(), std::size_t{1});
}

void TestPurgeService::cancelledBeforeItsFirstBatchItDeletesNothing()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    QVERIFY(fixture.set.purges.start(fixture.request()));
    fixture.set.purges.cancel(); // while the journal is being written
    QVERIFY(fixture.reaches(PurgePhase::Ended));
    QVERIFY(fixture.set.purges.status().cancelled);
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{26});
    QCOMPARE(fixture.commands("delete"), 0);
    QVERIFY(fixture.stateFiles().isEmpty());
    // what is in the journal has an end there
    QCOMPARE(fixture.set.journal.entries().size(), std::size_t{1});
    QCOMPARE(fixture.set.journal.entries().back().status, services::JournalStatus::Succeeded);
}

void TestPurgeService::aLockedConnectionPurgesNothing()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect(false));
    const Result<void> refused = fixture.set.purges.start(fixture.request());
    QVERIFY(!refused && refused.error().code == Errc::NotPermitted);
    QCOMPARE(refused.error().reason, base::LocalReason::ConnectionLocked);
    QCOMPARE(fixture.server->calls("runCommand"), 0);
    QVERIFY(fixture.set.journal.entries().empty());
}

void TestPurgeService::lockingByHandPausesItTheTenMinutesDoNot()
{
    PurgeFixture fixture(45);
    QVERIFY(fixture.connect(false));
    fixture.set.connections.unlock();
    services::PurgeRequest asked = fixture.request();
    asked.options.pause = 1min;
    QVERIFY(fixture.set.purges.start(asked));
    QVERIFY(fixture.reaches(PurgePhase::Waiting));
    fixture.clock.advance(11min);
    QVERIFY(fixture.set.connections.isLocked());
    QTRY_COMPARE(fixture.server->documentCount(kLogs), std::size_t{26});
    // the pause counts from when the batch is answered, which is after it was done
    QVERIFY(fixture.reaches(PurgePhase::Waiting));
    fixture.set.connections.unlock();
    fixture.clock.advance(1min);
    QTRY_COMPARE(fixture.server->documentCount(kLogs), std::size_t{16});
    QVERIFY(fixture.reaches(PurgePhase::Waiting));
    fixture.set.connections.lock();
    fixture.clock.advance(1min);
    QVERIFY(fixture.pausedFor(PauseReason::Locked));
    QVERIFY(!fixture.set.purges.resume());
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{16});
}

void TestPurgeService::anErrorPausesItAndItCanGoOn()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    fixture.server->fail("runCommand", base::serverError(13, "Unauthorized", "not allowed"));
    QVERIFY(fixture.set.purges.start(fixture.request()));
    QVERIFY(fixture.pausedFor(PauseReason::Failure));
    QCOMPARE(fixture.set.purges.status().error->serverCode, 13);
    fixture.server->fail("runCommand", {});
    QVERIFY(fixture.set.purges.resume());
    QVERIFY(fixture.reaches(PurgePhase::Ended));
    QCOMPARE(fixture.set.purges.job()->deleted, std::int64_t{25});
}

void TestPurgeService::documentsThatCannotBeDeletedDoNotKeepItGoing()
{
    PurgeFixture fixture;
    fixture.server->answer("delete", bson::makeDocument("n", 0, "ok", 1.0));
    QVERIFY(fixture.connect());
    QVERIFY(fixture.set.purges.start(fixture.request()));
    QVERIFY(fixture.pausedFor(PauseReason::Failure));
    QCOMPARE(fixture.set.purges.status().error->code, Errc::Conflict);
    QCOMPARE(fixture.set.purges.status().error->reason, base::LocalReason::PurgeDeletesNothing);
    const Result<void> second = fixture.set.purges.start(fixture.request());
    QVERIFY(!second);
    QCOMPARE(second.error().reason, base::LocalReason::PurgeActive);
}

void TestPurgeService::goesOnAfterTheProgramWasKilled()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    QVERIFY(fixture.waitsAfterABatch(fixture.request()));
    fixture.clock.advance(10min);
    QTRY_COMPARE(fixture.server->documentCount(kLogs), std::size_t{6});
    // the file stands as it was before the second batch; another program starts with it
    services::Services next({fixture.folder.path(), fixture.factory, {}}, fixture.clock);
    services::PurgeService& purges = next.set().purges;
    QVERIFY(purges.unfinished().empty());
    next.set().connections.connectTo(u"mongodb://fake.example/"_s, {}, true);
    QTRY_COMPARE(purges.unfinished().size(), std::size_t{1});
    QCOMPARE(purges.unfinished().front().deleted, std::int64_t{10});
    QVERIFY(!purges.isActive());
    purges.setLongestTick(1ms);
    QVERIFY(purges.resumeUnfinished(purges.unfinished().front().id));
    QTRY_COMPARE(fixture.server->documentCount(kLogs), std::size_t{1});
    QTRY_VERIFY(!purges.isActive());
    QVERIFY(purges.unfinished().empty());
}

void TestPurgeService::itIsOfferedOnlyOnItsServer()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    QVERIFY(fixture.waitsAfterABatch(fixture.request()));
    services::Services next({fixture.folder.path(), fixture.factory, {}}, fixture.clock);
    next.set().connections.connectTo(u"mongodb://other.example/"_s, {}, false);
    QTRY_VERIFY(next.set().connections.isConnected());
    QVERIFY(next.set().purges.unfinished().empty());
}

void TestPurgeService::itIsNotOfferedOnAnotherFolderOfTheLocalEngine()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    QVERIFY(fixture.waitsAfterABatch(fixture.request()));
    services::Services next({fixture.folder.path(), fixture.factory, {}}, fixture.clock);
    next.set().engine.useFolder(fixture.folder.filePath(u"other"_s));
    next.set().connections.connectTo(u"mongodb://fake.example/"_s, {}, true);
    QTRY_VERIFY(next.set().connections.isConnected());
    QVERIFY(next.set().purges.unfinished().empty());
}

void TestPurgeService::whatWasLeftBehindCanBeForgotten()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    QVERIFY(fixture.waitsAfterABatch(fixture.request()));
    services::Services next({fixture.folder.path(), fixture.factory, {}}, fixture.clock);
    next.set().connections.connectTo(u"mongodb://fake.example/"_s, {}, true);
    QTRY_COMPARE(next.set().purges.unfinished().size(), std::size_t{1});
    next.set().purges.discardUnfinished(next.set().purges.unfinished().front().id);
    QVERIFY(next.set().purges.unfinished().empty());
    QVERIFY(fixture.stateFiles().isEmpty());
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{16});
}

void TestPurgeService::aBrokenStateFileIsPassedOver()
{
    PurgeFixture fixture;
    QVERIFY(QDir().mkpath(fixture.folder.filePath(u"purges"_s)));
    QFile file(fixture.folder.filePath(u"purges/broken.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"sandglassPurge\": 1") > 0);
    file.close();
    services::Services next({fixture.folder.path(), fixture.factory, {}}, fixture.clock);
    next.set().connections.connectTo(u"mongodb://fake.example/"_s, {}, true);
    QTRY_VERIFY(next.set().connections.isConnected());
    QVERIFY(next.set().purges.unfinished().empty());
}

void TestPurgeService::itsTaskPausesItAndLetsItGoOn()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    QVERIFY(fixture.waitsAfterABatch(fixture.request()));
    const std::uint64_t task = fixture.set.tasks.tasks().front().id;
    QCOMPARE(fixture.set.tasks.tasks().front().pause, services::TaskPause::Possible);
    fixture.set.tasks.togglePause(task);
    QVERIFY(fixture.pausedFor(PauseReason::User));
    QCOMPARE(fixture.set.tasks.tasks().front().pause, services::TaskPause::Paused);
    fixture.set.tasks.togglePause(task);
    QTRY_COMPARE(fixture.server->documentCount(kLogs), std::size_t{6});
    QTRY_COMPARE(fixture.set.tasks.tasks().front().pause, services::TaskPause::Possible);
}

SANDGLASS_TEST(TestPurgeService)
} // namespace tst_services_purge

#include "tst_services_purge.moc"
