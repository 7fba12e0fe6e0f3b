// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/forecast_picture.h"
#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/forecast/picture_caption.h"
#include "tests/app/presenters/forecast/sessions.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

#include <chrono>
#include <functional>

namespace tst_presenters_forecast {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using tests::becomesReady;
using tests::kSlow;
using tests::ServiceFixture;
using tests::Sessions;

namespace {

const protocol::Namespace& kSessions = tests::kSeenSessions;

} // namespace

class TestForecastPresenter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theStateHoldsSeriesTotalsAndFigures();
    void hiddenItAsksNothing();
    void hidingStopsTheRefreshing();
    void watchedItGoesOnWhileHidden();
    void watchedItCountsANewCollectionToo();
    void itRefreshesAtTheIntervalOfTheConnection();
    void onlyAnotherAnswerChangesThePicture();
    void aReadingOfTheMonitorChangesFiguresOnly();
    void aSlowQueryMakesItBackOff();
    void aClockThatIsSetDoesNotMakeItBackOff();
    void aSlowQueryShowsThatTheDataAreOld();
    void noSecondQueryIsQueuedBehindARunningOne();
    void anAnswerForAnotherHorizonIsDropped();
    void aFailureKeepsTheLastGoodData();
    void aFirstFailureIsFailed();
    void aLostConnectionMakesItStale();
    void aNewRuleIsSeenWithoutWaiting();
    void deletionsAreSeenInTheFallOfTheOverdue();
    void severalRulesOfACollectionAreSaidToCountEach();
    void theSummaryNamesTheZone();
    void aZoomedRangeIsAskedFor();
    void theServerPageStacksByCollection();
    void withoutRulesItSaysSo();

private:
    /// Checks the pause after a query during which `meanwhile` moves the clock.
    static void pauseFollowsTheQuery(const std::function<void(tests::FakeClock&)>& meanwhile,
                                     std::chrono::milliseconds pause);
};

void TestForecastPresenter::theStateHoldsSeriesTotalsAndFigures()
{
    Sessions fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(becomesReady(presenter));
    const ForecastState& state = presenter.state();
    QCOMPARE(state.series.size(), std::size_t{1});
    QCOMPARE(state.overdue, std::int64_t{1});
    QCOMPARE(state.later, std::int64_t{1});
    QCOMPARE(state.never.notADate, std::int64_t{1});
    QCOMPARE(state.documents, std::int64_t{4});
    QCOMPARE(state.totals.size(), state.edges.size() - 1);
    QCOMPARE(state.cumulative.back(), std::int64_t{2});
    QCOMPARE(state.peak->count, std::int64_t{1});
    QVERIFY(!state.summary.isEmpty());
    QCOMPARE(*presenter.figures().overdue.value, std::int64_t{1});
    QCOMPARE(*presenter.figures().dueWithinHour.value, std::int64_t{1});
    QCOMPARE(*presenter.figures().oldestOverdue.value, std::int64_t{100});
}

void TestForecastPresenter::hiddenItAsksNothing()
{
    Sessions fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    QVERIFY(fixture.connect());
    presenter.refresh();
    presenter.setHorizon(Horizon::Day1);
    QCOMPARE(fixture.server->calls("histogram"), 0);
    presenter.setVisible(true);
    QVERIFY(becomesReady(presenter));
    QCOMPARE(fixture.server->calls("histogram"), 1);
}

void TestForecastPresenter::hidingStopsTheRefreshing()
{
    Sessions fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(becomesReady(presenter));
    QVERIFY(presenter.nextPause());
    presenter.setVisible(false);
    QVERIFY(!presenter.nextPause());
}

void TestForecastPresenter::watchedItGoesOnWhileHidden()
{
    Sessions fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    QVERIFY(fixture.connect());
    presenter.setWatched(true);
    QVERIFY(becomesReady(presenter));
    QCOMPARE(fixture.server->calls("histogram"), 1);
    QCOMPARE(*presenter.nextPause(), 1h); // longer than the least pause while hidden

    ForecastPresenter quick(fixture.set, kSessions, RefreshPacing{1s, 2h});
    quick.setVisible(true);
    QVERIFY(becomesReady(quick));
    QCOMPARE(*quick.nextPause(), 1s);
    quick.setWatched(true);
    QCOMPARE(*quick.nextPause(), 1s);
    quick.setVisible(false);
    QCOMPARE(*quick.nextPause(), 5min);
    quick.setWatched(false);
    QVERIFY(!quick.nextPause());
}

