// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/horizon_fit.h"
#include "app/services/forecast/forecast_service.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_presenters_horizon_fit {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;

namespace {

/// A forecast of one rule over equal bars.
services::Forecast forecastOf(std::chrono::seconds width, std::vector<std::int64_t> counts,
                              std::int64_t later = 0)
{
    services::Forecast forecast;
    for (std::size_t i = 0; i <= counts.size(); ++i) {
        forecast.edges.push_back(forecast.now + width * static_cast<int>(i));
    }
    services::RuleForecast share;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        share.histogram.dueWithinHour += forecast.edges[i] < forecast.now + 1h ? counts[i] : 0;
        share.histogram.dueWithinDay += forecast.edges[i] < forecast.now + 24h ? counts[i] : 0;
    }
    share.histogram.shown.counts = std::move(counts);
    share.histogram.shown.later = later;
    forecast.rules.push_back(share);
    return forecast;
}

} // namespace

class TestHorizonFit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSmallestPresetWithNineTenthsIsChosen();
    void overdueDocumentsCountAndUndatedOnesDoNot();
    void whatCannotBeJudgedIsAskedFor();
    void withoutDatedDocumentsNothingChanges();
    void theNextPresetIsTheNextLongerOne();
    void theFirstAnswersDecideOnce();
    void rulesAddedWhileThePageOpensDecideAnew();
    void whatWasCountedAtGreatCostIsNotCountedAgain();
};

void TestHorizonFit::theSmallestPresetWithNineTenthsIsChosen()
{
    QCOMPARE(fitHorizon(forecastOf(1min, {9, 0, 0, 0, 0, 0, 1}), Horizon::Hour1).horizon,
             Horizon::Minutes5);
    QCOMPARE(fitHorizon(forecastOf(1min, {8, 0, 0, 0, 0, 0, 2}), Horizon::Hour1).horizon,
             Horizon::Hour1);
    services::Forecast day = forecastOf(1min, {1}, 9);
    day.rules[0].histogram.dueWithinDay = 9;
    QCOMPARE(fitHorizon(day, Horizon::Hour1).horizon, Horizon::Day1);
    QVERIFY(fitHorizon(day, Horizon::Hour1).settled);
    std::vector<std::int64_t> quarter(180, 1); // bars of 12 hours
    QCOMPARE(fitHorizon(forecastOf(12h, quarter), Horizon::Days90).horizon, Horizon::Days90);
    quarter.assign(180, 0);
    quarter[20] = 1;
    QCOMPARE(fitHorizon(forecastOf(12h, quarter), Horizon::Days90).horizon, Horizon::Days30);
    quarter[13] = 99;
    QCOMPARE(fitHorizon(forecastOf(12h, quarter), Horizon::Days90).horizon, Horizon::Days7);
}

void TestHorizonFit::overdueDocumentsCountAndUndatedOnesDoNot()
{
    services::Forecast forecast = forecastOf(1min, {0, 0, 0, 0, 0, 0}, 1);
    forecast.rules[0].histogram.shown.overdue = 9;
    forecast.rules[0].histogram.shown.never.noField = 1'000;
    QCOMPARE(fitHorizon(forecast, Horizon::Hour1).horizon, Horizon::Minutes5);
}

void TestHorizonFit::whatCannotBeJudgedIsAskedFor()
{
    const services::Forecast hour = forecastOf(1min, {1}, 99);
    QCOMPARE(fitHorizon(hour, Horizon::Hour1).horizon, Horizon::Days90);
    QVERIFY(!fitHorizon(hour, Horizon::Hour1).settled);
    QCOMPARE(fitHorizon(forecastOf(12h, {1}, 99), Horizon::Days90).horizon, Horizon::Year1);
    const HorizonFit last = fitHorizon(forecastOf(168h, {1}, 99), Horizon::Year1);
    QCOMPARE(last.horizon, Horizon::All);
    QVERIFY(last.settled);
}

void TestHorizonFit::withoutDatedDocumentsNothingChanges()
{
    const HorizonFit fit = fitHorizon(forecastOf(1min, {0, 0}), Horizon::Hour1);
    QCOMPARE(fit.horizon, Horizon::Hour1);
    QVERIFY(fit.settled);
    QCOMPARE(fitHorizon(services::Forecast(), Horizon::Day1).horizon, Horizon::Day1);
}

void TestHorizonFit::theNextPresetIsTheNextLongerOne()
{
    QCOMPARE(longerHorizon(Horizon::Minutes5), std::optional(Horizon::Hour1));
    QCOMPARE(longerHorizon(Horizon::Year1), std::optional(Horizon::All));
    QVERIFY(!longerHorizon(Horizon::All) && !longerHorizon(Horizon::Custom));
    QVERIFY(!horizonSpan(Horizon::All) && !horizonSpan(Horizon::Custom));
    QCOMPARE(horizonSpan(Horizon::Day1), std::optional<std::chrono::seconds>(24h));
}

void TestHorizonFit::theFirstAnswersDecideOnce()
{
    FirstHorizon first;
    const services::Forecast later = forecastOf(1min, {1}, 99);
    QVERIFY(!first.next(later, Horizon::Hour1)); // nobody has begun
    first.begin(ForecastState());
    QCOMPARE(first.next(later, Horizon::Hour1), std::optional(Horizon::Days90));
    QCOMPARE(first.next(forecastOf(12h, std::vector<std::int64_t>(14, 1)), Horizon::Days90),
             std::optional(Horizon::Days7));
    QVERIFY(!first.next(later, Horizon::Days7)); // decided
    first.begin(ForecastState());
    first.end(); // the user has chosen
    QVERIFY(!first.next(later, Horizon::Hour1));
    ForecastState shown;
    shown.edges = later.edges;
    first.begin(shown);
    QVERIFY(!first.next(later, Horizon::Hour1));
}

void TestHorizonFit::rulesAddedWhileThePageOpensDecideAnew()
{
    FirstHorizon first;
    first.begin(ForecastState());
    QVERIFY(!first.next(forecastOf(1min, {0}), Horizon::Hour1)); // nothing is loaded yet
    services::Forecast forecast = forecastOf(1min, {9, 0, 0, 0, 0, 0, 9});
    QVERIFY(!first.next(forecast, Horizon::Hour1));
    forecast.rules.push_back(forecastOf(1min, {1, 0, 0, 0, 0, 0, 0}, 999).rules.front());
    QCOMPARE(first.next(forecast, Horizon::Hour1), std::optional(Horizon::Days90));
    services::Forecast quarter = forecastOf(12h, std::vector<std::int64_t>(180, 1));
    quarter.rules.push_back(quarter.rules.front());
    QVERIFY(!first.next(quarter, Horizon::Days90)); // which is the one
    // later the range stays as it is
    forecast.rules.push_back(forecast.rules.front());
    forecast.now += 2min;
    QVERIFY(!first.next(forecast, Horizon::Hour1));
}

void TestHorizonFit::whatWasCountedAtGreatCostIsNotCountedAgain()
{
    FirstHorizon first;
    first.begin(ForecastState());
    services::Forecast forecast = forecastOf(1min, {1}, 99);
    forecast.held = true;
    QVERIFY(!first.next(forecast, Horizon::Hour1));
    forecast.took = 2s;
    QVERIFY(!FirstHorizon::isAtOnce(forecast));
}

SANDGLASS_TEST(TestHorizonFit)
} // namespace tst_presenters_horizon_fit

#include "tst_presenters_horizon_fit.moc"
