// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/purge/purge_presenter.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "ui/purge/purge_dialog.h"
#include "widgets/charts/forecast_chart.h"
#include "widgets/style/metrics.h"

#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QDir>
#include <QLabel>
#include <QLayout>
#include <QPlainTextEdit>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>

namespace tst_ui_purge_dialog {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::PurgePhase;
using tests::click;
using tests::need;
using tests::ServiceFixture;
using tests::type;

class TestPurgeDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void showsWhatWouldGo();
    void theButtonCarriesTheCountAndTheStages();
    void deletesAndReports();
    void aLockedConnectionCannot();
    void anArchiveNeedsAFolder();
    void archivesFirst();
    void onlyArchivingIsAllowedWhileLocked();
    void aLargePurgeAsksForTheName();
    void anUnknownCountAsksForTheName();
    void nothingDueCannotBePurged();
    void pauseAndResume();
    void closingLeavesItRunning();
    void theNextDialogShowsThePurgeUnderWay();
    void anErrorIsShownWithItsResume();
    void whatWasLeftBehindCanBeResumed();
    void cancelIsTheDefault();
    void aProductionConnectionAsksForTheName();
    void theTimelineTakesTheHeightThatTheFormLeaves();
    void theLinesOfTheFormAreClose();
    void theTimelineStaysWhileItDeletes();
    void aTimelineThatIsRefusedIsSaid();
    void withoutATimelineTheDialogIsNoLargerThanItsContentNeeds();
    void itFitsALowScreen();
    void tabGoesThroughTheFormAsItIsRead();
    void itIsConfirmedByAssistiveActionsAlone();

private:
    void open(bool local = true, bool archiveFirst = false);
    void openPresent();
    QPushButton* button(const QString& name) const { return need<QPushButton>(m_dialog, name); }
    QString label(const QString& name) const { return need<QLabel>(m_dialog, name)->text(); }
    void setPause(int millis) const
    {
        need<QSpinBox>(m_dialog, u"pauseSpinBox"_s)->setValue(millis);
    }
    void setBatch(int batch) const { need<QSpinBox>(m_dialog, u"batchSpinBox"_s)->setValue(batch); }
    bool counted() const
    {
        return QTest::qWaitFor(
            [this] { return m_presenter->state().effect.phase != presenters::Phase::Loading; });
    }
    bool reaches(PurgePhase phase) const
    {
        return QTest::qWaitFor([&] { return m_fixture->set.purges.status().phase == phase; });
    }
    std::size_t left() const { return m_fixture->server->documentCount(tests::kSessions); }

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::PurgePresenter> m_presenter;
    QPointer<ui::PurgeDialog> m_dialog;
};

void TestPurgeDialog::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    m_fixture->set.purges.setLongestTick(1ms);
    tests::fillShop(*m_fixture);
}

void TestPurgeDialog::cleanup()
{
    delete m_dialog;
    m_presenter.reset();
    m_fixture.reset();
}

void TestPurgeDialog::open(bool local, bool archiveFirst)
{
    delete m_dialog;
    QVERIFY(m_fixture->connect(local));
    ttl::Rule rule;
    rule.index = {tests::kSessions, "lastSeen_1"};
    rule.field = "lastSeen";
    rule.expireAfterSeconds = 3'600;
    m_presenter = std::make_unique<presenters::PurgePresenter>(m_fixture->set, rule);
    m_dialog = new ui::PurgeDialog(*m_presenter, archiveFirst);
    m_dialog->show();
    QVERIFY(QTest::qWaitForWindowActive(m_dialog));
    QVERIFY(counted());
}

void TestPurgeDialog::openPresent()
{
    delete m_dialog;
    m_presenter = std::make_unique<presenters::PurgePresenter>(m_fixture->set);
    m_dialog = new ui::PurgeDialog(*m_presenter, false);
    m_dialog->show();
    QVERIFY(QTest::qWaitForWindowActive(m_dialog));
}

void TestPurgeDialog::showsWhatWouldGo()
{
    open();
    QVERIFY(label(u"purgeEffectLabel"_s).contains(u"3 of 12"_s));
    QCOMPARE(label(u"purgeRuleLabel"_s), u"lastSeen, after 1 h"_s);
}

