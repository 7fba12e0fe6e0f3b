// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/doctor/server_checks.h"

#include "app/ttl/monitor_patience.h"

#include <chrono>

using namespace std::chrono_literals;

namespace sandglass::ttl::doctor {

namespace {

// Smaller differences come from the network and do not matter for passes a minute apart.
constexpr std::chrono::milliseconds kClockAgrees = 5s;
constexpr std::chrono::milliseconds kClockWrong = 60s;

bool movedSince(const std::optional<TtlMetrics>& earlier, const TtlMetrics& now)
{
    return earlier && earlier->passes && now.passes && *now.passes > *earlier->passes;
}

} // namespace

Judgement monitorOn(const Facts& facts)
{
    if (facts.isCosmos()) {
        return {State::NotApplicable};
    }
    if (!facts.metrics || !facts.metrics->monitorEnabled) {
        return unanswered(facts, Question::MonitorParameters);
    }
    return *facts.metrics->monitorEnabled ? Judgement{State::Passed}
                                          : Judgement{State::Failed, Action::EnableMonitor};
}

Judgement primary(const Facts& facts)
{
    if (!facts.server) {
        return unanswered(facts, Question::ServerInfo);
    }
    // hello reports both in one flag; takesWrites() says the rest
    if (facts.metrics && facts.metrics->readOnly) {
        return {State::NotApplicable};
    }
    Evidence evidence;
    evidence.detail = facts.server->replicaSet;
    evidence.topology = facts.server->topology;
    return facts.server->writable
        ? Judgement{State::Passed, Action::None, std::move(evidence)}
        : Judgement{State::Failed, Action::FindPrimary, std::move(evidence)};
}

Judgement takesWrites(const Facts& facts)
{
    if (!facts.metrics || facts.metrics->countersRefused) {
        return unanswered(facts, Question::PassCounter);
    }
    if (!facts.metrics->readOnly) {
        const bool tells = facts.server && facts.server->product == Product::Sandglass;
        return {tells ? State::Passed : State::NotApplicable};
    }
    Evidence evidence;
    evidence.moment = facts.metrics->readOnly->since;
    evidence.detail = facts.metrics->readOnly->reason;
    return {State::Failed, Action::MakeRoom, std::move(evidence)};
}

Judgement serverClock(const Facts& facts)
{
    if (!facts.server) {
        return unanswered(facts, Question::ServerInfo);
    }
    if (!facts.server->clockTold) {
        return {State::Unknown};
    }
    const std::chrono::milliseconds offset = facts.server->clockOffset;
    const auto apart = offset < 0ms ? -offset : offset;
    Evidence evidence;
    evidence.seconds = std::chrono::duration_cast<std::chrono::seconds>(offset).count();
    if (apart <= kClockAgrees) {
        return {State::Passed, Action::None, std::move(evidence)};
    }
    const State state = apart > kClockWrong ? State::Failed : State::Warning;
    return {state, Action::SetClock, std::move(evidence)};
}

Judgement passesMoving(const Facts& facts)
{
    // passes of a secondary delete nothing; primary() and takesWrites() report this already
    if (facts.isCosmos() || (facts.server && !facts.server->writable)) {
        return {State::NotApplicable};
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
        return {State::Passed, Action::None, std::move(evidence)};
    }
    if (movedSince(facts.earlierMetrics, *facts.metrics)) {
        return {State::Passed, Action::None, std::move(evidence)};
    }
    // a monitor that is off makes no passes; monitorOn() reports this already
    if (facts.metrics->monitorEnabled == false) {
        return {State::NotApplicable};
    }
    const base::Time quietSince = watch.lastPassAt.value_or(watch.since.value_or(facts.now));
    const auto quiet = std::chrono::duration_cast<std::chrono::seconds>(facts.now - quietSince);
    evidence.seconds = quiet.count();
    return quiet > patience ? Judgement{State::Failed, Action::LookAtServer, std::move(evidence)}
                            : Judgement{State::Unknown, Action::LookAgain, std::move(evidence)};
}

} // namespace sandglass::ttl::doctor
