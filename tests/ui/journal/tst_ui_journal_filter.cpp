// SPDX-License-Identifier: GPL-3.0-or-later
// The journal of several servers: its filter, its file, and the row of controls above it.
#include "app/presenters/journal/activity_presenter.h"
#include "resources/resources.h"
#include "tests/support/journal_entries.h"
#include "tests/support/test_program.h"
#include "tests/ui/journal/changes.h"
#include "tests/ui/widget_access.h"
#include "ui/journal/activity_view.h"
#include "widgets/style/metrics.h"
#include "widgets/views/elided_label.h"
#include "widgets/views/table_columns.h"
#include "widgets/views/table_view.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QKeySequence>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>

namespace tst_ui_journal_filter {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::JournalModel;
using tests::changeSeconds;
using tests::click;
using tests::kSessions;
using tests::need;
using tests::ServiceFixture;
using tests::type;

class TestJournalFilter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { resources::initResources(); }
    void init();
    void cleanup();
    void serversAreNamedOnlyAmongSeveral();
    void aHiddenColumnStaysHidden();
    void theFilterFollowsTheShownColumns();
    void theFilterSaysHowManyFit();
    void escapeClearsTheFilter();
    void theSelectedEntryStaysSelected();
    void buttonsAreForTheSelectedEntry();
    void whereNothingFitsTheFilterCanBeCleared();
    void anEmptyJournalLeadsToTheInventoryAllTheSame();
    void theFileHoldsWhatIsShown();
    void aFileThatCannotBeWrittenIsReported();
    void theKeyboardAloneFindsAndCopies();
    void allControlsShareOneRow();
    void noAccessKeyIsUsedTwice();

private:
    widgets::TableView* journal() const
    {
        return need<widgets::TableView>(m_view.get(), u"journalTableView"_s);
    }
    QLineEdit* filter() const { return need<QLineEdit>(m_view.get(), u"journalFilterEdit"_s); }
    widgets::ElidedLabel* caption() const
    {
        return need<widgets::ElidedLabel>(m_view.get(), u"journalCaptionLabel"_s);
    }
    QPushButton* button(const QString& name) const { return need<QPushButton>(m_view.get(), name); }
    int rows() const { return journal()->model()->rowCount(); }
    bool select(int row) const
    {
        return tests::clickRow(journal(), journal()->model()->index(row, JournalModel::WhatColumn));
    }
    bool noteDrop(const QString& server, const std::string& index) const;
    QFileDialog* askForFile() const;

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::ActivityPresenter> m_presenter;
    std::unique_ptr<ui::ActivityView> m_view;
};

void TestJournalFilter::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    m_fixture->set.settings.setZoneId("UTC");
    tests::fillShop(*m_fixture);
    QVERIFY(m_fixture->connect());
    m_presenter = std::make_unique<presenters::ActivityPresenter>(m_fixture->set);
    m_view = std::make_unique<ui::ActivityView>(*m_presenter);
    m_view->resize(1'200, 300);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
}

void TestJournalFilter::cleanup()
{
    m_view.reset();
    m_presenter.reset();
    m_fixture.reset();
}

// Each entry has the name of its index as command, so that a test knows it again.
bool TestJournalFilter::noteDrop(const QString& server, const std::string& index) const
{
    services::JournalEntry entry;
    entry.kind = services::JournalKind::DropIndex;
    entry.server = server;
    entry.ns = kSessions;
    entry.index = index;
    entry.mongosh = index;
    return tests::begun(m_fixture->set.journal, entry).has_value();
}

QFileDialog* TestJournalFilter::askForFile() const
{
    return click(button(u"journalCsvButton"_s)) ? need<QFileDialog>(m_view.get(), u"exportDialog"_s)
                                                : nullptr;
}

