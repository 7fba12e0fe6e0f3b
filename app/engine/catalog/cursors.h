// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_impl.h"
#include "app/engine/catalog/index_entries.h"

#include <memory>
#include <vector>

namespace sandglass::engine::catalog {

/// What an index cursor walks over.
struct IndexWalk
{
    std::shared_ptr<const IndexState> index;
    std::vector<KeyRange> ranges; ///< in the order of ascending values
    Direction direction = Direction::Forward;
};

/// Walks the entries of an index over several ranges, in one snapshot. One thread.
class EntryWalker
{
public:
    EntryWalker(storage::KeyValueStore& store, std::shared_ptr<const storage::Snapshot> snapshot,
                IndexWalk walk);

    /// Moves to the next entry; false at the end or after an error.
    bool next();
    /// The record of the entry.
    RecordId record() const;
    /// The range that the entry lies in, and the entry's stored key; valid until the next call of
    /// next().
    const KeyRange& range() const { return m_walk.ranges[m_range]; }
    storage::Slice key() const { return m_entries->key(); }
    Result<void> status() const;

private:
    bool openNextRange();

    storage::KeyValueStore& m_store;
    std::shared_ptr<const storage::Snapshot> m_snapshot;
    IndexWalk m_walk;
    std::size_t m_opened = 0; ///< ranges opened so far
    std::size_t m_range = 0; ///< the one being walked
    std::unique_ptr<storage::Iterator> m_entries;
};

/// All documents of the snapshot by record id.
std::unique_ptr<RecordCursor>
makeScanCursor(std::shared_ptr<const CollectionImpl> collection,
               const std::shared_ptr<const storage::Snapshot>& snapshot, Direction direction);

/// Documents of the snapshot by record id, from that one on or from the next that is there.
std::unique_ptr<RecordCursor>
makeScanCursorFrom(std::shared_ptr<const CollectionImpl> collection,
                   const std::shared_ptr<const storage::Snapshot>& snapshot, RecordId first);

/// Documents of the snapshot in the order of the index's entries, each once.
std::unique_ptr<RecordCursor>
makeIndexCursor(std::shared_ptr<const CollectionImpl> collection,
                const std::shared_ptr<const storage::Snapshot>& snapshot, IndexWalk walk);

} // namespace sandglass::engine::catalog
