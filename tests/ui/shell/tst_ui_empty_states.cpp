// SPDX-License-Identifier: GPL-3.0-or-later
// Every list, table, tree and chart without data says why it has none, in another way for "not
// asked yet", "asked and empty" and "refused", and offers a next step that works by keyboard.
#include "app/presenters/documents/documents_presenter.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"
#include "widgets/views/table_view.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QSet>
#include <QTabWidget>
#include <QTreeView>

namespace tst_ui_empty_states {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::need;
using tests::WindowFixture;

namespace {

const protocol::Namespace kEmpty{"shop", "empty"};

const Error kRefused = base::serverError(13, "Unauthorized", "not authorized on shop");

} // namespace

class TestEmptyStates : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_fixture = std::make_unique<WindowFixture>(); }
    void cleanup();
    void theNavigatorWithoutAConnectionOffersToConnect();
    void theNavigatorOfAnEmptyServerReadsAgain();
    void theNavigatorWithoutAMatchClearsItsFilter();
    void aRefusedNavigatorOffersRetry();
    void anInventoryWithoutRulesLeadsToACollection();
    void aTimelineWithoutRulesLeadsToACollection();
    void anInventoryWithoutAMatchClearsItsFilters();
    void anEmptyRemoteServerIsReadAgain();
    void theTimelineWithoutAConnectionOffersToConnect();
    void theTimelineOfACollectionWithoutRulesOffersOne();
    void theIndexesSayEachStateInOtherWords();
    void theDocumentsSayEachStateInOtherWords();
    void anEmptyCollectionOffersADocument();
    void aLockedCollectionOffersNoDocument();
    void anEmptyRangeShowsTheCollectionAgain();
    void anEmptyJournalLeadsToTheRules();
    void theEngineLogStartsTheEngineOrClearsItsFilter();
    void theInspectorLeadsToTheNavigator();
    void savedConnectionsSayHowToAddOne();
    void aMissingEngineIsSaidInTheConnectDialog();

private:
    template <typename Wanted>
    Wanted* part(const QString& name) const
    {
        return need<Wanted>(m_fixture->window.get(), name);
    }
    bool show()
    {
        m_fixture->window->show();
        m_fixture->window->resize(tests::smallestWindow());
        return QTest::qWaitForWindowActive(m_fixture->window.get());
    }
    bool openShop(bool local = true)
    {
        tests::fillShop(*m_fixture);
        m_fixture->server->collection(kEmpty);
        return m_fixture->open(local);
    }
    void showTab(const QString& name)
    {
        part<QTabWidget>(u"collectionTabWidget"_s)->setCurrentWidget(part<QWidget>(name));
    }
    static bool isOffered(const QPushButton* button);
    static void press(QPushButton* button);

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestEmptyStates::cleanup()
{
    for (const char* call : {"find", "indexes", "histogram", "databases"}) {
        m_fixture->server->release(call);
    }
    m_fixture.reset();
}

/// Whether a person can see, hear and reach the button.
bool TestEmptyStates::isOffered(const QPushButton* button)
{
    return button->isVisible() && button->isEnabled() && !button->objectName().isEmpty()
        && !button->accessibleName().isEmpty() && !button->accessibleName().contains(u'&')
        && (button->focusPolicy() & Qt::TabFocus);
}

/// Presses it by keyboard.
void TestEmptyStates::press(QPushButton* button)
{
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Return);
}

void TestEmptyStates::theNavigatorWithoutAConnectionOffersToConnect()
{
    QVERIFY(show());
    auto* next = part<QPushButton>(u"navigatorNextButton"_s);
    QVERIFY(!part<QLabel>(u"navigatorPlaceholderLabel"_s)->text().isEmpty());
    QVERIFY(isOffered(next));
    press(next);
    QTRY_VERIFY(m_fixture->window->findChild<QDialog*>(u"connectDialog"_s));
}

void TestEmptyStates::theNavigatorOfAnEmptyServerReadsAgain()
{
    QVERIFY(show());
    const QString unconnected = part<QLabel>(u"navigatorPlaceholderLabel"_s)->text();
    QVERIFY(m_fixture->open());
    auto* next = part<QPushButton>(u"navigatorNextButton"_s);
    QTRY_VERIFY(part<QLabel>(u"navigatorPlaceholderLabel"_s)->text() != unconnected);
    QVERIFY(isOffered(next));
    m_fixture->server->addIndex(tests::kSessions, "lastSeen", 60);
    press(next);
    QTRY_VERIFY(tests::rowNamed(part<QTreeView>(u"navigatorTreeView"_s), u"sessions"_s).isValid());
    QVERIFY(!next->isVisible());
}

