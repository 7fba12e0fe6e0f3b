// SPDX-License-Identifier: GPL-3.0-or-later
// The context menus of the tree at the left.
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "tests/ui/explorer/navigator_fixture.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPointer>
#include <QSet>

#include <optional>
#include <utility>
#include <vector>

namespace tst_ui_navigator_menu {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::NodeAction;
using tests::need;

class TestNavigatorMenu : public QObject, private tests::NavigatorFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { resources::initResources(); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void theServersAddressIsCopiedWithoutAPassword();
    void theMenuOffersWhatFitsTheRow_data();
    void theMenuOffersWhatFitsTheRow();
    void theMenuOfACollectionMeansItsOneIndex();
    void theMenuKeyOpensTheMenuOfTheCurrentRow();
    void beyondTheRowsOnlyRefreshIsOffered();
    void theMenuActsOnTheRowItWasOpenedOn();
    void theMenuSurvivesTheEndOfItsRow();
    void refreshReadsTheServer();
};

void TestNavigatorMenu::theServersAddressIsCopiedWithoutAPassword()
{
    QVERIFY(connectShop(false));
    const QMenu* menu = openMenuOn(u"shop"_s);
    QVERIFY(menu);
    need<QAction>(menu, u"navigatorCopyAddressAction"_s)->trigger();
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY2(copied.startsWith(u"mongodb://"_s) && copied.contains(u"fake.example"_s),
             qPrintable(copied));
    QVERIFY(!copied.contains(u"secret"_s));
    const QModelIndex root = tree()->model()->index(0, 0);
    QVERIFY(root.data(Qt::ToolTipRole).toString().contains(copied));
}

void TestNavigatorMenu::theMenuOffersWhatFitsTheRow_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("offered");
    const QString create = u"navigatorNewIndexAction"_s;
    const QString refresh = u"navigatorRefreshAction"_s;
    const QString doctor = u"navigatorDoctorAction"_s;
    const QString copy = u"navigatorCopyNameAction"_s;
    const QString address = u"navigatorCopyAddressAction"_s;
    const QStringList index{create,
                            u"navigatorChangeExpiryAction"_s,
                            u"navigatorConvertAction"_s,
                            u"navigatorHideAction"_s,
                            u"navigatorPurgeAction"_s,
                            u"navigatorDropAction"_s,
                            doctor,
                            copy,
                            refresh,
                            address};
    const QStringList common{u"navigatorNameDatabasesAction"_s, u"navigatorServerDoctorAction"_s,
                             address};
    QTest::newRow("server") << u"Local engine"_s
                            << QStringList{refresh, u"navigatorConnectAgainAction"_s,
                                           u"navigatorDisconnectAction"_s,
                                           u"navigatorRemoveServerAction"_s,
                                           u"navigatorEngineAddressAction"_s}
            + common;
    QTest::newRow("database") << u"shop"_s << QStringList{refresh} + common;
    QTest::newRow("collection") << u"notes"_s
                                << QStringList{create, doctor, copy, refresh, address};
    QTest::newRow("collection with a rule")
        << u"sessions"_s << QStringList{create,
                                        u"navigatorChangeExpiryAction"_s,
                                        u"navigatorPurgeAction"_s,
                                        doctor,
                                        copy,
                                        refresh,
                                        address};
    QTest::newRow("collection with an index on a date")
        << u"orders"_s
        << QStringList{create, u"navigatorConvertAction"_s, doctor, copy, refresh, address};
    QTest::newRow("TTL index") << u"lastSeen_1"_s << index;
    QTest::newRow("ordinary index") << u"placedAt_1"_s << index;
}

void TestNavigatorMenu::theMenuOffersWhatFitsTheRow()
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
        // what is not possible says why
        QVERIFY(action->isEnabled() || name == u"Local engine"_s
                || action->toolTip() != action->text());
    }
    QVERIFY(!keys.contains(QString()));
    QCOMPARE(keys.size(), offered.size());
}

