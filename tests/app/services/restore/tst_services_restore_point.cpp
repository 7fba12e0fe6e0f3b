// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/members/expiry_pause.h"
#include "tests/support/fake_engine.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QFileInfo>
#include <QObject>
#include <QSignalSpy>
#include <QTest>

#include <optional>

namespace tst_services_restore_point {

using namespace sandglass;
using namespace Qt::StringLiterals;
using services::RestoreCause;
using services::RestorePoint;
using services::RestoreReason;
using tests::ServiceFixture;

/// Restore points and rehearsals over a fake engine; the real one is in the integration tests.
class TestRestorePoint : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutTheLocalEngineNoneCanBeMade();
    void aPointIsAskedOfTheEngineAndJournalled();
    void aRefusalLeavesNothingBehind();
    void pointsOfEarlierRunsAreFound();
    void deletingAPointRemovesItsFolder();
    void aPointThatCannotBeDeletedStaysListed();
    void anUnknownPointIsAnError();
    void restoringSwapsTheDataWhileTheEngineIsStopped();
    void aFailedRestorePausesNothing();
    void lookingIntoAPointLeavesNothingBehind();
    void aPointThatIsCancelledLeavesNothingBehind();
    void aPointWhoseCopyCameTooLateIsRemoved();
    void aRestoreThatIsCancelledInTimeChangesNothing();
    void onceTheEngineIsStoppedARestoreCannotBeCancelled();
    void lookingIntoAPointCanBeCancelled();
    void anUnreadableFolderIsAnError();
    void aRehearsalOfAPointIsACopyWithAClockOfItsOwn();
    void aRehearsalOfTheDataAsTheyAreAsksTheEngine();
    void aRehearsalMakesTheChangeAndThenLetsTheMonitorGo();
    void aRehearsalNeverWorksOnTheChosenFolder();
    void aDiscardedRehearsalIsRemoved();
    void whatAnEndedProgramRehearsedIsRemoved();
};

namespace {

const RestoreCause kCause{RestoreReason::BeforeChange, {"shop", "sessions"}, "db.x()"};

void answerCheckpoints(ServiceFixture& fixture)
{
    fixture.server->answer("sandglassCheckpoint",
                           bson::makeDocument("at", bson::Date::from(fixture.clock.now()),
                                              "documents", std::int64_t{42}));
}

bson::Document lastCheckpoint(const ServiceFixture& fixture)
{
    bson::Document last;
    for (const bson::Document& command : fixture.server->commands()) {
        if (command.contains("sandglassCheckpoint")) {
            last = command;
        }
    }
    return last;
}

QStringList pointFolders(const ServiceFixture& fixture)
{
    return QDir(fixture.set.restorePoints.folder().root())
        .entryList(QDir::Dirs | QDir::NoDotAndDotDot);
}

} // namespace

void TestRestorePoint::withoutTheLocalEngineNoneCanBeMade()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(true)); // to a server that is not the window's own engine
    QVERIFY(!fixture.set.restorePoints.canMake());
    const auto made = tests::waitFor(fixture.set.restorePoints.make(kCause));
    QVERIFY(!made);
    QCOMPARE(made.error().code, Errc::Unsupported);
    QVERIFY(fixture.set.journal.entries().empty());
}

void TestRestorePoint::aPointIsAskedOfTheEngineAndJournalled()
{
    ServiceFixture fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    answerCheckpoints(fixture);
    const auto made = tests::waitFor(fixture.set.restorePoints.make(kCause));
    QVERIFY2(made, made ? "" : made.error().message.c_str());
    QCOMPARE(made->documents, std::optional<std::int64_t>(42));
    QCOMPARE(made->at, fixture.clock.now());
    const bson::Document sent = lastCheckpoint(fixture);
    QCOMPARE(QString::fromStdString(std::string(sent["path"].asString())),
             fixture.set.restorePoints.folder().dataOf(made->id));
    const services::JournalEntry& entry = fixture.set.journal.entries().back();
    QCOMPARE(entry.kind, services::JournalKind::MakeRestorePoint);
    QCOMPARE(entry.status, services::JournalStatus::Succeeded);
    QCOMPARE(entry.ns.text(), std::string("shop.sessions"));
    QVERIFY(!fixture.set.restorePoints.isBusy());
}

