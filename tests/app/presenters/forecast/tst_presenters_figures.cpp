// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/figures.h"
#include "app/presenters/forecast/forecast_picture.h"
#include "app/presenters/forecast/observed_deletions.h"
#include "app/ttl/doctor/check.h"
#include "app/ttl/monitor_patience.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <limits>
#include <utility>

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
    void aVeryLowRateIsNotZero_data();
    void aVeryLowRateIsNotZero();
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
    void aRuleThatFailedLeavesTheOthersAsTheLeast();
    void beforeTheFirstPassItSaysWhenThatIs();
    void theNextPassIsBoundedWhereTheServerDoesNotTell();
    void overdueWarnsFromTwoPassesOn();
    void aPausedMonitorIsNotFallingBehind();
    void everyFigureNamesItsSource();
    void theSmallerCollectionsBecomeOther();
    void deletionSpansAreThoseOfTheLastHour();
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

void TestFigures::aVeryLowRateIsNotZero_data()
{
    QTest::addColumn<qlonglong>("dueWithinHour");
    QTest::addColumn<QString>("shown");
    QTest::newRow("none") << 0LL << u"0"_s;
    QTest::newRow("one an hour") << 1LL << u"< 0.1"_s;
    QTest::newRow("two an hour") << 2LL << u"< 0.1"_s;
    QTest::newRow("six an hour") << 6LL << u"0.1"_s;
    QTest::newRow("one a minute") << 60LL << u"1.0"_s;
}

void TestFigures::aVeryLowRateIsNotZero()
{
    QFETCH(qlonglong, dueWithinHour);
    QFETCH(QString, shown);
    QLocale::setDefault(QLocale(QLocale::English));
    FiguresInput in = input();
    in.dueWithinHour = dueWithinHour;
    QCOMPARE(makeFigures(in).arrivalsPerMinute.text, shown);
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
    in.gaps.unread = true;
    QVERIFY(makeFigures(in).overdue.text.startsWith(u'≥'));
    in.overdue = 0;
    in.oldestOverdue.reset();
    const FiguresState state = makeFigures(in);
    QVERIFY(!state.overdue.value);
    QCOMPARE(state.overdue.text, u"–"_s);
    QCOMPARE(state.overdue.source, FigureSource::NotPermitted);
    QCOMPARE(state.paceText, u"–"_s); // and not "nothing overdue"
}

void TestFigures::aRuleThatFailedLeavesTheOthersAsTheLeast()
{
    tests::ServiceFixture fixture;
    services::Forecast forecast;
    forecast.rules = {share("a", 5), share("b", 0)};
    forecast.rules[0].histogram.dueWithinHour = 5;
    forecast.rules[1].error = base::serverError(13, "Unauthorized", "no");
    const FiguresInput one = figuresInput(forecast, fixture.set.monitor);
    QCOMPARE(one.gaps.uncounted, 1);
    QVERIFY(!one.notPermitted);
    const FiguresState least = makeFigures(one);
    QCOMPARE(least.dueWithinHour.text, u"≥ 5"_s);
    QVERIFY2(least.dueWithinHour.toolTip.contains(u"could not be counted"_s),
             qPrintable(least.dueWithinHour.toolTip));
    QCOMPARE(least.overdue.text, u"–"_s); // 0 of a part says nothing
    QVERIFY(!least.overdue.value);
    QCOMPARE(least.paceText, u"–"_s);
    forecast.rules[0].error = forecast.rules[1].error;
    QVERIFY(figuresInput(forecast, fixture.set.monitor).notPermitted);
}

