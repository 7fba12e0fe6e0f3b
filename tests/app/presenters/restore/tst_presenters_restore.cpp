// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/indexes/change_index_presenter.h"
#include "app/presenters/indexes/create_index_presenter.h"
#include "app/presenters/purge/purge_presenter.h"
#include "app/presenters/restore/rehearsal_presenter.h"
#include "app/presenters/restore/restore_points_presenter.h"
#include "tests/support/fake_engine.h"
#include "tests/support/shown_moment.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_presenters_restore {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kTickets{"app", "tickets"};
const ttl::IndexRef kMade{kTickets, "made_1"};

/// Three tickets, two, three and four hours old, with a rule of ten days, on the local engine.
struct Tickets : ServiceFixture
{
    Tickets()
    {
        server->addIndex(kTickets, "made", 864'000);
        for (int hours = 2; hours < 5; ++hours) {
            server->addDocument(
                kTickets,
                bson::makeDocument("_id", std::int32_t{hours}, "made",
                                   bson::Date::from(clock.now() - std::chrono::hours(hours))));
        }
        server->answer(
            "sandglassCheckpoint",
            bson::makeDocument("at", bson::Date::from(clock.now()), "documents", std::int64_t{3}));
    }

    int checkpoints() const
    {
        int count = 0;
        for (const bson::Document& command : server->commands()) {
            count += command.contains("sandglassCheckpoint") ? 1 : 0;
        }
        return count;
    }
    std::int64_t seconds() const
    {
        return server->collection(kTickets).indexes.back().expireAfterSeconds.value_or(-1);
    }
};

bool reaches(const ChangeIndexPresenter& presenter, EditPhase phase)
{
    return QTest::qWaitFor([&] { return presenter.state().phase == phase; });
}

} // namespace

class TestRestore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aChangeThatDeletesOffersARestorePoint();
    void aChangeThatDeletesNothingOffersNone();
    void onARemoteServerNothingIsOffered();
    void thePointIsMadeBeforeTheCommand();
    void withoutAPointTheCommandIsNotSent();
    void unticked_noPointIsMade();
    void aNewIndexHasItsPointToo();
    void aPurgeHasItsPointToo();
    void aChangeIsRehearsedInACopy();
    void aFailedRehearsalIsSaid();
    void pointsAreShownNewestFirst();
    void aPointIsMadeByHand();
    void theQuestionNamesTheMomentAndTheConsequence();
    void theQuestionSaysWhatIsOverdueInThePoint();
    void aRehearsalSaysWhatItIs();
};