void TestRestorePoint::aRefusalLeavesNothingBehind()
{
    ServiceFixture fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    fixture.server->fail("runCommand", base::serverError(14031, "OutOfDiskSpace", "full"));
    const auto made = tests::waitFor(fixture.set.restorePoints.make(kCause));
    QVERIFY(!made);
    QCOMPARE(made.error().serverCode, 14031);
    QVERIFY(pointFolders(fixture).isEmpty());
    QCOMPARE(fixture.set.journal.entries().back().status, services::JournalStatus::Failed);
}

void TestRestorePoint::pointsOfEarlierRunsAreFound()
{
    ServiceFixture fixture;
    tests::putRestorePoint(fixture, fixture.clock.now());
    const RestorePoint newer
        = tests::putRestorePoint(fixture, fixture.clock.now() + std::chrono::hours(1), kCause);
    fixture.set.restorePoints.refresh();
    QTRY_COMPARE(fixture.set.restorePoints.points().size(), std::size_t{2});
    QCOMPARE(fixture.set.restorePoints.points().front().id, newer.id);
    QVERIFY(fixture.set.restorePoints.find(newer.id));
}

void TestRestorePoint::deletingAPointRemovesItsFolder()
{
    ServiceFixture fixture;
    const RestorePoint point = tests::putRestorePoint(fixture, fixture.clock.now());
    fixture.set.restorePoints.refresh();
    QTRY_VERIFY(fixture.set.restorePoints.find(point.id));
    QVERIFY(tests::waitFor(fixture.set.restorePoints.remove(point.id)));
    QVERIFY(fixture.set.restorePoints.points().empty());
    QVERIFY(pointFolders(fixture).isEmpty());
}

void TestRestorePoint::aPointThatCannotBeDeletedStaysListed()
{
    ServiceFixture fixture;
    services::RestorePointService& points = fixture.set.restorePoints;
    const RestorePoint point = tests::putRestorePoint(fixture, fixture.clock.now());
    points.refresh();
    QTRY_VERIFY(points.find(point.id));
    // a link to itself, which even root cannot follow
    const QString path = QFileInfo(points.folder().dataOf(point.id)).path();
    const QString aside = fixture.folder.filePath(u"aside"_s);
    QVERIFY(QFile::rename(path, aside));
    QVERIFY(QFile::link(path, path));
    std::optional<bool> listed; // when the deletion has ended
    connect(&points, &services::RestorePointService::changed, this, [&] {
        if (!points.isBusy() && !listed) {
            listed = points.find(point.id) != nullptr;
        }
    });
    const auto removed = tests::waitFor(points.remove(point.id));
    points.disconnect(this);
    QVERIFY(!removed);
    QCOMPARE(removed.error().code, Errc::Storage);
    QCOMPARE(listed, std::optional(true));
    QVERIFY(QFile::remove(path));
    QVERIFY(QFile::rename(aside, path));
    points.refresh();
    QTRY_VERIFY(points.find(point.id));
    QVERIFY(tests::waitFor(points.remove(point.id)));
    QVERIFY(points.points().empty());
}

void TestRestorePoint::anUnknownPointIsAnError()
{
    ServiceFixture fixture;
    const auto restored = tests::waitFor(fixture.set.restorePoints.restore(u"../engine"_s));
    QVERIFY(!restored);
    QCOMPARE(restored.error().code, Errc::NotFound);
    QVERIFY(!tests::waitFor(fixture.set.restorePoints.remove(u"nothing"_s)));
}

void TestRestorePoint::restoringSwapsTheDataWhileTheEngineIsStopped()
{
    ServiceFixture fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    const RestorePoint point = tests::putRestorePoint(fixture, fixture.clock.now(), kCause);
    fixture.set.restorePoints.refresh();
    QTRY_VERIFY(fixture.set.restorePoints.find(point.id));
    QVERIFY(QDir(fixture.set.engine.folder()).mkpath(u"former"_s));
    QSignalSpy phases(&fixture.set.engine, &services::EngineProcess::phaseChanged);
    const auto restored = tests::waitFor(fixture.set.restorePoints.restore(point.id));
    QVERIFY2(restored, restored ? "" : restored.error().message.c_str());
    QCOMPARE(phases.count(), 4); // stopping, stopped, starting, running
    QVERIFY(QFileInfo::exists(fixture.set.engine.folder() + u"/CURRENT"_s));
    QVERIFY(!QFileInfo::exists(fixture.set.engine.folder() + u"/former"_s));
    QCOMPARE(pointFolders(fixture).size(), 2); // the point is kept, the former data are one
    QCOMPARE(fixture.set.journal.entries().back().kind, services::JournalKind::RestoreData);
    QCOMPARE(fixture.set.journal.entries().back().status, services::JournalStatus::Succeeded);
    QTRY_VERIFY(fixture.set.connections.isConnected());
    // until the user resumes it, whatever is started or ended meanwhile
    QVERIFY(services::isLocalExpiryPaused(fixture.set.settings));
}

