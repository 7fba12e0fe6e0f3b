// SPDX-License-Identifier: GPL-3.0-or-later
// The tree at the left by itself: keyboard, filter, context menu, and names that a server chose.
#include "app/presenters/explorer/navigator_presenter.h"
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/tool_tip.h"
#include "tests/ui/widget_access.h"
#include "ui/explorer/navigator_view.h"
#include "widgets/style/appearance.h"

#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QSet>
#include <QTreeView>

namespace tst_ui_navigator {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::NavigatorModel;
using tests::need;
using tests::rowNamed;
using tests::ServiceFixture;

class TestNavigator : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { resources::initResources(); }
    void init();
    void cleanup();
    void databasesAreOpenAndCollectionsClosed();
    void theArrowsSayWhatIsUnderThem();
    void theLettersOfANameLeadToIt();
    void choosingTheSameRowAgainOpensItsPage();
    void selectingByAssistiveToolsOpensThePage();
    void markingSaysNothing();
    void markingWhatIsFilteredOutChangesNothing();
    void aRefreshKeepsRowAndOpenBranches();
    void aDroppedIndexGoesAndTheKeyboardGoesOn();
    void theFilterKeepsTheParentsOfAMatch();
    void theFilterIsNoPattern_data();
    void theFilterIsNoPattern();
    void nothingFoundIsSaid();
    void clearingTheFilterBringsEverythingBack();
    void theMenuOffersWhatFitsTheRow_data();
    void theMenuOffersWhatFitsTheRow();
    void theMenuKeyOpensTheMenuOfTheCurrentRow();
    void beyondTheRowsOnlyRefreshIsOffered();
    void theMenuActsOnTheRowItWasOpenedOn();
    void theMenuSurvivesTheEndOfItsRow();
    void refreshReadsTheServer();
    void withoutAConnectionThereIsAHint();
    void aListingThatIsRefusedIsSaidAboveTheTree();
    void aListingThatWorksAgainTakesTheMessageAway();
    void systemDatabasesAreShownOnlyWithARule();
    void rowsAreReadAloudWithTheirRule();
    void aLockIsDrawnAndSpoken();
    void hiddenCharactersOfANameAreDrawn();
    void theToolTipOfAHostileNameIsPlainText();
    void rowsGrowWithTheFont();

private:
    bool connectShop(bool local = true);
    QTreeView* tree() const { return need<QTreeView>(m_view.get(), u"navigatorTreeView"_s); }
    QLineEdit* filter() const { return need<QLineEdit>(m_view.get(), u"navigatorFilterEdit"_s); }
    QModelIndex row(const QString& name) const { return rowNamed(tree(), name); }
    QMenu* openMenu(const QPoint& where, QContextMenuEvent::Reason reason);
    QMenu* openMenuOn(const QString& name);
    static QStringList entries(const QMenu& menu);
    QImage picture(const QModelIndex& index) const
    {
        return tree()->viewport()->grab(tree()->visualRect(index)).toImage();
    }

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::NavigatorPresenter> m_presenter;
    std::unique_ptr<ui::NavigatorView> m_view;
    QStringList m_said;
};

void TestNavigator::init()
{
    widgets::Appearance::instance().apply(widgets::Theme::Light);
    m_said.clear();
    m_fixture = std::make_unique<ServiceFixture>();
    m_presenter = std::make_unique<presenters::NavigatorPresenter>(m_fixture->set);
    m_view = std::make_unique<ui::NavigatorView>(*m_presenter);
    m_view->resize(360, 600);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    connect(m_view.get(), &ui::NavigatorView::connectionChosen, this,
            [this] { m_said << u"connection"_s; });
    connect(m_view.get(), &ui::NavigatorView::collectionChosen, this,
            [this](const protocol::Namespace& ns) { m_said << QString::fromStdString(ns.text()); });
    connect(m_view.get(), &ui::NavigatorView::indexChosen, this, [this](const ttl::IndexRef& ref) {
        m_said << QString::fromStdString(ref.ns.text() + "/" + ref.name);
    });
}

void TestNavigator::cleanup()
{
    m_view.reset();
    m_presenter.reset();
    m_fixture.reset();
}

bool TestNavigator::connectShop(bool local)
{
    tests::fillShop(*m_fixture);
    return m_fixture->connect(local) && row(u"sessions"_s).isValid();
}

