// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/doctor/server_checks.h"

#include "app/ttl/monitor_patience.h"

#include <chrono>

using namespace std::chrono_literals;

namespace sandglass::ttl::doctor {

namespace {

constexpr std::chrono::milliseconds kClockAgrees = 5s;
constexpr std::chrono::milliseconds kClockWrong = 60s;

bool movedSince(const std::optional<TtlMetrics>& earlier, const TtlMetrics& now)
{
    return earlier && earlier->passes && now.passes && *now.passes > *earlier->passes;
}

} // namespace

Finding MonitorOnCheck::judge(const Facts& facts) const
{
    if (facts.isCosmos()) {
        return finding(State::NotApplicable);
    }
    if (!facts.metrics || !facts.metrics->monitorEnabled) {
        return unanswered(facts, Question::MonitorParameters);
    }
    return *facts.metrics->monitorEnabled ? finding(State::Passed)
                                          : finding(State::Failed, Action::EnableMonitor);
}

Finding PrimaryCheck::judge(const Facts& facts) const
{
    if (!facts.server) {
        return unanswered(facts, Question::ServerInfo);
    }
    Evidence evidence;
    evidence.detail = facts.server->topology;
    return facts.server->writable
        ? finding(State::Passed, Action::None, std::move(evidence))
        : finding(State::Failed, Action::FindPrimary, std::move(evidence));
}

Finding ServerClockCheck::judge(const Facts& facts) const
{
    if (!facts.server) {
        return unanswered(facts, Question::ServerInfo);
    }
    const std::chrono::milliseconds offset = facts.server->clockOffset;
    const auto apart = offset < 0ms ? -offset : offset;
    Evidence evidence;
    evidence.seconds = std::chrono::duration_cast<std::chrono::seconds>(offset).count();
    if (apart <= kClockAgrees) {
        return finding(State::Passed, Action::None, std::move(evidence));
    }
    const State state = apart > kClockWrong ? State::Failed : State::Warning;
    return finding(state, Action::SetClock, std::move(evidence));
}

Finding PassesMovingCheck::judge(const Facts& facts) const
{
    if (facts.isCosmos()) {
        return finding(State::NotApplicable);
    }
    if (!facts.metrics || !facts.metrics->passes) {
        return unanswered(facts, Question::PassCounter);
    }
    Evidence evidence;
    evidence.count = facts.metrics->passes;
    const std::chrono::seconds patience = monitorPatience(facts.metrics);
    const PassWatch& watch = facts.passes;
    if (watch.lastPassAt && facts.now - *watch.lastPassAt <= patience) {
        evidence.moment = watch.lastPassAt;
        return finding(State::Passed, Action::None, std::move(evidence));
    }
    if (movedSince(facts.earlierMetrics, *facts.metrics)) {
        return finding(State::Passed, Action::None, std::move(evidence));
    }
    // a monitor that is off makes no passes: that line says so already
    if (facts.metrics->monitorEnabled == false) {
        return finding(State::NotApplicable);
    }
    const base::Time quietSince = watch.lastPassAt.value_or(watch.since.value_or(facts.now));
    const auto quiet = std::chrono::duration_cast<std::chrono::seconds>(facts.now - quietSince);
    evidence.seconds = quiet.count();
    return quiet > patience ? finding(State::Failed, Action::LookAtServer, std::move(evidence))
                            : finding(State::Unknown, Action::LookAgain, std::move(evidence));
}

} // namespace sandglass::ttl::doctor
