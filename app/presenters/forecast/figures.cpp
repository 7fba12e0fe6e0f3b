// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/figures.h"

#include "app/presenters/words/refusal_text.h"
#include "app/presenters/words/words.h"
#include "app/services/connections/connection_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/forecast/monitor_service.h"
#include "app/ttl/monitor_patience.h"
#include "app/ttl/privilege.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

struct Figures
{
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

// Time without a pass, or with a document overdue, that is still normal.
std::chrono::seconds patience(const FiguresInput& input)
{
    return ttl::monitorPatience(input.metrics);
}

QString sourceText(FigureSource source)
{
    switch (source) {
    case FigureSource::CountedPerIndex:
        return Figures::tr("Counted in the documents by the rule of each index.");
    case FigureSource::Sampled:
        return Figures::tr("Extrapolated from a sample of the documents.");
    case FigureSource::ServerCounters:
        return Figures::tr(
            "Read from the server's own counters (metrics.ttl), for all collections.");
    case FigureSource::Observed:
        return Figures::tr("Observed: the decrease in overdue documents between two counts.");
    case FigureSource::NotPermitted:
        return Figures::tr("This user is not permitted to read this.");
    case FigureSource::Unknown:
        break;
    }
    return Figures::tr("Not known yet.");
}

Figure figure(std::optional<std::int64_t> value, const QString& shown, FigureSource source)
{
    Figure made;
    made.value = value;
    made.source = source;
    made.text = value ? shown : u"–"_s;
    made.toolTip = sourceText(source);
    return made;
}

Figure countFigure(std::int64_t count, FigureSource source)
{
    if (source == FigureSource::NotPermitted || source == FigureSource::Unknown) {
        return figure({}, {}, source);
    }
    const QString shown = countText(count);
    return figure(count, source == FigureSource::Sampled ? u"≈ "_s + shown : shown, source);
}

// The count of a part: there may be more in what was left out.
Figure leastFigure(Figure figure, const Gaps& gaps)
{
    if (!figure.value) {
        return figure;
    }
    const QString left = gapText(gaps);
    if (figure.value == 0) {
        return {{},
                u"–"_s,
                Figures::tr("None was found in what was counted.") + u' ' + left,
                gaps.unread ? FigureSource::NotPermitted : FigureSource::Unknown};
    }
    figure.text = u"≥ "_s + figure.text;
    figure.toolTip += u' ' + left;
    return figure;
}

// What the state of the monitor is read from. A server may report its parameters, its counters,
// both or neither.
QString monitorToolTip(const FiguresInput& input)
{
    if (!input.writable) {
        return Figures::tr("Only a server that accepts writes deletes. A secondary copies what its "
                           "primary deletes.");
    }
    if (input.metrics && input.metrics->passes) {
        return sourceText(FigureSource::ServerCounters);
    }
    if (input.metrics && input.metrics->monitorEnabled) {
        return Figures::tr("Read from the server's parameters. It reports no passes.");
    }
    if (input.deletionsSeenAt) {
        return Figures::tr("The server reports nothing about its monitor, but overdue documents "
                           "became fewer between two counts.");
    }
    if (input.metricsNotPermitted) {
        return sourceText(FigureSource::NotPermitted) + u' ' + privilegeText("serverStatus");
    }
    return input.metrics ? Figures::tr("The server reports nothing about its monitor.")
                         : sourceText(FigureSource::Unknown);
}

// A low rate has one decimal, because "0" would look as if nothing were deleted. From 9.95 on it
// would be rounded to 10.0, and below 0.05 to 0.0.
Figure rateFigure(double perMinute, FigureSource source)
{
    if (perMinute > 0 && perMinute < 0.05) {
        return figure(0, u"< "_s + QLocale().toString(0.1, 'f', 1), source);
    }
    const QString shown = perMinute > 0 && perMinute < 9.95 ? QLocale().toString(perMinute, 'f', 1)
                                                            : countText(std::llround(perMinute));
    return figure(std::llround(perMinute),
                  source == FigureSource::Sampled ? u"≈ "_s + shown : shown, source);
}

// What is known of the pace without comparing rates; nullopt: the rates decide.
std::optional<std::pair<Pace, QString>> paceWithoutRates(const FiguresInput& input)
{
    // of a part, the documents that become due cannot be compared with all deletions
    if (input.notPermitted || input.notCounted || input.gaps.any()) {
        return std::pair(Pace::Unknown, u"–"_s);
    }
    if (input.overdue == 0) {
        return std::pair(Pace::NothingDue, Figures::tr("nothing overdue"));
    }
    const MonitorState monitor = monitorState(input);
    if (monitor == MonitorState::Paused) {
        return std::pair(Pace::Unknown, Figures::tr("paused: nothing is deleted"));
    }
    if (monitor == MonitorState::Elsewhere) {
        return std::pair(Pace::Unknown, u"–"_s); // its primary deletes
    }
    const QString nextPass = nextPassWords(input);
    if (!input.lastPassAt && !input.deletionsPerMinute && !nextPass.isEmpty()) {
        return std::pair(Pace::Unknown, nextPass); // nothing could be deleted before it
    }
    // overdue for no longer than the monitor normally takes is no backlog, whatever the rates are
    if (input.oldestOverdue && *input.oldestOverdue <= patience(input)) {
        return std::pair(Pace::Even, Figures::tr("keeping up"));
    }
    if (!input.deletionsPerMinute) {
        return std::pair(Pace::Unknown,
                         nextPass.isEmpty() ? Figures::tr("pace not known yet") : nextPass);
    }
    return {};
}

// `arrivals`: documents that become due per minute.
void setPace(const FiguresInput& input, double arrivals, FiguresState& state)
{
    if (const auto known = paceWithoutRates(input)) {
        std::tie(state.pace, state.paceText) = *known;
        return;
    }
    const double net = *input.deletionsPerMinute - arrivals;
    if (net > 0) {
        state.pace = Pace::CatchingUp;
        // bounded, since a rate close to 0 gives a time that no integer can hold
        const double minutes = std::min(static_cast<double>(input.overdue) / net, 5'000'000.0);
        const auto seconds = std::max<std::int64_t>(60, std::llround(minutes) * 60);
        state.paceText = Figures::tr("catches up in %1").arg(durationWords(seconds));
        return;
    }
    state.pace = Pace::FallingBehind;
    const std::int64_t behind = std::llround(-net);
    state.paceText = behind == 0 ? Figures::tr("not catching up")
                                 : Figures::tr("falling behind by %1/min").arg(countText(behind));
}

} // namespace

