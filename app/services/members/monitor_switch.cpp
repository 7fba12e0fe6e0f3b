// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/members/monitor_switch.h"

#include <utility>

namespace sandglass::services {

namespace {

bool isSwitch(const JournalEntry& entry)
{
    return entry.kind == JournalKind::PauseExpiry || entry.kind == JournalKind::ResumeExpiry;
}

Result<void> checkSet(const ttl::MemberStatus& status, const std::string& set)
{
    if (status.replicaSet != set) {
        return base::failure(Errc::Conflict, "The host belongs to another replica set than before.")
            .because(base::LocalReason::OtherReplicaSet);
    }
    return {};
}

// The value read back decides, also when the answer to the command was lost.
SwitchAnswer finished(MonitorSwitch& change, const Result<bson::Document>& reply,
                      const Result<ttl::MemberStatus>& after)
{
    SwitchAnswer answer;
    const bool lost = !reply && leavesOutcomeUnknown(reply.error());
    if (after) {
        answer.now = *after;
    }
    const bool inEffect = after && after->metrics.monitorEnabled == change.enabled;
    if (reply && (inEffect || !after || !after->metrics.monitorEnabled)) {
        change.journal.succeed(*reply);
        return answer;
    }
    if (reply) {
        answer.verdict = base::failure(Errc::Conflict,
                                       "The server has accepted the command, but its TTL monitor "
                                       "is as it was before.")
                             .because(base::LocalReason::MonitorUnchanged);
        change.journal.fail(answer.verdict.error());
        return answer;
    }
    answer.verdict = reply.error();
    change.journal.fail(reply.error());
    if (lost && after && after->metrics.monitorEnabled) {
        change.journal.settle(inEffect, {}, 0);
        answer.verdict = inEffect ? Result<void>() : answer.verdict;
    } else if (lost) {
        answer.verdict = base::failure(Errc::OutcomeUnknown, reply.error().message);
    }
    return answer;
}

} // namespace

Result<MemberAnswer> askMember(ttl::TtlServer& server, const std::string& host,
                               const ttl::CallLimits& limits)
{
    return MemberAnswer{server.memberStatus(host, limits)};
}

Result<SwitchAnswer> switchMonitor(MonitorSwitch& change, ttl::TtlServer& server,
                                   const ttl::CallLimits& limits)
{
    const Result<ttl::MemberStatus> before = server.memberStatus(change.host, limits);
    if (!before) {
        return SwitchAnswer{before.error(), {}};
    }
    if (const Result<void> same = checkSet(*before, change.set); !same) {
        return SwitchAnswer{same.error(), *before};
    }
    if (const Result<void> begun = change.journal.begin(); !begun) {
        return SwitchAnswer{begun.error(), *before};
    }
    const Result<bson::Document> reply = server.setMonitor(change.host, change.enabled, limits);
    return finished(change, reply, server.memberStatus(change.host, limits));
}

OutcomeReading switchOutcomeReading(const JournalEntry& entry)
{
    if (!isSwitch(entry)) {
        return nullptr;
    }
    return [host = entry.index, wanted = entry.command["ttlMonitorEnabled"].toBool()](
               ttl::TtlServer& server, const ttl::CallLimits& limits) -> Result<OutcomeFinding> {
        const Result<ttl::MemberStatus> status = server.memberStatus(host, limits);
        if (!status || !status->metrics.monitorEnabled) {
            // not Network, which would end the connection: only this member cannot be asked
            return base::failure(Errc::Unsupported, "The member cannot be asked.");
        }
        OutcomeFinding finding;
        finding.inEffect = *status->metrics.monitorEnabled == wanted;
        return finding;
    };
}

JournalEntry switchEntry(const std::string& host, bool enabled, bool pauses)
{
    JournalEntry entry;
    entry.kind = pauses ? JournalKind::PauseExpiry : JournalKind::ResumeExpiry;
    entry.index = host;
    entry.command = ttl::monitorCommand(enabled);
    entry.mongosh = std::string("db.adminCommand({ setParameter: 1, ttlMonitorEnabled: ")
        + (enabled ? "true" : "false") + " })";
    return entry;
}

} // namespace sandglass::services
