// SPDX-License-Identifier: GPL-3.0-or-later
// Restore points and rehearsals.
#include "app/bson/json.h"
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

/// An engine that keeps what expires for a week, with a few sessions in its trash.
bool openKeepingEngine(WindowFixture& fixture)
{
    const auto answer = [&](const std::string& command, std::string_view json) {
        fixture.server->answer(command, *bson::fromJson(json));
    };
    answer("getParameter", R"({"sandglassTrashDays":7,"sandglassTrashBytes":1073741824})");
    answer("find", R"({"cursor":{"firstBatch":[
        {"_id":3,"ns":"shop.sessions","index":"seen_1","deletedAt":{"$date":"2026-11-22T10:31:04Z"},
         "document":{"_id":8127,"user":"ada","seen":{"$date":"2026-11-22T09:30:58Z"}}},
        {"_id":2,"ns":"shop.sessions","index":"seen_1","deletedAt":{"$date":"2026-11-22T10:31:04Z"},
         "document":{"_id":8126,"user":"grace","seen":{"$date":"2026-11-22T09:30:41Z"}}},
        {"_id":1,"ns":"shop.orders","index":"until_1","deletedAt":{"$date":"2026-11-22T10:30:03Z"},
         "document":{"_id":"A-77","until":{"$date":"2026-11-22T10:30:00Z"},"total":120}}]}})");
    answer("count", R"({"n":1284})");
    answer("aggregate", R"({"cursor":{"firstBatch":[
        {"_id":{"ns":"shop.sessions","pass":{"$date":"2026-11-22T10:31:04Z"}},"documents":1283},
        {"_id":{"ns":"shop.orders","pass":{"$date":"2026-11-22T10:30:03Z"}},"documents":1}]}})");
    answer("sandglassPutBack", R"({"nMatched":1284,"nPutBack":0,"nRefused":2,"refused":[
        {"code":11000,"ns":"shop.sessions","errmsg":"E11000 duplicate key error collection: shop.sessions index: _id_"}]})");
    return openOwnEngine(fixture);
}

QWidget* showTrash(WindowFixture& fixture)
{
    QWidget* dialog
        = fixture.trigger(u"trashAction"_s) ? dialogNamed(fixture, u"trashDialog"_s) : nullptr;
    if (!dialog) {
        return nullptr;
    }
    auto* putBack = need<QAbstractButton>(dialog, u"putBackButton"_s);
    return QTest::qWaitFor([putBack] { return putBack->isEnabled(); }) ? dialog : nullptr;
}

QWidget* showPutBackQuestion(WindowFixture& fixture)
{
    QWidget* dialog = showTrash(fixture);
    const bool asked = dialog && click(need<QAbstractButton>(dialog, u"putBackButton"_s));
    const bool counted = asked && QTest::qWaitFor([dialog] {
                             return dialog->findChild<QWidget*>(u"putBackBox"_s) != nullptr;
                         });
    return counted ? dialogNamed(fixture, u"putBackBox"_s) : nullptr;
}

QWidget* showRefusedTrash(WindowFixture& fixture)
{
    fixture.server->fail("runCommand", base::serverError(13, "Unauthorized", "not authorized"));
    QWidget* dialog
        = fixture.trigger(u"trashAction"_s) ? dialogNamed(fixture, u"trashDialog"_s) : nullptr;
    return dialog ? whenVisible(dialog, u"trashErrorBanner"_s) : nullptr;
}

QWidget* showAddress(WindowFixture& fixture)
{
    return fixture.trigger(u"engineAddressAction"_s)
        ? dialogNamed(fixture, u"engineAddressDialog"_s)
        : nullptr;
}

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
        {"expired documents", showTrash, openKeepingEngine},
        {"expired documents, question", showPutBackQuestion, openKeepingEngine},
        {"expired documents, refused", showRefusedTrash, openKeepingEngine},
        {"engine address", showAddress, openOwnEngine},
        {"rehearsal", showRehearsal, openShop},
    };
}

} // namespace sandglass::tests
