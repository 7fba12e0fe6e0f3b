// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/journal/journal_entry.h"

#include <string>
#include <string_view>
#include <vector>

namespace sandglass::services {

/// The line to write before a command is sent, without a line break:
/// {"e":"begin","state":"sent","id":…,"t":{"$date":"…"},"kind":"changeIndex","server":…,"db":…,
/// "coll":…,"index":…,"mongosh":…,"command":{…},"before":{…}}.
/// Plain JSON, but index definitions and commands are canonical extended JSON, which preserves
/// every type: an undo restores exactly what was there. Pure; any thread.
std::string journalBegin(const JournalEntry& entry);
/// The line to write when the command has ended, without a line break:
/// {"e":"end","state":"done" or "failed","id":…,"documents":…,"error":{…},"reply":{…},"after":{…}}.
/// Pure; any thread.
std::string journalEnd(const JournalEntry& entry);

/// The entries in the text of a journal file, oldest first, at most the last `limit`. Damaged lines
/// (after a crash while writing) are skipped. A command without an end stays Pending. Pure; any
/// thread.
std::vector<JournalEntry> journalEntries(std::string_view text, std::size_t limit);

} // namespace sandglass::services
