// SPDX-License-Identifier: GPL-3.0-or-later
// The activity dock by itself: tasks that can be stopped, and what the journal lets one do again.
#include "app/presenters/journal/activity_presenter.h"
#include "resources/resources.h"
#include "tests/support/journal_entries.h"
#include "tests/support/test_program.h"
#include "tests/ui/journal/changes.h"
#include "tests/ui/tool_tip.h"
#include "tests/ui/widget_access.h"
#include "ui/journal/activity_view.h"
#include "widgets/views/table_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>

namespace tst_ui_activity_view {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using presenters::JournalModel;
using services::TaskKind;
using services::TaskPause;
using tests::changeSeconds;
using tests::click;
using tests::kLastSeen;
using tests::kSessions;
using tests::need;
using tests::ServiceFixture;

class TestActivityView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { resources::initResources(); }
    void init();
    void cleanup();
    void withoutTasksOnlyTheJournalIsShown();
    void theFirstTaskIsSelectedByItself();
    void aTaskIsSeenInALowDock();
    void cancelStopsTheSelectedTaskOnly();
    void aTaskThatCannotBeStoppedOffersNothing();
    void pauseBecomesResume();
    void theLastTaskTakesItsButtonsAlong();
    void anEndedTaskLeavesNoButtonForAnother();
    void progressAndTimeAreShown();
    void withoutASelectionNothingCanBeDone();
    void anEntryIsCopiedAsItWasSent();
    void undoAsksForTheSelectedEntry();
    void aRefusedChangeCannotBeUndone();
    void aChangeWithoutAnAnswerCannotBeUndone();
    void aLockedServerTakesUndoAway();
    void anEntryOfAnotherServerCannotBeUndone();
    void aNewEntryDropsTheSelectionAndItsButtons();
    void theNewestEntryIsOnTop();
    void theLongestReplyCanBeUnfolded();
    void hostileNamesAreShownAsTheyAre();
    void aThousandEntriesAreListed();
    void tabGoesThroughTablesAndButtons();
    void everyControlHasAName();

private:
    widgets::TableView* tasks() const
    {
        return need<widgets::TableView>(m_view.get(), u"tasksTableView"_s);
    }
    widgets::TableView* journal() const
    {
        return need<widgets::TableView>(m_view.get(), u"journalTableView"_s);
    }
    QPushButton* button(const QString& name) const { return need<QPushButton>(m_view.get(), name); }
    bool select(QAbstractItemView* table, int row) const
    {
        return tests::clickRow(table, table->model()->index(row, 0));
    }
    std::uint64_t begin(const ttl::CancelToken& token, TaskPause pause = TaskPause::None)
    {
        const std::uint64_t id
            = m_fixture->set.tasks.begin(TaskKind::StagedPurge, kSessions, token);
        m_fixture->set.tasks.setPause(id, pause);
        return id;
    }

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::ActivityPresenter> m_presenter;
    std::unique_ptr<ui::ActivityView> m_view;
};

void TestActivityView::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    m_fixture->set.settings.setZoneId("UTC");
    tests::fillShop(*m_fixture);
    QVERIFY(m_fixture->connect());
    m_presenter = std::make_unique<presenters::ActivityPresenter>(m_fixture->set);
    m_view = std::make_unique<ui::ActivityView>(*m_presenter);
    m_view->resize(1'000, 300);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
}

void TestActivityView::cleanup()
{
    m_view.reset();
    m_presenter.reset();
    m_fixture.reset();
}

void TestActivityView::withoutTasksOnlyTheJournalIsShown()
{
    QVERIFY(!tasks()->isVisible());
    QVERIFY(!button(u"cancelTaskButton"_s)->isVisible());
    QVERIFY(!button(u"pauseTaskButton"_s)->isVisible());
    QVERIFY(journal()->isVisible());
    QVERIFY(!journal()->placeholderText().isEmpty());
}

void TestActivityView::theFirstTaskIsSelectedByItself()
{
    const ttl::CancelToken token;
    begin(token);
    QVERIFY(tasks()->isVisible());
    QCOMPARE(tasks()->currentIndex().row(), 0);
    QVERIFY(click(button(u"cancelTaskButton"_s)));
    QVERIFY(token.cancelled());
}

