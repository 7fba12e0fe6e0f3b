// SPDX-License-Identifier: GPL-3.0-or-later
// The tree at the left by itself: keyboard, filter, and names that a server chose.
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "tests/ui/explorer/navigator_fixture.h"
#include "tests/ui/tool_tip.h"
#include "widgets/style/appearance.h"

#include <QLabel>

namespace tst_ui_navigator {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::NavigatorModel;
using tests::need;

class TestNavigator : public QObject, private tests::NavigatorFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { resources::initResources(); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void databasesAreOpenAndCollectionsClosed();
    void theArrowsSayWhatIsUnderThem();
    void theLettersOfANameLeadToIt();
    void choosingTheSameRowAgainOpensItsPage();
    void selectingByAssistiveToolsOpensThePage();
    void selectingItAgainOpensThePageAgain();
    void whatAssistiveToolsToggleStaysSelected();
    void downLeadsFromTheFilterToTheTree();
    void markingSaysNothing();
    void markingWhatIsFilteredOutChangesNothing();
    void aRefreshKeepsRowAndOpenBranches();
    void aDroppedIndexGoesAndTheKeyboardGoesOn();
    void aDropOpensNoOtherPage_data();
    void aDropOpensNoOtherPage();
    void theFilterKeepsTheParentsOfAMatch();
    void theFilterIsNoPattern_data();
    void theFilterIsNoPattern();
    void nothingFoundIsSaid();
    void clearingTheFilterBringsEverythingBack();
    void withoutAConnectionThereIsAHint();
    void aListingThatIsRefusedIsSaidAboveTheTree();
    void aListingThatWorksAgainTakesTheMessageAway();
    void systemDatabasesAreShownOnlyWithARule();
    void rowsAreReadAloudWithTheirRule();
    void aLockIsDrawnAndSpoken();
    void hiddenCharactersOfANameAreDrawn();
    void theToolTipOfAHostileNameIsPlainText();
    void rowsGrowWithTheFont();
};

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

// As QAccessibleTable::selectRow() does it.
void TestNavigator::selectingItAgainOpensThePageAgain()
{
    QVERIFY(connectShop());
    const auto selectByTool = [this](const QString& name) {
        tree()->clearSelection();
        tree()->selectionModel()->select(row(name),
                                         QItemSelectionModel::Select | QItemSelectionModel::Rows);
    };
    selectByTool(u"orders"_s);
    QTRY_COMPARE(m_said, QStringList{u"shop.orders"_s});
    QCoreApplication::processEvents();
    m_said.clear();
    selectByTool(u"orders"_s);
    QTRY_COMPARE(m_said, QStringList{u"shop.orders"_s});
}

void TestNavigator::whatAssistiveToolsToggleStaysSelected()
{
    QVERIFY(connectShop());
    QVERIFY(tests::clickRow(tree(), row(u"orders"_s)));
    m_said.clear();
    tree()->selectionModel()->select(row(u"orders"_s), QItemSelectionModel::Deselect);
    QTRY_VERIFY(tree()->selectionModel()->isSelected(row(u"orders"_s)));
    QTRY_COMPARE(m_said, QStringList{u"shop.orders"_s});
}

void TestNavigator::downLeadsFromTheFilterToTheTree()
{
    QVERIFY(connectShop());
    tests::type(filter(), u"orders"_s);
    QTest::keyClick(filter(), Qt::Key_Down);
    QVERIFY(tree()->hasFocus());
    QVERIFY(tree()->currentIndex().isValid());
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

void TestNavigator::aDropOpensNoOtherPage_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("next"); // what Enter opens then
    QTest::newRow("without a filter") << QString() << u"shop.orders/_id_"_s;
    QTest::newRow("among several matches") << u"_1"_s << u"shop.sessions"_s;
    QTest::newRow("the only match") << u"placedAt_1"_s << QString();
}

// By keyboard alone.
void TestNavigator::aDropOpensNoOtherPage()
{
    QFETCH(QString, typed);
    QFETCH(QString, next);
    QVERIFY(connectShop());
    filter()->setFocus();
    QTest::keyClicks(filter(), typed);
    QTest::keyClick(filter(), Qt::Key_Down);
    tree()->expandAll();
    while (m_said.isEmpty() || m_said.last() != u"shop.orders/placedAt_1"_s) {
        const QModelIndex before = tree()->currentIndex();
        QTest::keyClick(tree(), Qt::Key_Down);
        QVERIFY(tree()->currentIndex() != before);
    }
    m_said.clear();
    m_fixture->server->collection(tests::kOrders).indexes.pop_back();
    m_presenter->refresh();
    QTRY_VERIFY(!row(u"placedAt_1"_s).isValid());
    QCoreApplication::processEvents();
    QCOMPARE(m_said, QStringList());
    QTest::keyClick(tree(), Qt::Key_Return);
    QCOMPARE(m_said, next.isEmpty() ? QStringList() : QStringList{next});
    QCOMPARE(need<QLabel>(m_view.get(), u"navigatorPlaceholderLabel"_s)->isVisible(),
             next.isEmpty());
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
