// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/protocol/secrets.h"
#include "app/services/journal/journal_entry.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace sandglass::services {

class JournalFile;

/// One command on its way: written to the journal before it is sent and when it is answered. Error
/// texts and replies lose their secrets first. It belongs to the job that sends the command. Any
/// thread, one at a time.
class JournalledCommand
{
public:
    /// `secrets`: of the connection that the command is sent over.
    JournalledCommand(std::shared_ptr<JournalFile> file, JournalEntry entry,
                      protocol::Secrets secrets);

    std::uint64_t id() const { return m_entry.id; }
    const JournalEntry& entry() const { return m_entry; }

    /// Errors: Storage; then do not send it.
    Result<void> begin();
    /// `after`: the index definition as read back; `documents`: how many were changed.
    void succeed(const bson::Document& reply, std::optional<bson::Document> after = {},
                 std::int64_t documents = 0);
    void fail(const Error& error);

private:
    std::shared_ptr<JournalFile> m_file;
    JournalEntry m_entry;
    protocol::Secrets m_secrets;
};

} // namespace sandglass::services