void TestRestorePoint::aFailedRestorePausesNothing()
{
    ServiceFixture fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    const RestorePoint point = tests::putRestorePoint(fixture, fixture.clock.now(), kCause);
    fixture.set.restorePoints.refresh();
    QTRY_VERIFY(fixture.set.restorePoints.find(point.id));
    QVERIFY(QDir(fixture.set.restorePoints.folder().dataOf(point.id)).removeRecursively());
    const auto restored = tests::waitFor(fixture.set.restorePoints.restore(point.id));
    QVERIFY(!restored);
    QVERIFY(!services::isLocalExpiryPaused(fixture.set.settings));
}

void TestRestorePoint::lookingIntoAPointLeavesNothingBehind()
{
    ServiceFixture fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    fixture.server->addIndex(kCause.ns, "seen", 60);
    fixture.server->addDocument(kCause.ns, bson::makeDocument("_id", 1, "seen", bson::Date{1}));
    const RestorePoint point = tests::putRestorePoint(fixture, fixture.clock.now(), kCause);
    fixture.set.restorePoints.refresh();
    QTRY_VERIFY(fixture.set.restorePoints.find(point.id));
    const auto overdue = tests::waitFor(fixture.set.restorePoints.overdueIn(point.id));
    QVERIFY2(overdue, overdue ? "" : overdue.error().message.c_str());
    QCOMPARE(overdue->rules.size(), std::size_t{1});
    QCOMPARE(overdue->rules.front().documents, std::int64_t{1});
    QCOMPARE(overdue->uncounted, 0);
    QCOMPARE(pointFolders(fixture), QStringList{point.id});
    QVERIFY(!fixture.set.restorePoints.isBusy());
    // a rule that cannot be counted is no rule without overdue documents
    fixture.server->fail("impact", base::serverError(13, "Unauthorized", "no"));
    const auto refused = tests::waitFor(fixture.set.restorePoints.overdueIn(point.id));
    QVERIFY(refused);
    QVERIFY(refused->rules.empty());
    QCOMPARE(refused->uncounted, 1);
    QVERIFY(!refused->unread);
    // nor are rules that cannot be read no rules
    fixture.server->fail("indexes", base::serverError(13, "Unauthorized", "no"));
    const auto unread = tests::waitFor(fixture.set.restorePoints.overdueIn(point.id));
    QVERIFY(unread);
    QVERIFY(unread->unread);
    QVERIFY(!tests::waitFor(fixture.set.restorePoints.overdueIn(u"none"_s)));
}

void TestRestorePoint::aPointThatIsCancelledLeavesNothingBehind()
{
    ServiceFixture fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    answerCheckpoints(fixture);
    services::RestorePointService& points = fixture.set.restorePoints;
    fixture.server->hold("runCommand");
    const auto making = points.make(kCause);
    QTRY_COMPARE(fixture.server->running("runCommand"), 1);
    QVERIFY(points.canCancel());
    points.cancel();
    QVERIFY(!points.canCancel());
    const auto made = tests::waitFor(making);
    QVERIFY(!made && made.error().code == Errc::Cancelled);
    QVERIFY(!points.isBusy());
    QCOMPARE(pointFolders(fixture), QStringList());
    QCOMPARE(fixture.set.journal.entries().back().status, services::JournalStatus::Failed);
    points.cancel(); // there is nothing to cancel
    fixture.server->release("runCommand");
    QVERIFY(tests::waitFor(points.make(kCause)));
}

void TestRestorePoint::aPointWhoseCopyCameTooLateIsRemoved()
{
    ServiceFixture fixture;
    answerCheckpoints(fixture);
    services::JournalEntry entry;
    entry.kind = services::JournalKind::MakeRestorePoint;
    services::JournalledCommand journal = fixture.set.journal.prepare(std::move(entry));
    // a server that does not notice the cancelling, and answers
    ttl::CallLimits limits;
    limits.cancel.cancel();
    services::RestorePoint point;
    point.at = fixture.clock.now();
    const auto made = services::makeRestorePoint(
        *fixture.server, limits, fixture.set.restorePoints.folder(), point, journal);
    QVERIFY(!made && made.error().code == Errc::Cancelled);
    QCOMPARE(pointFolders(fixture), QStringList());
}

