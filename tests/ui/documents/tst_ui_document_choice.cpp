// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/documents/document_table_model.h"
#include "app/presenters/documents/documents_presenter.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "ui/documents/documents_tab.h"
#include "widgets/inputs/verdict_label.h"
#include "widgets/views/table_view.h"

#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QTableView>

#include <algorithm>

namespace tst_ui_document_choice {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::DocumentTableModel;
using tests::click;
using tests::need;
using tests::ServiceFixture;

/// The editor while other clients write, the filter and the order, and readings without success.
class TestDocumentChoice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theEditorShowsDatesInIsoFormAndWarnsOfAnOverdueOne();
    void aConflictIsDecidedByTheUser();
    void aFilterIsCheckedWhileTypingAndKeptWhenRefused();
    void aClickOnAColumnSorts();
    void aReadingOverRowsIsCoveredAndCanBeCancelled();
    void oldDocumentsAreDimmedAndSayOfWhenTheyAre();
    void aRefusedReadingIsNotCovered();
    void whyTheTotalIsNotKnownIsSpoken();
    void theOrderIsSpoken();

private:
    widgets::TableView* table() const
    {
        return need<widgets::TableView>(m_tab.get(), u"documentsTableView"_s);
    }
    QString total() const { return need<QLabel>(m_tab.get(), u"documentsTotalLabel"_s)->text(); }
    QWidget* cover() const { return need<QWidget>(m_tab.get(), u"documentsBusyOverlay"_s); }
    /// Opens the editor on the third document.
    QPointer<QDialog> edit() const;

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::DocumentsPresenter> m_presenter;
    std::unique_ptr<ui::DocumentsTab> m_tab;
};

void TestDocumentChoice::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    tests::fillShop(*m_fixture);
    QVERIFY(m_fixture->connect());
    m_presenter
        = std::make_unique<presenters::DocumentsPresenter>(m_fixture->set, tests::kSessions);
    m_tab = std::make_unique<ui::DocumentsTab>(*m_presenter);
    m_tab->resize(900, 400);
    m_tab->show();
    QVERIFY(QTest::qWaitForWindowActive(m_tab.get()));
    QTRY_COMPARE(table()->model()->rowCount(), 12);
}

void TestDocumentChoice::cleanup()
{
    m_tab.reset();
    m_presenter.reset();
    m_fixture.reset();
}

QPointer<QDialog> TestDocumentChoice::edit() const
{
    const bool opened = tests::clickRow(table(), table()->model()->index(2, 0))
        && click(need<QAbstractButton>(m_tab.get(), u"editDocumentButton"_s));
    if (!opened) {
        return {};
    }
    return m_tab->findChild<QDialog*>(u"documentEditor"_s);
}

void TestDocumentChoice::theEditorShowsDatesInIsoFormAndWarnsOfAnOverdueOne()
{
    const QPointer<QDialog> editor = edit();
    QVERIFY(editor);
    auto* text = need<QPlainTextEdit>(editor, u"documentJsonEdit"_s);
    QVERIFY2(text->toPlainText().contains(u"\"$date\":\"20"_s), qPrintable(text->toPlainText()));
    auto* verdict = need<widgets::VerdictLabel>(editor, u"documentVerdictLabel"_s);
    text->setPlainText(
        u"{ \"_id\": %1,\n \"lastSeen\": {\"$date\": \"1999-01-01T00:00:00Z\"} }"_s.arg(
            m_presenter->model().row(2).id.view().toInt64()));
    QVERIFY2(verdict->text().contains(u"overdue"_s), qPrintable(verdict->text()));
    QCOMPARE(verdict->tone(), widgets::Tone::Warning);
    QVERIFY(need<QPushButton>(editor, u"saveDocumentButton"_s)->isEnabled());
    text->setPlainText(u"{\n \"_id\": oops }"_s);
    QVERIFY2(verdict->text().contains(u"line 2"_s), qPrintable(verdict->text()));
}