QString gapText(const Gaps& gaps)
{
    QStringList parts;
    if (gaps.uncounted > 0) {
        parts << Figures::tr("%Ln rule(s) could not be counted.", nullptr, gaps.uncounted);
    }
    if (gaps.unread) {
        parts << Figures::tr("There may be more in what could not be read.");
    }
    if (gaps.outOfView) {
        parts << Figures::tr("Only the collections in view are counted.");
    }
    return parts.join(u' ');
}

void addConnection(const services::ConnectionService& connections, FiguresInput& input)
{
    const std::optional<ttl::ServerInfo>& server = connections.state().server;
    input.connected = connections.isConnected();
    input.writable = !server || server->writable;
}

void addMonitor(const services::MonitorService& monitor, FiguresInput& input)
{
    input.metrics = monitor.metrics();
    input.metricsNotPermitted = monitor.isRefused();
    input.lastPassAt = monitor.lastPassAt();
    input.watchedSince = monitor.watchedSince();
    input.deletionsSeenAt = monitor.deletionsSeenAt();
}

FiguresInput figuresInput(const services::Forecast& forecast,
                          const services::MonitorService& monitor)
{
    FiguresInput input;
    bool refused = false;
    for (const services::RuleForecast& share : forecast.rules) {
        input.dueWithinHour += share.histogram.dueWithinHour;
        input.dueWithinDay += share.histogram.dueWithinDay;
        input.gaps.uncounted += share.error ? 1 : 0;
        refused = refused || (share.error && ttl::isRefusal(*share.error));
        if (share.oldestOverdue) {
            input.oldestOverdue = std::max(input.oldestOverdue.value_or(0s), *share.oldestOverdue);
            input.oldestExact = input.oldestExact && share.histogram.shown.oldestExact;
        }
    }
    input.notPermitted = refused && std::cmp_equal(input.gaps.uncounted, forecast.rules.size());
    input.gaps.outOfView = forecast.partial;
    addMonitor(monitor, input);
    input.deletionsPerMinute = monitor.deletionsPerMinute(services::kRateSpan);
    return input;
}