void TestEmptyStates::theNavigatorWithoutAMatchClearsItsFilter()
{
    QVERIFY(openShop());
    tests::type(part<QLineEdit>(u"navigatorFilterEdit"_s), u"no such name"_s);
    auto* next = part<QPushButton>(u"navigatorNextButton"_s);
    QVERIFY(isOffered(next));
    press(next);
    QVERIFY(part<QLineEdit>(u"navigatorFilterEdit"_s)->text().isEmpty());
    QVERIFY(!next->isVisible());
}

void TestEmptyStates::aRefusedNavigatorOffersRetry()
{
    tests::fillShop(*m_fixture);
    m_fixture->server->fail("databases", kRefused);
    QVERIFY(show());
    m_fixture->set.connections.connectTo(u"mongodb://fake.example/"_s, {}, false);
    auto* banner = part<QWidget>(u"navigatorErrorBanner"_s);
    QTRY_VERIFY(banner->isVisible());
    auto* retry = need<QPushButton>(banner, u"actionButton"_s);
    QVERIFY(isOffered(retry));
    // the table of rules does not claim that there are none
    auto* rules = part<widgets::TableView>(u"rulesTableView"_s);
    const QString refused = rules->placeholderText();
    QVERIFY(!part<QPushButton>(u"rulesNextButton"_s)->isVisible());
    m_fixture->server->fail("databases", std::nullopt);
    QTest::mouseClick(retry, Qt::LeftButton);
    QTRY_VERIFY(!banner->isVisible());
    QTRY_COMPARE(rules->model()->rowCount(), 1);
    QVERIFY(rules->placeholderText() != refused);
}

void TestEmptyStates::anInventoryWithoutRulesLeadsToACollection()
{
    m_fixture->server->collection(tests::kNotes);
    QVERIFY(m_fixture->open());
    auto* next = part<QPushButton>(u"rulesNextButton"_s);
    QTRY_VERIFY(isOffered(next));
    part<QDockWidget>(u"navigatorDock"_s)->hide();
    press(next);
    QVERIFY(part<QDockWidget>(u"navigatorDock"_s)->isVisible());
    QCOMPARE(QApplication::focusWidget(), part<QTreeView>(u"navigatorTreeView"_s));
}

void TestEmptyStates::aTimelineWithoutRulesLeadsToACollection()
{
    m_fixture->server->collection(tests::kNotes);
    QVERIFY(m_fixture->open());
    auto* empty
        = need<QWidget>(part<QWidget>(u"inventoryTimelinePanel"_s), u"timelineEmptyState"_s);
    QTRY_VERIFY(empty->isVisible());
    auto* action = need<QPushButton>(empty, u"actionButton"_s);
    QVERIFY(isOffered(action));
    action->click();
    QCOMPARE(QApplication::focusWidget(), part<QTreeView>(u"navigatorTreeView"_s));
}

void TestEmptyStates::anInventoryWithoutAMatchClearsItsFilters()
{
    QVERIFY(openShop());
    auto* rules = part<widgets::TableView>(u"rulesTableView"_s);
    auto* next = part<QPushButton>(u"rulesNextButton"_s);
    QVERIFY(!next->isVisible());
    tests::type(part<QLineEdit>(u"rulesFilterEdit"_s), u"no such rule"_s);
    QTRY_COMPARE(rules->model()->rowCount(), 0);
    QVERIFY(isOffered(next));
    press(next);
    QCOMPARE(rules->model()->rowCount(), 1);
    QVERIFY(part<QLineEdit>(u"rulesFilterEdit"_s)->text().isEmpty());
}

void TestEmptyStates::anEmptyRemoteServerIsReadAgain()
{
    QVERIFY(m_fixture->open(false));
    auto* empty = part<QWidget>(u"inventoryEmptyState"_s);
    QTRY_VERIFY(empty->isVisible());
    auto* action = need<QPushButton>(empty, u"actionButton"_s);
    QVERIFY(isOffered(action));
    m_fixture->server->addIndex(tests::kSessions, "lastSeen", 60);
    action->click();
    QTRY_COMPARE(part<widgets::TableView>(u"rulesTableView"_s)->model()->rowCount(), 1);
}

