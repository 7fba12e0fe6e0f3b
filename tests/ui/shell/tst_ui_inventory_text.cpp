// SPDX-License-Identifier: GPL-3.0-or-later
// What --print writes: the same facts as the window, and no number that was not counted.
#include "app/presenters/forecast/figures_state.h"
#include "app/presenters/forecast/forecast_state.h"
#include "app/presenters/inventory/ttl_rules_model.h"
#include "tests/support/test_program.h"
#include "ui/shell/inventory_text.h"

#include <QTest>

#include <chrono>

namespace tst_ui_inventory_text {

using namespace sandglass;
using namespace std::chrono_literals;

namespace {

// 2025-11-22 22:30 UTC: the second bucket begins on the next day
constexpr base::Time kFirst{1'763'850'600'000ms};

presenters::ForecastState counted()
{
    presenters::ForecastState forecast;
    forecast.phase = presenters::Phase::Ready;
    forecast.zone = QTimeZone::utc();
    forecast.edges = {kFirst, kFirst + 90min, kFirst + 150min};
    forecast.totals = {12, 34};
    forecast.later = 5;
    return forecast;
}

QString textOf(const presenters::ForecastState& forecast)
{
    const presenters::TtlRulesModel rules;
    return ui::inventoryText({}, forecast, rules).join(u'\n');
}

} // namespace

class TestInventoryText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachBucketHasItsTimesAndItsNumber()
    {
        const QString text = textOf(counted());
        QVERIFY2(text.contains(QStringLiteral("22:30:00")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("Later: 5, never: 0")), qPrintable(text));
        // the zone once, in the title
        QVERIFY2(text.contains(QStringLiteral("by bucket, times in UTC:")), qPrintable(text));
        QCOMPARE(text.count(QStringLiteral("UTC")), 1);
    }

    void theTimesOfAnotherDayHaveTheDay()
    {
        const QString text = textOf(counted());
        QCOMPARE(text.count(QStringLiteral("23 Nov")), 3);
        QVERIFY2(!text.contains(QStringLiteral("22 Nov")), qPrintable(text));
    }

    void whatWasNotCountedHasNoNumbers()
    {
        const QString text = textOf({});
        QVERIFY2(text.contains(QStringLiteral("Nothing has been counted.")), qPrintable(text));
        QVERIFY2(!text.contains(QStringLiteral("Later:")), qPrintable(text));
    }

    void aRefusalIsSaidInWords()
    {
        presenters::ForecastState forecast;
        forecast.phase = presenters::Phase::Failed;
        forecast.failure.emplace().sentence = QStringLiteral("You may not read shop.carts.");
        const QString text = textOf(forecast);
        QVERIFY2(text.contains(QStringLiteral("You may not read shop.carts.")), qPrintable(text));
        QVERIFY2(!text.contains(QStringLiteral("Later:")), qPrintable(text));
    }

    void sumsThatLeaveSomethingOutSaySo()
    {
        presenters::ForecastState forecast = counted();
        forecast.missing = QStringLiteral("1 rule could not be counted.");
        forecast.exact = false;
        const QString text = textOf(forecast);
        QVERIFY2(text.contains(forecast.missing), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("estimated from a sample")), qPrintable(text));
    }
};

SANDGLASS_GUI_TEST(TestInventoryText)
} // namespace tst_ui_inventory_text

#include "tst_ui_inventory_text.moc"
