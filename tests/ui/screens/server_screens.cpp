// SPDX-License-Identifier: GPL-3.0-or-later
// A window with several servers.
#include "tests/support/several_servers.h"
#include "tests/ui/screens/screens.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"

#include <QAbstractButton>
#include <QStackedWidget>
#include <QTreeView>

using namespace Qt::StringLiterals;

namespace sandglass::tests {

namespace {

const protocol::Namespace kServerLogs{"ops", "logs"};

services::ServiceSet& addLabelled(WindowFixture& fixture, const QString& name, const QString& color,
                                  const QString& tag)
{
    services::ServiceSet& set = fixture.services.links().add();
    quieten(set);
    services::LinkLabel label;
    label.color = color;
    label.tag = tag;
    set.connections.connectTo(OtherServer::uriOf(name.toStdString()), name, false, label);
    return set;
}

// Beside the local engine: a production server, one that was lost, one that is not connected.
bool openSeveralServers(WindowFixture& fixture)
{
    if (!openShop(fixture)) {
        return false;
    }
    makeServer(fixture, "ops", kServerLogs);
    const auto lost = makeServer(fixture, "staging", kServerLogs);
    makeServer(fixture, "old", kServerLogs);
    services::ServiceSet& ops = addLabelled(fixture, u"ops"_s, u"#c00000"_s, u"production"_s);
    services::ServiceSet& staging = addLabelled(fixture, u"staging"_s, u"#0072b2"_s, u"staging"_s);
    services::ServiceSet& old = addLabelled(fixture, u"old"_s, {}, {});
    const auto loaded = [](const services::ServiceSet& set) {
        return set.connections.isConnected() && set.catalog.isLoaded();
    };
    if (!QTest::qWaitFor([&] { return loaded(ops) && loaded(staging) && loaded(old); }, 30'000)) {
        return false;
    }
    old.connections.disconnectNow();
    const Error gone = base::failure(Errc::Network, "connection reset");
    lost->fail("databases", gone);
    fixture.factory->refuse("staging.example", gone);
    staging.catalog.refresh();
    return QTest::qWaitFor(
        [&staging] {
            return staging.connections.state().phase == services::LinkPhase::Reconnecting;
        },
        30'000);
}

QWidget* select(WindowFixture& fixture, int row)
{
    auto* tree = need<QTreeView>(fixture.window.get(), u"navigatorTreeView"_s);
    tree->setCurrentIndex(tree->model()->index(row, 0));
    return fixture.window.get();
}

QWidget* showServer(WindowFixture& fixture, int row)
{
    QWidget* window = select(fixture, row);
    const bool ready = QTest::qWaitFor([&fixture] { return fixture.window->pageReady(); }, 30'000);
    return ready ? window : nullptr;
}

QWidget* showUnlock(WindowFixture& fixture)
{
    QWidget* window = showServer(fixture, 1);
    const bool asked = window && click(need<QAbstractButton>(window, u"lockStatusButton"_s));
    return asked ? dialogNamed(fixture, u"unlockDialog"_s) : nullptr;
}

QWidget* showPageOfOps(WindowFixture& fixture)
{
    return showServer(fixture, 1) ? showPage(fixture, u"ops.logs"_s) : nullptr;
}

// its page has no data yet
QWidget* showLost(WindowFixture& fixture)
{
    QWidget* window = select(fixture, 2);
    QWidget* desk = need<QStackedWidget>(window, u"serverStack"_s)->currentWidget();
    return whenVisible(desk, u"connectionBanner"_s) ? window : nullptr;
}

QWidget* showDisconnected(WindowFixture& fixture)
{
    return showServer(fixture, 3);
}

} // namespace

std::vector<Screen> serverScreens()
{
    return {
        {"several servers", [](WindowFixture& fixture) { return showServer(fixture, 1); },
         openSeveralServers},
        {"a page among several servers", showPageOfOps, openSeveralServers},
        {"unlock", showUnlock, openSeveralServers},
        {"several servers, one lost", showLost, openSeveralServers},
        {"several servers, one not connected", showDisconnected, openSeveralServers},
    };
}

} // namespace sandglass::tests