// A minimised window must not miss what another program makes.
void TestForecastPresenter::watchedItCountsANewCollectionToo()
{
    Sessions fixture;
    ForecastPresenter presenter(fixture.set, {}, kSlow);
    QVERIFY(fixture.connect());
    presenter.setWatched(true);
    QVERIFY(becomesReady(presenter));
    QCOMPARE(presenter.state().series.size(), std::size_t{1});
    fixture.server->addIndex({"shop", "carts"}, "lastModified", 60);
    fixture.set.catalog.poll(); // its timer runs whether the window is seen or not
    QTRY_COMPARE(presenter.state().series.size(), std::size_t{2});
}

void TestForecastPresenter::itRefreshesAtTheIntervalOfTheConnection()
{
    Sessions fixture;
    ForecastPresenter presenter(fixture.set, kSessions, RefreshPacing{5ms, 2h});
    presenter.setVisible(true);
    QVERIFY(fixture.connect(true));
    QTRY_VERIFY(fixture.server->calls("histogram") >= 3);

    ForecastPresenter remote(fixture.set, kSessions, RefreshPacing{5ms, 2h});
    remote.setVisible(true);
    presenter.setVisible(false);
    QVERIFY(fixture.connect(false));
    QVERIFY(becomesReady(remote));
    QCOMPARE(*remote.nextPause(), std::chrono::milliseconds(2h));
    remote.setRemoteInterval(30s);
    QCOMPARE(*remote.nextPause(), 30'000ms);
}

void TestForecastPresenter::onlyAnotherAnswerChangesThePicture()
{
    Sessions fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(becomesReady(presenter));
    fixture.clock.advance(1s); // from the second count on, the past has a green bar
    presenter.refresh();
    QTRY_COMPARE(presenter.state().deletions.size(), std::size_t{1});
    QSignalSpy states(&presenter, &ForecastPresenter::stateChanged);
    QSignalSpy pictures(&presenter, &ForecastPresenter::pictureChanged);
    QSignalSpy again(&presenter, &ForecastPresenter::countedAgain);
    const std::uint64_t before = presenter.state().answerNumber;
    fixture.clock.advance(1s); // the moment of the count is no part of the picture
    presenter.refresh();
    QTRY_COMPARE(presenter.state().answerNumber, before + 1);
    QCOMPARE(pictures.count(), 0);
    QCOMPARE(again.count(), 1);
    QCOMPARE(presenter.state().asOf, fixture.clock.now());
    fixture.add(9, 200s);
    presenter.refresh();
    QTRY_COMPARE(presenter.state().answerNumber, before + 2);
    QCOMPARE(pictures.count(), 1);
    QCOMPARE(again.count(), 1);
    QCOMPARE(states.count(), 0); // it stands as it stood: ready
    presenter.setHorizon(Horizon::Day1);
    QCOMPARE(states.count(), 1);
    QCOMPARE(pictures.count(), 1);
}

void TestForecastPresenter::aReadingOfTheMonitorChangesFiguresOnly()
{
    Sessions fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(becomesReady(presenter));
    QTRY_VERIFY(fixture.set.monitor.metrics());
    QSignalSpy read(&fixture.set.monitor, &services::MonitorService::changed);
    QSignalSpy states(&presenter, &ForecastPresenter::stateChanged);
    QSignalSpy pictures(&presenter, &ForecastPresenter::pictureChanged);
    QSignalSpy figures(&presenter, &ForecastPresenter::figuresChanged);
    ttl::TtlMetrics metrics;
    metrics.monitorEnabled = false;
    fixture.server->setMetrics(metrics);
    fixture.set.monitor.poll();
    QTRY_COMPARE(presenter.figures().monitor, MonitorState::Paused);
    QCOMPARE(figures.count(), 1);
    const auto before = read.count();
    fixture.set.monitor.poll();
    QTRY_VERIFY(read.count() > before);
    QCOMPARE(figures.count(), 1); // it read the same again
    QCOMPARE(states.count(), 0);
    QCOMPARE(pictures.count(), 0);
}

void TestForecastPresenter::pauseFollowsTheQuery(
    const std::function<void(tests::FakeClock&)>& meanwhile, std::chrono::milliseconds pause)
{
    Sessions fixture;
    ForecastPresenter presenter(fixture.set, kSessions, RefreshPacing{1s, 10s});
    QVERIFY(fixture.connect());
    fixture.server->hold("histogram");
    presenter.setVisible(true);
    QTRY_COMPARE(fixture.server->running("histogram"), 1);
    meanwhile(fixture.clock);
    fixture.server->release("histogram");
    QVERIFY(becomesReady(presenter));
    QCOMPARE(*presenter.nextPause(), pause);
}

void TestForecastPresenter::aSlowQueryMakesItBackOff()
{
    // the query takes more than a fifth of the interval
    pauseFollowsTheQuery([](tests::FakeClock& clock) { clock.advance(3s); }, 15'000ms);
}

void TestForecastPresenter::aClockThatIsSetDoesNotMakeItBackOff()
{
    pauseFollowsTheQuery([](tests::FakeClock& clock) { clock.set(clock.now() + 1h); }, 1'000ms);
}

void TestForecastPresenter::aSlowQueryShowsThatTheDataAreOld()
{
    Sessions fixture;
    ForecastPresenter presenter(fixture.set, kSessions, RefreshPacing{1h, 1h, 1ms});
    QVERIFY(fixture.connect());
    presenter.setVisible(true);
    QVERIFY(becomesReady(presenter));
    fixture.server->hold("histogram");
    presenter.refresh();
    QTRY_VERIFY(presenter.state().slow);
    QCOMPARE(presenter.state().overdue, std::int64_t{1}); // the old data stay
    fixture.server->release("histogram");
    QTRY_VERIFY(!presenter.state().slow);
}

void TestForecastPresenter::noSecondQueryIsQueuedBehindARunningOne()
{
    Sessions fixture;
    ForecastPresenter presenter(fixture.set, kSessions, RefreshPacing{1ms, 1ms});
    QVERIFY(fixture.connect());
    fixture.server->hold("histogram");
    presenter.setVisible(true);
    QTRY_COMPARE(fixture.server->running("histogram"), 1);
    presenter.setVisible(false);
    presenter.setVisible(true);
    QCOMPARE(fixture.server->calls("histogram"), 1);
    QVERIFY(!presenter.nextPause());
    presenter.setVisible(false);
    fixture.server->release("histogram");
    QTRY_COMPARE(presenter.state().phase, Phase::Ready);
    QCOMPARE(fixture.server->calls("histogram"), 1);
}

void TestForecastPresenter::anAnswerForAnotherHorizonIsDropped()
{
    Sessions fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    QVERIFY(fixture.connect());
    fixture.server->hold("histogram");
    presenter.setVisible(true);
    QTRY_COMPARE(fixture.server->running("histogram"), 1);
    presenter.setHorizon(Horizon::Minutes5);
    fixture.server->release("histogram");
    QVERIFY(becomesReady(presenter));
    QCOMPARE(presenter.state().answerNumber, std::uint64_t{1}); // only the second answer was shown
    QVERIFY(presenter.state().edges.back() <= fixture.clock.now() + 10min);
    QCOMPARE(fixture.server->calls("histogram"), 2);
}

void TestForecastPresenter::aFailureKeepsTheLastGoodData()
{
    Sessions fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(becomesReady(presenter));
    fixture.server->fail("histogram", base::failure(Errc::Timeout, "slow"));
    presenter.refresh();
    QTRY_COMPARE(presenter.state().phase, Phase::Stale);
    QCOMPARE(presenter.state().overdue, std::int64_t{1});
    QVERIFY(presenter.state().failure);
    // the strip stays with the picture: the failed answer has only zeros
    QCOMPARE(presenter.figures().phase, Phase::Stale);
    QCOMPARE(presenter.figures().dueWithinHour.value.value_or(-1), std::int64_t{1});
    fixture.server->fail("histogram", {});
    presenter.refresh();
    QVERIFY(becomesReady(presenter));
    QVERIFY(!presenter.state().failure);
}

void TestForecastPresenter::aFirstFailureIsFailed()
{
    Sessions fixture;
    fixture.server->fail("histogram", base::failure(Errc::NotPermitted, "no"));
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect());
    QTRY_COMPARE(presenter.state().phase, Phase::Failed);
    QVERIFY(presenter.state().failure->notPermitted);
    QCOMPARE(presenter.figures().dueWithinHour.source, FigureSource::NotPermitted);
    QVERIFY(!presenter.figures().dueWithinHour.value);
}

void TestForecastPresenter::aLostConnectionMakesItStale()
{
    Sessions fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(becomesReady(presenter));
    fixture.set.connections.disconnectNow();
    QCOMPARE(presenter.state().phase, Phase::Stale);
    QCOMPARE(presenter.state().overdue, std::int64_t{1});
    QVERIFY(!presenter.nextPause());
}

void TestForecastPresenter::aNewRuleIsSeenWithoutWaiting()
{
    Sessions fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(becomesReady(presenter));
    fixture.server->addIndex(kSessions, "made", 60);
    fixture.set.catalog.refresh(kSessions);
    QTRY_COMPARE(presenter.state().series.size(), std::size_t{2});
}

void TestForecastPresenter::deletionsAreSeenInTheFallOfTheOverdue()
{
    Sessions fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(becomesReady(presenter));
    fixture.clock.advance(20s);
    QVERIFY(fixture.server->remove(kSessions, {bson::Value::of(std::int32_t{1})}, {}));
    presenter.refresh();
    QTRY_COMPARE(presenter.state().overdue, std::int64_t{0});
    std::int64_t deleted = 0;
    for (const DeletionSpan& span : presenter.state().deletions) {
        deleted += span.documents;
    }
    QCOMPARE(deleted, std::int64_t{1});
    QCOMPARE(presenter.figures().deletionsPerMinute.source, FigureSource::Observed);
    QVERIFY(presenter.state().deletionsObserved);
    ForecastPresenter server(fixture.set, {}, kSlow);
    server.setVisible(true);
    QVERIFY(becomesReady(server));
    QVERIFY(!server.state().deletionsObserved); // the server counts them itself
}

void TestForecastPresenter::severalRulesOfACollectionAreSaidToCountEach()
{
    Sessions fixture;
    fixture.server->addIndex({"app", "carts"}, "made", 60);
    ForecastPresenter collection(fixture.set, kSessions, kSlow);
    ForecastPresenter server(fixture.set, {}, kSlow);
    for (ForecastPresenter* each : {&collection, &server}) {
        each->setVisible(true);
    }
    QVERIFY(fixture.connect());
    for (const ForecastPresenter* each : {&collection, &server}) {
        QVERIFY(becomesReady(*each));
        QCOMPARE(each->state().perRule, QString()); // two rules, but of two collections
    }
    fixture.server->addIndex(kSessions, "made", 60);
    fixture.set.catalog.refresh(kSessions);
    for (const ForecastPresenter* each : {&collection, &server}) {
        QTRY_VERIFY(!each->state().perRule.isEmpty());
        const ForecastState& state = each->state();
        QVERIFY2(state.summary.endsWith(state.perRule), qPrintable(state.summary));
        const QString title = each->caption().title;
        QVERIFY2(title.contains(QStringLiteral("several rules")), qPrintable(title));
    }
    QCOMPARE(perRuleWords({}), QString());
    QCOMPARE(perRuleWords({kSessions, {"app", "carts"}}), QString());
    QCOMPARE(perRuleWords({kSessions, {"app", "carts"}, kSessions}), server.state().perRule);
}

void TestForecastPresenter::theSummaryNamesTheZone()
{
    Sessions fixture;
    fixture.set.settings.setZoneId("Asia/Kathmandu");
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(becomesReady(presenter));
    // where the shown range ends, and where the peak is
    QCOMPARE(presenter.state().summary.count(QStringLiteral(" UTC+05:45")), 2);
}

void TestForecastPresenter::aZoomedRangeIsAskedFor()
{
    Sessions fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(becomesReady(presenter));
    const base::Time now = fixture.clock.now();
    presenter.setRange(now + 30s, now + 90s);
    QTRY_VERIFY(presenter.state().edges.front() == now + 30s);
    QCOMPARE(presenter.state().horizon, Horizon::Custom);
    QCOMPARE(presenter.state().totals.size(), presenter.state().edges.size() - 1);
    QCOMPARE(presenter.state().cumulative.back() - presenter.state().overdue, std::int64_t{1});
}

void TestForecastPresenter::theServerPageStacksByCollection()
{
    Sessions fixture;
    fixture.server->addIndex({"shop", "carts"}, "lastModified", 60);
    ForecastPresenter presenter(fixture.set, {}, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(becomesReady(presenter));
    QCOMPARE(presenter.state().series.size(), std::size_t{2});
    QCOMPARE(presenter.state().series.front().name, QStringLiteral("app.sessions"));
}

void TestForecastPresenter::withoutRulesItSaysSo()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", std::nullopt);
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(becomesReady(presenter));
    QVERIFY(!presenter.state().hasRules);
    QVERIFY(!presenter.state().summary.isEmpty());
}

SANDGLASS_TEST(TestForecastPresenter)
} // namespace tst_presenters_forecast

#include "tst_presenters_forecast.moc"
