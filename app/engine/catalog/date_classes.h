// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/catalog/collection.h"
#include "app/engine/catalog/index_entries.h"
#include "app/engine/storage/key_value_store.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::catalog {

class CollectionImpl;

/// Walks over the dates of an ordered index with one field, whichever family has them. Where dates
/// are kept apart, only over the earliest one of each document.
class DateWalk
{
public:
    /// `snapshot`: nullptr means the newest state. `start`: no entries are before it.
    DateWalk(storage::KeyValueStore& store, const IndexState& index,
             const storage::Snapshot* snapshot, const DatePlace& start);

    /// Moves to the first entry.
    void first()
    {
        m_entries->seekToFirst();
        skipLaterDates();
    }
    /// Moves to the first entry at or after a date.
    void seek(std::int64_t date);
    /// Moves to the last entry at or before a date.
    void seekLast(std::int64_t date);
    /// Moves to the next entry; valid() must be true.
    void next()
    {
        m_entries->next();
        skipLaterDates();
    }
    /// Whether it is at an entry.
    bool valid() const { return m_entries->valid(); }
    /// The date of the entry, milliseconds since 1970 UTC.
    std::int64_t date() const;
    /// The position of the entry; only where dates are kept apart.
    DatePlace place() const;
    /// Whether the walk ended without an error. Errors: Storage.
    Result<void> status() const { return m_entries->status(); }

private:
    /// Whether the entry has a later date of its document.
    bool isLaterDate() const;
    /// Moves to the next entry with an earliest date.
    void skipLaterDates()
    {
        while (isLaterDate()) {
            m_entries->next();
        }
    }

    bool m_apart = false;
    std::string m_prefix; ///< the bytes before the date in a key
    DatePlace m_start;
    std::unique_ptr<storage::Iterator> m_entries;
};

/// Splits the blocks of an index's directory that have become too large. The writer lock is held.
/// If the store cannot be read, the directory is given up.
void splitBlocks(storage::KeyValueStore& store, const IndexState& index);

/// Builds the directory of an index in one scan, unless it exists or is being built. Writers can
/// continue. Errors: QueryPlanKilled (server), Storage.
Result<void> collectDates(const CollectionImpl& collection, const std::string& indexName);

/// Implements Collection::dateClasses().
Result<std::optional<DateClassification>> classifyDates(const CollectionImpl& collection,
                                                        std::string_view indexName,
                                                        std::span<const bson::Date> bounds,
                                                        DatePrecision precision);

} // namespace sandglass::engine::catalog
