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

/// Walks the dates of an ordered index with one field, wherever they are kept: where they are apart
/// the earliest one of each document, elsewhere all.
class DateWalk
{
public:
    /// `snapshot` may be null: the newest state. `start`: there are no entries before it.
    DateWalk(storage::KeyValueStore& store, const IndexState& index,
             const storage::Snapshot* snapshot, const DatePlace& start);

    void first()
    {
        m_entries->seekToFirst();
        skipLaterDates();
    }
    /// To the first entry at a date or after it.
    void seek(std::int64_t date);
    /// To the last entry at a date or before it.
    void seekLast(std::int64_t date);
    void next()
    {
        m_entries->next();
        skipLaterDates();
    }
    bool valid() const { return m_entries->valid(); }
    std::int64_t date() const;
    DatePlace place() const; ///< only where dates are kept apart
    Result<void> status() const { return m_entries->status(); }

private:
    bool isLaterDate() const;
    void skipLaterDates()
    {
        while (isLaterDate()) {
            m_entries->next();
        }
    }

    bool m_apart = false;
    std::string m_prefix; ///< what comes before a date in a key
    DatePlace m_start;
    std::unique_ptr<storage::Iterator> m_entries;
};

/// Cuts those blocks of an index's directory that have grown too large. Called under the writer
/// lock. A store that cannot be read only makes the directory give up.
void splitBlocks(storage::KeyValueStore& store, const IndexState& index);

/// Builds the directory of an index by one scan, unless it is there or under way. Writers go on.
/// Errors: 175, Storage.
Result<void> collectDates(const CollectionImpl& collection, const std::string& indexName);

/// What Collection::dateClasses() gives.
Result<std::optional<DateClassification>> classifyDates(const CollectionImpl& collection,
                                                        std::string_view indexName,
                                                        std::span<const bson::Date> bounds,
                                                        DatePrecision precision);

} // namespace sandglass::engine::catalog