void TestRestore::aChangeThatDeletesOffersARestorePoint()
{
    Tickets fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    ChangeIndexPresenter change(fixture.set, kMade, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    change.edit({ChangeKind::Seconds, false, 9'000});
    QVERIFY(reaches(change, EditPhase::Ready));
    QVERIFY(change.state().confirm.restore.offered);
    QVERIFY(change.state().confirm.restore.wanted);
    QVERIFY(change.state().confirm.restore.rehearsalOffered);
}

void TestRestore::aChangeThatDeletesNothingOffersNone()
{
    Tickets fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    ChangeIndexPresenter change(fixture.set, kMade, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    change.edit({ChangeKind::Seconds, false, 500'000});
    QVERIFY(reaches(change, EditPhase::Ready));
    QVERIFY(!change.state().confirm.restore.offered);
    change.edit({ChangeKind::Hide, false, {}});
    QVERIFY(!change.state().confirm.restore.offered);
    QVERIFY(!change.state().confirm.restore.rehearsalOffered);
}

void TestRestore::onARemoteServerNothingIsOffered()
{
    Tickets fixture;
    QVERIFY(fixture.connect(false));
    fixture.set.connections.unlock();
    ChangeIndexPresenter change(fixture.set, kMade, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    change.edit({ChangeKind::Seconds, false, 9'000});
    QVERIFY(reaches(change, EditPhase::Ready));
    QVERIFY(!change.state().confirm.restore.offered);
    change.apply();
    QVERIFY(reaches(change, EditPhase::Done));
    QCOMPARE(fixture.checkpoints(), 0);
}

void TestRestore::thePointIsMadeBeforeTheCommand()
{
    Tickets fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    ChangeIndexPresenter change(fixture.set, kMade, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    change.edit({ChangeKind::Seconds, false, 9'000});
    QVERIFY(reaches(change, EditPhase::Ready));
    change.apply();
    QCOMPARE(fixture.seconds(), std::int64_t{864'000});
    QVERIFY(change.state().confirm.restore.making);
    QVERIFY(reaches(change, EditPhase::Done));
    QCOMPARE(fixture.checkpoints(), 1);
    QCOMPARE(fixture.seconds(), std::int64_t{9'000});
    const auto& entries = fixture.set.journal.entries();
    QCOMPARE(entries.at(entries.size() - 2).kind, services::JournalKind::MakeRestorePoint);
    QCOMPARE(entries.back().kind, services::JournalKind::ChangeIndex);
}

void TestRestore::withoutAPointTheCommandIsNotSent()
{
    Tickets fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    ChangeIndexPresenter change(fixture.set, kMade, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    change.edit({ChangeKind::Seconds, false, 9'000});
    QVERIFY(reaches(change, EditPhase::Ready));
    fixture.server->fail("runCommand", base::serverError(14031, "OutOfDiskSpace", "full"));
    change.apply();
    QVERIFY(reaches(change, EditPhase::Failed));
    QVERIFY(!change.state().confirm.restore.problem.isEmpty());
    QCOMPARE(fixture.seconds(), std::int64_t{864'000});
    QVERIFY(change.state().confirm.enabled); // unticked, it may be sent all the same
    change.setRestoreWanted(false);
    QVERIFY(change.state().confirm.restore.problem.isEmpty());
}

void TestRestore::unticked_noPointIsMade()
{
    Tickets fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    ChangeIndexPresenter change(fixture.set, kMade, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    change.edit({ChangeKind::Seconds, false, 9'000});
    QVERIFY(reaches(change, EditPhase::Ready));
    change.setRestoreWanted(false);
    change.apply();
    QVERIFY(reaches(change, EditPhase::Done));
    QCOMPARE(fixture.checkpoints(), 0);
}

void TestRestore::aNewIndexHasItsPointToo()
{
    Tickets fixture;
    fixture.server->addDocument(
        kTickets,
        bson::makeDocument("_id", 9, "seen", bson::Date::from(fixture.clock.now() - 24h)));
    QVERIFY(tests::startFakeEngine(fixture));
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QTRY_VERIFY(create.state().phase != EditPhase::Loading);
    ttl::TtlIndexDraft draft;
    draft.field = "seen";
    draft.seconds = 3'600;
    create.edit(draft);
    QTRY_VERIFY(create.state().phase == EditPhase::Ready);
    QVERIFY(create.state().confirm.restore.offered);
    create.create();
    QTRY_VERIFY(create.state().phase == EditPhase::Done);
    QCOMPARE(fixture.checkpoints(), 1);
}

void TestRestore::aPurgeHasItsPointToo()
{
    Tickets fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    ttl::Rule rule;
    rule.index = {kTickets, "made_1"};
    rule.field = "made";
    rule.expireAfterSeconds = 9'000;
    PurgePresenter purge(fixture.set, rule);
    QTRY_VERIFY(purge.state().confirm.enabled);
    QVERIFY(purge.state().confirm.restore.offered);
    purge.start();
    QVERIFY(!purge.state().confirm.enabled); // while the point is being made
    QTRY_VERIFY(fixture.set.purges.job()); // it may be over as soon as it began
    QCOMPARE(fixture.checkpoints(), 1);
    fixture.set.purges.cancel();
}

void TestRestore::aChangeIsRehearsedInACopy()
{
    Tickets fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    std::optional<services::RehearsalPlan> plan;
    connect(&fixture.set.rehearsals, &services::RehearsalService::prepared, this,
            [&](const services::RehearsalPlan& prepared) { plan = prepared; });
    ChangeIndexPresenter change(fixture.set, kMade, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    change.edit({ChangeKind::Seconds, false, 9'000});
    QVERIFY(reaches(change, EditPhase::Ready));
    change.rehearse(3'600);
    QVERIFY(change.state().confirm.restore.preparing);
    QTRY_VERIFY(plan.has_value());
    QCOMPARE(plan->rate, 3'600);
    const auto* proposed = std::get_if<services::ProposedIndexChange>(&plan->change);
    QVERIFY(proposed);
    QCOMPARE(proposed->change.expireAfterSeconds, std::optional<std::int64_t>(9'000));
    QCOMPARE(fixture.seconds(), std::int64_t{864'000}); // the original is not touched
    QVERIFY(!change.state().confirm.restore.preparing);
}

void TestRestore::aFailedRehearsalIsSaid()
{
    Tickets fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    fixture.server->fail("runCommand", base::serverError(14031, "OutOfDiskSpace", "full"));
    RestorePointsPresenter points(fixture.set);
    points.rehearse({}, 60);
    QTRY_VERIFY(points.state().failure.has_value());
    QVERIFY(points.state().busyText.isEmpty());
}

void TestRestore::pointsAreShownNewestFirst()
{
    Tickets fixture;
    tests::putRestorePoint(fixture, fixture.clock.now());
    tests::putRestorePoint(fixture, fixture.clock.now() + 1h,
                           {services::RestoreReason::BeforePurge, kTickets, {}});
    RestorePointsPresenter points(fixture.set);
    const QAbstractItemModelTester tester(&points.points());
    points.refresh();
    QTRY_COMPARE(points.points().rowCount(), 2);
    QVERIFY(points.points()
                .index(0, RestorePointModel::Cause)
                .data()
                .toString()
                .contains(u"app.tickets"_s));
    QVERIFY(points.points()
                .index(1, RestorePointModel::Documents)
                .data()
                .toString()
                .contains(u"234"_s));
    QCOMPARE(points.points().idAt(7), QString());
}

void TestRestore::aPointIsMadeByHand()
{
    Tickets fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    RestorePointsPresenter points(fixture.set);
    QTRY_VERIFY(points.state().canMake);
    points.make();
    QVERIFY(!points.state().canMake);
    QTRY_VERIFY(!points.state().message.isEmpty());
    QCOMPARE(fixture.checkpoints(), 1);
}

void TestRestore::theQuestionNamesTheMomentAndTheConsequence()
{
    Tickets fixture;
    fixture.set.settings.setZoneId("UTC");
    const services::RestorePoint point = tests::putRestorePoint(fixture, fixture.clock.now());
    RestorePointsPresenter points(fixture.set);
    points.refresh();
    QTRY_COMPARE(points.points().rowCount(), 1);
    QSignalSpy asked(&points, &RestorePointsPresenter::restoreAsked);
    points.askRestore(point.id);
    QVERIFY(!points.state().busyText.isEmpty()); // it is counted first
    QTRY_COMPARE(asked.count(), 1);
    const QString question = asked.first().at(1).toString();
    QVERIFY(question.contains(tests::shownMoment(u"2030-01-01 00:00:00"_s)));
    QVERIFY(question.contains(u"kept as a restore point"_s));
    QVERIFY2(question.contains(u"paused"_s), qPrintable(question));
    QVERIFY2(question.contains(u"could not be counted"_s), qPrintable(question)); // no engine here
    points.askRestore(u"none"_s);
    QTRY_VERIFY(points.state().busyText.isEmpty());
    QCOMPARE(asked.count(), 1);
}

void TestRestore::theQuestionSaysWhatIsOverdueInThePoint()
{
    Tickets fixture;
    QVERIFY(tests::startFakeEngine(fixture));
    fixture.server->addIndex({"shop", "old"}, "seen", 60);
    for (int id = 1; id <= 3; ++id) {
        fixture.server->addDocument({"shop", "old"},
                                    bson::makeDocument("_id", id, "seen", bson::Date{id}));
    }
    const services::RestorePoint point = tests::putRestorePoint(fixture, fixture.clock.now());
    RestorePointsPresenter points(fixture.set);
    points.refresh();
    QTRY_COMPARE(points.points().rowCount(), 1);
    QSignalSpy asked(&points, &RestorePointsPresenter::restoreAsked);
    points.askRestore(point.id);
    QTRY_COMPARE(asked.count(), 1);
    const QString question = asked.first().at(1).toString();
    QVERIFY2(question.contains(u"shop.old by seen: 3"_s), qPrintable(question));
    QTRY_VERIFY(points.state().canUse);
    QCOMPARE(points.points().rowCount(), 1); // the copy is no restore point
}

void TestRestore::aRehearsalSaysWhatItIs()
{
    Tickets original;
    const RehearsalPresenter none(original.set);
    QVERIFY(!none.state().active);
    services::ServicesOptions options{original.folder.filePath(u"copy"_s), original.factory, {}};
    services::RehearsalPlan plan;
    plan.folder = options.folder;
    plan.copyOf = original.clock.now();
    plan.rate = 3'600;
    options.rehearsal = plan;
    services::Services services(options, original.clock);
    services.set().settings.setZoneId("UTC");
    const RehearsalPresenter rehearsal(services.set());
    QVERIFY(rehearsal.state().active);
    QVERIFY(rehearsal.state().sentence.contains(tests::shownMoment(u"2030-01-01 00:00:00"_s)));
    QVERIFY(!services.set().restorePoints.isOffered());
}

SANDGLASS_TEST(TestRestore)
} // namespace tst_presenters_restore

#include "tst_presenters_restore.moc"
