// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/journal/journal_entry.h"
#include "app/ttl/capability.h"
#include "app/ttl/types.h"

#include <optional>
#include <string>

namespace sandglass::services {

/// What an index command has shown about its server.
struct Lesson
{
    ttl::Capability capability = ttl::Capability::ConvertIndex;
    ttl::Can can = ttl::Can::NotKnown;
    std::string evidence;
};

/// What a journal entry shows: that the server converts or hides indexes, or creates hidden ones,
/// or TTL indexes on time series, capped collections or other fields than _ts, or that it does not.
/// `collection`: that of the entry; null if it is not known. nullopt for an entry that shows
/// nothing, such as one that failed for another reason. Pure; any thread.
std::optional<Lesson> lessonOf(const JournalEntry& entry,
                               const ttl::CollectionSpec* collection = nullptr);

/// Whether a server has refused to create an index because it was to be hidden. Pure; any thread.
bool refusesHidden(const Error& error);

} // namespace sandglass::services
