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

/// What the journal holds of a change besides the command itself.
struct ChangeNote
{
    std::optional<std::int64_t> deletes; ///< counted to go at once; unset: not counted
    std::uint64_t undoes = 0; ///< the journal entry that this change takes back; 0: none
    std::optional<bson::Document> replaces; ///< restoreCommand() only: the index that it replaces
};

/// A command that changes an index. `entry.command` is the very document that is sent.
struct IndexCommand
{
    JournalEntry entry;
    TaskKind task = TaskKind::CreateIndex;
    /// Whether the index read back is what was asked for; unset: it is not there. Errors: Conflict.
    std::function<Result<void>(const std::optional<ttl::IndexSpec>&)> verify;
};

/// createIndexes of a new TTL index.
IndexCommand creation(const ttl::TtlIndexSpec& spec, const ChangeNote& note);
/// collMod. `before`: the index (or own rule) as it was, for the journal.
IndexCommand alteration(const ttl::IndexChange& change, const ttl::IndexSpec& before,
                        const ChangeNote& note);
/// dropIndexes of one index.
IndexCommand removal(const ttl::IndexRef& index, const ttl::IndexSpec& before,
                     const ChangeNote& note);
/// createIndexes of an index exactly as a server once listed it, with every option.
IndexCommand restoration(const protocol::Namespace& ns, const bson::Document& listed,
                         const ChangeNote& note);

/// An index command on a worker thread.
struct PreparedIndexCommand
{
    JournalledCommand journal;
    std::function<Result<void>(const std::optional<ttl::IndexSpec>&)> verify;
};

/// What came of index commands that reached the server.
struct IndexOutcome
{
    Result<void> verdict; ///< Conflict when the index read back differs from what was asked for
    /// All indexes of the collection as read back; unset: not read, as for a collection's own rule.
    std::optional<std::vector<ttl::IndexSpec>> indexes;
};

/// Writes the journal, sends the command, reads the index back, verifies it, and writes how it
/// ended. Errors: Storage when the journal cannot be written (nothing is sent then), and those of
/// sending and reading. Blocking; any thread.
Result<IndexOutcome> sendIndexCommand(PreparedIndexCommand& command, ttl::TtlServer& server,
                                      const ttl::CallLimits& limits);

/// One index, or a collection's own rule as ttl::ownRule() has it; unset when there is none, nor a
/// collection. Blocking; any thread.
Result<std::optional<ttl::IndexSpec>> readIndex(ttl::TtlServer& server, const ttl::IndexRef& index,
                                                const ttl::CallLimits& limits);

} // namespace sandglass::services
