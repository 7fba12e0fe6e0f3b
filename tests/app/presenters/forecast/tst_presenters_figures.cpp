// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/figures.h"
#include "app/presenters/forecast/forecast_picture.h"
#include "app/presenters/forecast/observed_deletions.h"
#include "app/ttl/doctor/check.h"
#include "app/ttl/monitor_patience.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_presenters_figures {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const base::Time kNow(base::Millis(1'893'456'000'000));

FiguresInput input()
{
    FiguresInput made;
    made.now = kNow;
    made.asOf = kNow;
    made.overdue = 42'000;
    made.oldestOverdue = 1h;
    made.dueWithinHour = 6'000; // 100 per minute
    made.metrics = ttl::TtlMetrics();
    made.metrics->monitorEnabled = true;
    made.metrics->sleepSeconds = 60;
    made.metrics->passes = 5;
    made.watchedSince = kNow - 2h;
    made.lastPassAt = kNow - 12s;
    return made;
}

services::RuleForecast share(const std::string& collection, std::int64_t count)
{
    services::RuleForecast made;
    made.rule.index = {{"db", collection}, "f_1"};
    made.rule.field = "f";
    made.histogram.shown.counts = {count, 0};
    return made;
}

} // namespace

class TestFigures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void deletionFasterThanArrivalCatchesUp();
    void deletionSlowerThanArrivalFallsBehind();
    void aShortWaitIsKeepingUp();
    void aStandstillWhileDocumentsWaitIsAFault();
    void aPausedMonitorIsNotAFault();
    void aSecondaryDeletesNothingWhateverItsMonitorSays();
    void aJustOpenedConnectionIsNotCalledStuck();
    void figuresAndDoctorCallTheSamePassesLate();
    void aMissingPermissionIsAStateOfTheFigure();
    void whatWasNotCountedIsNotCalledZero();
    void deletionsThatWereSeenShowThatTheMonitorWorks();
    void theMonitorNamesWhatItWasReadFrom();
    void countsOfAPartAreTheLeast();
    void everyFigureNamesItsSource();
    void theSmallerCollectionsBecomeOther();
    void deletionSpansCoverTheHourWithoutGaps();
};

void TestFigures::deletionFasterThanArrivalCatchesUp()
{
    FiguresInput in = input();
    in.deletionsPerMinute = 1'100.0;
    const FiguresState state = makeFigures(in);
    QCOMPARE(state.pace, Pace::CatchingUp);
    QCOMPARE(state.paceText, u"catches up in 42 min"_s);
    QCOMPARE(*state.arrivalsPerMinute.value, std::int64_t{100});
}

void TestFigures::deletionSlowerThanArrivalFallsBehind()
{
    FiguresInput in = input();
    in.deletionsPerMinute = 40.0;
    const FiguresState state = makeFigures(in);
    QCOMPARE(state.pace, Pace::FallingBehind);
    QCOMPARE(state.paceText, u"falling behind by 60/min"_s);
}

void TestFigures::aShortWaitIsKeepingUp()
{
    FiguresInput in = input();
    in.oldestOverdue = 50s;
    QCOMPARE(makeFigures(in).pace, Pace::Even);
    in.overdue = 0;
    QCOMPARE(makeFigures(in).pace, Pace::NothingDue);
}

void TestFigures::aStandstillWhileDocumentsWaitIsAFault()
{
    FiguresInput in = input();
    in.lastPassAt = kNow - 10min;
    QCOMPARE(monitorState(in), MonitorState::Stuck);
    in.overdue = 0;
    QCOMPARE(monitorState(in), MonitorState::Running);
}

void TestFigures::aPausedMonitorIsNotAFault()
{
    FiguresInput in = input();
    in.lastPassAt = kNow - 10min;
    in.metrics->monitorEnabled = false;
    QCOMPARE(monitorState(in), MonitorState::Paused);
}

void TestFigures::aSecondaryDeletesNothingWhateverItsMonitorSays()
{
    FiguresInput in = input();
    QCOMPARE(makeFigures(in).monitor, MonitorState::Running);
    in.writable = false;
    const FiguresState state = makeFigures(in);
    QCOMPARE(state.monitor, MonitorState::Elsewhere);
    QVERIFY(!state.monitorText.contains(u"running"_s));
    QVERIFY(state.monitorToolTip.contains(u"primary"_s));
    in.connected = false;
    QCOMPARE(makeFigures(in).monitor, MonitorState::Unknown);
}

void TestFigures::aJustOpenedConnectionIsNotCalledStuck()
{
    FiguresInput in = input();
    in.lastPassAt.reset();
    in.watchedSince = kNow - 30s;
    QCOMPARE(monitorState(in), MonitorState::Running);
}