void TestDocumentChoice::aConflictIsDecidedByTheUser()
{
    const bson::Value id = m_presenter->model().row(2).id;
    const QPointer<QDialog> editor = edit();
    QVERIFY(editor);
    auto* text = need<QPlainTextEdit>(editor, u"documentJsonEdit"_s);
    const bson::Document theirs = bson::makeDocument("_id", id, "by", "another");
    QVERIFY(m_fixture->server->replace(tests::kSessions, theirs, {}));
    const QString mine = u"{\"_id\": %1, \"by\": \"me\"}"_s.arg(id.view().toInt64());
    text->setPlainText(mine);
    auto* save = need<QPushButton>(editor, u"saveDocumentButton"_s);
    auto* conflict = need<QWidget>(editor, u"documentConflictView"_s);
    QVERIFY(click(save));
    QTRY_VERIFY(conflict->isVisible());
    QVERIFY(
        need<QPlainTextEdit>(editor, u"theirDocumentEdit"_s)->toPlainText().contains(u"another"_s));
    QCOMPARE(text->toPlainText(), mine);
    QVERIFY(!save->isEnabled()); // no third way to overwrite
    QCOMPARE(editor->focusWidget()->objectName(), u"theirDocumentEdit"_s);
    for (const QString& next :
         {u"leaveConflictButton"_s, u"takeTheirsButton"_s, u"keepMineButton"_s}) {
        QTest::keyClick(editor->focusWidget(), Qt::Key_Tab);
        QCOMPARE(editor->focusWidget()->objectName(), next);
    }
    QVERIFY(click(need<QPushButton>(editor, u"leaveConflictButton"_s)));
    QVERIFY(!conflict->isVisible());
    QCOMPARE(editor->focusWidget()->objectName(), u"documentJsonEdit"_s);
    QVERIFY(click(save)); // nothing was decided, so it is a conflict again
    QTRY_VERIFY(conflict->isVisible());
    QVERIFY(click(need<QPushButton>(editor, u"takeTheirsButton"_s)));
    QVERIFY(text->toPlainText().contains(u"another"_s));
    QVERIFY(!conflict->isVisible());
    const bson::Document third = bson::makeDocument("_id", id, "by", "a third");
    QVERIFY(m_fixture->server->replace(tests::kSessions, third, {}));
    text->setPlainText(mine);
    QVERIFY(click(save));
    QTRY_VERIFY(conflict->isVisible());
    QVERIFY(click(need<QPushButton>(editor, u"keepMineButton"_s)));
    QTRY_VERIFY(editor.isNull());
    QVERIFY(std::ranges::any_of(m_fixture->server->documents(tests::kSessions),
                                [](const auto& one) { return one["by"].asString() == "me"; }));
}

void TestDocumentChoice::aFilterIsCheckedWhileTypingAndKeptWhenRefused()
{
    auto* box = need<QLineEdit>(m_tab.get(), u"documentFilterEdit"_s);
    auto* verdict = need<widgets::VerdictLabel>(m_tab.get(), u"documentFilterVerdict"_s);
    box->setFocus();
    QTest::keyClicks(box, u"{_id: "_s);
    QCOMPARE(verdict->tone(), widgets::Tone::Error);
    QTest::keyClick(box, Qt::Key_Return);
    QCOMPARE(table()->model()->rowCount(), 12);
    QCOMPARE(box->text(), u"{_id: "_s);
    QTest::keyClicks(box, u"3}"_s);
    QVERIFY(verdict->text().isEmpty());
    QTest::keyClick(box, Qt::Key_Return);
    QTRY_COMPARE(table()->model()->rowCount(), 1);
    m_fixture->server->failOnce("find", base::serverError(2, "BadValue", "not so"));
    box->selectAll();
    QTest::keyClicks(box, u"{_id: {$type: 99}}"_s);
    QTest::keyClick(box, Qt::Key_Return);
    QTRY_VERIFY2(verdict->text().contains(u"not so"_s), qPrintable(verdict->text()));
    QCOMPARE(box->text(), u"{_id: {$type: 99}}"_s); // to be mended
    box->clear();
    QTest::keyClick(box, Qt::Key_Return);
    QTRY_COMPARE(table()->model()->rowCount(), 12);
}

void TestDocumentChoice::aClickOnAColumnSorts()
{
    QHeaderView* header = table()->horizontalHeader();
    const int x = header->sectionViewportPosition(DocumentTableModel::IdColumn) + 5;
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(x, header->height() / 2));
    QTRY_COMPARE(need<QLineEdit>(m_tab.get(), u"documentSortEdit"_s)->text(), u"{\"_id\": 1}"_s);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(x, header->height() / 2));
    QTRY_COMPARE(need<QLineEdit>(m_tab.get(), u"documentSortEdit"_s)->text(), u"{\"_id\": -1}"_s);
}