void TestEmptyStates::theTimelineWithoutAConnectionOffersToConnect()
{
    QVERIFY(show());
    QVERIFY(m_fixture->window->openPage(u"shop.notes"_s));
    auto* panel = part<QWidget>(u"collectionTimelinePanel"_s);
    auto* empty = need<QWidget>(panel, u"timelineEmptyState"_s);
    QVERIFY(empty->isVisible());
    const QString unconnected = empty->accessibleName();
    auto* action = need<QPushButton>(empty, u"actionButton"_s);
    QVERIFY(isOffered(action));
    action->click();
    QTRY_VERIFY(m_fixture->window->findChild<QDialog*>(u"connectDialog"_s));
    tests::fillShop(*m_fixture);
    QVERIFY(m_fixture->connect());
    // connected: it is counted, and there is no rule
    QTRY_VERIFY(empty->isVisible() && empty->accessibleName() != unconnected);
}

void TestEmptyStates::theTimelineOfACollectionWithoutRulesOffersOne()
{
    QVERIFY(openShop());
    QVERIFY(m_fixture->openPage(u"shop.notes"_s));
    auto* empty
        = need<QWidget>(part<QWidget>(u"collectionTimelinePanel"_s), u"timelineEmptyState"_s);
    QTRY_VERIFY(empty->isVisible());
    need<QPushButton>(empty, u"actionButton"_s)->click();
    QTRY_VERIFY(m_fixture->window->findChild<QDialog*>(u"createIndexDialog"_s));
}

void TestEmptyStates::theIndexesSayEachStateInOtherWords()
{
    QVERIFY(show());
    QVERIFY(m_fixture->window->openPage(u"shop.gone"_s));
    auto* table = part<widgets::TableView>(u"indexesTableView"_s);
    auto* next = part<QPushButton>(u"indexesNextButton"_s);
    QStringList texts{table->placeholderText()}; // not asked yet
    QVERIFY(!next->isVisible());
    m_fixture->server->fail("indexes", kRefused);
    QVERIFY(m_fixture->connect());
    QTRY_VERIFY(part<QWidget>(u"indexesErrorBanner"_s)->isVisible());
    texts << table->placeholderText();
    QVERIFY(!next->isVisible());
    m_fixture->server->fail("indexes", std::nullopt);
    m_fixture->press(Qt::Key_F5);
    QTRY_VERIFY(!part<QWidget>(u"indexesErrorBanner"_s)->isVisible());
    QTRY_VERIFY(!texts.contains(table->placeholderText()));
    texts << table->placeholderText();
    QVERIFY(!texts.contains(QString()));
    QCOMPARE(QSet<QString>(texts.begin(), texts.end()).size(), 3);
}

void TestEmptyStates::theDocumentsSayEachStateInOtherWords()
{
    QVERIFY(show());
    QVERIFY(m_fixture->window->openPage(u"shop.empty"_s));
    showTab(u"documentsTab"_s);
    auto* table = part<widgets::TableView>(u"documentsTableView"_s);
    QStringList texts{table->placeholderText()}; // not asked yet
    m_fixture->server->collection(kEmpty);
    m_fixture->server->fail("find", kRefused);
    QVERIFY(m_fixture->connect());
    QTRY_VERIFY(part<QWidget>(u"documentsErrorBanner"_s)->isVisible());
    texts << table->placeholderText();
    QVERIFY(!part<QPushButton>(u"documentsNextButton"_s)->isVisible());
    m_fixture->server->fail("find", std::nullopt);
    m_fixture->press(Qt::Key_F5);
    QTRY_VERIFY(!part<QWidget>(u"documentsErrorBanner"_s)->isVisible());
    texts << table->placeholderText();
    QVERIFY(!texts.contains(QString()));
    QCOMPARE(QSet<QString>(texts.begin(), texts.end()).size(), 3);
    QCOMPARE(table->accessibleDescription(), table->placeholderText());
}

void TestEmptyStates::anEmptyCollectionOffersADocument()
{
    QVERIFY(openShop());
    QVERIFY(m_fixture->openPage(u"shop.empty"_s));
    showTab(u"documentsTab"_s);
    auto* next = part<QPushButton>(u"documentsNextButton"_s);
    QTRY_VERIFY(isOffered(next));
    press(next);
    QTRY_VERIFY(m_fixture->window->findChild<QDialog*>(u"documentEditor"_s));
}

void TestEmptyStates::aLockedCollectionOffersNoDocument()
{
    QVERIFY(openShop(false));
    QVERIFY(m_fixture->openPage(u"shop.empty"_s));
    showTab(u"documentsTab"_s);
    auto* table = part<widgets::TableView>(u"documentsTableView"_s);
    QTRY_VERIFY(m_fixture->server->calls("find") > 0);
    QTRY_VERIFY(!table->placeholderText().isEmpty());
    QVERIFY(!part<QPushButton>(u"documentsNextButton"_s)->isVisible());
}