QMenu* TestNavigator::openMenu(const QPoint& where, QContextMenuEvent::Reason reason)
{
    QContextMenuEvent asked(reason, where, tree()->mapToGlobal(where));
    QApplication::sendEvent(reason == QContextMenuEvent::Keyboard ? static_cast<QWidget*>(tree())
                                                                  : tree()->viewport(),
                            &asked);
    return m_view->findChild<QMenu*>(u"navigatorMenu"_s);
}

QMenu* TestNavigator::openMenuOn(const QString& name)
{
    tree()->expandAll();
    return openMenu(tree()->visualRect(row(name)).center(), QContextMenuEvent::Mouse);
}

QStringList TestNavigator::entries(const QMenu& menu)
{
    QStringList names;
    for (const QAction* action : menu.actions()) {
        names << action->objectName();
    }
    return names;
}

void TestNavigator::databasesAreOpenAndCollectionsClosed()
{
    QVERIFY(connectShop());
    QVERIFY(tree()->isExpanded(row(u"shop"_s)));
    QVERIFY(!tree()->isExpanded(row(u"sessions"_s)));
    QVERIFY(!tree()->visualRect(row(u"sessions"_s)).isEmpty());
}

void TestNavigator::theArrowsSayWhatIsUnderThem()
{
    QVERIFY(connectShop());
    tree()->setFocus();
    tree()->setCurrentIndex(row(u"shop"_s));
    m_said.clear();
    QTest::keyClick(tree(), Qt::Key_Down);
    QTest::keyClick(tree(), Qt::Key_Down);
    QCOMPARE(m_said, (QStringList{u"shop.notes"_s, u"shop.orders"_s}));
    QTest::keyClick(tree(), Qt::Key_Right); // opens it
    QTest::keyClick(tree(), Qt::Key_Down);
    QCOMPARE(m_said.last(), u"shop.orders/_id_"_s);
    QTest::keyClick(tree(), Qt::Key_Left); // to its parent
    QCOMPARE(m_said.last(), u"shop.orders"_s);
    QTest::keyClick(tree(), Qt::Key_Home);
    QCOMPARE(m_said.last(), u"connection"_s);
}

void TestNavigator::theLettersOfANameLeadToIt()
{
    QVERIFY(connectShop());
    tree()->setFocus();
    tree()->setCurrentIndex(row(u"shop"_s));
    QTest::keyClicks(tree(), u"sess"_s);
    QCOMPARE(m_said.last(), u"shop.sessions"_s);
}

void TestNavigator::choosingTheSameRowAgainOpensItsPage()
{
    QVERIFY(connectShop());
    QVERIFY(tests::clickRow(tree(), row(u"orders"_s)));
    const QStringList once = m_said;
    m_said.clear();
    QTest::keyClick(tree(), Qt::Key_Return);
    QCOMPARE(m_said, once);
    QTest::keyClick(tree(), Qt::Key_Down);
    QTest::keyClick(tree(), Qt::Key_Up);
    m_said.clear();
    QVERIFY(tests::clickRow(tree(), row(u"orders"_s)));
    QCOMPARE(m_said, once);
}