void TestActivityView::aTaskIsSeenInALowDock()
{
    m_view->resize(1'000, m_view->minimumSizeHint().height());
    begin(ttl::CancelToken());
    QTRY_VERIFY(tasks()->isVisible());
    const QRect row = tasks()->visualRect(tasks()->model()->index(0, 0));
    QVERIFY(row.height() > 0 && tasks()->viewport()->rect().contains(row));
    // several share the dock with the journal
    for (int i = 0; i < 9; ++i) {
        begin(ttl::CancelToken());
    }
    QTRY_VERIFY(tasks()->height() > 3 * row.height());
    QVERIFY(tasks()->height() < 6 * row.height());
}

void TestActivityView::cancelStopsTheSelectedTaskOnly()
{
    const ttl::CancelToken first;
    const ttl::CancelToken second;
    begin(first);
    begin(second);
    QVERIFY(select(tasks(), 1));
    QVERIFY(click(button(u"cancelTaskButton"_s)));
    QVERIFY(second.cancelled());
    QVERIFY(!first.cancelled());
}

void TestActivityView::aTaskThatCannotBeStoppedOffersNothing()
{
    m_fixture->set.tasks.begin(TaskKind::ChangeIndex, kSessions, std::nullopt);
    QVERIFY(button(u"cancelTaskButton"_s)->isVisible());
    QVERIFY(!button(u"cancelTaskButton"_s)->isEnabled());
    QVERIFY(!button(u"pauseTaskButton"_s)->isEnabled());
}

void TestActivityView::pauseBecomesResume()
{
    const std::uint64_t id = begin({}, TaskPause::Possible);
    const QSignalSpy pauses(&m_fixture->set.tasks, &services::TaskService::pauseRequested);
    const QSignalSpy resumes(&m_fixture->set.tasks, &services::TaskService::resumeRequested);
    QPushButton* pause = button(u"pauseTaskButton"_s);
    const QString text = pause->text();
    const QString spoken = pause->accessibleName();
    QVERIFY(click(pause));
    QCOMPARE(pauses.count(), 1);
    m_fixture->set.tasks.setPause(id, TaskPause::Paused); // as the purge answers
    QVERIFY(pause->text() != text);
    QVERIFY(pause->accessibleName() != spoken);
    QVERIFY(click(pause));
    QCOMPARE(resumes.count(), 1);
    m_fixture->set.tasks.setPause(id, TaskPause::Possible);
    QCOMPARE(pause->text(), text);
    QCOMPARE(pause->accessibleName(), spoken);
}

void TestActivityView::theLastTaskTakesItsButtonsAlong()
{
    const std::uint64_t id = begin({});
    m_fixture->set.tasks.end(id);
    QVERIFY(!tasks()->isVisible());
    QVERIFY(!button(u"cancelTaskButton"_s)->isVisible());
}

void TestActivityView::anEndedTaskLeavesNoButtonForAnother()
{
    const ttl::CancelToken stays;
    const std::uint64_t ends = begin({});
    begin(stays);
    QVERIFY(select(tasks(), 0));
    m_fixture->set.tasks.end(ends);
    // the one that is left is the selected one now, and a click reaches it
    QCOMPARE(tasks()->currentIndex().row(), 0);
    QVERIFY(click(button(u"cancelTaskButton"_s)));
    QVERIFY(stays.cancelled());
}

void TestActivityView::progressAndTimeAreShown()
{
    const std::uint64_t id = begin({});
    m_fixture->set.tasks.setPercent(id, 40);
    QVERIFY(tests::cell(tasks(), 0, 1).contains(u"40"_s));
    m_fixture->clock.advance(65s);
    m_fixture->set.tasks.setPercent(id, 41);
    QVERIFY(tests::cell(tasks(), 0, 1).contains(u"41"_s));
    QVERIFY2(tests::cell(tasks(), 0, 2).contains(u"1 min"_s),
             qPrintable(tests::cell(tasks(), 0, 2)));
}

void TestActivityView::withoutASelectionNothingCanBeDone()
{
    QVERIFY(!button(u"undoButton"_s)->isEnabled());
    QVERIFY(!button(u"copyMongoshButton"_s)->isEnabled());
    QVERIFY(changeSeconds(*m_fixture, 7'200));
    QVERIFY(!button(u"undoButton"_s)->isEnabled());
    QVERIFY(select(journal(), 0));
    journal()->clearSelection();
    QVERIFY(!button(u"undoButton"_s)->isEnabled());
    QVERIFY(!button(u"copyMongoshButton"_s)->isEnabled());
}

void TestActivityView::anEntryIsCopiedAsItWasSent()
{
    QVERIFY(changeSeconds(*m_fixture, 7'200));
    QVERIFY(select(journal(), 0));
    QVERIFY(click(button(u"copyMongoshButton"_s)));
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY2(copied.contains(u"collMod"_s) && copied.contains(u"7200"_s), qPrintable(copied));
    QVERIFY(!copied.contains(u"secret"_s)); // the password of the fixture's connection
}

void TestActivityView::undoAsksForTheSelectedEntry()
{
    QVERIFY(changeSeconds(*m_fixture, 7'200));
    QVERIFY(changeSeconds(*m_fixture, 10'800));
    QList<quint64> asked;
    connect(m_view.get(), &ui::ActivityView::undoRequested, this, [&](quint64 id) { asked << id; });
    QVERIFY(select(journal(), 1));
    QVERIFY(click(button(u"undoButton"_s)));
    QCOMPARE(asked, QList<quint64>{m_fixture->set.journal.entries().front().id});
}

void TestActivityView::aRefusedChangeCannotBeUndone()
{
    m_fixture->server->fail("changeIndex", base::serverError(13, "Unauthorized", "not for you"));
    QVERIFY(!changeSeconds(*m_fixture, 7'200));
    QTRY_COMPARE(journal()->model()->rowCount(), 1);
    QVERIFY(select(journal(), 0));
    QVERIFY(!button(u"undoButton"_s)->isEnabled());
    const QString shown = tests::cell(journal(), 0, JournalModel::ResultColumn);
    QVERIFY2(!shown.isEmpty() && !shown.contains(u"not for you"_s), qPrintable(shown));
    auto* reply = need<QPlainTextEdit>(m_view.get(), u"journalReplyText"_s);
    QVERIFY(!reply->isVisible());
    QVERIFY(click(button(u"showReplyButton"_s)));
    QVERIFY(reply->isVisible());
    QVERIFY2(reply->toPlainText().contains(u"not for you"_s), qPrintable(reply->toPlainText()));
    QVERIFY(click(button(u"showReplyButton"_s)));
    QVERIFY(!reply->isVisible());
}

void TestActivityView::aChangeWithoutAnAnswerCannotBeUndone()
{
    services::JournalEntry entry;
    entry.kind = services::JournalKind::ChangeIndex;
    entry.ns = kSessions;
    entry.index = kLastSeen.name;
    QVERIFY(tests::begun(m_fixture->set.journal, entry));
    QVERIFY(select(journal(), 0));
    QVERIFY(!button(u"undoButton"_s)->isEnabled());
}

void TestActivityView::aLockedServerTakesUndoAway()
{
    QVERIFY(m_fixture->connect(false));
    m_fixture->set.connections.unlock();
    QVERIFY(changeSeconds(*m_fixture, 7'200));
    QVERIFY(select(journal(), 0));
    QVERIFY(button(u"undoButton"_s)->isEnabled());
    m_fixture->set.connections.lock();
    QVERIFY(!button(u"undoButton"_s)->isEnabled());
    QVERIFY(button(u"copyMongoshButton"_s)->isEnabled());
    m_fixture->set.connections.unlock();
    QVERIFY(button(u"undoButton"_s)->isEnabled());
}

void TestActivityView::anEntryOfAnotherServerCannotBeUndone()
{
    QVERIFY(changeSeconds(*m_fixture, 7'200));
    QVERIFY(select(journal(), 0));
    QVERIFY(button(u"undoButton"_s)->isEnabled());
    QVERIFY(m_fixture->connect(false));
    m_fixture->set.connections.unlock();
    QVERIFY(select(journal(), 0));
    QVERIFY(!button(u"undoButton"_s)->isEnabled());
}

void TestActivityView::aNewEntryDropsTheSelectionAndItsButtons()
{
    QVERIFY(changeSeconds(*m_fixture, 7'200));
    QVERIFY(select(journal(), 0));
    QVERIFY(button(u"undoButton"_s)->isEnabled());
    QVERIFY(changeSeconds(*m_fixture, 10'800));
    // either nothing is selected, or still the entry that was: never another one
    const QModelIndex current = journal()->currentIndex();
    if (button(u"undoButton"_s)->isEnabled()) {
        QCOMPARE(current.data(JournalModel::EntryIdRole).toULongLong(),
                 qulonglong{m_fixture->set.journal.entries().front().id});
    } else {
        QVERIFY(!journal()->selectionModel()->hasSelection());
    }
}

void TestActivityView::theNewestEntryIsOnTop()
{
    QVERIFY(changeSeconds(*m_fixture, 7'200));
    m_fixture->clock.advance(1h);
    QVERIFY(changeSeconds(*m_fixture, 10'800));
    QVERIFY(tests::cell(journal(), 0, JournalModel::ChangeColumn).endsWith(u"3 h"_s));
    QVERIFY(tests::cell(journal(), 0, JournalModel::TimeColumn).contains(u"01:00:00"_s));
    QVERIFY(tests::cell(journal(), 1, JournalModel::TimeColumn).contains(u"00:00:00"_s));
}

void TestActivityView::theLongestReplyCanBeUnfolded()
{
    const std::string reason(5'000, 'r');
    m_fixture->server->fail("changeIndex", base::serverError(20, "IllegalOperation", reason));
    QVERIFY(!changeSeconds(*m_fixture, 7'200));
    QTRY_COMPARE(journal()->model()->rowCount(), 1);
    QVERIFY(select(journal(), 0));
    QVERIFY(click(button(u"showReplyButton"_s)));
    QVERIFY(need<QPlainTextEdit>(m_view.get(), u"journalReplyText"_s)
                ->toPlainText()
                .contains(QString::fromStdString(reason)));
}

void TestActivityView::hostileNamesAreShownAsTheyAre()
{
    services::JournalEntry entry;
    entry.kind = services::JournalKind::DropIndex;
    entry.ns = {"shop", "<b>x</b>%1%2"};
    entry.index = "a\u202Eb";
    QVERIFY(tests::begun(m_fixture->set.journal, entry));
    entry.index = "a\u2039U+202E\u203Ab";
    QVERIFY(tests::begun(m_fixture->set.journal, entry));
    journal()->setAlternatingRowColors(false);
    const auto what
        = [this](int row) { return journal()->model()->index(row, JournalModel::WhatColumn); };
    QVERIFY(what(0).data().toString().contains(u"<b>x</b>%1%2"_s));
    const auto picture = [&](int row) {
        return journal()->viewport()->grab(journal()->visualRect(what(row))).toImage();
    };
    QCOMPARE(picture(0), picture(1));
    const QString read = tests::toolTipAt(journal(), what(0));
    QVERIFY2(read.contains(u"<b>x</b>"_s), qPrintable(read));
}

void TestActivityView::aThousandEntriesAreListed()
{
    services::JournalEntry entry;
    entry.kind = services::JournalKind::DropIndex;
    entry.ns = kSessions;
    for (int i = 0; i < 1'005; ++i) {
        entry.index = "index_" + std::to_string(i);
        QVERIFY(tests::begun(m_fixture->set.journal, entry));
    }
    QCOMPARE(journal()->model()->rowCount(), 1'000);
    QVERIFY(tests::cell(journal(), 0, JournalModel::WhatColumn).contains(u"index_1004"_s));
}

void TestActivityView::tabGoesThroughTablesAndButtons()
{
    begin({}, TaskPause::Possible);
    QVERIFY(changeSeconds(*m_fixture, 7'200));
    QVERIFY(select(journal(), 0));
    QStringList stops;
    for (const QString& each : {u"tasksTableView"_s, u"pauseTaskButton"_s, u"cancelTaskButton"_s,
                                u"journalFilterEdit"_s, u"journalCsvButton"_s, u"showReplyButton"_s,
                                u"copyMongoshButton"_s, u"undoButton"_s, u"journalTableView"_s}) {
        const bool enabled = need<QWidget>(m_view.get(), each)->isEnabled();
        QVERIFY(enabled || each == u"showReplyButton"_s); // there may be no reply
        if (enabled) {
            stops << each;
        }
    }
    QStringList visited;
    tasks()->setFocus();
    for (qsizetype i = 0; i < stops.size(); ++i) {
        const QWidget* focus = QApplication::focusWidget();
        QVERIFY(focus);
        visited << focus->objectName();
        QTest::keyClick(m_view.get(), Qt::Key_Tab);
    }
    QCOMPARE(visited, stops);
}

void TestActivityView::everyControlHasAName()
{
    for (const auto* each : m_view->findChildren<QPushButton*>()) {
        QVERIFY2(!each->accessibleName().isEmpty(), qPrintable(each->objectName()));
        QVERIFY2(!each->accessibleName().contains(u'&'), qPrintable(each->accessibleName()));
        QVERIFY2(!each->accessibleName().endsWith(u'…'), qPrintable(each->accessibleName()));
    }
    QVERIFY(tasks()->accessibleName() != journal()->accessibleName());
}

SANDGLASS_GUI_TEST(TestActivityView)
} // namespace tst_ui_activity_view

#include "tst_ui_activity_view.moc"
