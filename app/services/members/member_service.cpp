// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/members/member_service.h"

#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/journal/journal_service.h"
#include "app/services/members/monitor_switch.h"
#include "app/services/settings/settings.h"

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;

namespace sandglass::services {

namespace {

// An unreachable member is given up after this, while the others have long answered.
constexpr std::chrono::seconds kMemberTimeout{10};

Result<ttl::MemberList> askMembers(ttl::TtlServer& server, const ttl::CallLimits& limits)
{
    return server.members(limits);
}

// A failed job has no answer of the member in it.
Result<ttl::MemberStatus> statusIn(const Result<MemberAnswer>& answer)
{
    return answer ? answer->status : Result<ttl::MemberStatus>(answer.error());
}

auto askingFor(const std::string& host)
{
    return [host](ttl::TtlServer& server, const ttl::CallLimits& limits) {
        return askMember(server, host, limits);
    };
}

Result<void> mayPause(const Result<ttl::MemberStatus>& status)
{
    TRY(status);
    const ttl::TtlMetrics& metrics = status->metrics;
    if (!metrics.monitorEnabled) {
        return metrics.parametersRefused.value_or(
            base::failure(Errc::Unsupported,
                          "The server does not report whether its TTL monitor is on.")
                .because(base::LocalReason::MonitorUnknown));
    }
    // the value to go back to would be "off"
    return *metrics.monitorEnabled
        ? Result<void>()
        : base::failure(Errc::Conflict, "The TTL monitor is off already.")
              .because(base::LocalReason::MonitorOff);
}

} // namespace

ttl::MemberState MemberReading::state() const
{
    if (const ttl::MemberStatus* own = answer()) {
        return own->state;
    }
    // the set's view may be older than the failed attempt; a member that is not asked at all, as
    // through a tunnel, is what the set says
    const bool unreachable = status && !*status && (*status).error().serverCode == 0
        && (*status).error().code != Errc::Unsupported;
    return unreachable && member.state == ttl::MemberState::Primary ? ttl::MemberState::Unknown
                                                                    : member.state;
}

MemberService::MemberService(const MemberNeeds& needs, QObject* parent)
    : QObject(parent)
    , m_needs(needs)
    , m_pauses(readPauses(needs.settings))
    , m_answers(std::make_unique<QObject>())
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &MemberService::refresh);
    connect(&m_needs.connections, &ConnectionService::connected, this, [this] {
        checkPauses();
        if (m_visible) {
            refresh();
        }
    });
    connect(&m_needs.connections, &ConnectionService::disconnected, this, [this] {
        dropReading();
        Q_EMIT changed();
    });
    connect(&m_needs.connections, &ConnectionService::stateChanged, this, [this] {
        if (m_needs.connections.state().phase == LinkPhase::Disconnected
            || m_needs.connections.state().phase == LinkPhase::Connecting) {
            reset();
        }
    });
    // the other servers of the window pause and resume as well
    connect(&m_needs.settings, &Settings::valueChanged, this, [this](const QString& key) {
        if (!isPausesKey(key)) {
            return;
        }
        if (std::vector<ExpiryPause> now = readPauses(m_needs.settings); now != m_pauses) {
            m_pauses = std::move(now);
            Q_EMIT pausesChanged();
        }
    });
    m_needs.outcomes.addSource(&switchOutcomeReading);
    connect(&m_needs.outcomes, &OutcomeCheck::checked, this, [this] { checkPauses(); });
}

MemberService::~MemberService() = default;

void MemberService::dropReading()
{
    m_listing.drop();
    m_answers = std::make_unique<QObject>();
    m_waiting = 0;
}

void MemberService::reset()
{
    dropReading();
    if (m_members.empty() && !m_failOver && !m_error) {
        return;
    }
    m_members.clear();
    m_primaries.clear();
    m_set.clear();
    m_kind = ttl::ClusterKind::Single;
    m_error.reset();
    m_refused.reset();
    m_readAt.reset();
    m_failOver.reset();
    Q_EMIT changed();
}

std::chrono::milliseconds MemberService::pause() const
{
    return std::max(m_shortestPause, m_pausePerMember * static_cast<int>(m_members.size()));
}

void MemberService::setPause(std::chrono::milliseconds shortest,
                             std::chrono::milliseconds perMember)
{
    m_shortestPause = shortest;
    m_pausePerMember = perMember;
}

void MemberService::setVisible(bool visible)
{
    if (visible == m_visible) {
        return;
    }
    m_visible = visible;
    if (visible) {
        refresh();
    } else {
        m_timer.stop();
    }
}

