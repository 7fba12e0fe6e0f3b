// SPDX-License-Identifier: GPL-3.0-or-later
// A user may lack any privilege, and a server may take its time. Whatever is refused or not
// answered yet, no screen says "0" or "none" for it: such a text may only appear if it also does
// where everything is permitted. And nothing is called exact that was not counted.
#include "app/presenters/inventory/inventory_presenter.h"
#include "tests/support/test_program.h"
#include "tests/ui/shell/claims.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"

#include <QAbstractButton>
#include <QPlainTextEdit>
#include <QSet>
#include <QTabWidget>
#include <QTreeView>

#include <functional>

namespace tst_ui_refusals {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::addClaims;
using tests::Claims;
using tests::claimsNothing;
using tests::need;
using tests::refusal;
using tests::WindowFixture;

class TestRefusals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void nothingRefusedIsShownAsNothing_data();
    void nothingRefusedIsShownAsNothing();
    void nothingUnfinishedIsShownAsNothing_data();
    void nothingUnfinishedIsShownAsNothing();
    void aRuleThatFailedIsNoZeroOfTheServer();
    void aRefusedDatabaseSaysSoInTheTree();
    void databasesAreNamedByHand();

private:
    /// The claims of all pages of a window on the shop.
    static Claims claims(const std::function<void(tests::FakeTtlServer&)>& prepare);

    QSet<QString> m_true; // where everything is permitted
    QSet<QString> m_welcome; // before there is a connection
};

Claims TestRefusals::claims(const std::function<void(tests::FakeTtlServer&)>& prepare)
{
    WindowFixture fixture;
    tests::fillShop(fixture);
    prepare(*fixture.server);
    fixture.window->show();
    fixture.window->resize(tests::smallestWindow());
    tests::showDocks(*fixture.window);
    fixture.set.connections.connectTo(u"mongodb://fake.example/"_s, {}, false);
    const auto settled = [&fixture] { return fixture.window->pageReady(); };
    Claims found;
    if (!QTest::qWaitFor([&fixture] {
            return fixture.set.connections.isConnected()
                && (fixture.set.catalog.isLoaded() || fixture.set.catalog.error());
        })) {
        found.nothing.insert(u"it did not connect"_s);
    }
    if (!QTest::qWaitFor(settled)) {
        found.nothing.insert(u"the inventory did not settle"_s);
    }
    addClaims(*fixture.window, found);
    fixture.window->openPage(QString::fromStdString(tests::kSessions.text()));
    static_cast<void>(QTest::qWaitFor(settled, 1'000)); // some pages never settle: that is fine
    addClaims(*fixture.window, found);
    auto* tabs = fixture.window->findChild<QTabWidget*>(u"collectionTabWidget"_s);
    for (int i = 0; tabs && i < tabs->count(); ++i) {
        tabs->setCurrentIndex(i);
        static_cast<void>(QTest::qWaitFor(
            [&fixture] {
                return fixture.server->running("find") == 0
                    && fixture.server->running("indexes") == 0 && fixture.set.tasks.tasks().empty();
            },
            1'000));
        QCoreApplication::processEvents();
        addClaims(*fixture.window, found);
    }
    return found;
}

void TestRefusals::initTestCase()
{
    const Claims everything = claims([](tests::FakeTtlServer&) {});
    m_true = everything.nothing;
    WindowFixture unconnected;
    unconnected.window->show();
    Claims welcome;
    addClaims(*unconnected.window, welcome);
    m_welcome = welcome.nothing;
    QVERIFY(!everything.exact.isEmpty());
    QVERIFY2(!m_true.contains(u"the inventory did not settle"_s), "the comparison has no base");
    // the property can fail: these are such texts, and they are not among the true ones
    QVERIFY(claimsNothing(u"This server has no TTL rules."_s));
    QVERIFY(claimsNothing(u"0 TTL rules · 0 collections"_s));
    QVERIFY(claimsNothing(u"Overdue: 0"_s));
    QVERIFY(!claimsNothing(u"server clock +0.0 s"_s));
    QVERIFY(!m_true.contains(u"This server has no TTL rules."_s));
}

void TestRefusals::nothingRefusedIsShownAsNothing_data()
{
    QTest::addColumn<QStringList>("calls");
    QTest::addColumn<QString>("command");
    const auto row = [](const char* command, const QStringList& calls) {
        QTest::newRow(command) << calls << QString::fromLatin1(command);
    };
    row("listDatabases", {u"databases"_s});
    row("listCollections", {u"collections"_s});
    row("listIndexes", {u"indexes"_s, u"listedIndexes"_s});
    row("aggregate", {u"histogram"_s, u"impact"_s});
    row("collStats", {u"stats"_s});
    row("serverStatus", {u"ttlMetrics"_s});
    row("find", {u"find"_s, u"fieldCandidates"_s});
    row("getParameter", {u"runCommand"_s});
    row("everything but the handshake",
        {u"databases"_s, u"collections"_s, u"indexes"_s, u"listedIndexes"_s, u"histogram"_s,
         u"impact"_s, u"stats"_s, u"ttlMetrics"_s, u"find"_s, u"fieldCandidates"_s,
         u"runCommand"_s});
}

void TestRefusals::nothingRefusedIsShownAsNothing()
{
    QFETCH(QStringList, calls);
    QFETCH(QString, command);
    for (const Errc code : {Errc::Server, Errc::NotPermitted}) {
        const Claims claimed = claims([&](tests::FakeTtlServer& server) {
            for (const QString& call : calls) {
                server.fail(call.toStdString(), refusal(code, command.toStdString()));
            }
        });
        const QStringList wrong = (claimed.nothing - m_true).values();
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u" | "_s)));
        const bool counted = !calls.contains(u"histogram"_s) && !calls.contains(u"databases"_s)
            && !calls.contains(u"collections"_s) && !calls.contains(u"indexes"_s);
        QVERIFY2(counted || claimed.exact.isEmpty(),
                 qPrintable(QStringList(claimed.exact.values()).join(u" | "_s)));
    }
}

void TestRefusals::nothingUnfinishedIsShownAsNothing_data()
{
    QTest::addColumn<QString>("call");
    for (const char* call : {"databases", "collections", "indexes", "histogram", "stats", "find"}) {
        QTest::newRow(call) << QString::fromLatin1(call);
    }
}

void TestRefusals::nothingUnfinishedIsShownAsNothing()
{
    QFETCH(QString, call);
    const std::string name = call.toStdString();
    WindowFixture fixture;
    tests::fillShop(fixture);
    fixture.server->hold(name);
    fixture.window->show();
    fixture.window->resize(tests::smallestWindow());
    tests::showDocks(*fixture.window);
    fixture.set.connections.connectTo(u"mongodb://fake.example/"_s, {}, false);
    QTRY_VERIFY(fixture.set.connections.isConnected());
    const auto asked = [&] { return fixture.server->running(name) > 0; };
    static_cast<void>(QTest::qWaitFor(asked, 300)); // some are asked for by the page only
    Claims found;
    addClaims(*fixture.window, found);
    fixture.window->openPage(QString::fromStdString(tests::kSessions.text()));
    auto* tabs = fixture.window->findChild<QTabWidget*>(u"collectionTabWidget"_s);
    for (int i = 0; tabs && i < tabs->count(); ++i) {
        tabs->setCurrentIndex(i);
        static_cast<void>(QTest::qWaitFor(asked, 300));
        QCoreApplication::processEvents();
        addClaims(*fixture.window, found);
    }
    QVERIFY(asked());
    // how far a reading is, is true from 0 on; and the welcome says what rules are
    found.nothing.removeIf(
        [](const QString& text) { return text.startsWith(u"reading collections: 0 of"_s); });
    const QStringList wrong = (found.nothing - m_true - m_welcome).values();
    fixture.server->release(name);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u" | "_s)));
    const bool counted = call == u"stats"_s || call == u"find"_s;
    QVERIFY2(counted || found.exact.isEmpty(),
             qPrintable(QStringList(found.exact.values()).join(u" | "_s)));
}