void TestPurgeDialog::theButtonCarriesTheCountAndTheStages()
{
    open();
    setBatch(2);
    QCOMPARE(button(u"confirmButton"_s)->text(), u"Delete 3 document(s) in 2 stage(s)"_s);
}

void TestPurgeDialog::deletesAndReports()
{
    open();
    setPause(0);
    QVERIFY(click(button(u"confirmButton"_s)));
    QVERIFY(reaches(PurgePhase::Ended));
    QCOMPARE(left(), std::size_t{9});
    const QString report = need<QPlainTextEdit>(m_dialog, u"purgeReportEdit"_s)->toPlainText();
    QVERIFY(report.contains(u"3 document(s) deleted"_s));
    QCOMPARE(need<QProgressBar>(m_dialog, u"purgeProgressBar"_s)->value(), 100);
    QVERIFY(click(button(u"closePurgeButton"_s)));
    QTRY_VERIFY(!m_dialog);
}

void TestPurgeDialog::aLockedConnectionCannot()
{
    open(false);
    QVERIFY(!button(u"confirmButton"_s)->isEnabled());
    QVERIFY(label(u"confirmReasonLabel"_s).contains(u"locked"_s));
    m_fixture->set.connections.unlock();
    QTRY_VERIFY(button(u"confirmButton"_s)->isEnabled());
}

void TestPurgeDialog::anArchiveNeedsAFolder()
{
    open(true, true);
    QVERIFY(!button(u"confirmButton"_s)->isEnabled());
    type(need<QLineEdit>(m_dialog, u"archiveFolderEdit"_s), m_fixture->folder.path());
    QTRY_VERIFY(button(u"confirmButton"_s)->isEnabled());
    QVERIFY(button(u"confirmButton"_s)->text().startsWith(u"Archive, then delete 3"_s));
}

void TestPurgeDialog::archivesFirst()
{
    open(true, true);
    type(need<QLineEdit>(m_dialog, u"archiveFolderEdit"_s), m_fixture->folder.path());
    QTRY_VERIFY(button(u"confirmButton"_s)->isEnabled());
    QVERIFY(click(button(u"confirmButton"_s)));
    QVERIFY(reaches(PurgePhase::Ended));
    QCOMPARE(left(), std::size_t{9});
    const QStringList made
        = QDir(m_fixture->folder.path()).entryList({u"sandglass-archive-*"_s}, QDir::Dirs);
    QCOMPARE(made.size(), 1);
    QVERIFY(QFile::exists(m_fixture->folder.filePath(made.front() + u"/shop/sessions.bson"_s)));
}

void TestPurgeDialog::onlyArchivingIsAllowedWhileLocked()
{
    open(false, true);
    type(need<QLineEdit>(m_dialog, u"archiveFolderEdit"_s), m_fixture->folder.path());
    need<QCheckBox>(m_dialog, u"archiveOnlyCheckBox"_s)->setChecked(true);
    QCOMPARE(button(u"confirmButton"_s)->text(), u"Archive 3 document(s)"_s);
    QTRY_VERIFY(button(u"confirmButton"_s)->isEnabled());
    QVERIFY(click(button(u"confirmButton"_s)));
    QVERIFY(reaches(PurgePhase::Ended));
    QCOMPARE(left(), std::size_t{12});
}

