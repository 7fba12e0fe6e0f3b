// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/change_index_presenter.h"
#include "app/presenters/restore/rehearsal_presenter.h"
#include "app/presenters/restore/restore_points_presenter.h"
#include "resources/resources.h"
#include "tests/support/fake_engine.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "ui/indexes/change_index_dialog.h"
#include "ui/restore/rehearsal_banner.h"
#include "ui/restore/restore_points_dialog.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>

namespace tst_ui_restore_points {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::click;
using tests::need;
using tests::ServiceFixture;

class TestRestorePoints : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { resources::initResources(); }
    void init();
    void cleanup();
    void withoutPointsItSaysHowToMakeOne();
    void withoutTheEngineNoneCanBeMade();
    void aPointIsMadeAndShown();
    void makingAPointCanBeCancelled();
    void restoringAsksFirst();
    void deletingAsksFirst();
    void aFolderThatCannotBeReadIsSaid();
    void withoutASelectionTheDataAsTheyAreAreRehearsed();
    void theChosenPointIsRehearsed();
    void theChangeDialogOffersAPoint();
    void theErrorStandsBesideTheBox();
    void theBannerShowsAndEndsTheRehearsal();

private:
    void open();
    QPushButton* button(const QString& name) const { return need<QPushButton>(m_dialog, name); }
    QTableView* table() const { return need<QTableView>(m_dialog, u"restorePointsTableView"_s); }
    void answerCheckpoints()
    {
        m_fixture->server->answer("sandglassCheckpoint",
                                  bson::makeDocument("at", bson::Date::from(m_fixture->clock.now()),
                                                     "documents", std::int64_t{42}));
    }
    ui::ChangeIndexDialog* openChange();

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::RestorePointsPresenter> m_presenter;
    std::unique_ptr<presenters::ChangeIndexPresenter> m_change;
    QPointer<QDialog> m_dialog;
};

void TestRestorePoints::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    tests::fillShop(*m_fixture);
}

void TestRestorePoints::cleanup()
{
    delete m_dialog;
    m_change.reset();
    m_presenter.reset();
    m_fixture.reset();
}

void TestRestorePoints::open()
{
    m_presenter = std::make_unique<presenters::RestorePointsPresenter>(m_fixture->set);
    m_dialog = new ui::RestorePointsDialog(*m_presenter);
    m_dialog->show();
    QVERIFY(QTest::qWaitForWindowActive(m_dialog));
    QTRY_VERIFY(m_presenter->state().phase != presenters::Phase::Loading);
}

void TestRestorePoints::withoutPointsItSaysHowToMakeOne()
{
    QVERIFY(tests::startFakeEngine(*m_fixture));
    open();
    QVERIFY(need<QWidget>(m_dialog, u"restoreEmptyState"_s)->isVisible());
    QVERIFY(button(u"makeRestorePointButton"_s)->isEnabled());
    QVERIFY(!button(u"restoreDataButton"_s)->isEnabled());
    QVERIFY(!button(u"deleteRestorePointButton"_s)->isEnabled());
}

void TestRestorePoints::withoutTheEngineNoneCanBeMade()
{
    open();
    QVERIFY(!button(u"makeRestorePointButton"_s)->isEnabled());
    QVERIFY(!button(u"rehearseButton"_s)->isEnabled());
    QVERIFY(!need<QLabel>(m_dialog, u"restoreMessageLabel"_s)->text().isEmpty());
}

void TestRestorePoints::aPointIsMadeAndShown()
{
    QVERIFY(tests::startFakeEngine(*m_fixture));
    answerCheckpoints();
    open();
    QVERIFY(click(button(u"makeRestorePointButton"_s)));
    QVERIFY(!button(u"makeRestorePointButton"_s)->isEnabled());
    QTRY_VERIFY(need<QLabel>(m_dialog, u"restoreMessageLabel"_s)->text().contains(u"was made"_s));
}

