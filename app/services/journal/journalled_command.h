// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/protocol/secrets.h"
#include "app/services/journal/journal_entry.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace sandglass::services {

class JournalFile;

/// One command on its way. It is written to the journal before it is sent and when it has ended;
/// secrets are masked in error texts and replies. It belongs to the job that sends the command. Any
/// thread, one at a time.
class JournalledCommand
{
public:
    /// `secrets`: of the connection that sends the command.
    JournalledCommand(std::shared_ptr<JournalFile> file, JournalEntry entry,
                      protocol::Secrets secrets);

    /// The id of the entry.
    std::uint64_t id() const { return m_entry.id; }
    /// The entry in its current state.
    const JournalEntry& entry() const { return m_entry; }

    /// Sets which data the command changes. Before begin().
    void setIdentity(ttl::DataIdentity identity) { m_entry.identity = std::move(identity); }
    /// Writes the entry and syncs the file, for which it waits: not in the GUI thread. Errors:
    /// Storage; the command must not be sent then.
    Result<void> begin();
    /// Writes that the command has succeeded. `after`: the index definition as read back;
    /// `documents`: number changed.
    void succeed(const bson::Document& reply, std::optional<bson::Document> after = {},
                 std::int64_t documents = 0);
    /// Writes that the command has failed, or that its outcome is unknown if the error leaves it
    /// so.
    void fail(const Error& error);
    /// Writes what was found out later about a command whose outcome was unknown.
    void settle(bool executed, std::optional<bson::Document> after, std::int64_t documents);

private:
    std::shared_ptr<JournalFile> m_file;
    JournalEntry m_entry;
    protocol::Secrets m_secrets;
};

} // namespace sandglass::services
