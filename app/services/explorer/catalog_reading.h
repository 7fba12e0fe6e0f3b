// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/explorer/catalog.h"
#include "app/ttl/ttl_server.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::services {

/// A collection whose indexes are to be read.
struct CollectionToRead
{
    ttl::CollectionSpec spec;
    bool details = false; ///< sizes and use too: three commands instead of one
};

/// Reads the indexes of a collection; a view has none. What the server refuses is the entry's
/// error. Blocking; any thread.
CatalogCollection readCollection(ttl::TtlServer& server, CollectionToRead wanted,
                                 const ttl::CallLimits& limits);

/// Reads several collections one after the other. Errors: those that end the whole reading, see
/// endsReading(). Blocking; any thread.
Result<std::vector<CatalogCollection>> readCollections(ttl::TtlServer& server,
                                                       const std::vector<CollectionToRead>& wanted,
                                                       const ttl::CallLimits& limits);

/// Reads a collection with all details, its own rule included. Blocking; any thread.
CatalogCollection readDetails(ttl::TtlServer& server, ttl::CollectionSpec spec,
                              const ttl::CallLimits& limits);

/// How many indexes the collections of a database have together, which one command tells. nullopt:
/// the server does not tell or may not be asked. Errors: those that end the whole reading.
/// Blocking; any thread.
Result<std::optional<std::int64_t>>
countIndexes(ttl::TtlServer& server, const std::string& database, const ttl::CallLimits& limits);

/// Whether the indexes of a database must have been made or dropped between two readings: their
/// number is neither the one before nor that of the indexes that are known. Pure; any thread.
bool showsOtherIndexes(const CatalogDatabase& before, const CatalogDatabase& now);

/// Whether an error concerns the connection and not only one database or collection.
bool endsReading(const Error& error);

/// Adds what an earlier reading knows about the same indexes, and a plain list does not tell: their
/// sizes and use, and when that was. Does nothing for a collection of another kind or UUID. Pure;
/// any thread.
void keepDetails(const CatalogCollection& before, CatalogCollection& now);

/// Whether both are the same collection and not one that was created anew. Pure; any thread.
bool isSameCollection(const ttl::CollectionSpec& one, const ttl::CollectionSpec& other);

} // namespace sandglass::services