void TestFigures::beforeTheFirstPassItSaysWhenThatIs()
{
    FiguresInput in = input();
    in.lastPassAt.reset();
    in.watchedSince = kNow - 22s;
    in.metrics->passes = 0;
    in.metrics->nextPassAt = kNow + 38s;
    FiguresState state = makeFigures(in);
    QCOMPARE(state.pace, Pace::Unknown);
    QCOMPARE(state.paceText, u"first pass in 38 s"_s);
    QVERIFY2(state.monitorText.contains(u"first pass in 38 s"_s), qPrintable(state.monitorText));
    in.oldestOverdue = 20s; // it is not known either whether it keeps up
    QCOMPARE(makeFigures(in).paceText, u"first pass in 38 s"_s);
    in.metrics->nextPassAt.reset();
    in.metrics->passRunning = true;
    QCOMPARE(makeFigures(in).paceText, u"a pass is running"_s);
    // once something was measured, that counts
    in.deletionsPerMinute = 40.0;
    in.oldestOverdue = 1h;
    QCOMPARE(makeFigures(in).pace, Pace::FallingBehind);
}

void TestFigures::theNextPassIsBoundedWhereTheServerDoesNotTell()
{
    FiguresInput in = input();
    in.lastPassAt.reset();
    in.watchedSince = kNow - 20s;
    QCOMPARE(makeFigures(in).paceText, u"next pass within 40 s"_s);
    in.lastPassAt = kNow - 50s;
    QCOMPARE(nextPassWords(in), u"next pass within 10 s"_s);
    in.lastPassAt = kNow - 70s; // late, but not stuck yet
    QCOMPARE(nextPassWords(in), QString());
    QCOMPARE(makeFigures(in).paceText, u"pace not known yet"_s);
    in.metrics->sleepSeconds = std::numeric_limits<std::int64_t>::max();
    QVERIFY(!nextPassWords(in).isEmpty()); // whatever a server says, no sum overflows
}

void TestFigures::overdueWarnsFromTwoPassesOn()
{
    FiguresInput in = input();
    for (const auto& [age, late] :
         {std::pair(60s, false), std::pair(120s, false), std::pair(200s, true)}) {
        in.oldestOverdue = age;
        QCOMPARE(makeFigures(in).late, late);
    }
    in.metrics->sleepSeconds = 3'600; // its passes are an hour apart
    QVERIFY(!makeFigures(in).late);
    in.metrics->sleepSeconds = 60;
    in.oldestOverdue.reset(); // a sample may not tell
    QVERIFY(!makeFigures(in).late);
    in.oldestOverdue = 1h;
    in.notCounted = true;
    QVERIFY(!makeFigures(in).late);
}

void TestFigures::aPausedMonitorIsNotFallingBehind()
{
    FiguresInput in = input();
    in.deletionsPerMinute = 0.0;
    in.dueWithinHour = 0;
    QCOMPARE(makeFigures(in).paceText, u"not catching up"_s); // and not "behind by 0/min"
    in.metrics->monitorEnabled = false;
    const FiguresState state = makeFigures(in);
    QCOMPARE(state.pace, Pace::Unknown);
    QCOMPARE(state.paceText, u"paused: nothing is deleted"_s);
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

void TestFigures::deletionSpansAreThoseOfTheLastHour()
{
    const std::deque<DeletionEvent> events{{kNow - 30min, 7}, {kNow - 2h, 100}, {kNow, 5}};
    const std::vector<DeletionSpan> spans = deletionSpans(events, kNow - 3h, kNow, 60s);
    // of the others nothing is known
    QCOMPARE(spans.size(), std::size_t{2});
    QVERIFY(spans.front().from < kNow - 30min && spans.front().to >= kNow - 30min);
    QCOMPARE(spans.front().to - spans.front().from, base::Millis(60s));
    QCOMPARE(spans.front().documents, std::int64_t{7});
    QVERIFY(spans.back().from < kNow && spans.back().to >= kNow);
    QCOMPARE(spans.back().documents, std::int64_t{5});
    QVERIFY(deletionSpans({}, kNow, kNow, 60s).empty());
}

SANDGLASS_TEST(TestFigures)
} // namespace tst_presenters_figures

#include "tst_presenters_figures.moc"
