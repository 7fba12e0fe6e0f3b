// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/ttl/types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::services {

/// A collection and its indexes.
struct CatalogCollection
{
    ttl::CollectionSpec spec;
    std::vector<ttl::IndexSpec> indexes; ///< `_id_` first
    std::optional<Error> error; ///< why the indexes could not be listed
    bool read = false; ///< the indexes are known, or why they are not
    bool detailed = false; ///< the indexes have sizes and use, where the server reports them
    std::optional<base::Time> readAt
        = {}; ///< when the indexes were read, by the server's clock; where their sizes and use are
              ///< of an earlier reading, of that one. Unset: they were not read
};

/// A database and its collections, sorted by name.
struct CatalogDatabase
{
    ttl::DatabaseSpec spec;
    std::vector<CatalogCollection> collections;
    std::optional<Error> error; ///< why the collections could not be listed
    bool listed = false; ///< the collections are known, or why they are not
    std::optional<std::int64_t> indexCount = {}; ///< of all collections, as last counted by the
                                                 ///< server; unset: not asked, or not known
};

/// Whether a database belongs to the server itself: admin, config or local. Pure.
bool isSystemDatabase(const std::string& name);
/// Whether `error` only says that this user may not read a database of the server itself. Most
/// users may not, and their rules are elsewhere, so that nothing of theirs is missing. Pure.
bool isExpectedRefusal(const std::string& database, const Error& error);

/// Whether a collection is `scope` or, if that has no collection's name, in its database. Pure.
bool isWithin(const protocol::Namespace& ns, const protocol::Namespace& scope);

/// What a server holds: its databases, sorted by name.
struct Catalog
{
    std::vector<CatalogDatabase> databases;
    std::optional<Error> refused; ///< why databases could not be listed: these are only those that
                                  ///< were named by hand

    /// Why something could not be read: databases that may not be listed, collections or indexes;
    /// unset if all was. Without `collection`, what isExpectedRefusal() does not count.
    /// `collection`: only about its indexes; without a name: about those of its database.
    std::optional<Error> unread(const std::optional<protocol::Namespace>& collection = {}) const;
    /// Whether there is such a reason.
    bool isPartial(const std::optional<protocol::Namespace>& collection = {}) const
    {
        return unread(collection).has_value();
    }
    /// The collection of this name; null when there is none.
    const CatalogCollection* find(const protocol::Namespace& ns) const;
    /// The index of this name; null when there is none.
    const ttl::IndexSpec* find(const ttl::IndexRef& index) const;
};

/// How much of a catalogue has been read.
struct CatalogProgress
{
    bool listed = false; ///< all collections are known by name; before that, `collections` grows
    int collections = 0;
    int read = 0; ///< of these, the indexes are known
};

} // namespace sandglass::services