void TestJournalFilter::serversAreNamedOnlyAmongSeveral()
{
    QVERIFY(journal()->isColumnHidden(JournalModel::ServerColumn));
    QVERIFY(noteDrop(u"local"_s, "a_1"));
    QVERIFY(journal()->isColumnHidden(JournalModel::ServerColumn));
    QVERIFY(noteDrop(u"mongodb://ada:secret@db.example/"_s, "b_1"));
    QVERIFY(!journal()->isColumnHidden(JournalModel::ServerColumn));
    QVERIFY(journal()->columnWidth(JournalModel::ServerColumn) > 0);
    QCOMPARE(tests::cell(journal(), 0, JournalModel::ServerColumn), u"mongodb://db.example/"_s);
    QCOMPARE(tests::cell(journal(), 1, JournalModel::ServerColumn), u"Local engine"_s);
    const QModelIndex first = journal()->model()->index(0, JournalModel::TimeColumn);
    const QString read = first.data(Qt::AccessibleTextRole).toString();
    QVERIFY2(read.contains(u"db.example"_s) && !read.contains(u"secret"_s), qPrintable(read));
}

void TestJournalFilter::aHiddenColumnStaysHidden()
{
    QVERIFY(noteDrop(u"local"_s, "a_1"));
    QVERIFY(noteDrop(u"mongodb://db.example/"_s, "b_1"));
    journal()->setColumnHidden(JournalModel::ServerColumn, true); // as its menu does
    QVERIFY(noteDrop(u"local"_s, "c_1"));
    QVERIFY(journal()->isColumnHidden(JournalModel::ServerColumn));
    // what nobody sees is not looked in
    type(filter(), u"db.example"_s);
    QCOMPARE(rows(), 0);
    journal()->setColumnHidden(JournalModel::ServerColumn, false);
    type(filter(), u"DB.EXAMPLE"_s);
    QCOMPARE(rows(), 1);
}

void TestJournalFilter::theFilterFollowsTheShownColumns()
{
    QVERIFY(noteDrop(u"local"_s, "a_1"));
    QVERIFY(noteDrop(u"mongodb://db.example/"_s, "b_1"));
    type(filter(), u"db.example"_s);
    QCOMPARE(rows(), 1);
    const auto toggle = [this] {
        journal()->columns().openMenu(JournalModel::TimeColumn, journal()->mapToGlobal(QPoint()));
        auto* menu = need<QMenu>(journal(), u"tableColumnsMenu"_s);
        need<QAction>(menu, u"column%1Action"_s.arg(int{JournalModel::ServerColumn}))->trigger();
        delete menu;
    };
    // no letter is typed from here on
    toggle();
    QVERIFY(journal()->isColumnHidden(JournalModel::ServerColumn));
    QCOMPARE(rows(), 0);
    QVERIFY2(caption()->text().startsWith(u"0 of 2 "_s), qPrintable(caption()->text()));
    toggle();
    QVERIFY(!journal()->isColumnHidden(JournalModel::ServerColumn));
    QCOMPARE(rows(), 1);
    QVERIFY2(caption()->text().startsWith(u"1 of 2 "_s), qPrintable(caption()->text()));
    // past the menu, the header tells of it
    journal()->setColumnHidden(JournalModel::ServerColumn, true);
    QTRY_COMPARE(rows(), 0);
    journal()->setColumnHidden(JournalModel::ServerColumn, false);
    QTRY_COMPARE(rows(), 1);
    // the width says nothing of what is looked in
    journal()->setColumnWidth(JournalModel::ServerColumn, 20);
    QCoreApplication::processEvents();
    QCOMPARE(rows(), 1);
}

void TestJournalFilter::theFilterSaysHowManyFit()
{
    QVERIFY(noteDrop(u"local"_s, "a_1"));
    QVERIFY(noteDrop(u"mongodb://db.example/"_s, "b_1"));
    QVERIFY(!caption()->isVisible());
    type(filter(), u"A_1"_s);
    QCOMPARE(rows(), 1);
    QVERIFY(caption()->isVisible());
    QVERIFY2(caption()->text().startsWith(u"1 of 2 "_s), qPrintable(caption()->text()));
    QCOMPARE(filter()->accessibleDescription(), caption()->text());
    type(filter(), u"local ENGINE"_s);
    QCOMPARE(rows(), 1);
    filter()->clear();
    QVERIFY(!caption()->isVisible());
    QCOMPARE(rows(), 2);
}

void TestJournalFilter::escapeClearsTheFilter()
{
    QVERIFY(noteDrop(u"local"_s, "a_1"));
    type(filter(), u"zzz"_s);
    QCOMPARE(rows(), 0);
    QTest::keyClick(filter(), Qt::Key_Escape);
    QVERIFY(filter()->text().isEmpty());
    QVERIFY(filter()->hasFocus());
    QCOMPARE(rows(), 1);
}

