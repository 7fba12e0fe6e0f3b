// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/journal/journal_entry.h"

#include <string>
#include <string_view>
#include <vector>

namespace sandglass::services {

/// The line for a command about to be sent, without a line end:
/// {"e":"begin","state":"sent","id":…,"t":{"$date":"…"},"kind":"changeIndex","server":…,"db":…,
/// "coll":…,"index":…,"mongosh":…,"command":{…},"before":{…}}.
/// Plain JSON; index definitions and commands in canonical extended JSON, which keeps every type,
/// so that an undo makes exactly what was there.
std::string journalBegin(const JournalEntry& entry);
/// The line for how it ended, without a line end:
/// {"e":"end","state":"done" or "failed","id":…,"documents":…,"error":{…},"reply":{…},"after":{…}}.
std::string journalEnd(const JournalEntry& entry);

/// Entries out of the text of a journal file, oldest first, at most the last `limit`. Lines that
/// are broken (a crash in the middle of writing) are skipped. A command without an end stays
/// Pending. Pure; any thread.
std::vector<JournalEntry> journalEntries(std::string_view text, std::size_t limit);

} // namespace sandglass::services