void TestRestorePoints::makingAPointCanBeCancelled()
{
    QVERIFY(tests::startFakeEngine(*m_fixture));
    answerCheckpoints();
    open();
    m_fixture->server->hold("runCommand");
    QVERIFY(click(button(u"makeRestorePointButton"_s)));
    auto* cancel
        = need<QPushButton>(need<QWidget>(m_dialog, u"restoreBusyOverlay"_s), u"cancelButton"_s);
    QTRY_VERIFY(cancel->isVisible()); // after 200 ms
    QVERIFY(click(cancel));
    QTRY_VERIFY(need<QLabel>(m_dialog, u"restoreMessageLabel"_s)->text().contains(u"Cancelled"_s));
    QVERIFY(!cancel->isVisible());
    m_fixture->server->release("runCommand");
    QCOMPARE(table()->model()->rowCount(), 0);
}

void TestRestorePoints::restoringAsksFirst()
{
    tests::putRestorePoint(*m_fixture, m_fixture->clock.now());
    open();
    QTRY_COMPARE(table()->model()->rowCount(), 1);
    QVERIFY(tests::clickRow(table(), table()->model()->index(0, 0)));
    QVERIFY(click(button(u"restoreDataButton"_s)));
    QTRY_VERIFY(m_dialog->findChild<QMessageBox*>(u"restoreDataBox"_s)); // it is counted first
    auto* box = need<QMessageBox>(m_dialog, u"restoreDataBox"_s);
    QVERIFY(box->text().contains(u"kept as a restore point"_s));
    QCOMPARE(box->defaultButton(), box->button(QMessageBox::Cancel));
    QVERIFY(m_fixture->set.journal.entries().empty());
    QVERIFY(click(need<QPushButton>(box, u"cancelRestoreButton"_s)));
    QVERIFY(m_fixture->set.journal.entries().empty());
}

void TestRestorePoints::deletingAsksFirst()
{
    const services::RestorePoint point = tests::putRestorePoint(*m_fixture, m_fixture->clock.now());
    open();
    QTRY_COMPARE(table()->model()->rowCount(), 1);
    QVERIFY(tests::clickRow(table(), table()->model()->index(0, 0)));
    QVERIFY(click(button(u"deleteRestorePointButton"_s)));
    QVERIFY(m_fixture->set.restorePoints.find(point.id));
    auto* box = need<QMessageBox>(m_dialog, u"deleteRestorePointBox"_s);
    QVERIFY(click(need<QPushButton>(box, u"confirmRestoreButton"_s)));
    QTRY_VERIFY(!m_fixture->set.restorePoints.find(point.id));
    QTRY_VERIFY(need<QWidget>(m_dialog, u"restoreEmptyState"_s)->isVisible());
}

void TestRestorePoints::aFolderThatCannotBeReadIsSaid()
{
    QFile file(m_fixture->set.restorePoints.folder().root());
    QVERIFY(file.open(QIODevice::WriteOnly));
    open();
    auto* banner = need<QWidget>(m_dialog, u"restoreErrorBanner"_s);
    QTRY_VERIFY(banner->isVisible());
    // to read again is not what the dialog is for
    QCOMPARE(need<QPushButton>(banner, u"actionButton"_s)->property("emphasis").toString(),
             u"plain"_s);
}