void TestNavigatorMenu::theMenuOfACollectionMeansItsOneIndex()
{
    QVERIFY(connectShop());
    QStringList asked;
    connect(m_view.get(), &ui::NavigatorView::actionRequested, this,
            [&asked](presenters::NodeAction, const ttl::IndexRef& target) {
                asked << QString::fromStdString(target.name);
            });
    need<QAction>(openMenuOn(u"sessions"_s), u"navigatorChangeExpiryAction"_s)->trigger();
    need<QAction>(openMenuOn(u"sessions"_s), u"navigatorDoctorAction"_s)->trigger();
    QCOMPARE(asked, (QStringList{u"lastSeen_1"_s, QString()}));
}

void TestNavigatorMenu::theMenuKeyOpensTheMenuOfTheCurrentRow()
{
    QVERIFY(connectShop());
    tree()->expandAll();
    tree()->setFocus();
    tree()->setCurrentIndex(row(u"lastSeen_1"_s));
    // where the platform puts the menu of the keyboard
    const QPoint cursor = tree()->inputMethodQuery(Qt::ImCursorRectangle).toRect().center();
    const QMenu* menu = openMenu(cursor, QContextMenuEvent::Keyboard);
    QVERIFY(menu);
    QVERIFY(entries(*menu).contains(u"navigatorChangeExpiryAction"_s));
}

void TestNavigatorMenu::beyondTheRowsOnlyRefreshIsOffered()
{
    QVERIFY(connectShop());
    const QMenu* menu
        = openMenu(tree()->viewport()->rect().bottomRight(), QContextMenuEvent::Mouse);
    QVERIFY(menu);
    QCOMPARE(entries(*menu), QStringList{u"navigatorRefreshAction"_s});
}

void TestNavigatorMenu::theMenuActsOnTheRowItWasOpenedOn()
{
    QVERIFY(connectShop());
    std::vector<std::pair<NodeAction, ttl::IndexRef>> asked;
    connect(m_view.get(), &ui::NavigatorView::actionRequested, this,
            [&](NodeAction action, const ttl::IndexRef& target) {
                asked.emplace_back(action, target);
            });
    tree()->setCurrentIndex(row(u"notes"_s));
    const QMenu* menu = openMenuOn(u"lastSeen_1"_s);
    QVERIFY(menu);
    need<QAction>(menu, u"navigatorChangeExpiryAction"_s)->trigger();
    need<QAction>(menu, u"navigatorNewIndexAction"_s)->trigger();
    const ttl::IndexRef index{tests::kSessions, "lastSeen_1"};
    QCOMPARE(asked.size(), 2U);
    QVERIFY(asked[0] == std::pair(NodeAction::Change, index));
    QVERIFY(asked[1] == std::pair(NodeAction::NewIndex, index));
}

void TestNavigatorMenu::theMenuSurvivesTheEndOfItsRow()
{
    QVERIFY(connectShop());
    std::optional<protocol::Namespace> created;
    connect(m_view.get(), &ui::NavigatorView::actionRequested, this,
            [&](NodeAction, const ttl::IndexRef& target) { created = target.ns; });
    const QPointer<QMenu> menu = openMenuOn(u"notes"_s);
    QVERIFY(menu);
    m_fixture->set.connections.disconnectNow();
    QTRY_COMPARE(tree()->model()->rowCount(), 0);
    QVERIFY(menu);
    need<QAction>(menu.data(), u"navigatorNewIndexAction"_s)->trigger();
    QCOMPARE(created.value_or(protocol::Namespace{}), tests::kNotes);
}

void TestNavigatorMenu::refreshReadsTheServer()
{
    QVERIFY(connectShop());
    const int before = m_fixture->server->calls("databases");
    const QMenu* menu = openMenuOn(u"shop"_s);
    QVERIFY(menu);
    need<QAction>(menu, u"navigatorRefreshAction"_s)->trigger();
    QTRY_COMPARE(m_fixture->server->calls("databases"), before + 1);
}

SANDGLASS_GUI_TEST(TestNavigatorMenu)
} // namespace tst_ui_navigator_menu

#include "tst_ui_navigator_menu.moc"
