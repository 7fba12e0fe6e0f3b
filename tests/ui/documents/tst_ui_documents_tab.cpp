// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/documents/document_table_model.h"
#include "app/presenters/documents/documents_presenter.h"
#include "tests/support/shown_moment.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "ui/documents/documents_tab.h"
#include "widgets/inputs/verdict_label.h"

#include <QDateTimeEdit>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

namespace tst_ui_documents_tab {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using presenters::DocumentTableModel;
using tests::cell;
using tests::click;
using tests::need;
using tests::ServiceFixture;

class TestDocumentsTab : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void listsTheSoonestFirstWithACountdown();
    void countdownsMove();
    void actionsNeedASelection();
    void aSelectedDocumentIsAnnounced();
    void touchingGivesTheServersTime();
    void aChangedDocumentStaysSelected();
    void expireAtGivesTheDateThatExpiresThen();
    void theEditorShowsADocumentAndSavesIt();
    void theEditorNamesWhatIsNoDocument();
    void aRefusedSaveIsShownAndNothingIsLost();
    void anIdCannotBeChanged();
    void aNewDocumentIsInserted();
    void deletingAsksFirst();
    void deletingGoesThroughWhenConfirmed();
    void pagesAreTurned();
    void aRangeIsNamedAndCanBeLeft();
    void severalRulesCanBeChosenFrom();
    void aFailureIsShownAndCanBeRetried();
    void aButtonAtWorkKeepsTheKeyboard();
    void aPageThatWasRefusedIsNotAPartOfATotal();
    void noDocumentsHaveNoTotal();
    void anEmptyTableLeavesRoomForWhatIsOffered();
    void aLockedConnectionChangesNothing();
    void onASecondaryEveryChangeIsDisabledWithTheReason();
    void onProductionTheNameIsTypedBeforeADeletion();

private:
    void open(const protocol::Namespace& ns = tests::kSessions, bool local = true);
    QTableView* table() const { return need<QTableView>(m_tab.get(), u"documentsTableView"_s); }
    QAbstractButton* button(const QString& name) const
    {
        return need<QAbstractButton>(m_tab.get(), name);
    }
    QString label(const QString& name) const { return need<QLabel>(m_tab.get(), name)->text(); }
    QPointer<QDialog> dialog(const QString& name) const { return m_tab->findChild<QDialog*>(name); }
    bool select(int row) { return tests::clickRow(table(), table()->model()->index(row, 0)); }
    bson::Date stored(std::int32_t id, const std::string& field) const;

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::DocumentsPresenter> m_presenter;
    std::unique_ptr<ui::DocumentsTab> m_tab;
};

void TestDocumentsTab::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    tests::fillShop(*m_fixture);
}

void TestDocumentsTab::cleanup()
{
    m_tab.reset();
    m_presenter.reset();
    m_fixture.reset();
}

void TestDocumentsTab::open(const protocol::Namespace& ns, bool local)
{
    m_fixture->set.settings.setZoneId("Asia/Tokyo");
    QVERIFY(m_fixture->connect(local));
    m_presenter = std::make_unique<presenters::DocumentsPresenter>(m_fixture->set, ns);
    m_tab = std::make_unique<ui::DocumentsTab>(*m_presenter);
    m_tab->resize(900, 400);
    m_tab->show();
    QVERIFY(QTest::qWaitForWindowActive(m_tab.get()));
    QTRY_VERIFY(table()->model()->rowCount() > 0
                || m_presenter->state().phase == presenters::Phase::Failed);
}

bson::Date TestDocumentsTab::stored(std::int32_t id, const std::string& field) const
{
    for (const bson::Document& document : m_fixture->server->documents(m_presenter->state().ns)) {
        if (document["_id"].toInt64() == id) {
            return document[field].asDate();
        }
    }
    return {};
}