void TestDocumentChoice::aReadingOverRowsIsCoveredAndCanBeCancelled()
{
    auto* box = need<QLineEdit>(m_tab.get(), u"documentFilterEdit"_s);
    QTRY_COMPARE(total(), u"of 12"_s);
    m_fixture->server->hold("find");
    tests::type(box, u"{_id: 3}"_s);
    QTest::keyClick(box, Qt::Key_Return);
    QTRY_VERIFY(cover()->isVisible());
    QCOMPARE(table()->model()->rowCount(), 12);
    QVERIFY(click(need<QPushButton>(cover(), u"cancelButton"_s)));
    QVERIFY(!cover()->isVisible());
    QCOMPARE(table()->model()->rowCount(), 12);
    QCOMPARE(box->text(), QString());
    QCOMPARE(total(), u"of 12"_s);
    QVERIFY(!table()->isDimmed());
    QVERIFY(!need<QWidget>(m_tab.get(), u"documentsErrorBanner"_s)->isVisible());
    m_fixture->server->release("find");
    tests::type(box, u"{_id: 3}"_s);
    QTest::keyClick(box, Qt::Key_Return);
    QTRY_COMPARE(table()->model()->rowCount(), 1);
    QVERIFY(!cover()->isVisible());
}

void TestDocumentChoice::oldDocumentsAreDimmedAndSayOfWhenTheyAre()
{
    QTRY_COMPARE(total(), u"of 12"_s);
    QVERIFY(!table()->isDimmed());
    QVERIFY(tests::clickRow(table(), table()->model()->index(2, 0)));
    QVERIFY(need<QAbstractButton>(m_tab.get(), u"editDocumentButton"_s)->isEnabled());
    m_fixture->set.connections.disconnectNow();
    QVERIFY(table()->isDimmed());
    QCOMPARE(table()->model()->rowCount(), 12);
    QVERIFY2(total().startsWith(u"of 12 · as of "_s), qPrintable(total()));
    QVERIFY(table()->accessibleDescription().contains(u"as of "_s));
    QVERIFY(!cover()->isVisible());
    for (const QString& name :
         {u"editDocumentButton"_s, u"deleteDocumentsButton"_s, u"nextPageButton"_s}) {
        QVERIFY2(!need<QAbstractButton>(m_tab.get(), name)->isEnabled(), qPrintable(name));
    }
}

void TestDocumentChoice::aRefusedReadingIsNotCovered()
{
    m_fixture->server->fail("find", base::failure(Errc::NotPermitted, "no"));
    m_presenter->refresh();
    auto* banner = need<QWidget>(m_tab.get(), u"documentsErrorBanner"_s);
    QTRY_VERIFY(banner->isVisible());
    QVERIFY(table()->isDimmed());
    QVERIFY(total().contains(u"as of "_s));
    QVERIFY(!cover()->isVisible());
    m_fixture->server->fail("find", std::nullopt);
    QVERIFY(click(need<QPushButton>(banner, u"actionButton"_s)));
    QTRY_VERIFY(!table()->isDimmed());
    QTRY_COMPARE(total(), u"of 12"_s);
}

void TestDocumentChoice::whyTheTotalIsNotKnownIsSpoken()
{
    auto* label = need<QLabel>(m_tab.get(), u"documentsTotalLabel"_s);
    QTRY_COMPARE(total(), u"of 12"_s);
    QCOMPARE(label->accessibleDescription(), QString());
    m_fixture->server->fail("runCommand", base::failure(Errc::Timeout, "too slow"));
    m_presenter->refresh();
    QTRY_COMPARE(total(), u"(total not known)"_s);
    QVERIFY(!label->accessibleDescription().isEmpty());
}

// The name of the table said "soonest expiry first" whatever the order was.
void TestDocumentChoice::theOrderIsSpoken()
{
    QCOMPARE(table()->accessibleName(), u"Documents, soonest expiry first"_s);
    m_presenter->setSort(u"{_id: -1}"_s);
    QTRY_COMPARE(table()->accessibleName(), u"Documents, in the order {_id: -1}"_s);
    m_presenter->setSort({});
    QTRY_COMPARE(table()->accessibleName(), u"Documents, soonest expiry first"_s);
}

SANDGLASS_GUI_TEST(TestDocumentChoice)
} // namespace tst_ui_document_choice

#include "tst_ui_document_choice.moc"
