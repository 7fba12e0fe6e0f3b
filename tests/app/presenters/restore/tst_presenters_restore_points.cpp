// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/restore/restore_points_presenter.h"
#include "app/presenters/restore/restore_words.h"
#include "tests/support/fake_engine.h"
#include "tests/support/shown_moment.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QObject>
#include <QSignalSpy>
#include <QTest>

#include <optional>

namespace tst_presenters_restore_points {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

namespace {

const Error kRefused = base::serverError(13, "Unauthorized", "not authorized on admin");

/// One restore point of 1 January 2030, 00:00 UTC, on disk; the local engine runs.
struct Points : ServiceFixture
{
    services::RestorePoint point;

    Points()
    {
        set.settings.setZoneId("UTC");
        server->answer(
            "sandglassCheckpoint",
            bson::makeDocument("at", bson::Date::from(clock.now()), "documents", std::int64_t{3}));
        point = tests::putRestorePoint(*this, clock.now());
    }
    /// Reads the folder anew: the services have read it before the point was there.
    static bool list(RestorePointsPresenter& presenter)
    {
        presenter.refresh();
        return QTest::qWaitFor([&] { return presenter.points().rowCount() == 1; });
    }
    bool open(RestorePointsPresenter& presenter)
    {
        return tests::startFakeEngine(*this) && list(presenter) && presenter.state().canMake;
    }
    int checkpoints() const
    {
        const auto commands = server->commands();
        return static_cast<int>(std::ranges::count_if(commands, [](const bson::Document& command) {
            return command.contains("sandglassCheckpoint");
        }));
    }
};

bool idle(const RestorePointsPresenter& presenter)
{
    return QTest::qWaitFor([&] { return presenter.state().canUse; }, 20'000);
}

QString cell(RestorePointsPresenter& presenter, int column, int role = Qt::DisplayRole)
{
    return presenter.points().index(0, column).data(role).toString();
}

} // namespace

class TestRestorePoints : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }
    void thereMayBeNone();
    void aRowSaysWhatIsKnownOfAPoint();
    void withoutTheEngineItSaysWhyNoneCanBeMade();
    void aRefusedPointIsAFailureAndLeavesNothing();
    void whileOneIsMadeNothingElseBegins();
    void aDeletedPointGoesFromListAndDisk();
    void aPointThatHasGoneCannotBeRestored();
    void restoringSaysThatTheFormerDataAreKept();
    void aPointIsRehearsedFromItsOwnMoment();
    void anUnknownPointIsNotRehearsed();
    void whatIsBeingMadeCanBeCancelled();
    void refreshingForgetsTheLastFailure();
    void anotherZoneIsShownAtOnce();
    void theSamePointsKeepTheSelection();
    void anUnreadableFolderIsAFailureOfTheList();
    void questionsNameTheMoment();
    void aRehearsalHasNoRestorePoints();
};

void TestRestorePoints::thereMayBeNone()
{
    ServiceFixture fixture;
    RestorePointsPresenter presenter(fixture.set);
    QCOMPARE(presenter.state().phase, Phase::Loading);
    QTRY_COMPARE(presenter.state().phase, Phase::Ready);
    QCOMPARE(presenter.points().rowCount(), 0);
    QVERIFY(!presenter.state().failure);
    QVERIFY(presenter.state().canUse);
    QCOMPARE(presenter.state().folder, fixture.set.restorePoints.folder().root());
}

void TestRestorePoints::aRowSaysWhatIsKnownOfAPoint()
{
    Points fixture;
    services::RestorePoint uncounted = fixture.point;
    uncounted.documents.reset();
    uncounted.cause
        = {services::RestoreReason::BeforeChange, {"shop", "carts"}, "db.x(\"<b>%1\\n\")"};
    QVERIFY(fixture.set.restorePoints.folder().complete(uncounted));
    RestorePointsPresenter presenter(fixture.set);
    const QAbstractItemModelTester tester(&presenter.points());
    QVERIFY(Points::list(presenter));
    QCOMPARE(cell(presenter, RestorePointModel::MadeAt),
             tests::shownMoment(u"2030-01-01 00:00:00"_s));
    QCOMPARE(cell(presenter, RestorePointModel::Cause), causeWords(uncounted.cause));
    QCOMPARE(cell(presenter, RestorePointModel::Cause, Qt::ToolTipRole), u"db.x(\"<b>%1\\n\")"_s);
    QCOMPARE(cell(presenter, RestorePointModel::Documents), u"–"_s);
    QCOMPARE(cell(presenter, RestorePointModel::Size), u"16 bytes"_s);
    QCOMPARE(cell(presenter, RestorePointModel::Frees), u"16 bytes"_s);
    QCOMPARE(presenter.points().idAt(0), fixture.point.id);
    QVERIFY(presenter.points().idAt(-1).isEmpty());
    QVERIFY(presenter.points().idAt(1).isEmpty());
}

