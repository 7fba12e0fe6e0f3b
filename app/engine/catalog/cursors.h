// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_impl.h"
#include "app/engine/catalog/index_entries.h"

#include <memory>
#include <vector>

namespace sandglass::engine::catalog {

/// The entries that an index cursor reads.
struct IndexWalk
{
    std::shared_ptr<const IndexState> index;
    std::vector<KeyRange> ranges; ///< in the order of ascending values
    Direction direction = Direction::Forward;
};

/// Walks over the entries of an index in several ranges, in one snapshot. One thread.
class EntryWalker
{
public:
    EntryWalker(storage::KeyValueStore& store, std::shared_ptr<const storage::Snapshot> snapshot,
                IndexWalk walk);

    /// Moves to the next entry; false at the end or after an error.
    bool next();
    /// The record of the entry.
    RecordId record() const;
    /// The range of the current entry.
    const KeyRange& range() const { return m_walk.ranges[m_range]; }
    /// The stored key of the current entry; valid until the next call of next().
    storage::Slice key() const { return m_entries->key(); }
    /// Whether the walk ended without an error. Errors: Storage.
    Result<void> status() const;

private:
    /// Opens the next range; false if there is none.
    bool openNextRange();

    storage::KeyValueStore& m_store;
    std::shared_ptr<const storage::Snapshot> m_snapshot;
    IndexWalk m_walk;
    std::size_t m_opened = 0; ///< ranges opened so far
    std::size_t m_range = 0; ///< the current one
    std::unique_ptr<storage::Iterator> m_entries;
};

/// All documents of the snapshot by record id.
std::unique_ptr<RecordCursor>
makeScanCursor(std::shared_ptr<const CollectionImpl> collection,
               const std::shared_ptr<const storage::Snapshot>& snapshot, Direction direction);

/// The documents of the snapshot by record id, starting at `first` or the next one that exists.
std::unique_ptr<RecordCursor>
makeScanCursorFrom(std::shared_ptr<const CollectionImpl> collection,
                   const std::shared_ptr<const storage::Snapshot>& snapshot, RecordId first);

/// The documents of the snapshot in the order of the index, each once.
std::unique_ptr<RecordCursor>
makeIndexCursor(std::shared_ptr<const CollectionImpl> collection,
                const std::shared_ptr<const storage::Snapshot>& snapshot, IndexWalk walk);

} // namespace sandglass::engine::catalog