MonitorState monitorState(const FiguresInput& input)
{
    if (!input.connected) {
        return MonitorState::Unknown;
    }
    if (!input.writable) {
        return MonitorState::Elsewhere;
    }
    if (!input.metrics) {
        return MonitorState::Unknown;
    }
    if (input.metrics->monitorEnabled == false) {
        return MonitorState::Paused;
    }
    // Some servers report only whether the monitor is on, others count its passes, too. Without a
    // count it cannot be seen whether the monitor is stuck.
    if (!input.metrics->passes) {
        const bool works = input.metrics->monitorEnabled || input.deletionsSeenAt;
        return works ? MonitorState::Running : MonitorState::Unknown;
    }
    // Old overdue documents can also mean that there is too much to delete. The monitor is stuck
    // only if its pass counter does not grow either.
    const std::optional<base::Time> quietSince
        = input.lastPassAt ? input.lastPassAt : input.watchedSince;
    const bool late = input.overdue > 0 && input.oldestOverdue.value_or(0s) > patience(input);
    if (late && quietSince && input.now - *quietSince > patience(input)) {
        return MonitorState::Stuck;
    }
    return MonitorState::Running;
}

QString nextPassWords(const FiguresInput& input)
{
    constexpr std::int64_t kLongestSleep
        = std::int64_t{366} * 86'400; // a server may report anything
    if (monitorState(input) != MonitorState::Running || !input.metrics || !input.metrics->passes) {
        return {};
    }
    const ttl::TtlMetrics& metrics = *input.metrics;
    if (metrics.passRunning) {
        return Figures::tr("a pass is running");
    }
    const bool first = *metrics.passes == 0;
    const auto until = [&input](base::Time moment) {
        return std::chrono::ceil<std::chrono::seconds>(moment - input.now).count();
    };
    if (metrics.nextPassAt) {
        const QString wait = durationWords(std::max<std::int64_t>(until(*metrics.nextPassAt), 0));
        return first ? Figures::tr("first pass in %1").arg(wait)
                     : Figures::tr("next pass in %1").arg(wait);
    }
    // it sleeps since the last pass; since when is not known before one is seen, but no later than
    // the first reading
    const std::optional<base::Time> since
        = input.lastPassAt ? input.lastPassAt : input.watchedSince;
    if (!since || !metrics.sleepSeconds) {
        return {};
    }
    const std::int64_t wait = until(
        *since
        + std::chrono::seconds(std::clamp<std::int64_t>(*metrics.sleepSeconds, 1, kLongestSleep)));
    if (wait < 0) {
        return {};
    }
    return first ? Figures::tr("first pass within %1").arg(durationWords(wait))
                 : Figures::tr("next pass within %1").arg(durationWords(wait));
}