void MemberService::refresh()
{
    if (m_visible) {
        m_timer.start(pause());
    }
    if (isReading() || !m_needs.connections.isConnected()) {
        return;
    }
    m_readAt = m_needs.connections.clock().now();
    m_listing.ask(m_needs.connections.run(&askMembers, {kMemberTimeout, {}}), this,
                  [this](const Result<ttl::MemberList>& list) { takeList(list); });
    Q_EMIT changed();
}

void MemberService::takeList(const Result<ttl::MemberList>& list)
{
    m_error = list ? std::optional<Error>() : list.error();
    if (!list) {
        Q_EMIT changed();
        return;
    }
    std::vector<MemberReading> members;
    for (const ttl::Member& member : list->members) {
        const auto before
            = std::ranges::find_if(m_members, [&member](const MemberReading& reading) {
                  return reading.member.host == member.host && reading.member.shard == member.shard;
              });
        // the last answer stays until the next one comes
        members.push_back({member, before == m_members.end() ? std::nullopt : before->status, {}});
    }
    m_members = std::move(members);
    m_kind = list->kind;
    m_set = list->set;
    m_refused = list->refused;
    for (const MemberReading& reading : m_members) {
        const std::string host = reading.member.host;
        ++m_waiting;
        whenAnswered(m_needs.connections.runMany(askingFor(host), {kMemberTimeout, {}}),
                     m_answers.get(), [this, host](const Result<MemberAnswer>& answer) {
                         --m_waiting;
                         takeStatus(host, statusIn(answer));
                     });
    }
    compare();
    Q_EMIT changed();
}

void MemberService::takeStatus(const std::string& host, const Result<ttl::MemberStatus>& status)
{
    for (MemberReading& reading : m_members) {
        if (reading.member.host == host) {
            reading.status = status;
        }
    }
    if (status) {
        settlePause(host, *status);
    }
    compare();
    Q_EMIT changed();
}

// The times of the set's own view belong together; those of the members are read one by one.
void MemberService::compare()
{
    std::map<std::string, const MemberReading*> primaries;
    for (const MemberReading& reading : m_members) {
        if (reading.state() == ttl::MemberState::Primary) {
            primaries[reading.member.shard] = &reading;
        }
    }
    for (MemberReading& reading : m_members) {
        const auto primary = primaries.find(reading.member.shard);
        reading.lag.reset();
        if (primary == primaries.end() || reading.state() != ttl::MemberState::Secondary) {
            continue;
        }
        reading.lag = ttl::lagBehind(primary->second->member.lastWrite, reading.member.lastWrite);
        if (!reading.lag && primary->second->answer() && reading.answer()) {
            reading.lag
                = ttl::lagBehind(primary->second->answer()->lastWrite, reading.answer()->lastWrite);
        }
    }
    if (m_waiting > 0) {
        return; // until all have answered, two members may seem to be the primary
    }
    for (const auto& [shard, primary] : primaries) {
        std::string& known = m_primaries[shard];
        const std::string& host = primary->member.host;
        if (!known.empty() && known != host) {
            m_failOver = FailOver{shard, known, host, m_needs.connections.clock().now()};
        }
        known = host;
    }
}

bool MemberService::isHere(const ExpiryPause& pause) const
{
    return m_needs.connections.isConnected()
        && pause.server == serverName(m_needs.connections.state());
}

const ExpiryPause* MemberService::pauseOf(const std::string& host) const
{
    const auto found = std::ranges::find_if(
        m_pauses, [&](const ExpiryPause& pause) { return pause.host == host && isHere(pause); });
    return found == m_pauses.end() ? nullptr : &*found;
}

void MemberService::checkPauses()
{
    for (const ExpiryPause& pause : m_pauses) {
        if (!isHere(pause)) {
            continue;
        }
        whenAnswered(m_needs.connections.runMany(askingFor(pause.host), {kMemberTimeout, {}}), this,
                     [this, host = pause.host](const Result<MemberAnswer>& answer) {
                         if (const Result<ttl::MemberStatus> status = statusIn(answer)) {
                             settlePause(host, *status);
                         }
                     });
    }
}

// A restart of the server or somebody else may have switched it on again.
void MemberService::settlePause(const std::string& host, const ttl::MemberStatus& status)
{
    const ExpiryPause* known = pauseOf(host);
    const bool ofTheSet = known && status.replicaSet == known->set;
    if (!ofTheSet || m_switching.contains(host) || !status.metrics.monitorEnabled) {
        return;
    }
    if (*status.metrics.monitorEnabled) {
        removePause(ExpiryPause(*known));
    } else if (!known->confirmed) {
        ExpiryPause confirmed = *known;
        confirmed.confirmed = true;
        storePause(confirmed);
    }
}

// Settings announces the new list, here as in the other servers of the window.
void MemberService::storePause(const ExpiryPause& pause)
{
    addPause(m_needs.settings, pause);
}

