// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/journal_service.h"

#include <string_view>
#include <vector>

namespace sandglass::services {

/// The line for a command about to be sent:
/// {"e":"begin","id":…,"t":{"$date":…},"kind":…,"server":…,"ns":…,…}.
bson::Document journalBegin(const JournalEntry& entry);
/// The line for how it ended:
/// {"e":"end","id":…,"status":…,"reply":{…},"after":{…},"documents":…,"error":{…}}.
bson::Document journalEnd(const JournalEntry& entry);

/// Entries out of the text of a journal file, oldest first, at most the last `limit`. Lines that
/// are broken (a crash in the middle of writing) are skipped. A command without an end stays
/// Pending. Pure; any thread.
std::vector<JournalEntry> journalEntries(std::string_view text, std::size_t limit);

} // namespace sandglass::services
