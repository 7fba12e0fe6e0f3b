// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"
#include "app/services/journal/journal_entry.h"

#include <QStringList>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::tests {

/// The rules of a server, as the commands have made them: the seconds of each TTL index, by the
/// names of its collection and of itself. A collection's own rule has no name.
using ExpiryRules = std::map<std::pair<std::string, std::string>, std::int64_t>;

/// The classes of dialogs of which one must have been there before a command; none for a command
/// that deletes nothing and lets nothing expire sooner. Takes the rules that the command sets into
/// `rules`. `now`: of the server.
QStringList dialogsBefore(const bson::Document& command, ExpiryRules& rules, base::Time now);

/// Looks for each command that changes something in the journal. Where one entry stands for one
/// command, there must be as many as commands: those that create or change indexes, and those that
/// change documents. Deletions of several batches share an entry, and so does the end of a build
/// with its beginning.
class JournalledCommands
{
public:
    /// Forgets the commands before.
    void clear() { m_sent.clear(); }
    /// Whether a command changes something, and the journal must know it. The menu's "Load sample
    /// data" is one entry for all of its commands, which are not looked at.
    static bool isWanted(const bson::Document& command);
    /// Takes the next command that isWanted(). False when the journal lacks its entry.
    bool take(const bson::Document& command, const std::vector<services::JournalEntry>& entries);

private:
    std::map<std::pair<std::string, std::string>, int> m_sent; // by command and collection
};

} // namespace sandglass::tests