void MemberService::removePause(const ExpiryPause& pause)
{
    dropPause(m_needs.settings, pause.server, pause.host);
}

QFuture<Result<void>> MemberService::pauseExpiry(const std::string& host)
{
    using Answer = Result<void>;
    if (m_needs.connections.isLocked()) {
        return knownAnswer(Answer(base::failure(Errc::NotPermitted, "The connection is locked.")
                                      .because(base::LocalReason::ConnectionLocked)));
    }
    if (pauseOf(host) || m_switching.contains(host)) {
        return knownAnswer(Answer(base::failure(Errc::Conflict, "Expiry is paused already.")
                                      .because(base::LocalReason::ExpiryPaused)));
    }
    m_switching.insert(host);
    Q_EMIT changed();
    return then(m_needs.connections.run(askingFor(host), {kMemberTimeout, {}}), this,
                [this, host, generation = m_needs.connections.generation()](
                    const Result<MemberAnswer>& answer) {
                    const Result<ttl::MemberStatus> status = statusIn(answer);
                    Answer allowed = mayPause(status);
                    if (allowed && generation != m_needs.connections.generation()) {
                        allowed = base::failure(Errc::Network, "The connection was lost.");
                    }
                    if (!allowed) {
                        m_switching.erase(host);
                        Q_EMIT changed();
                        return knownAnswer(allowed);
                    }
                    const LinkState& link = m_needs.connections.state();
                    const ExpiryPause pause{serverName(link),
                                            link.name,
                                            host,
                                            status->replicaSet,
                                            *status->metrics.monitorEnabled,
                                            m_needs.connections.clock().now(),
                                            false};
                    // before the command: a crash must not leave a pause that nobody remembers
                    storePause(pause);
                    return send(pause, false);
                });
}

QFuture<Result<void>> MemberService::resumeExpiry(const std::string& host)
{
    using Answer = Result<void>;
    const ExpiryPause* known = pauseOf(host);
    if (!known) {
        return knownAnswer(Answer(base::failure(Errc::NotFound, "Expiry is not paused here.")));
    }
    if (m_needs.connections.isLocked()) {
        return knownAnswer(Answer(base::failure(Errc::NotPermitted, "The connection is locked.")
                                      .because(base::LocalReason::ConnectionLocked)));
    }
    if (m_switching.contains(host)) {
        return knownAnswer(Answer(base::failure(Errc::Conflict, "A switch is under way.")
                                      .because(base::LocalReason::SwitchActive)));
    }
    m_switching.insert(host);
    Q_EMIT changed();
    return send(*known, known->former);
}

QFuture<Result<void>> MemberService::send(const ExpiryPause& pause, bool enabled)
{
    const bool pauses = enabled != pause.former;
    JournalEntry entry = switchEntry(pause.host, enabled, pauses);
    entry.server = pause.server;
    JournalledCommand journal = m_needs.journal.prepare(std::move(entry));
    MonitorSwitch change{pause.host, pause.set, enabled, std::move(journal)};
    const std::uint64_t id = change.journal.id();
    auto work = [change = std::move(change)](ttl::TtlServer& server,
                                             const ttl::CallLimits& limits) mutable {
        return switchMonitor(change, server, limits);
    };
    return then(m_needs.connections.runChange(std::move(work), {kMemberTimeout, {}}), this,
                [this, pause, enabled, id](const Result<SwitchAnswer>& answer) {
                    if (!answer) {
                        m_needs.journal.fail(id, answer.error()); // the worker was abandoned
                    }
                    return finishSwitch(pause, enabled, answer);
                });
}

Result<void> MemberService::finishSwitch(const ExpiryPause& pause, bool enabled,
                                         const Result<SwitchAnswer>& answer)
{
    m_switching.erase(pause.host);
    Result<void> verdict = answer ? answer->verdict : Result<void>(answer.error());
    const bool unknown = !verdict
        && (verdict.error().code == Errc::OutcomeUnknown || leavesOutcomeUnknown(verdict.error()));
    if (!verdict && !answer && unknown) {
        verdict = base::failure(Errc::OutcomeUnknown, verdict.error().message);
    }
    if (answer && answer->now) {
        takeStatus(pause.host, *answer->now);
    }
    const bool resumes = enabled == pause.former;
    const bool over = verdict ? resumes : !unknown && !resumes;
    if (over) {
        removePause(pause);
    }
    if (!over && verdict) {
        ExpiryPause confirmed = pause;
        confirmed.confirmed = true;
        storePause(confirmed);
    }
    Q_EMIT changed();
    return verdict;
}

} // namespace sandglass::services

#include "moc_member_service.cpp"