void TestEmptyStates::anEmptyRangeShowsTheCollectionAgain()
{
    QVERIFY(openShop());
    QVERIFY(m_fixture->openPage(u"shop.sessions"_s));
    showTab(u"documentsTab"_s);
    auto* table = part<widgets::TableView>(u"documentsTableView"_s);
    QTRY_VERIFY(table->model()->rowCount() > 0);
    const base::Time later = m_fixture->clock.now() + std::chrono::hours(24'000);
    m_fixture->workspace.documents(tests::kSessions)
        .showRange(later, later + std::chrono::hours(1));
    auto* next = part<QPushButton>(u"documentsNextButton"_s);
    QTRY_VERIFY(isOffered(next));
    press(next);
    QTRY_VERIFY(table->model()->rowCount() > 0);
    QVERIFY(!next->isVisible());
}

void TestEmptyStates::anEmptyJournalLeadsToTheRules()
{
    QVERIFY(openShop());
    QVERIFY(m_fixture->openPage(u"shop.notes"_s));
    QVERIFY(m_fixture->trigger(u"activityAction"_s));
    auto* next = part<QPushButton>(u"journalNextButton"_s);
    QVERIFY(isOffered(next));
    press(next);
    QCOMPARE(part<QTabWidget>(u"pageArea"_s)->currentWidget()->objectName(), u"inventoryPage"_s);
}

void TestEmptyStates::theEngineLogStartsTheEngineOrClearsItsFilter()
{
    QVERIFY(show());
    QVERIFY(m_fixture->trigger(u"engineLogDockAction"_s));
    auto* table = part<widgets::TableView>(u"engineLogTableView"_s);
    auto* next = part<QPushButton>(u"logNextButton"_s);
    auto* filter = part<QLineEdit>(u"logFilterEdit"_s);
    QVERIFY(isOffered(next));
    const QString stopped = table->placeholderText();
    const QString start = next->text();
    tests::type(filter, u"no such line"_s);
    QVERIFY(table->placeholderText() != stopped && next->text() != start);
    press(next);
    QVERIFY(filter->text().isEmpty());
    QCOMPARE(table->placeholderText(), stopped);
    m_fixture->set.engine.start();
    QTRY_VERIFY(table->placeholderText() != stopped || table->model()->rowCount() > 0);
}

void TestEmptyStates::theInspectorLeadsToTheNavigator()
{
    QVERIFY(openShop());
    QVERIFY(m_fixture->trigger(u"inspectorDockAction"_s));
    auto* next = part<QPushButton>(u"inspectorNextButton"_s);
    QTRY_VERIFY(isOffered(next));
    press(next);
    QCOMPARE(QApplication::focusWidget(), part<QTreeView>(u"navigatorTreeView"_s));
    m_fixture->window->openPage(u"shop.notes"_s);
    QVERIFY(!next->isVisible());
}

void TestEmptyStates::savedConnectionsSayHowToAddOne()
{
    QVERIFY(show());
    QVERIFY(m_fixture->trigger(u"connectAction"_s));
    auto* list = need<QAbstractItemView>(m_fixture->window->findChild<QDialog*>(u"connectDialog"_s),
                                         u"savedConnectionsListView"_s);
    QVERIFY(tests::cell(list, 0, 0).contains(u"Save"_s));
}

void TestEmptyStates::aMissingEngineIsSaidInTheConnectDialog()
{
    services::ServicesOptions options{
        m_fixture->folder.filePath(u"other"_s), m_fixture->factory, {}};
    options.engine.program = u"/nowhere/sandglass-engine"_s;
    services::Services services(std::move(options), m_fixture->clock);
    presenters::Servers servers(services.set());
    ui::MainWindow window(servers);
    window.show();
    need<QAction>(&window, u"connectAction"_s)->trigger();
    auto* dialog = need<QDialog>(&window, u"connectDialog"_s);
    QTRY_VERIFY(dialog->isVisible());
    QVERIFY(tests::click(need<QPushButton>(dialog, u"connectLocalButton"_s)));
    auto* banner = need<QWidget>(dialog, u"connectErrorBanner"_s);
    QTRY_VERIFY(banner->isVisible());
    QVERIFY(banner->accessibleName().contains(u"sandglass-engine"_s));
    // and another server can be chosen
    QVERIFY(need<QPushButton>(dialog, u"connectLocalButton"_s)->isEnabled());
}

SANDGLASS_GUI_TEST(TestEmptyStates)
} // namespace tst_ui_empty_states

#include "tst_ui_empty_states.moc"