void TestRestorePoints::withoutTheEngineItSaysWhyNoneCanBeMade()
{
    Points fixture;
    QVERIFY(fixture.connect(false));
    RestorePointsPresenter presenter(fixture.set);
    QVERIFY(!presenter.state().canMake);
    QVERIFY(!presenter.state().whyNotMake.isEmpty());
    presenter.make();
    QVERIFY(presenter.state().busyText.isEmpty());
    QCOMPARE(fixture.checkpoints(), 0);
}

void TestRestorePoints::aRefusedPointIsAFailureAndLeavesNothing()
{
    Points fixture;
    RestorePointsPresenter presenter(fixture.set);
    QVERIFY(fixture.open(presenter));
    fixture.server->fail("runCommand", kRefused);
    presenter.make();
    QVERIFY(idle(presenter));
    QVERIFY(presenter.state().failure);
    QCOMPARE(presenter.state().failure->codeName, u"13 Unauthorized"_s);
    QCOMPARE(presenter.state().failure->details, u"not authorized on admin"_s);
    QVERIFY(presenter.state().message.isEmpty());
    QCOMPARE(presenter.points().rowCount(), 1);
    QVERIFY(presenter.state().canMake);
}

void TestRestorePoints::whileOneIsMadeNothingElseBegins()
{
    Points fixture;
    RestorePointsPresenter presenter(fixture.set);
    QVERIFY(fixture.open(presenter));
    fixture.server->hold("runCommand");
    presenter.make();
    QTRY_COMPARE(fixture.server->running("runCommand"), 1);
    const QString busy = presenter.state().busyText;
    QVERIFY(!busy.isEmpty());
    presenter.make();
    presenter.restore(fixture.point.id);
    presenter.remove(fixture.point.id);
    presenter.rehearse(fixture.point.id, 60);
    QCOMPARE(presenter.state().busyText, busy);
    fixture.server->release("runCommand");
    QVERIFY(idle(presenter));
    QCOMPARE(fixture.checkpoints(), 1);
    QVERIFY(fixture.set.restorePoints.find(fixture.point.id));
}

void TestRestorePoints::aDeletedPointGoesFromListAndDisk()
{
    Points fixture;
    RestorePointsPresenter presenter(fixture.set);
    QVERIFY(Points::list(presenter));
    presenter.remove(fixture.point.id);
    QVERIFY(!presenter.state().busyText.isEmpty());
    QTRY_VERIFY(!presenter.state().message.isEmpty());
    QCOMPARE(presenter.points().rowCount(), 0);
    QVERIFY(!QDir(fixture.set.restorePoints.folder().dataOf(fixture.point.id)).exists());
    const QString deleted = presenter.state().message;
    presenter.remove(fixture.point.id);
    QTRY_VERIFY(presenter.state().failure);
    QVERIFY(presenter.state().message != deleted);
}

void TestRestorePoints::aPointThatHasGoneCannotBeRestored()
{
    Points fixture;
    RestorePointsPresenter presenter(fixture.set);
    QVERIFY(fixture.open(presenter));
    QVERIFY(QDir(fixture.set.restorePoints.folder().dataOf(fixture.point.id)).removeRecursively());
    presenter.restore(fixture.point.id);
    QVERIFY(idle(presenter));
    QVERIFY(presenter.state().failure);
    QVERIFY(presenter.state().message.isEmpty());
    QCOMPARE(fixture.set.engine.phase(), services::EngineProcessPhase::Running);
    QTRY_COMPARE(presenter.points().rowCount(), 0);
}

void TestRestorePoints::restoringSaysThatTheFormerDataAreKept()
{
    Points fixture;
    RestorePointsPresenter presenter(fixture.set);
    QVERIFY(fixture.open(presenter));
    QFile former(fixture.set.engine.folder() + u"/CURRENT"_s);
    QVERIFY(former.open(QIODevice::WriteOnly));
    former.close();
    fixture.clock.advance(1h);
    presenter.restore(fixture.point.id);
    QVERIFY(idle(presenter));
    QVERIFY2(!presenter.state().failure,
             presenter.state().failure ? qPrintable(presenter.state().failure->details) : "");
    QVERIFY(!presenter.state().message.isEmpty());
    QTRY_COMPARE(presenter.points().rowCount(), 2);
    QCOMPARE(cell(presenter, RestorePointModel::Cause),
             causeWords({services::RestoreReason::BeforeRestore, {}, {}}));
    QCOMPARE(cell(presenter, RestorePointModel::MadeAt),
             tests::shownMoment(u"2030-01-01 01:00:00"_s));
}