QString monitorWords(MonitorState state, const FiguresInput& input)
{
    switch (state) {
    case MonitorState::Elsewhere:
        return Figures::tr("deletes nothing: this server accepts no writes");
    case MonitorState::Paused:
        return Figures::tr("paused");
    case MonitorState::Stuck:
        return Figures::tr("stuck: no pass although documents are overdue");
    case MonitorState::Unknown:
        if (!input.connected) {
            return Figures::tr("not connected");
        }
        return input.metricsNotPermitted ? Figures::tr("not permitted to read")
                                         : Figures::tr("unknown");
    case MonitorState::Running:
        break;
    }
    const auto ago = [&input](base::Time moment) {
        const auto span = std::chrono::duration_cast<std::chrono::seconds>(input.now - moment);
        return durationWords(std::max(0s, span).count());
    };
    if (input.lastPassAt) {
        return Figures::tr("running, last pass %1 ago").arg(ago(*input.lastPassAt));
    }
    const bool counted = input.metrics && input.metrics->passes;
    if (!counted && input.deletionsSeenAt) {
        return Figures::tr("running, deletions seen %1 ago").arg(ago(*input.deletionsSeenAt));
    }
    return Figures::tr("running");
}

namespace {

// Where not everything was counted, the counts are the least.
void boundFigures(const FiguresInput& input, FiguresState& state)
{
    if (!input.gaps.any()) {
        return;
    }
    for (Figure* each : {&state.overdue, &state.dueWithinHour, &state.dueWithinDay,
                         &state.arrivalsPerMinute, &state.oldestOverdue}) {
        *each = leastFigure(*each, input.gaps);
    }
}

} // namespace

FiguresState makeFigures(const FiguresInput& input)
{
    FiguresState state;
    state.phase = Phase::Ready;
    const FigureSource counted = input.notPermitted ? FigureSource::NotPermitted
        : input.notCounted                          ? FigureSource::Unknown
        : input.exact                               ? FigureSource::CountedPerIndex
                                                    : FigureSource::Sampled;
    const bool known = !input.notPermitted && !input.notCounted;
    // overdue documents are counted through the index even where the others are only sampled
    const FigureSource countedOverdue = counted == FigureSource::Sampled && input.overdueExact
        ? FigureSource::CountedPerIndex
        : counted;
    const double arrivals = static_cast<double>(input.dueWithinHour) / 60.0; // per minute
    state.overdue = countFigure(input.overdue, countedOverdue);
    state.dueWithinHour = countFigure(input.dueWithinHour, counted);
    state.dueWithinDay = countFigure(input.dueWithinDay, counted);
    state.arrivalsPerMinute = known ? rateFigure(arrivals, counted) : figure({}, {}, counted);
    if (input.oldestOverdue && known) {
        const QString age = durationWords(input.oldestOverdue->count());
        // a sample may have missed older ones
        state.oldestOverdue
            = figure(input.oldestOverdue->count(), input.oldestExact ? age : u"≥ "_s + age,
                     input.oldestExact ? countedOverdue : FigureSource::Sampled);
    } else {
        state.oldestOverdue = figure({}, {}, counted);
    }
    state.late = known && input.overdue > 0 && input.oldestOverdue.value_or(0s) > patience(input);
    const FigureSource deletions
        = input.deletionsObserved ? FigureSource::Observed : FigureSource::ServerCounters;
    boundFigures(input, state);
    if (input.deletionsPerMinute) {
        state.deletionsPerMinute = rateFigure(*input.deletionsPerMinute, deletions);
    } else {
        state.deletionsPerMinute = figure(
            {}, {}, input.metricsNotPermitted ? FigureSource::NotPermitted : FigureSource::Unknown);
    }
    setPace(input, arrivals, state);
    state.monitor = monitorState(input);
    state.monitorText = monitorWords(state.monitor, input);
    if (const QString next = nextPassWords(input); !input.lastPassAt && !next.isEmpty()) {
        state.monitorText = Figures::tr("running, %1").arg(next);
    }
    state.monitorToolTip = monitorToolTip(input);
    return state;
}

} // namespace sandglass::presenters