void TestRestorePoint::aRestoreThatIsCancelledInTimeChangesNothing()
{
    ServiceFixture fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    const RestorePoint point = tests::putRestorePoint(fixture, fixture.clock.now(), kCause);
    services::RestorePointService& points = fixture.set.restorePoints;
    points.refresh();
    QTRY_VERIFY(points.find(point.id));
    QVERIFY(QDir(fixture.set.engine.folder()).mkpath(u"former"_s));
    const auto restoring = points.restore(point.id);
    QVERIFY(points.canCancel());
    points.cancel();
    const auto restored = tests::waitFor(restoring);
    QVERIFY(!restored && restored.error().code == Errc::Cancelled);
    QCOMPARE(fixture.set.engine.phase(), services::EngineProcessPhase::Running);
    QVERIFY(QFileInfo::exists(fixture.set.engine.folder() + u"/former"_s));
    QVERIFY(!QFileInfo::exists(points.folder().staging()));
    QCOMPARE(pointFolders(fixture), QStringList{point.id});
    QVERIFY(!services::isLocalExpiryPaused(fixture.set.settings));
    QCOMPARE(fixture.set.journal.entries().back().status, services::JournalStatus::Failed);
}

void TestRestorePoint::onceTheEngineIsStoppedARestoreCannotBeCancelled()
{
    ServiceFixture fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    const RestorePoint point = tests::putRestorePoint(fixture, fixture.clock.now(), kCause);
    services::RestorePointService& points = fixture.set.restorePoints;
    points.refresh();
    QTRY_VERIFY(points.find(point.id));
    bool offered = false;
    connect(&fixture.set.engine, &services::EngineProcess::phaseChanged, this, [&] {
        offered = offered || points.canCancel();
        points.cancel();
    });
    QVERIFY(tests::waitFor(points.restore(point.id)));
    QVERIFY(!offered);
    QVERIFY(services::isLocalExpiryPaused(fixture.set.settings));
    const auto removing = points.remove(points.points().back().id);
    QVERIFY(!points.canCancel());
    QVERIFY(tests::waitFor(removing));
}

void TestRestorePoint::lookingIntoAPointCanBeCancelled()
{
    ServiceFixture fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    const RestorePoint point = tests::putRestorePoint(fixture, fixture.clock.now(), kCause);
    services::RestorePointService& points = fixture.set.restorePoints;
    points.refresh();
    QTRY_VERIFY(points.find(point.id));
    fixture.server->hold("databases");
    const auto looking = points.overdueIn(point.id);
    QTRY_COMPARE(fixture.server->running("databases"), 1);
    points.cancel();
    const auto overdue = tests::waitFor(looking);
    fixture.server->release("databases");
    QVERIFY(!overdue && overdue.error().code == Errc::Cancelled);
    QCOMPARE(pointFolders(fixture), QStringList{point.id});
    QVERIFY(!points.isBusy());
}

void TestRestorePoint::anUnreadableFolderIsAnError()
{
    ServiceFixture fixture;
    QFile file(fixture.set.restorePoints.folder().root());
    QVERIFY(file.open(QIODevice::WriteOnly));
    fixture.set.restorePoints.refresh();
    QTRY_VERIFY(fixture.set.restorePoints.error());
    QCOMPARE(fixture.set.restorePoints.error()->code, Errc::Storage);
}

