// SPDX-License-Identifier: GPL-3.0-or-later
// Restore points and rehearsals.
#include "tests/support/fake_engine.h"
#include "tests/ui/screens/screens.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"

#include <QAbstractButton>
#include <QDialog>
#include <QLineEdit>
#include <QTableView>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace sandglass::tests {

namespace {

/// The shop on the window's own engine, which can make restore points.
bool openOwnEngine(WindowFixture& fixture)
{
    fillShop(fixture);
    fixture.server->answer("sandglassCheckpoint",
                           bson::makeDocument("at", bson::Date::from(fixture.clock.now()),
                                              "documents", std::int64_t{19}));
    fixture.window->show();
    fixture.window->resize(smallestWindow());
    return QTest::qWaitForWindowActive(fixture.window.get()) && startFakeEngine(fixture)
        && QTest::qWaitFor([&fixture] { return fixture.window->pageReady(); });
}

QWidget* showPoints(WindowFixture& fixture)
{
    return fixture.trigger(u"restorePointsAction"_s)
        ? dialogNamed(fixture, u"restorePointsDialog"_s)
        : nullptr;
}

QWidget* showNoPoints(WindowFixture& fixture)
{
    QWidget* dialog = showPoints(fixture);
    return dialog ? whenVisible(dialog, u"restoreEmptyState"_s) : nullptr;
}

QWidget* showSomePoints(WindowFixture& fixture)
{
    using services::RestoreReason;
    const base::Time now = fixture.clock.now();
    putRestorePoint(fixture, now - 50h);
    putRestorePoint(fixture, now - 26h, {RestoreReason::BeforePurge, kOrders, {}});
    putRestorePoint(fixture, now - 3h,
                    {RestoreReason::BeforeChange, kSessions, "db.sessions.createIndex()"});
    putRestorePoint(fixture, now - 1h, {RestoreReason::BeforeRestore, {}, {}});
    QWidget* dialog = showPoints(fixture);
    if (!dialog) {
        return nullptr;
    }
    auto* table = need<QTableView>(dialog, u"restorePointsTableView"_s);
    const bool chosen = QTest::qWaitFor([table] { return table->model()->rowCount() == 4; })
        && clickRow(table, table->model()->index(1, 0));
    return chosen ? dialog : nullptr;
}

QWidget* showRestoreQuestion(WindowFixture& fixture)
{
    QWidget* dialog = showSomePoints(fixture);
    const bool asked = dialog && click(need<QAbstractButton>(dialog, u"restoreDataButton"_s));
    // what is overdue in the point is counted first
    const bool answered = asked && QTest::qWaitFor([dialog] {
                              return dialog->findChild<QWidget*>(u"restoreDataBox"_s) != nullptr;
                          });
    return answered ? dialogNamed(fixture, u"restoreDataBox"_s) : nullptr;
}

QWidget* showUnreadablePoints(WindowFixture& fixture)
{
    QFile file(fixture.set.restorePoints.folder().root());
    if (!file.open(QIODevice::WriteOnly)) {
        return nullptr;
    }
    QWidget* dialog = showPoints(fixture);
    return dialog ? whenVisible(dialog, u"restoreErrorBanner"_s) : nullptr;
}

/// The change dialog with a period that deletes at once, and the offer of a restore point.
QWidget* showOffer(WindowFixture& fixture)
{
    QWidget* dialog = showDialog(fixture, u"changeExpiryAction"_s, u"changeIndexDialog"_s);
    if (!dialog) {
        return nullptr;
    }
    auto* value = need<QLineEdit>(dialog, u"valueEdit"_s);
    // before the index has been read there is nothing to type over
    if (!QTest::qWaitFor([value] { return value->isEnabled(); })) {
        return nullptr;
    }
    type(value, u"1200s"_s);
    auto* confirm = need<QAbstractButton>(dialog, u"confirmButton"_s);
    auto* offer = need<QWidget>(dialog, u"restorePointCheckBox"_s);
    // what was typed before the last key is counted too; the eight belong to the whole of it
    const bool ready = QTest::qWaitFor([=] {
        return confirm->isEnabled() && offer->isVisible() && confirm->text().contains(u'8');
    });
    return ready ? dialog : nullptr;
}

QWidget* showFailedOffer(WindowFixture& fixture)
{
    QWidget* dialog = showOffer(fixture);
    fixture.server->fail("runCommand", base::serverError(14031, "OutOfDiskSpace", "full"));
    const bool sent = dialog && click(need<QAbstractButton>(dialog, u"confirmButton"_s));
    return sent ? whenVisible(dialog, u"restoreProblemLabel"_s) : nullptr;
}

/// A rehearsal's window over services of its own; it goes with the window it came from.
class RehearsalScreen : public QObject
{
public:
    explicit RehearsalScreen(WindowFixture& fixture)
        : QObject(fixture.window.get())
        , m_services(optionsOf(fixture), fixture.clock)
        , m_servers(m_services.set())
        , m_window(m_servers)
    {
        m_services.set().monitor.setPolling(24h, 24h);
        m_window.resize(smallestWindow());
        m_window.show();
        m_services.set().connections.connectTo(u"mongodb://copy/"_s, {}, true);
    }

    QWidget* window()
    {
        const bool ready = QTest::qWaitFor(
            [this] { return m_services.set().catalog.isLoaded() && m_window.pageReady(); });
        return ready ? &m_window : nullptr;
    }

private:
    static services::ServicesOptions optionsOf(const WindowFixture& fixture)
    {
        services::RehearsalPlan plan;
        plan.folder = fixture.folder.filePath(u"rehearsal"_s);
        plan.copyOf = fixture.clock.now() - 2h;
        plan.rate = 3'600;
        services::ServicesOptions options{plan.folder, fixture.factory, {}};
        options.rehearsal = plan;
        return options;
    }

    services::Services m_services;
    presenters::Servers m_servers;
    ui::MainWindow m_window;
};

QWidget* showRehearsal(WindowFixture& fixture)
{
    return (new RehearsalScreen(fixture))->window();
}

} // namespace

std::vector<Screen> restoreScreens()
{
    return {
        {"restore points", showSomePoints, openOwnEngine},
        {"restore points, none", showNoPoints, openOwnEngine},
        {"restore points, failed", showUnreadablePoints, openOwnEngine},
        {"restore question", showRestoreQuestion, openOwnEngine},
        {"change, restore point first", showOffer, openOwnEngine},
        {"change, no restore point", showFailedOffer, openOwnEngine},
        {"rehearsal", showRehearsal, openShop},
    };
}

} // namespace sandglass::tests