void TestRefusals::aRuleThatFailedIsNoZeroOfTheServer()
{
    WindowFixture fixture;
    tests::fillShop(fixture);
    fixture.server->addIndex({"shop", "carts"}, "lastModified", 3'600); // nothing is due in it
    fixture.server->addDocument({"shop", "carts"}, bson::makeDocument("_id", 1));
    // whichever of the two rules fails, the sums are not those of the server
    for (const int passing : {0, 1}) {
        fixture.server->failAfter("histogram", passing, refusal(Errc::NotPermitted, "aggregate"));
        if (passing == 0) {
            QVERIFY(fixture.open(false));
        } else {
            QVERIFY(fixture.trigger(u"refreshAction"_s));
        }
        auto& forecast = fixture.workspace.inventory().forecast();
        QTRY_COMPARE(forecast.state().answerNumber, std::uint64_t(passing + 1));
        QVERIFY(!forecast.state().missing.isEmpty());
        Claims found;
        addClaims(*fixture.window, found);
        QVERIFY2(found.exact.isEmpty(),
                 qPrintable(QStringList(found.exact.values()).join(u" | "_s)));
        for (const QString& text : (found.nothing - m_true).values()) {
            // the rule that was counted may say so of itself
            QVERIFY2(!text.startsWith(u"Overdue now"_s) && !text.startsWith(u"Due "_s),
                     qPrintable(text));
        }
    }
}

void TestRefusals::aRefusedDatabaseSaysSoInTheTree()
{
    WindowFixture fixture;
    tests::fillShop(fixture);
    fixture.server->fail("collections", refusal(Errc::NotPermitted, "listCollections"));
    QVERIFY(fixture.open(false));
    auto* tree = need<QTreeView>(fixture.window.get(), u"navigatorTreeView"_s);
    QTRY_VERIFY(tests::rowNamed(tree, u"shop"_s).isValid());
    const QString spoken = tests::rowNamed(tree, u"shop"_s).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(spoken.contains(u"not permitted to run listCollections"_s), qPrintable(spoken));
    QVERIFY2(spoken.contains(u"role read"_s), qPrintable(spoken));
}

void TestRefusals::databasesAreNamedByHand()
{
    WindowFixture fixture;
    tests::fillShop(fixture);
    fixture.server->fail("databases", refusal(Errc::NotPermitted, "listDatabases"));
    fixture.window->show();
    fixture.set.connections.connectTo(u"mongodb://fake.example/"_s, {}, false);
    auto* offer = need<QAbstractButton>(fixture.window.get(), u"navigatorNextButton"_s);
    QTRY_VERIFY(offer->isVisible());
    QVERIFY(tests::click(offer));
    auto* names = need<QPlainTextEdit>(fixture.window.get(), u"namedDatabasesEdit"_s);
    auto* save = need<QAbstractButton>(fixture.window.get(), u"namedDatabasesSaveButton"_s);
    names->setPlainText(u"not/valid"_s);
    QVERIFY(!save->isEnabled());
    names->setPlainText(u"shop"_s);
    QVERIFY(tests::click(save));
    auto* tree = need<QTreeView>(fixture.window.get(), u"navigatorTreeView"_s);
    QTRY_VERIFY(tests::rowNamed(tree, u"sessions"_s).isValid());
}

SANDGLASS_GUI_TEST(TestRefusals)
} // namespace tst_ui_refusals

#include "tst_ui_refusals.moc"