void TestRestorePoint::aRehearsalOfAPointIsACopyWithAClockOfItsOwn()
{
    ServiceFixture fixture;
    const base::Time then = fixture.clock.now() - std::chrono::hours(100);
    const RestorePoint point = tests::putRestorePoint(fixture, then);
    fixture.set.restorePoints.refresh();
    QTRY_VERIFY(fixture.set.restorePoints.find(point.id));
    std::optional<services::RehearsalPlan> plan;
    QObject::connect(&fixture.set.rehearsals, &services::RehearsalService::prepared, this,
                     [&](const services::RehearsalPlan& prepared) { plan = prepared; });
    QVERIFY(tests::waitFor(fixture.set.rehearsals.prepare({point.id, 3'600, {}})));
    QVERIFY(plan.has_value());
    QVERIFY(QFileInfo::exists(plan->folder + u"/engine/CURRENT"_s));
    QVERIFY(QFileInfo::exists(fixture.set.restorePoints.folder().dataOf(point.id)));
    QCOMPARE(plan->copyOf, then);
    QCOMPARE(plan->engineArguments(),
             (QStringList{u"--clock-rate"_s, u"3600"_s, u"--clock-start"_s,
                          QString::number(then.time_since_epoch().count()), u"--setParameter"_s,
                          u"ttlMonitorEnabled=false"_s}));
}

void TestRestorePoint::aRehearsalOfTheDataAsTheyAreAsksTheEngine()
{
    ServiceFixture fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    answerCheckpoints(fixture);
    std::optional<services::RehearsalPlan> plan;
    QObject::connect(&fixture.set.rehearsals, &services::RehearsalService::prepared, this,
                     [&](const services::RehearsalPlan& prepared) { plan = prepared; });
    QVERIFY(tests::waitFor(fixture.set.rehearsals.prepare({})));
    QVERIFY(plan.has_value());
    const bson::Document sent = lastCheckpoint(fixture);
    QCOMPARE(QString::fromStdString(std::string(sent["path"].asString())),
             plan->folder + u"/engine"_s);
    QVERIFY(!plan->folder.startsWith(fixture.set.engine.folder()));
}

void TestRestorePoint::aRehearsalMakesTheChangeAndThenLetsTheMonitorGo()
{
    ServiceFixture original;
    original.server->addIndex({"shop", "sessions"}, "seen", 3'600);
    services::RehearsalPlan plan;
    plan.folder = original.folder.filePath(u"copy"_s);
    const ttl::IndexSpec before = original.server->collection({"shop", "sessions"}).indexes.back();
    plan.change
        = services::ProposedIndexChange{{{{"shop", "sessions"}, before.name}, 60, {}}, before};
    services::ServicesOptions options{plan.folder, original.factory, {}};
    options.rehearsal = plan;
    services::Services rehearsal(options, original.clock);
    rehearsal.set().connections.connectTo(u"mongodb://copy/"_s, {}, true);
    const auto letGo = [&original] {
        for (const bson::Document& command : original.server->commands()) {
            if (command["ttlMonitorEnabled"].toBool()) {
                return true;
            }
        }
        return false;
    };
    QTRY_COMPARE(
        original.server->collection({"shop", "sessions"}).indexes.back().expireAfterSeconds,
        std::optional<std::int64_t>(60));
    QVERIFY(!letGo());
    QTRY_VERIFY(letGo());
    QVERIFY(!rehearsal.set().rehearsal->error());
}

void TestRestorePoint::aRehearsalNeverWorksOnTheChosenFolder()
{
    const ServiceFixture original;
    services::RehearsalPlan plan;
    plan.folder = original.folder.filePath(u"copy"_s);
    {
        services::Settings settings(plan.folder); // comes as a copy of the original's
        settings.setValue(services::kEngineFolder, original.set.engine.folder());
    }
    services::ServicesOptions options{plan.folder, original.factory, {}};
    options.rehearsal = plan;
    services::Services rehearsal(options, original.clock);
    QCOMPARE(rehearsal.set().engine.folder(), plan.folder + u"/engine"_s);
}

void TestRestorePoint::aDiscardedRehearsalIsRemoved()
{
    ServiceFixture fixture;
    services::RehearsalPlan plan;
    plan.folder = fixture.folder.filePath(u"rehearsals/1-1"_s);
    QVERIFY(QDir().mkpath(plan.folder + u"/engine"_s));
    fixture.set.rehearsals.discard(plan);
    QTRY_VERIFY(!QFileInfo::exists(plan.folder));
}

void TestRestorePoint::whatAnEndedProgramRehearsedIsRemoved()
{
    ServiceFixture fixture;
    const QString left = fixture.folder.filePath(u"rehearsals/999999999-1"_s);
    const QString used
        = fixture.folder.filePath(u"rehearsals/%1-1"_s.arg(QCoreApplication::applicationPid()));
    QVERIFY(QDir().mkpath(left + u"/engine"_s) && QDir().mkpath(used + u"/engine"_s));
    const services::Services next{
        services::ServicesOptions{fixture.folder.path(), fixture.factory, {}}, fixture.clock};
    QTRY_VERIFY(!QFileInfo::exists(left));
    QVERIFY(QFileInfo::exists(used));
}

SANDGLASS_TEST(TestRestorePoint)
} // namespace tst_services_restore_point

#include "tst_services_restore_point.moc"