void TestPurgeDialog::aLargePurgeAsksForTheName()
{
    for (std::int32_t id = 0; id < 100'000; ++id) {
        m_fixture->server->addDocument(tests::kSessions,
                                       tests::agedDocument(*m_fixture, 1'000 + id, "lastSeen", 2h));
    }
    open();
    QVERIFY(!button(u"confirmButton"_s)->isEnabled());
    type(need<QLineEdit>(m_dialog, u"typedNameEdit"_s), u"sessions"_s);
    QVERIFY(button(u"confirmButton"_s)->isEnabled());
}

void TestPurgeDialog::anUnknownCountAsksForTheName()
{
    m_fixture->server->fail("impact", base::failure(Errc::Timeout, "too slow"));
    open();
    QVERIFY(!button(u"confirmButton"_s)->isEnabled());
    type(need<QLineEdit>(m_dialog, u"typedNameEdit"_s), u"sessions"_s);
    QVERIFY(click(button(u"confirmButton"_s)));
    QVERIFY(reaches(PurgePhase::Ended));
    QCOMPARE(left(), std::size_t{9});
}

void TestPurgeDialog::nothingDueCannotBePurged()
{
    m_fixture->clock.set(m_fixture->clock.now() - 10h);
    open();
    QVERIFY(!button(u"confirmButton"_s)->isEnabled());
    QCOMPARE(label(u"confirmReasonLabel"_s), u"Nothing is due now."_s);
}

void TestPurgeDialog::pauseAndResume()
{
    open();
    setBatch(1);
    setPause(60'000);
    QVERIFY(click(button(u"confirmButton"_s)));
    QVERIFY(reaches(PurgePhase::Waiting));
    QVERIFY(click(button(u"pausePurgeButton"_s)));
    QCOMPARE(label(u"purgeStatusLabel"_s), u"Paused."_s);
    QVERIFY(!button(u"pausePurgeButton"_s)->isVisible());
    QVERIFY(button(u"resumePurgeButton"_s)->text().contains(u"delete 2 document(s)"_s));
    QVERIFY(click(button(u"resumePurgeButton"_s)));
    QTRY_COMPARE(left(), std::size_t{10});
}

void TestPurgeDialog::closingLeavesItRunning()
{
    open();
    setBatch(1);
    setPause(60'000);
    QVERIFY(click(button(u"confirmButton"_s)));
    QVERIFY(reaches(PurgePhase::Waiting));
    m_dialog->reject();
    QTRY_VERIFY(!m_dialog);
    m_fixture->clock.advance(1min);
    QTRY_COMPARE(left(), std::size_t{10});
    QCOMPARE(m_fixture->set.tasks.tasks().size(), std::size_t{1});
}

void TestPurgeDialog::theNextDialogShowsThePurgeUnderWay()
{
    open();
    setBatch(1);
    setPause(60'000);
    QVERIFY(click(button(u"confirmButton"_s)));
    QVERIFY(reaches(PurgePhase::Waiting));
    openPresent();
    QVERIFY(label(u"purgeFiguresLabel"_s).contains(u"1 document(s) deleted"_s));
    QVERIFY(click(button(u"cancelPurgeButton"_s)));
    QVERIFY(reaches(PurgePhase::Ended));
    QCOMPARE(left(), std::size_t{11});
}

void TestPurgeDialog::anErrorIsShownWithItsResume()
{
    m_fixture->server->fail("runCommand", base::serverError(13, "Unauthorized", "not allowed"));
    open();
    QVERIFY(click(button(u"confirmButton"_s)));
    QVERIFY(reaches(PurgePhase::Paused));
    QTRY_VERIFY(need<QWidget>(m_dialog, u"purgeErrorBanner"_s)->isVisible());
    QVERIFY(button(u"resumePurgeButton"_s)->isVisible());
    m_fixture->server->fail("runCommand", {});
    QVERIFY(click(button(u"resumePurgeButton"_s)));
    QTRY_COMPARE(left(), std::size_t{9});
}

void TestPurgeDialog::whatWasLeftBehindCanBeResumed()
{
    {
        services::Services earlier({m_fixture->folder.path(), m_fixture->factory, {}},
                                   m_fixture->clock);
        earlier.set().connections.connectTo(u"mongodb://fake.example/"_s, {}, true);
        QTRY_VERIFY(earlier.set().connections.isConnected());
        services::PurgeRequest asked;
        asked.rule = {tests::kSessions, "lastSeen", 3'600, {}, m_fixture->clock.now(), 0};
        asked.counted = 3;
        asked.options.batch = 1;
        asked.options.pause = 10min;
        QVERIFY(earlier.set().purges.start(asked));
        QTRY_COMPARE(left(), std::size_t{11});
    }
    services::Services next({m_fixture->folder.path(), m_fixture->factory, {}}, m_fixture->clock);
    next.set().purges.setLongestTick(1ms);
    next.set().connections.connectTo(u"mongodb://fake.example/"_s, {}, true);
    QTRY_COMPARE(next.set().purges.unfinished().size(), std::size_t{1});
    m_presenter = std::make_unique<presenters::PurgePresenter>(next.set());
    m_dialog = new ui::PurgeDialog(*m_presenter, false);
    m_dialog->show();
    QVERIFY(QTest::qWaitForWindowActive(m_dialog));
    QVERIFY(button(u"discardPurgeButton"_s)->isVisible());
    QCOMPARE(left(), std::size_t{11});
    QVERIFY(click(button(u"resumePurgeButton"_s)));
    QTRY_COMPARE(left(), std::size_t{10});
    delete m_dialog;
    m_presenter.reset();
}

void TestPurgeDialog::cancelIsTheDefault()
{
    open();
    auto* cancel = need<QPushButton>(need<QWidget>(m_dialog, u"confirmRow"_s), u"cancelButton"_s);
    QVERIFY(cancel->isDefault());
    QTest::keyClick(m_dialog, Qt::Key_Return);
    QTRY_VERIFY(!m_dialog);
    QCOMPARE(left(), std::size_t{12});
}

void TestPurgeDialog::aProductionConnectionAsksForTheName()
{
    open();
    QVERIFY(button(u"confirmButton"_s)->isEnabled());
    services::LinkLabel label;
    label.tag = u"production"_s;
    m_fixture->set.connections.connectTo(u"mongodb://fake.example/"_s, {}, true, label);
    QTRY_VERIFY(m_fixture->set.connections.isConnected());
    m_presenter->count();
    QVERIFY(counted());
    QVERIFY(!button(u"confirmButton"_s)->isEnabled());
    type(need<QLineEdit>(m_dialog, u"typedNameEdit"_s), u"sessions"_s);
    QVERIFY(button(u"confirmButton"_s)->isEnabled());
}

void TestPurgeDialog::theTimelineTakesTheHeightThatTheFormLeaves()
{
    open();
    const auto* chart = need<widgets::ForecastChart>(m_dialog, u"effectChart"_s);
    QTRY_VERIFY(chart->isVisible());
    QCOMPARE(chart->model().outline->overdue, 3.0);
    QCOMPARE(chart->model().overdue.count(), 0.0);
    const auto* form = need<QWidget>(m_dialog, u"purgeFormView"_s);
    QTRY_VERIFY2(chart->height() >= chart->minimumSizeHint().height(),
                 qPrintable(QString::number(chart->height())));
    QVERIFY(form->height() <= form->sizeHint().height());
    // a higher dialog makes nothing but the chart higher
    const int before = chart->height();
    m_dialog->resize(m_dialog->width(), m_dialog->height() + 100);
    QTRY_VERIFY2(chart->height() >= before + 90, qPrintable(QString::number(chart->height())));
}

void TestPurgeDialog::theLinesOfTheFormAreClose()
{
    open();
    const auto top = [this](const QString& name) {
        const auto* field = need<QWidget>(m_dialog, name);
        return field->mapTo(m_dialog, QPoint()).y();
    };
    const int line = need<QWidget>(m_dialog, u"batchSpinBox"_s)->height();
    QVERIFY(line > 0);
    for (const auto& [upper, lower] : {std::pair(u"batchSpinBox"_s, u"pauseSpinBox"_s),
                                       std::pair(u"fromTimeEdit"_s, u"latencySpinBox"_s),
                                       std::pair(u"latencySpinBox"_s, u"lagSpinBox"_s)}) {
        const int step = top(lower) - top(upper);
        QVERIFY2(step > 0 && step < 2 * line, qPrintable(QString::number(step)));
    }
}

void TestPurgeDialog::theTimelineStaysWhileItDeletes()
{
    open();
    const auto* chart = need<widgets::ForecastChart>(m_dialog, u"effectChart"_s);
    QTRY_VERIFY(chart->isVisible());
    setPause(0);
    QVERIFY(click(button(u"confirmButton"_s)));
    QVERIFY(reaches(PurgePhase::Ended));
    const auto* progress = need<QWidget>(m_dialog, u"purgeProgressView"_s);
    QTRY_VERIFY(progress->isVisible());
    QVERIFY(progress->isAncestorOf(chart));
    QTRY_VERIFY(chart->isVisible());
    QVERIFY(need<QPlainTextEdit>(m_dialog, u"purgeReportEdit"_s)->isVisible());
    QTRY_VERIFY(chart->height() >= chart->minimumSizeHint().height());
}

void TestPurgeDialog::aTimelineThatIsRefusedIsSaid()
{
    m_fixture->server->fail("histogram", base::serverError(13, "Unauthorized", "not allowed"));
    open();
    QTRY_VERIFY(need<QLabel>(m_dialog, u"purgeTimelineNoteLabel"_s)->isVisible());
    QVERIFY(!need<QWidget>(m_dialog, u"effectChart"_s)->isVisible());
    QVERIFY(button(u"confirmButton"_s)->isEnabled());
}

// The dialog of a purge under way was two thirds empty.
void TestPurgeDialog::withoutATimelineTheDialogIsNoLargerThanItsContentNeeds()
{
    open();
    setBatch(1);
    setPause(60'000);
    QVERIFY(click(button(u"confirmButton"_s)));
    QVERIFY(reaches(PurgePhase::Waiting));
    openPresent();
    QVERIFY(!need<QWidget>(m_dialog, u"effectChart"_s)->isVisible());
    // less than half of it is empty
    const auto* progress = need<QWidget>(m_dialog, u"purgeProgressView"_s);
    const int needed = progress->layout()->totalHeightForWidth(progress->width());
    QVERIFY2(progress->height() < 2 * needed,
             qPrintable(u"%1 of %2"_s.arg(needed).arg(progress->height())));
}

// 960 x 540 is a screen of 1920 x 1080 at 200 %; a font of 12 pixels is that of the tests.
void TestPurgeDialog::itFitsALowScreen()
{
    open();
    QTRY_VERIFY(need<QWidget>(m_dialog, u"effectChart"_s)->isVisible());
    const QSize least = m_dialog->minimumSizeHint();
    QVERIFY2(least.width() <= 80 * widgets::emPixels(m_dialog, 1)
                 && least.height() <= 40 * widgets::emPixels(m_dialog, 1),
             qPrintable(u"%1 x %2"_s.arg(least.width()).arg(least.height())));
    // what has no room is scrolled to, and the confirmation stays; what comes meanwhile may take
    // more width
    const auto isAtItsLeast = [this] {
        m_dialog->resize(m_dialog->minimumSizeHint());
        return m_dialog->size() == m_dialog->minimumSizeHint();
    };
    QTRY_VERIFY(isAtItsLeast());
    const auto* confirm = button(u"confirmButton"_s);
    QVERIFY(m_dialog->rect().contains(
        QRect(confirm->mapTo(m_dialog.data(), QPoint()), confirm->size())));
}

void TestPurgeDialog::tabGoesThroughTheFormAsItIsRead()
{
    open(true, true);
    need<QCheckBox>(m_dialog, u"limitHoursCheckBox"_s)->setChecked(true);
    QStringList names;
    const QWidget* at = QApplication::focusWidget();
    QVERIFY(at);
    while (at && names.size() < 11) {
        names << at->objectName();
        do {
            at = at->nextInFocusChain();
        } while (!(at->focusPolicy() & Qt::TabFocus) || !at->isVisible() || !at->isEnabled()
                 || at->objectName().startsWith(u"qt_"_s));
    }
    QCOMPARE(names,
             (QStringList{u"archiveComboBox"_s, u"archiveFolderEdit"_s, u"browseArchiveButton"_s,
                          u"archiveOnlyCheckBox"_s, u"batchSpinBox"_s, u"pauseSpinBox"_s,
                          u"limitHoursCheckBox"_s, u"fromTimeEdit"_s, u"toTimeEdit"_s,
                          u"limitLatencyCheckBox"_s, u"latencySpinBox"_s}));
}

void TestPurgeDialog::itIsConfirmedByAssistiveActionsAlone()
{
    open();
    QAccessibleInterface* pause
        = QAccessible::queryAccessibleInterface(need<QSpinBox>(m_dialog, u"pauseSpinBox"_s));
    QVERIFY(pause && pause->valueInterface());
    pause->valueInterface()->setCurrentValue(0);
    QAccessibleInterface* confirm
        = QAccessible::queryAccessibleInterface(button(u"confirmButton"_s));
    QVERIFY(confirm && confirm->actionInterface());
    confirm->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    // the press is shown for a moment before it counts
    QTRY_COMPARE(left(), std::size_t{9});
    QVERIFY(reaches(PurgePhase::Ended));
}

SANDGLASS_GUI_TEST(TestPurgeDialog)
} // namespace tst_ui_purge_dialog

#include "tst_ui_purge_dialog.moc"
