// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/journal/journalled_command.h"
#include "app/services/journal/outcome_check.h"
#include "app/ttl/ttl_server.h"

#include <optional>
#include <string>

namespace sandglass::services {

// Switching the TTL monitor of one member, as plain functions for a worker thread. An error of one
// member says nothing about the connection, so each answer is a value that holds its error.

/// What one member has answered.
struct MemberAnswer
{
    Result<ttl::MemberStatus> status;
};

/// Asks a member. Never fails; the error is in the answer. Blocking; any thread.
Result<MemberAnswer> askMember(ttl::TtlServer& server, const std::string& host,
                               const ttl::CallLimits& limits);

/// One switch on its way.
struct MonitorSwitch
{
    std::string host; ///< empty: the server of the connection itself
    std::string set; ///< its replica set; another one is refused
    bool enabled = false; ///< what is wanted
    JournalledCommand journal;
};

/// How a switch has ended. Errors of `verdict`: Conflict if the host belongs to another set, or if
/// the value read back is not the one wanted; Storage if the journal cannot be written, nothing is
/// sent then; OutcomeUnknown if no answer came and the member cannot be asked; NotPermitted;
/// those of the server.
struct SwitchAnswer
{
    Result<void> verdict;
    std::optional<ttl::MemberStatus> now; ///< as read back; unset: it could not be read
};

/// Checks the set, writes the journal, sends the command, reads the value back and completes the
/// journal. Never fails; the error is in the answer. Blocking; any thread.
Result<SwitchAnswer> switchMonitor(MonitorSwitch& change, ttl::TtlServer& server,
                                   const ttl::CallLimits& limits);

/// Reads whether a switch of the journal is in effect; nullptr for entries of other kinds. Pure.
OutcomeReading switchOutcomeReading(const JournalEntry& entry);

/// The journal entry of a switch; the caller sets the server. Pure.
JournalEntry switchEntry(const std::string& host, bool enabled, bool pauses);

} // namespace sandglass::services