void TestRestorePoints::withoutASelectionTheDataAsTheyAreAreRehearsed()
{
    QVERIFY(tests::startFakeEngine(*m_fixture));
    answerCheckpoints();
    open();
    int rate = 0;
    connect(&m_fixture->set.rehearsals, &services::RehearsalService::prepared, this,
            [&](const services::RehearsalPlan& plan) { rate = plan.rate; });
    need<QAction>(m_dialog, u"rehearseHourAction"_s)->trigger();
    QTRY_COMPARE(rate, 3'600);
}

void TestRestorePoints::theChosenPointIsRehearsed()
{
    const base::Time then = m_fixture->clock.now() - 100h;
    tests::putRestorePoint(*m_fixture, then);
    open();
    QTRY_COMPARE(table()->model()->rowCount(), 1);
    QVERIFY(tests::clickRow(table(), table()->model()->index(0, 0)));
    std::optional<services::RehearsalPlan> prepared;
    connect(&m_fixture->set.rehearsals, &services::RehearsalService::prepared, this,
            [&](const services::RehearsalPlan& plan) { prepared = plan; });
    QVERIFY(button(u"rehearseButton"_s)->isEnabled()); // a point needs no engine
    need<QAction>(m_dialog, u"rehearseMinuteAction"_s)->trigger();
    QTRY_VERIFY(prepared.has_value());
    QCOMPARE(prepared->copyOf, then);
    QCOMPARE(prepared->rate, 60);
}

ui::ChangeIndexDialog* TestRestorePoints::openChange()
{
    m_change = std::make_unique<presenters::ChangeIndexPresenter>(
        m_fixture->set, ttl::IndexRef{tests::kSessions, "lastSeen_1"}, 0ms);
    auto* dialog = new ui::ChangeIndexDialog(*m_change, presenters::ChangeKind::Seconds);
    m_dialog = dialog;
    dialog->proposeSeconds(60);
    dialog->show();
    const bool ready = QTest::qWaitForWindowActive(dialog) && QTest::qWaitFor([this] {
                           return m_change->state().phase == presenters::EditPhase::Ready;
                       });
    return ready ? dialog : nullptr;
}

void TestRestorePoints::theChangeDialogOffersAPoint()
{
    QVERIFY(tests::startFakeEngine(*m_fixture));
    answerCheckpoints();
    QVERIFY(openChange());
    auto* box = need<QCheckBox>(m_dialog, u"restorePointCheckBox"_s);
    QVERIFY(box->isVisible() && box->isChecked());
    QVERIFY(button(u"rehearseButton"_s)->isVisible());
    QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
    QVERIFY(!m_change->state().confirm.restore.wanted);
}

void TestRestorePoints::theErrorStandsBesideTheBox()
{
    QVERIFY(tests::startFakeEngine(*m_fixture));
    QVERIFY(openChange());
    m_fixture->server->fail("runCommand", base::serverError(14031, "OutOfDiskSpace", "full"));
    QVERIFY(click(button(u"confirmButton"_s)));
    auto* problem = need<QWidget>(m_dialog, u"restoreProblemLabel"_s);
    QTRY_VERIFY(problem->isVisible());
    QVERIFY(m_dialog->isVisible());
    QCOMPARE(m_fixture->server->collection(tests::kSessions).indexes.back().expireAfterSeconds,
             std::optional<std::int64_t>(3'600));
}

void TestRestorePoints::theBannerShowsAndEndsTheRehearsal()
{
    services::ServicesOptions options{
        m_fixture->folder.filePath(u"copy"_s), m_fixture->factory, {}};
    services::RehearsalPlan plan;
    plan.folder = options.folder;
    plan.copyOf = m_fixture->clock.now();
    options.rehearsal = plan;
    services::Services services(options, m_fixture->clock);
    presenters::RehearsalPresenter presenter(services.set());
    ui::RehearsalBanner banner(presenter);
    banner.show();
    QVERIFY(need<QLabel>(&banner, u"rehearsalSentenceLabel"_s)->text().contains(u"60"_s));
    bool ended = false;
    connect(&banner, &ui::RehearsalBanner::endRequested, this, [&] { ended = true; });
    QVERIFY(click(need<QPushButton>(&banner, u"endRehearsalButton"_s)));
    QVERIFY(ended);
}

SANDGLASS_GUI_TEST(TestRestorePoints)
} // namespace tst_ui_restore_points

#include "tst_ui_restore_points.moc"
