// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/journal/journal_service.h"

#include <cstdint>
#include <utility>

namespace sandglass::tests {

/// Writes an entry to the journal in this thread, as a worker does before it sends a command.
/// Returns its id. Errors: Storage.
inline Result<std::uint64_t> begun(services::JournalService& journal, services::JournalEntry entry)
{
    services::JournalledCommand command = journal.prepare(std::move(entry));
    TRY(command.begin());
    return command.id();
}

} // namespace sandglass::tests