void TestRestorePoints::aPointIsRehearsedFromItsOwnMoment()
{
    Points fixture;
    RestorePointsPresenter presenter(fixture.set);
    QVERIFY(Points::list(presenter));
    std::optional<services::RehearsalPlan> plan;
    connect(&fixture.set.rehearsals, &services::RehearsalService::prepared, this,
            [&](const services::RehearsalPlan& prepared) { plan = prepared; });
    fixture.clock.advance(48h);
    presenter.rehearse(fixture.point.id, 86'400);
    QVERIFY(idle(presenter));
    QVERIFY(plan.has_value());
    QCOMPARE(plan->copyOf, fixture.point.at);
    QCOMPARE(plan->rate, 86'400);
    QVERIFY(!presenter.state().message.isEmpty());
}

void TestRestorePoints::anUnknownPointIsNotRehearsed()
{
    Points fixture;
    RestorePointsPresenter presenter(fixture.set);
    QVERIFY(Points::list(presenter));
    QSignalSpy prepared(&fixture.set.rehearsals, &services::RehearsalService::prepared);
    presenter.rehearse(u"../../etc"_s, 60);
    QVERIFY(idle(presenter));
    QVERIFY(presenter.state().failure);
    QCOMPARE(prepared.count(), 0);
}

void TestRestorePoints::whatIsBeingMadeCanBeCancelled()
{
    Points fixture;
    QVERIFY(fixture.connect());
    RestorePointsPresenter presenter(fixture.set);
    QVERIFY(Points::list(presenter));
    QVERIFY(!presenter.state().canCancel);
    if (!presenter.state().canMake) {
        QVERIFY(tests::startFakeEngine(fixture));
        QTRY_VERIFY(presenter.state().canMake);
    }
    fixture.server->hold("runCommand");
    presenter.make();
    QVERIFY(presenter.state().canCancel);
    presenter.cancel();
    QVERIFY(!presenter.state().canCancel);
    QVERIFY(idle(presenter));
    fixture.server->release("runCommand");
    QVERIFY(!presenter.state().failure);
    QVERIFY2(presenter.state().message.contains(u"Cancelled"_s),
             qPrintable(presenter.state().message));
    QCOMPARE(presenter.points().rowCount(), 1);
}

void TestRestorePoints::refreshingForgetsTheLastFailure()
{
    Points fixture;
    RestorePointsPresenter presenter(fixture.set);
    QVERIFY(Points::list(presenter));
    presenter.restore(u"none"_s);
    QTRY_VERIFY(presenter.state().failure);
    QCOMPARE(presenter.state().phase, Phase::Ready); // the list itself is good
    presenter.refresh();
    QVERIFY(!presenter.state().failure);
}

void TestRestorePoints::anotherZoneIsShownAtOnce()
{
    Points fixture;
    RestorePointsPresenter presenter(fixture.set);
    QVERIFY(Points::list(presenter));
    fixture.set.settings.setZoneId("Asia/Kathmandu");
    QCOMPARE(cell(presenter, RestorePointModel::MadeAt),
             tests::shownMoment(u"2030-01-01 05:45:00"_s));
    QVERIFY(presenter.removeQuestion(fixture.point.id)
                .contains(tests::shownMoment(u"2030-01-01 05:45:00"_s)));
}

void TestRestorePoints::theSamePointsKeepTheSelection()
{
    Points fixture;
    RestorePointsPresenter presenter(fixture.set);
    QVERIFY(Points::list(presenter));
    const QPersistentModelIndex selected = presenter.points().index(0, 0);
    QSignalSpy read(&fixture.set.restorePoints, &services::RestorePointService::changed);
    presenter.refresh();
    QVERIFY(read.wait());
    QVERIFY(selected.isValid());
}

void TestRestorePoints::anUnreadableFolderIsAFailureOfTheList()
{
    Points fixture;
    RestorePointsPresenter presenter(fixture.set);
    QVERIFY(Points::list(presenter));
    const QString root = presenter.state().folder;
    QVERIFY(QDir(root).removeRecursively());
    QFile file(root);
    QVERIFY(file.open(QIODevice::WriteOnly));
    presenter.refresh();
    QTRY_COMPARE(presenter.state().phase, Phase::Failed);
    QVERIFY(presenter.state().failure);
    QVERIFY(presenter.state().failure->details.contains(root));
    QVERIFY(QFile::remove(root));
    presenter.refresh();
    QTRY_COMPARE(presenter.state().phase, Phase::Ready);
    QVERIFY(!presenter.state().failure);
}

void TestRestorePoints::questionsNameTheMoment()
{
    Points fixture;
    RestorePointsPresenter presenter(fixture.set);
    QVERIFY(Points::list(presenter));
    const QString question = presenter.removeQuestion(fixture.point.id);
    QVERIFY2(question.contains(tests::shownMoment(u"2030-01-01 00:00:00"_s)), qPrintable(question));
    QVERIFY(presenter.removeQuestion({}).isEmpty());
}

void TestRestorePoints::aRehearsalHasNoRestorePoints()
{
    ServiceFixture original;
    services::RehearsalPlan plan;
    plan.folder = original.folder.filePath(u"copy"_s);
    services::ServicesOptions options{plan.folder, original.factory, {}};
    options.rehearsal = plan;
    services::Services copy(options, original.clock);
    RestorePointsPresenter presenter(copy.set());
    QVERIFY(!presenter.state().offered);
    QVERIFY(!presenter.state().canMake);
    presenter.make();
    QVERIFY(presenter.state().busyText.isEmpty());
}

SANDGLASS_TEST(TestRestorePoints)
} // namespace tst_presenters_restore_points

#include "tst_presenters_restore_points.moc"
