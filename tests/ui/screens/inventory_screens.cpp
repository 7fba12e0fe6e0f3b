// SPDX-License-Identifier: GPL-3.0-or-later
// Several rules at once, and what is sampled instead of counted.
#include "app/services/forecast/forecast_service.h"
#include "tests/ui/screens/screens.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"

#include <QDialog>
#include <QPushButton>
#include <QTableView>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace sandglass::tests {

namespace {

const protocol::Namespace kCarts{"shop", "carts"};
const protocol::Namespace kLogs{"shop", "logs"};

void addRules(WindowFixture& fixture)
{
    fillShop(fixture);
    for (const protocol::Namespace& ns : {kCarts, kLogs}) {
        fixture.server->addIndex(ns, "createdAt", 7 * 86'400);
        for (std::int32_t id = 0; id < 60; ++id) {
            fixture.server->addDocument(
                ns, agedDocument(fixture, id, "createdAt", 7 * 24h - std::chrono::minutes(id)));
        }
    }
}

bool openSeveral(WindowFixture& fixture)
{
    addRules(fixture);
    return fixture.open();
}

bool openSampled(WindowFixture& fixture)
{
    addRules(fixture);
    fixture.set.forecasts.setSampleAbove(20);
    return fixture.open(false);
}

QWidget* showSelected(WindowFixture& fixture)
{
    QWidget* window = showPage(fixture, u"inventory"_s);
    auto* table = need<QTableView>(fixture.window.get(), u"rulesTableView"_s);
    if (!window || !QTest::qWaitFor([table] { return table->model()->rowCount() == 3; })) {
        return nullptr;
    }
    table->selectAll();
    return window;
}

QWidget* showBatch(WindowFixture& fixture)
{
    QWidget* window = showSelected(fixture);
    if (!window || !click(need<QPushButton>(window, u"changeSelectedButton"_s))) {
        return nullptr;
    }
    QWidget* dialog = dialogNamed(fixture, u"batchChangeDialog"_s);
    auto* period = dialog ? need<QLineEdit>(dialog, u"valueEdit"_s) : nullptr;
    if (!period) {
        return nullptr;
    }
    type(period, u"1"_s);
    auto* confirm = need<QPushButton>(dialog, u"confirmButton"_s);
    return QTest::qWaitFor([confirm] { return confirm->isEnabled(); }) ? dialog : nullptr;
}

// None of the rules could be counted for the timeline. (A single refusal may meet the page behind.)
QWidget* showUncountedBatch(WindowFixture& fixture)
{
    QWidget* dialog = showBatch(fixture);
    if (!dialog) {
        return nullptr;
    }
    fixture.server->fail("histogram", base::serverError(50, "MaxTimeMSExpired", "too slow"));
    type(need<QLineEdit>(dialog, u"valueEdit"_s), u"2"_s);
    QWidget* noted = whenVisible(dialog, u"batchTimelineNoteLabel"_s);
    // every answer changes the note
    const auto* counting = need<QWidget>(dialog, u"cancelBatchCountButton"_s);
    return QTest::qWaitFor([counting] { return counting->isHidden(); }) ? noted : nullptr;
}

QWidget* showSampled(WindowFixture& fixture)
{
    QWidget* window = showPage(fixture, u"shop.carts"_s);
    if (!window) {
        return nullptr;
    }
    auto* panel = need<QWidget>(window, u"collectionTimelinePanel"_s);
    return whenVisible(panel, u"exactCountButton"_s) ? window : nullptr;
}

QWidget* showExactCount(WindowFixture& fixture)
{
    QWidget* window = showSampled(fixture);
    if (!window) {
        return nullptr;
    }
    fixture.server->hold("histogram");
    auto* panel = need<QWidget>(window, u"collectionTimelinePanel"_s);
    if (!click(need<QPushButton>(panel, u"exactCountButton"_s))) {
        return nullptr;
    }
    return whenVisible(panel, u"exactCountProgressBar"_s) ? window : nullptr;
}

} // namespace

std::vector<Screen> inventoryScreens()
{
    return {
        {"inventory, several selected", showSelected, openSeveral},
        {"change several", showBatch, openSeveral},
        {"change several, not counted", showUncountedBatch, openSeveral},
        {"inventory, sampled", [](WindowFixture& f) { return showPage(f, u"inventory"_s); },
         openSampled},
        {"collection, sampled", showSampled, openSampled},
        {"collection, counting exactly", showExactCount, openSampled},
    };
}

} // namespace sandglass::tests
