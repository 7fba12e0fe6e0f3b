// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/journal/journalled_command.h"
#include "app/services/journal/task_service.h"
#include "app/ttl/draft.h"
#include "app/ttl/ttl_server.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace sandglass::services {

/// What the journal records of a change besides the command.
struct ChangeNote
{
    std::optional<std::int64_t> deletes; ///< documents counted to be deleted at once; unset: not
                                         ///< counted
    std::uint64_t undoes = 0; ///< id of the journal entry that this change reverts; 0: none
    std::optional<bson::Document> replaces; ///< restoration() only: the index that it replaces
};

/// A command that changes an index. `entry.command` is the document that is sent, so the journal
/// holds what the server receives.
struct IndexCommand
{
    JournalEntry entry;
    TaskKind task = TaskKind::CreateIndex;
    /// Checks the index that was read back; unset: it does not exist. Errors: Conflict when it is
    /// not as requested.
    std::function<Result<void>(const std::optional<ttl::IndexSpec>&)> verify;
    /// Sent one after the other if the server refuses to create a hidden index: create it visible,
    /// then hide it. Empty: there is no other way.
    std::vector<IndexCommand> instead = {};
};

/// Whether an error only says that the collection does not exist. Pure.
bool meansNoCollection(const Error& error);

/// Whether a command builds an index, which may take hours. Pure.
bool buildsIndex(const bson::Document& command);

/// createIndexes for a new index. Pure.
IndexCommand creation(const ttl::TtlIndexSpec& spec, const ChangeNote& note);
/// collMod. `before`: the index (or own rule) before the change, for the journal. Pure.
IndexCommand alteration(const ttl::IndexChange& change, const ttl::IndexSpec& before,
                        const ChangeNote& note);
/// dropIndexes for one index. Pure.
IndexCommand removal(const ttl::IndexRef& index, const ttl::IndexSpec& before,
                     const ChangeNote& note);
/// createIndexes for an index exactly as a server has listed it, with every option. Pure.
IndexCommand restoration(const protocol::Namespace& ns, const bson::Document& listed,
                         const ChangeNote& note);

/// An index command that is ready for a worker thread.
struct PreparedIndexCommand
{
    JournalledCommand journal;
    std::function<Result<void>(const std::optional<ttl::IndexSpec>&)> verify;
    std::vector<PreparedIndexCommand> instead = {}; ///< as in IndexCommand
    bool insteadOnly = false; ///< the server is known to refuse the command itself
};

/// The result of index commands that have reached the server.
struct IndexOutcome
{
    /// Conflict when the index read back differs from the request, or the server's refusal to let
    /// it be read back.
    Result<void> verdict;
    /// All indexes of the collection as read back; unset: not read, as for a collection's own rule.
    std::optional<std::vector<ttl::IndexSpec>> indexes;
};

/// Notes which collection it is, writes the journal entry, sends the command, reads the index back,
/// verifies it, and completes the entry. If the server refuses a hidden index, does the same with
/// the commands of `instead`. Errors: Storage when the entry cannot be written (nothing
/// is sent then), and those of sending and reading. Blocking; any thread.
Result<IndexOutcome> sendIndexCommand(PreparedIndexCommand& command, ttl::TtlServer& server,
                                      const ttl::CallLimits& limits);

/// Reads one index, or a collection's own rule as ttl::ownRule() returns it; unset when it does not
/// exist, or the collection does not. Errors: the server's. Blocking; any thread.
Result<std::optional<ttl::IndexSpec>> readIndex(ttl::TtlServer& server, const ttl::IndexRef& index,
                                                const ttl::CallLimits& limits);

} // namespace sandglass::services