void TestJournalFilter::theSelectedEntryStaysSelected()
{
    QVERIFY(noteDrop(u"local"_s, "a_1"));
    QVERIFY(noteDrop(u"local"_s, "b_1"));
    QVERIFY(select(1));
    type(filter(), u"a_1"_s);
    QCOMPARE(rows(), 1);
    QVERIFY(journal()->selectionModel()->isRowSelected(0));
    QVERIFY(click(button(u"copyMongoshButton"_s)));
    QCOMPARE(QGuiApplication::clipboard()->text(), u"a_1"_s);
    type(filter(), u"b_1"_s);
    QVERIFY(!journal()->selectionModel()->hasSelection());
    QVERIFY(!button(u"copyMongoshButton"_s)->isEnabled());
}

// When the filter takes the current row away, Qt makes a row current that nobody has selected.
void TestJournalFilter::buttonsAreForTheSelectedEntry()
{
    for (const char* index : {"ax", "by", "cx"}) {
        QVERIFY(noteDrop(u"local"_s, index));
    }
    QVERIFY(select(0));
    const QModelIndex second = journal()->model()->index(1, JournalModel::WhatColumn);
    QTest::mouseClick(journal()->viewport(), Qt::LeftButton, Qt::ControlModifier,
                      journal()->visualRect(second).center());
    QCOMPARE(journal()->selectionModel()->selectedRows().size(), 2);
    type(filter(), u"x of"_s);
    QCOMPARE(rows(), 2);
    QVERIFY(click(button(u"copyMongoshButton"_s)));
    QCOMPARE(QGuiApplication::clipboard()->text(), u"cx"_s);
}

void TestJournalFilter::whereNothingFitsTheFilterCanBeCleared()
{
    const QString empty = journal()->placeholderText();
    const QString inventory = button(u"journalNextButton"_s)->text();
    QVERIFY(noteDrop(u"local"_s, "a_1"));
    QVERIFY(!button(u"journalNextButton"_s)->isVisible());
    type(filter(), u"no such change"_s);
    QVERIFY(caption()->text().startsWith(u"0 of 1 "_s));
    QVERIFY(journal()->placeholderText() != empty);
    QCOMPARE(journal()->accessibleDescription(), journal()->placeholderText());
    QVERIFY(!button(u"journalCsvButton"_s)->isEnabled());
    QPushButton* next = button(u"journalNextButton"_s);
    QVERIFY(next->isVisible() && next->text() != inventory);
    const QSignalSpy asked(m_view.get(), &ui::ActivityView::inventoryRequested);
    next->setFocus();
    QTest::keyClick(next, Qt::Key_Space);
    QVERIFY(filter()->text().isEmpty());
    QCOMPARE(rows(), 1);
    QVERIFY(!next->isVisible());
    QVERIFY(journal()->hasFocus());
    QCOMPARE(asked.count(), 0);
}

void TestJournalFilter::anEmptyJournalLeadsToTheInventoryAllTheSame()
{
    const QString empty = journal()->placeholderText();
    type(filter(), u"anything"_s);
    QCOMPARE(journal()->placeholderText(), empty);
    QVERIFY(!button(u"journalCsvButton"_s)->isEnabled());
    const QSignalSpy asked(m_view.get(), &ui::ActivityView::inventoryRequested);
    QVERIFY(click(button(u"journalNextButton"_s)));
    QCOMPARE(asked.count(), 1);
}

void TestJournalFilter::theFileHoldsWhatIsShown()
{
    QVERIFY(noteDrop(u"local"_s, "=1+1"));
    QVERIFY(noteDrop(u"mongodb://ada:secret@db.example/"_s, "b_1"));
    type(filter(), u"1+1"_s);
    QFileDialog* dialog = askForFile();
    QVERIFY(dialog);
    filter()->clear(); // what was shown when it was asked for
    QFile file(m_fixture->folder.filePath(u"journal.csv"_s));
    dialog->selectFile(file.fileName());
    static_cast<QDialog*>(dialog)->accept();
    QTRY_VERIFY(file.exists());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().split('\n');
    QCOMPARE(lines.size(), 3); // headers, one entry, nothing behind the last line
    QCOMPARE(lines.at(0), QByteArray("Time,Server,What,Change,Result,mongosh command\r"));
    QVERIFY2(lines.at(1).startsWith("2030-01-01T00:00:00.000"), lines.at(1).constData());
    QVERIFY2(lines.at(1).contains(",Local engine,"), lines.at(1).constData());
    // a spreadsheet would calculate it
    QVERIFY2(lines.at(1).endsWith(",'=1+1\r"), lines.at(1).constData());
}