void TestDocumentsTab::listsTheSoonestFirstWithACountdown()
{
    open(tests::kNotes);
    QCOMPARE(cell(table(), 0, DocumentTableModel::CountdownColumn), u"–"_s);
    m_fixture->server->addIndex(tests::kNotes, "writtenAt", 7'000);
    m_fixture->set.catalog.refresh();
    QTRY_COMPARE(cell(table(), 0, DocumentTableModel::CountdownColumn), u"3 min 20 s overdue"_s);
    QCOMPARE(cell(table(), 1, DocumentTableModel::CountdownColumn), u"in 26 min 40 s"_s);
    QCOMPARE(cell(table(), 2, DocumentTableModel::CountdownColumn), u"in 1 h 55 min"_s);
    QCOMPARE(cell(table(), 2, DocumentTableModel::DateColumn),
             tests::shownMoment(u"2030-01-01 08:59:00"_s));
}

void TestDocumentsTab::countdownsMove()
{
    m_fixture->server->addIndex(tests::kNotes, "writtenAt", 7'000);
    open(tests::kNotes);
    QTRY_COMPARE(cell(table(), 1, DocumentTableModel::CountdownColumn), u"in 26 min 40 s"_s);
    m_fixture->clock.advance(10min);
    QTRY_COMPARE(cell(table(), 1, DocumentTableModel::CountdownColumn), u"in 16 min 40 s"_s);
}

void TestDocumentsTab::actionsNeedASelection()
{
    open();
    QVERIFY(button(u"insertDocumentButton"_s)->isEnabled());
    const QStringList onSelection{u"editDocumentButton"_s, u"touchNowButton"_s, u"expireAtButton"_s,
                                  u"deleteDocumentsButton"_s};
    for (const QString& name : onSelection) {
        QVERIFY2(!button(name)->isEnabled(), qPrintable(name));
    }
    QVERIFY(select(0));
    for (const QString& name : onSelection) {
        QVERIFY2(button(name)->isEnabled(), qPrintable(name));
    }
    table()->selectAll();
    QVERIFY(!button(u"editDocumentButton"_s)->isEnabled());
    QVERIFY(button(u"touchNowButton"_s)->isEnabled());
}

void TestDocumentsTab::aSelectedDocumentIsAnnounced()
{
    open();
    std::optional<bson::Document> announced;
    connect(m_tab.get(), &ui::DocumentsTab::documentSelected, this,
            [&](const bson::Document& document) { announced = document; });
    QVERIFY(select(0));
    QVERIFY(announced.has_value());
    QVERIFY(bson::equal((*announced)["_id"], m_presenter->model().row(0).id.view()));
}

void TestDocumentsTab::touchingGivesTheServersTime()
{
    open(tests::kSessions);
    const std::int32_t id
        = static_cast<std::int32_t>(m_presenter->model().row(2).id.view().toInt64());
    QVERIFY(select(2));
    QVERIFY(click(button(u"touchNowButton"_s)));
    QTRY_COMPARE(stored(id, "lastSeen").millis, m_fixture->clock.now().time_since_epoch().count());
    QTRY_VERIFY(label(u"documentsMessageLabel"_s).startsWith(u"1 "_s));
}

void TestDocumentsTab::aChangedDocumentStaysSelected()
{
    open(tests::kSessions);
    std::optional<bson::Document> announced;
    connect(m_tab.get(), &ui::DocumentsTab::documentSelected, this,
            [&](const bson::Document& document) { announced = document; });
    QVERIFY(select(2));
    const bson::Value id = m_presenter->model().row(2).id;
    announced.reset();
    QVERIFY(click(button(u"touchNowButton"_s)));
    // where its new date puts it, and as it is now
    QTRY_VERIFY(announced.has_value());
    QVERIFY(bson::equal((*announced)["_id"], id.view()));
    QTRY_COMPARE((*announced)["lastSeen"].asDate().millis,
                 m_fixture->clock.now().time_since_epoch().count());
    const QModelIndexList selected = table()->selectionModel()->selectedRows();
    QCOMPARE(selected.size(), 1);
    QVERIFY(bson::equal(m_presenter->model().row(selected.first().row()).id.view(), id.view()));
}

void TestDocumentsTab::expireAtGivesTheDateThatExpiresThen()
{
    m_fixture->server->addIndex(tests::kNotes, "writtenAt", 7'000);
    open(tests::kNotes);
    const std::int32_t id
        = static_cast<std::int32_t>(m_presenter->model().row(0).id.view().toInt64());
    QVERIFY(select(0));
    QVERIFY(click(button(u"expireAtButton"_s)));
    const QPointer<QDialog> asked = dialog(u"expireAtDialog"_s);
    QVERIFY(asked);
    auto* moment = need<QDateTimeEdit>(asked, u"expireAtEdit"_s);
    // an hour from now to begin with, on the wall clock of the zone that is shown everywhere
    QCOMPARE(moment->text(), tests::shownMoment(u"2030-01-01 10:00:00"_s));
    moment->setDateTime(QDateTime(QDate(2030, 1, 1), QTime(9, 30)));
    QVERIFY(click(need<QPushButton>(asked, u"confirmExpireAtButton"_s)));
    QTRY_VERIFY(asked.isNull());
    const base::Time wanted = m_fixture->clock.now() + 30min - 7'000s;
    QTRY_COMPARE(stored(id, "writtenAt").millis, wanted.time_since_epoch().count());
}

void TestDocumentsTab::theEditorShowsADocumentAndSavesIt()
{
    open();
    QVERIFY(select(2));
    QVERIFY(click(button(u"editDocumentButton"_s)));
    const QPointer<QDialog> editor = dialog(u"documentEditor"_s);
    QVERIFY(editor);
    auto* text = need<QPlainTextEdit>(editor, u"documentJsonEdit"_s);
    const QString json = text->toPlainText();
    QVERIFY2(json.contains(u"lastSeen"_s), qPrintable(json));
    text->setPlainText(QString(json).replace(json.lastIndexOf(u'}'), 1, u", \"seen\": true}"_s));
    QVERIFY(click(need<QPushButton>(editor, u"saveDocumentButton"_s)));
    QTRY_VERIFY(editor.isNull());
    const std::vector<bson::Document> all = m_fixture->server->documents(tests::kSessions);
    QCOMPARE(std::ranges::count_if(all, [](const auto& one) { return one.contains("seen"); }), 1);
}

void TestDocumentsTab::theEditorNamesWhatIsNoDocument()
{
    open();
    QVERIFY(select(2));
    QVERIFY(click(button(u"editDocumentButton"_s)));
    const QPointer<QDialog> editor = dialog(u"documentEditor"_s);
    need<QPlainTextEdit>(editor, u"documentJsonEdit"_s)->setPlainText(u"{ \"_id\": "_s);
    auto* verdict = need<widgets::VerdictLabel>(editor, u"documentVerdictLabel"_s);
    QTRY_VERIFY(!verdict->text().isEmpty());
    QVERIFY(!need<QPushButton>(editor, u"saveDocumentButton"_s)->isEnabled());
}

void TestDocumentsTab::aRefusedSaveIsShownAndNothingIsLost()
{
    open();
    m_fixture->server->fail("replace", base::serverError(121, "DocumentValidationFailure", "no"));
    QVERIFY(select(2));
    QVERIFY(click(button(u"editDocumentButton"_s)));
    const QPointer<QDialog> editor = dialog(u"documentEditor"_s);
    auto* text = need<QPlainTextEdit>(editor, u"documentJsonEdit"_s);
    const QString json = text->toPlainText();
    QVERIFY(click(need<QPushButton>(editor, u"saveDocumentButton"_s)));
    auto* banner = need<QWidget>(editor, u"documentErrorBanner"_s);
    QTRY_VERIFY(banner->isVisible());
    QCOMPARE(text->toPlainText(), json);
    m_fixture->server->fail("replace", std::nullopt);
    QVERIFY(click(need<QPushButton>(editor, u"saveDocumentButton"_s)));
    QTRY_VERIFY(editor.isNull());
}

void TestDocumentsTab::anIdCannotBeChanged()
{
    open();
    QVERIFY(select(2));
    QVERIFY(click(button(u"editDocumentButton"_s)));
    const QPointer<QDialog> editor = dialog(u"documentEditor"_s);
    need<QPlainTextEdit>(editor, u"documentJsonEdit"_s)->setPlainText(u"{ \"_id\": 77 }"_s);
    // explained before Save
    QVERIFY(!need<QPushButton>(editor, u"saveDocumentButton"_s)->isEnabled());
    QVERIFY(
        need<widgets::VerdictLabel>(editor, u"documentVerdictLabel"_s)->text().contains(u"_id"_s));
}

void TestDocumentsTab::aNewDocumentIsInserted()
{
    open();
    const std::size_t before = m_fixture->server->documentCount(tests::kSessions);
    QVERIFY(click(button(u"insertDocumentButton"_s)));
    const QPointer<QDialog> editor = dialog(u"documentEditor"_s);
    QVERIFY(editor);
    need<QPlainTextEdit>(editor, u"documentJsonEdit"_s)->setPlainText(u"{ \"user\": \"new\" }"_s);
    QVERIFY(click(need<QPushButton>(editor, u"saveDocumentButton"_s)));
    QTRY_VERIFY(editor.isNull());
    QCOMPARE(m_fixture->server->documentCount(tests::kSessions), before + 1);
}

void TestDocumentsTab::deletingAsksFirst()
{
    open();
    QVERIFY(select(0));
    QVERIFY(click(button(u"deleteDocumentsButton"_s)));
    const QPointer<QDialog> box = dialog(u"deleteDocumentsBox"_s);
    QVERIFY(box);
    QCOMPARE(need<QLabel>(box, u"documentTargetsLabel"_s)->text(),
             table()->model()->index(0, 0).data().toString());
    QVERIFY(!need<QPushButton>(box, u"confirmDocumentsButton"_s)->isDefault());
    QTest::keyClick(box, Qt::Key_Return);
    QTRY_VERIFY(box.isNull());
    QCOMPARE(m_fixture->server->calls("remove"), 0);
}

void TestDocumentsTab::deletingGoesThroughWhenConfirmed()
{
    open();
    const std::size_t before = m_fixture->server->documentCount(tests::kSessions);
    QVERIFY(select(0));
    QVERIFY(click(button(u"deleteDocumentsButton"_s)));
    const QPointer<QDialog> box = dialog(u"deleteDocumentsBox"_s);
    auto* confirm = need<QPushButton>(box, u"confirmDocumentsButton"_s);
    QVERIFY(confirm->text().contains(u'1'));
    QVERIFY(click(confirm));
    QTRY_COMPARE(m_fixture->server->documentCount(tests::kSessions), before - 1);
    QTRY_VERIFY(box.isNull());
}

void TestDocumentsTab::pagesAreTurned()
{
    for (std::int32_t id = 100; id < 160; ++id) {
        m_fixture->server->addDocument(tests::kNotes,
                                       tests::agedDocument(*m_fixture, id, "writtenAt", 5h));
    }
    open(tests::kNotes);
    QTRY_COMPARE(label(u"documentsPageLabel"_s), u"1 – 50"_s);
    QVERIFY(!button(u"previousPageButton"_s)->isEnabled());
    QVERIFY(click(button(u"nextPageButton"_s)));
    QTRY_COMPARE(label(u"documentsPageLabel"_s), u"51 – 63"_s);
    QCOMPARE(table()->model()->rowCount(), 13);
    QCOMPARE(label(u"documentsTotalLabel"_s), u"of 63"_s);
    QVERIFY(!button(u"nextPageButton"_s)->isEnabled());
    QVERIFY(!button(u"lastPageButton"_s)->isEnabled());
    QVERIFY(click(button(u"previousPageButton"_s)));
    QTRY_COMPARE(label(u"documentsPageLabel"_s), u"1 – 50"_s);
}

void TestDocumentsTab::aRangeIsNamedAndCanBeLeft()
{
    open();
    QVERIFY(!button(u"allDocumentsButton"_s)->isVisible());
    const base::Time now = m_fixture->clock.now();
    m_presenter->showRange(now, now + 20min);
    QTRY_COMPARE(table()->model()->rowCount(), 5);
    QVERIFY(label(u"documentsRangeLabel"_s).contains(u"09:20:00"_s));
    QVERIFY(click(button(u"allDocumentsButton"_s)));
    QTRY_COMPARE(table()->model()->rowCount(), 12);
    QVERIFY(!button(u"allDocumentsButton"_s)->isVisible());
}

void TestDocumentsTab::severalRulesCanBeChosenFrom()
{
    m_fixture->server->addIndex(tests::kNotes, "writtenAt", 7'000);
    m_fixture->server->addIndex(tests::kNotes, "readAt", 60);
    open(tests::kNotes);
    auto* rules = need<QComboBox>(m_tab.get(), u"ruleComboBox"_s);
    QTRY_VERIFY(rules->isVisible());
    QTRY_COMPARE(cell(table(), 1, DocumentTableModel::CountdownColumn), u"in 26 min 40 s"_s);
    tests::choose(rules, 1);
    QTRY_COMPARE(cell(table(), 1, DocumentTableModel::CountdownColumn),
                 u"never: the field is missing"_s);
}

void TestDocumentsTab::aFailureIsShownAndCanBeRetried()
{
    m_fixture->server->fail("find", base::failure(Errc::Timeout, "too slow"));
    open();
    auto* banner = need<QWidget>(m_tab.get(), u"documentsErrorBanner"_s);
    QTRY_VERIFY(banner->isVisible());
    m_fixture->server->fail("find", std::nullopt);
    QVERIFY(click(need<QPushButton>(banner, u"actionButton"_s)));
    QTRY_COMPARE(table()->model()->rowCount(), 12);
    QVERIFY(!banner->isVisible());
}

// "Why is this not expiring?" got it, and a second press asked that.
void TestDocumentsTab::aButtonAtWorkKeepsTheKeyboard()
{
    open();
    QVERIFY(select(2));
    QAbstractButton* touch = button(u"touchNowButton"_s);
    touch->setFocus();
    QTest::keyClick(touch, Qt::Key_Space);
    QTRY_VERIFY(label(u"documentsMessageLabel"_s).startsWith(u"1 "_s));
    QTRY_VERIFY(!m_presenter->state().busy && touch->isEnabled());
    QVERIFY(touch->hasFocus());
    // without a selection no button can have it
    table()->clearSelection();
    QVERIFY(!touch->isEnabled());
    QVERIFY(table()->hasFocus());
}

// The pager said "of 12", and the title of the dates UTC, whatever the zone.
void TestDocumentsTab::aPageThatWasRefusedIsNotAPartOfATotal()
{
    m_fixture->server->fail("find", base::serverError(13, "Unauthorized", "not for you"));
    open();
    QTRY_COMPARE(m_presenter->state().total.phase, presenters::Phase::Ready);
    QCOMPARE(label(u"documentsPageLabel"_s), QString());
    QCOMPARE(label(u"documentsTotalLabel"_s), QString());
    const auto dates
        = table()->model()->headerData(DocumentTableModel::DateColumn, Qt::Horizontal).toString();
    QVERIFY2(dates.contains(u"Asia/Tokyo"_s), qPrintable(dates));
    m_fixture->server->fail("find", std::nullopt);
    m_presenter->refresh();
    QTRY_COMPARE(label(u"documentsTotalLabel"_s), u"of 12"_s);
    QCOMPARE(label(u"documentsPageLabel"_s), u"1 – 12"_s);
}

// The pager said "no documents of 0".
void TestDocumentsTab::noDocumentsHaveNoTotal()
{
    const protocol::Namespace empty{"shop", "empty"};
    m_fixture->server->collection(empty);
    m_fixture->server->fail("find", base::failure(Errc::Timeout, "too slow"));
    open(empty);
    m_fixture->server->fail("find", std::nullopt);
    m_presenter->refresh();
    QTRY_COMPARE(label(u"documentsPageLabel"_s), u"no documents"_s);
    QTRY_COMPARE(m_presenter->state().total.phase, presenters::Phase::Ready);
    QVERIFY(m_presenter->state().total.documents == 0);
    QCOMPARE(label(u"documentsTotalLabel"_s), QString());
}

// On a small screen the button was below the end of the page.
void TestDocumentsTab::anEmptyTableLeavesRoomForWhatIsOffered()
{
    open();
    const int filled = table()->minimumHeight();
    m_presenter->setFilter(u"{none: 1}"_s);
    auto* offered = need<QPushButton>(m_tab.get(), u"documentsNextButton"_s);
    QTRY_VERIFY(offered->isVisible());
    QVERIFY(table()->minimumHeight() < filled);
    QVERIFY(click(offered)); // leaves the filter
    QTRY_COMPARE(table()->model()->rowCount(), 12);
    QTRY_COMPARE(table()->minimumHeight(), filled);
}

void TestDocumentsTab::aLockedConnectionChangesNothing()
{
    open(tests::kSessions, false);
    QVERIFY(select(0));
    for (const QString& name :
         {u"insertDocumentButton"_s, u"editDocumentButton"_s, u"touchNowButton"_s,
          u"expireAtButton"_s, u"deleteDocumentsButton"_s}) {
        QVERIFY2(!button(name)->isEnabled(), qPrintable(name));
    }
    m_fixture->set.connections.unlock();
    QTRY_VERIFY(button(u"touchNowButton"_s)->isEnabled());
}

void TestDocumentsTab::onASecondaryEveryChangeIsDisabledWithTheReason()
{
    m_fixture->makeSecondary();
    open();
    QVERIFY(select(0));
    for (const QString& name :
         {u"insertDocumentButton"_s, u"editDocumentButton"_s, u"touchNowButton"_s,
          u"expireAtButton"_s, u"deleteDocumentsButton"_s}) {
        QVERIFY2(!button(name)->isEnabled(), qPrintable(name));
        QVERIFY2(button(name)->toolTip().contains(u"primary"_s), qPrintable(name));
    }
}

void TestDocumentsTab::onProductionTheNameIsTypedBeforeADeletion()
{
    open();
    services::LinkLabel label;
    label.tag = u"production"_s;
    m_fixture->set.connections.connectTo(u"mongodb://fake.example/"_s, {}, true, label);
    QTRY_VERIFY(m_fixture->set.connections.isConnected());
    QTRY_VERIFY(table()->model()->rowCount() > 0);
    QVERIFY(select(0));
    QTRY_VERIFY(button(u"deleteDocumentsButton"_s)->isEnabled());
    QVERIFY(click(button(u"deleteDocumentsButton"_s)));
    const QPointer<QDialog> box = dialog(u"deleteDocumentsBox"_s);
    QVERIFY(box);
    auto* confirm = need<QPushButton>(box, u"confirmDocumentsButton"_s);
    QVERIFY(!confirm->isEnabled());
    need<QLineEdit>(box, u"typedCollectionEdit"_s)->setText(u"sessions"_s);
    QVERIFY(confirm->isEnabled());
}

SANDGLASS_GUI_TEST(TestDocumentsTab)
} // namespace tst_ui_documents_tab

#include "tst_ui_documents_tab.moc"