void TestFigures::figuresAndDoctorCallTheSamePassesLate()
{
    for (const std::int64_t sleep : {1, 60, 3'600}) {
        for (const int beyond : {-1, 0, 1}) {
            FiguresInput in = input();
            in.metrics->sleepSeconds = sleep;
            in.metrics->passes = 100;
            const auto quiet = ttl::monitorPatience(in.metrics) + std::chrono::seconds(beyond);
            in.oldestOverdue = 24h;
            in.lastPassAt = kNow - quiet;
            ttl::doctor::Facts facts;
            facts.now = kNow;
            facts.metrics = in.metrics;
            facts.passes = {kNow - 48h, in.lastPassAt};
            const auto judged = ttl::doctor::checkOf(ttl::doctor::CheckId::PassesMoving)
                                    .examine(facts)
                                    .front()
                                    .state;
            QCOMPARE(monitorState(in) == MonitorState::Stuck, beyond > 0);
            QCOMPARE(judged == ttl::doctor::State::Failed, beyond > 0);
        }
    }
}

void TestFigures::aMissingPermissionIsAStateOfTheFigure()
{
    FiguresInput in = input();
    in.notPermitted = true;
    in.metrics.reset();
    in.metricsNotPermitted = true;
    const FiguresState state = makeFigures(in);
    QCOMPARE(state.overdue.source, FigureSource::NotPermitted);
    QVERIFY(!state.overdue.value);
    QCOMPARE(state.deletionsPerMinute.source, FigureSource::NotPermitted);
    QCOMPARE(state.monitor, MonitorState::Unknown);
}

void TestFigures::whatWasNotCountedIsNotCalledZero()
{
    FiguresInput in = input();
    in.overdue = 0;
    in.notCounted = true;
    const FiguresState state = makeFigures(in);
    QVERIFY(!state.overdue.value);
    QVERIFY(!state.dueWithinDay.value);
    QVERIFY(!state.arrivalsPerMinute.value);
    QCOMPARE(state.overdue.text, u"–"_s);
    QCOMPARE(state.paceText, u"–"_s);
}

void TestFigures::deletionsThatWereSeenShowThatTheMonitorWorks()
{
    FiguresInput in = input();
    in.metrics = ttl::TtlMetrics(); // it reports nothing
    in.lastPassAt.reset();
    QCOMPARE(monitorState(in), MonitorState::Unknown);
    in.deletionsSeenAt = kNow - 30s;
    QCOMPARE(monitorState(in), MonitorState::Running);
    QVERIFY(makeFigures(in).monitorText.contains(u"30 s"_s));
    in.metrics->monitorEnabled = false; // what the server says wins
    QCOMPARE(monitorState(in), MonitorState::Paused);
}

void TestFigures::theMonitorNamesWhatItWasReadFrom()
{
    FiguresInput in = input();
    QVERIFY(makeFigures(in).monitorToolTip.contains(u"metrics.ttl"_s));
    in.metrics->passes.reset();
    QVERIFY(!makeFigures(in).monitorToolTip.contains(u"metrics.ttl"_s));
    QVERIFY(makeFigures(in).monitorToolTip.contains(u"parameters"_s));
    in.metrics->monitorEnabled.reset();
    QVERIFY(makeFigures(in).monitorToolTip.contains(u"nothing"_s));
    in.metricsNotPermitted = true;
    QVERIFY(makeFigures(in).monitorToolTip.contains(u"clusterMonitor"_s));
    QCOMPARE(makeFigures(in).monitorText, u"not permitted to read"_s);
}

void TestFigures::countsOfAPartAreTheLeast()
{
    FiguresInput in = input();
    in.incomplete = true;
    QVERIFY(makeFigures(in).overdue.text.startsWith(u'≥'));
    in.overdue = 0;
    in.oldestOverdue.reset();
    const FiguresState state = makeFigures(in);
    QVERIFY(!state.overdue.value);
    QCOMPARE(state.overdue.text, u"–"_s);
    QCOMPARE(state.overdue.source, FigureSource::NotPermitted);
    QCOMPARE(state.paceText, u"–"_s); // and not "nothing overdue"
}

void TestFigures::everyFigureNamesItsSource()
{
    FiguresInput in = input();
    in.exact = false;
    in.deletionsPerMinute = 3.0;
    QCOMPARE(makeFigures(in).overdue.source, FigureSource::CountedPerIndex);
    in.overdueExact = false;
    const FiguresState state = makeFigures(in);
    QCOMPARE(state.overdue.source, FigureSource::Sampled);
    QVERIFY(state.overdue.text.startsWith(u'≈'));
    QCOMPARE(state.dueWithinHour.source, FigureSource::Sampled);
    QCOMPARE(state.deletionsPerMinute.source, FigureSource::ServerCounters);
    for (const Figure& figure :
         {state.overdue, state.oldestOverdue, state.dueWithinHour, state.dueWithinDay,
          state.arrivalsPerMinute, state.deletionsPerMinute}) {
        QVERIFY(!figure.toolTip.isEmpty());
    }
}

void TestFigures::theSmallerCollectionsBecomeOther()
{
    services::Forecast forecast;
    forecast.now = kNow;
    forecast.edges = {kNow, kNow + 1min, kNow + 2min};
    for (int i = 0; i < 11; ++i) {
        forecast.rules.push_back(share("c" + std::to_string(i), 100 - i));
    }
    ForecastState state;
    fillPicture(forecast, false, state);
    QCOMPARE(state.series.size(), kMaxSeries + 1);
    QVERIFY(!state.series.back().ns);
    QCOMPARE(state.series.back().counts.front(), std::int64_t{92 + 91 + 90});
    QCOMPARE(state.totals.front(), std::int64_t{1'045});
    QCOMPARE(state.peak->bucket, std::size_t{0});
    QCOMPARE(state.cumulative.back(), std::int64_t{1'045});
}

void TestFigures::deletionSpansCoverTheHourWithoutGaps()
{
    const std::deque<DeletionEvent> events{{kNow - 30min, 7}, {kNow - 2h, 100}, {kNow, 5}};
    const std::vector<DeletionSpan> spans = deletionSpans(events, kNow - 3h, kNow, 60s);
    QCOMPARE(spans.size(), std::size_t{60});
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        QVERIFY(i == 0 || spans[i].from == spans[i - 1].to);
        sum += spans[i].documents;
    }
    QCOMPARE(sum, std::int64_t{12});
    QVERIFY(deletionSpans({}, kNow, kNow, 60s).empty());
}

SANDGLASS_TEST(TestFigures)
} // namespace tst_presenters_figures

#include "tst_presenters_figures.moc"