void TestJournalFilter::aFileThatCannotBeWrittenIsReported()
{
    QVERIFY(noteDrop(u"local"_s, "a_1"));
    QFileDialog* dialog = askForFile();
    QVERIFY(dialog);
    Q_EMIT dialog->fileSelected(m_fixture->folder.filePath(u"no/such/folder/journal.csv"_s));
    QTRY_VERIFY(m_view->findChild<QMessageBox*>(u"exportFailedBox"_s));
    const auto* box = need<QMessageBox>(m_view.get(), u"exportFailedBox"_s);
    QVERIFY2(box->text().contains(u"folder does not exist"_s), qPrintable(box->text()));
}

void TestJournalFilter::theKeyboardAloneFindsAndCopies()
{
    QVERIFY(noteDrop(u"local"_s, "a_1"));
    QVERIFY(noteDrop(u"mongodb://db.example/"_s, "b_1"));
    QVERIFY(noteDrop(u"local"_s, "a_2"));
    filter()->setFocus();
    QTest::keyClicks(filter(), u"a_"_s);
    QCOMPARE(rows(), 2);
    QTest::keyClick(filter(), Qt::Key_Down);
    QVERIFY(journal()->hasFocus());
    QTest::keyClick(journal(), Qt::Key_Down);
    QVERIFY(journal()->selectionModel()->hasSelection());
    // the entry has no reply and no undo yet
    QTest::keyClick(m_view.get(), Qt::Key_Backtab, Qt::ShiftModifier);
    QVERIFY(button(u"copyMongoshButton"_s)->hasFocus());
    QTest::keyClick(button(u"copyMongoshButton"_s), Qt::Key_Space);
    const QModelIndex selected = journal()->selectionModel()->selectedRows().value(0);
    QCOMPARE(QGuiApplication::clipboard()->text(),
             selected.data(JournalModel::MongoshRole).toString());
}

// Finding: in a dock of the usual height, two rows of controls left one row to the journal.
void TestJournalFilter::allControlsShareOneRow()
{
    QVERIFY(changeSeconds(*m_fixture, 7'200));
    m_view->resize(1'200, widgets::emPixels(m_view.get(), 8.5));
    const QPushButton* undo = button(u"undoButton"_s);
    const auto isBeside = [undo](const QWidget* each) {
        return each->y() < undo->geometry().bottom() && undo->y() < each->geometry().bottom();
    };
    QTRY_VERIFY(journal()->y() > undo->geometry().bottom());
    for (const QString& name : {u"journalFilterEdit"_s, u"journalCsvButton"_s, u"showReplyButton"_s,
                                u"copyMongoshButton"_s}) {
        QVERIFY2(isBeside(need<QWidget>(m_view.get(), name)), qPrintable(name));
    }
    // all of the height but that row and narrow gaps
    QTRY_VERIFY(journal()->height() + undo->height() + widgets::emPixels(m_view.get(), 1)
                >= m_view->height());
}

void TestJournalFilter::noAccessKeyIsUsedTwice()
{
    const std::uint64_t task
        = m_fixture->set.tasks.begin(services::TaskKind::StagedPurge, kSessions, {});
    m_fixture->set.tasks.setPause(task, services::TaskPause::Paused);
    QVERIFY(noteDrop(u"local"_s, "a_1"));
    for (const QString& text : {QString(), u"no such change"_s}) {
        filter()->setText(text);
        QStringList keys;
        for (const auto* each : m_view->findChildren<QPushButton*>()) {
            if (each->isVisible()) {
                keys << QKeySequence::mnemonic(each->text()).toString();
            }
        }
        QVERIFY(keys.size() >= 6 && !keys.contains(QString()));
        QCOMPARE(keys.removeDuplicates(), 0);
    }
}

SANDGLASS_GUI_TEST(TestJournalFilter)
} // namespace tst_ui_journal_filter

#include "tst_ui_journal_filter.moc"