// The accessibility bus changes the selection alone.
void TestNavigator::selectingByAssistiveToolsOpensThePage()
{
    QVERIFY(connectShop());
    QVERIFY(tests::clickRow(tree(), row(u"sessions"_s)));
    m_said.clear();
    tree()->selectionModel()->select(
        row(u"orders"_s), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    QCOMPARE(m_said, QStringList{u"shop.orders"_s});
}

void TestNavigator::markingSaysNothing()
{
    QVERIFY(connectShop());
    m_said.clear();
    m_view->selectQuietly(tests::kOrders);
    QCOMPARE(tree()->currentIndex(), row(u"orders"_s));
    QCOMPARE(m_said, QStringList());
}

void TestNavigator::markingWhatIsFilteredOutChangesNothing()
{
    QVERIFY(connectShop());
    tests::type(filter(), u"notes"_s);
    m_view->selectQuietly(tests::kNotes);
    m_view->selectQuietly(tests::kOrders);
    QCOMPARE(tree()->currentIndex(), row(u"notes"_s));
    m_view->selectQuietly({"no", "such"});
    QCOMPARE(tree()->currentIndex(), row(u"notes"_s));
}

void TestNavigator::aRefreshKeepsRowAndOpenBranches()
{
    QVERIFY(connectShop());
    tree()->expand(row(u"orders"_s));
    QVERIFY(tests::clickRow(tree(), row(u"placedAt_1"_s)));
    m_said.clear();
    m_fixture->server->addIndex(tests::kOrders, "shippedAt", 60);
    m_presenter->refresh();
    QTRY_VERIFY(row(u"shippedAt_1"_s).isValid());
    QCOMPARE(tree()->currentIndex(), row(u"placedAt_1"_s));
    QVERIFY(tree()->isExpanded(row(u"orders"_s)));
    QCOMPARE(m_said, QStringList());
}

void TestNavigator::aDroppedIndexGoesAndTheKeyboardGoesOn()
{
    QVERIFY(connectShop());
    tree()->expand(row(u"orders"_s));
    QVERIFY(tests::clickRow(tree(), row(u"placedAt_1"_s)));
    m_fixture->server->collection(tests::kOrders).indexes.pop_back();
    m_presenter->refresh();
    QTRY_VERIFY(!row(u"placedAt_1"_s).isValid());
    m_said.clear();
    QTest::keyClick(tree(), Qt::Key_End);
    QCOMPARE(m_said, QStringList{u"shop.sessions"_s});
}

void TestNavigator::theFilterKeepsTheParentsOfAMatch()
{
    QVERIFY(connectShop());
    tests::type(filter(), u"LASTSEEN"_s);
    QVERIFY(row(u"lastSeen_1"_s).isValid());
    QVERIFY(row(u"sessions"_s).isValid());
    QVERIFY(!row(u"orders"_s).isValid());
    // it is not only there: it is on screen
    QVERIFY(!tree()->visualRect(row(u"lastSeen_1"_s)).isEmpty());
}

void TestNavigator::theFilterIsNoPattern_data()
{
    QTest::addColumn<QString>("typed");
    QTest::newRow("dot and star") << u".*"_s;
    QTest::newRow("open bracket") << u"("_s;
    QTest::newRow("wildcard") << u"*"_s;
    QTest::newRow("backslash") << u"\\"_s;
    QTest::newRow("quote") << u"\"'"_s;
    QTest::newRow("10 kB") << QString(10'000, u's');
}

void TestNavigator::theFilterIsNoPattern()
{
    QFETCH(QString, typed);
    QVERIFY(connectShop());
    filter()->setText(typed);
    QCOMPARE(tree()->model()->rowCount(), 0);
    filter()->clear();
    QVERIFY(row(u"sessions"_s).isValid());
}

void TestNavigator::nothingFoundIsSaid()
{
    QVERIFY(connectShop());
    auto* hint = need<QLabel>(m_view.get(), u"navigatorPlaceholderLabel"_s);
    QVERIFY(!hint->isVisible());
    tests::type(filter(), u"no such name"_s);
    QVERIFY(hint->isVisible() && !hint->text().isEmpty());
    tests::type(filter(), u"notes"_s);
    QVERIFY(!hint->isVisible());
}

void TestNavigator::clearingTheFilterBringsEverythingBack()
{
    QVERIFY(connectShop());
    tests::type(filter(), u"notes"_s);
    auto* clear = filter()->findChild<QAbstractButton*>();
    QVERIFY(clear && !clear->accessibleName().isEmpty());
    clear->click();
    QVERIFY(row(u"orders"_s).isValid());
    QVERIFY(row(u"sessions"_s).isValid());
}

void TestNavigator::theMenuOffersWhatFitsTheRow_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("offered");
    const QString create = u"navigatorNewIndexAction"_s;
    const QString change = u"navigatorChangeExpiryAction"_s;
    const QString refresh = u"navigatorRefreshAction"_s;
    const QString names = u"navigatorNameDatabasesAction"_s;
    QTest::newRow("database") << u"shop"_s << QStringList{refresh, names};
    QTest::newRow("collection") << u"notes"_s << QStringList{create, refresh};
    QTest::newRow("TTL index") << u"lastSeen_1"_s << QStringList{create, change, refresh};
    QTest::newRow("ordinary index") << u"placedAt_1"_s << QStringList{create, change, refresh};
}

void TestNavigator::theMenuOffersWhatFitsTheRow()
{
    QFETCH(QString, name);
    QFETCH(QStringList, offered);
    QVERIFY(connectShop());
    const QMenu* menu = openMenuOn(name);
    QVERIFY(menu);
    QCOMPARE(entries(*menu), offered);
    QSet<QString> keys;
    for (const QAction* action : menu->actions()) {
        keys << QKeySequence::mnemonic(action->text()).toString();
    }
    QVERIFY(!keys.contains(QString()));
    QCOMPARE(keys.size(), offered.size());
}

void TestNavigator::theMenuKeyOpensTheMenuOfTheCurrentRow()
{
    QVERIFY(connectShop());
    tree()->expandAll();
    tree()->setFocus();
    tree()->setCurrentIndex(row(u"lastSeen_1"_s));
    // where the platform puts the menu of the keyboard
    const QPoint cursor = tree()->inputMethodQuery(Qt::ImCursorRectangle).toRect().center();
    const QMenu* menu = openMenu(cursor, QContextMenuEvent::Keyboard);
    QVERIFY(menu);
    QCOMPARE(menu->actions().size(), 3);
}

void TestNavigator::beyondTheRowsOnlyRefreshIsOffered()
{
    QVERIFY(connectShop());
    const QMenu* menu
        = openMenu(tree()->viewport()->rect().bottomRight(), QContextMenuEvent::Mouse);
    QVERIFY(menu);
    QCOMPARE(entries(*menu), QStringList{u"navigatorRefreshAction"_s});
}

void TestNavigator::theMenuActsOnTheRowItWasOpenedOn()
{
    QVERIFY(connectShop());
    std::optional<ttl::IndexRef> changed;
    std::optional<protocol::Namespace> created;
    connect(m_view.get(), &ui::NavigatorView::changeIndexRequested, this,
            [&](const ttl::IndexRef& ref) { changed = ref; });
    connect(m_view.get(), &ui::NavigatorView::createIndexRequested, this,
            [&](const protocol::Namespace& ns) { created = ns; });
    tree()->setCurrentIndex(row(u"notes"_s));
    const QMenu* menu = openMenuOn(u"lastSeen_1"_s);
    QVERIFY(menu);
    need<QAction>(menu, u"navigatorChangeExpiryAction"_s)->trigger();
    need<QAction>(menu, u"navigatorNewIndexAction"_s)->trigger();
    QCOMPARE(changed.value_or(ttl::IndexRef{}), (ttl::IndexRef{tests::kSessions, "lastSeen_1"}));
    QCOMPARE(created.value_or(protocol::Namespace{}), tests::kSessions);
}

void TestNavigator::theMenuSurvivesTheEndOfItsRow()
{
    QVERIFY(connectShop());
    std::optional<protocol::Namespace> created;
    connect(m_view.get(), &ui::NavigatorView::createIndexRequested, this,
            [&](const protocol::Namespace& ns) { created = ns; });
    const QPointer<QMenu> menu = openMenuOn(u"notes"_s);
    QVERIFY(menu);
    m_fixture->set.connections.disconnectNow();
    QTRY_COMPARE(tree()->model()->rowCount(), 0);
    QVERIFY(menu);
    need<QAction>(menu.data(), u"navigatorNewIndexAction"_s)->trigger();
    QCOMPARE(created.value_or(protocol::Namespace{}), tests::kNotes);
}

void TestNavigator::refreshReadsTheServer()
{
    QVERIFY(connectShop());
    const int before = m_fixture->server->calls("databases");
    const QMenu* menu = openMenuOn(u"shop"_s);
    QVERIFY(menu);
    need<QAction>(menu, u"navigatorRefreshAction"_s)->trigger();
    QTRY_COMPARE(m_fixture->server->calls("databases"), before + 1);
}

void TestNavigator::withoutAConnectionThereIsAHint()
{
    auto* hint = need<QLabel>(m_view.get(), u"navigatorPlaceholderLabel"_s);
    QVERIFY(hint->isVisible() && !hint->text().isEmpty());
    QVERIFY(connectShop());
    QVERIFY(!hint->isVisible());
    m_fixture->set.connections.disconnectNow();
    QTRY_VERIFY(hint->isVisible());
}

void TestNavigator::aListingThatIsRefusedIsSaidAboveTheTree()
{
    m_fixture->server->fail("databases", base::serverError(13, "Unauthorized", "not for you"));
    m_fixture->set.connections.connectTo(u"mongodb://fake.example/"_s, {}, true);
    auto* banner = need<QWidget>(m_view.get(), u"navigatorErrorBanner"_s);
    QTRY_VERIFY(banner->isVisible());
    QVERIFY(!banner->accessibleName().isEmpty());
    // the connection itself stays in the tree
    QCOMPARE(tree()->model()->rowCount(), 1);
}

void TestNavigator::aListingThatWorksAgainTakesTheMessageAway()
{
    QVERIFY(connectShop());
    auto* banner = need<QWidget>(m_view.get(), u"navigatorErrorBanner"_s);
    m_fixture->server->fail("databases", base::serverError(13, "Unauthorized", "not for you"));
    m_presenter->refresh();
    QTRY_VERIFY(banner->isVisible());
    QVERIFY(row(u"sessions"_s).isValid()); // what was known stays
    m_fixture->server->fail("databases", std::nullopt);
    m_presenter->refresh();
    QTRY_VERIFY(!banner->isVisible());
}

void TestNavigator::systemDatabasesAreShownOnlyWithARule()
{
    m_fixture->server->collection({"config", "transactions"});
    m_fixture->server->addIndex({"local", "cache"}, "at", 60);
    QVERIFY(connectShop());
    QVERIFY(!row(u"config"_s).isValid());
    QVERIFY(row(u"local"_s).isValid());
}

void TestNavigator::rowsAreReadAloudWithTheirRule()
{
    QVERIFY(connectShop());
    const auto spoken
        = [this](const QString& name) { return row(name).data(Qt::AccessibleTextRole).toString(); };
    QVERIFY(!tree()->accessibleName().isEmpty());
    QVERIFY(spoken(u"lastSeen_1"_s)
                .contains(row(u"lastSeen_1"_s).data(NavigatorModel::DurationRole).toString()));
    QVERIFY(spoken(u"sessions"_s) != u"sessions"_s); // it has a rule
    QCOMPARE(spoken(u"notes"_s), u"notes"_s);
}

void TestNavigator::aLockIsDrawnAndSpoken()
{
    QVERIFY(connectShop(false));
    const QModelIndex server = tree()->model()->index(0, 0);
    const QImage locked = picture(server);
    const QString spoken = server.data(Qt::AccessibleTextRole).toString();
    m_fixture->set.connections.unlock();
    QVERIFY(picture(server) != locked);
    QVERIFY(server.data(Qt::AccessibleTextRole).toString() != spoken);
}

void TestNavigator::hiddenCharactersOfANameAreDrawn()
{
    m_fixture->server->collection({"shop", "a\u202Eb"});
    m_fixture->server->collection({"shop", "a\u2039U+202E\u203Ab"});
    QVERIFY(connectShop());
    const QModelIndex hostile = row(u"a\u202Eb"_s);
    const QModelIndex harmless = row(u"a\u2039U+202E\u203Ab"_s);
    QVERIFY(hostile.isValid() && harmless.isValid());
    QCOMPARE(picture(hostile), picture(harmless));
}

void TestNavigator::theToolTipOfAHostileNameIsPlainText()
{
    const QString name = u"<img src=x><b>bold</b>"_s;
    m_fixture->server->collection({"shop", name.toStdString()});
    QVERIFY(connectShop());
    QVERIFY(row(name).isValid());
    const QString read = tests::toolTipAt(tree(), row(name));
    QVERIFY2(read.contains(name), qPrintable(read));
}

void TestNavigator::rowsGrowWithTheFont()
{
    QVERIFY(connectShop());
    const int before = tree()->visualRect(row(u"notes"_s)).height();
    QFont larger = tree()->font();
    larger.setPointSizeF(larger.pointSizeF() * 2);
    tree()->setFont(larger);
    QTRY_VERIFY(tree()->visualRect(row(u"notes"_s)).height() > before * 3 / 2);
    QVERIFY(tree()->visualRect(row(u"notes"_s)).height() >= QFontMetrics(larger).height());
}

SANDGLASS_GUI_TEST(TestNavigator)
} // namespace tst_ui_navigator

#include "tst_ui_navigator.moc"
