// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/types.h"
#include "app/engine/catalog/types.h"
#include "app/engine/storage/key_value_store.h"

#include <atomic>
#include <cstdint>
#include <utility>

namespace sandglass::engine::catalog {

class CollectionImpl;

/// The namespace "local.oplog.rs".
const protocol::Namespace& oplogNamespace();

/// Whether writes to a namespace are logged: all but those of database `local` and of the profiler.
bool isLogged(const protocol::Namespace& ns);

/// The record id of a log entry: its timestamp with the seconds in the upper half and the increment
/// in the lower.
RecordId recordOf(bson::Timestamp timestamp);
/// The reverse of recordOf().
bson::Timestamp timestampOf(RecordId entry);

/// The log of all writes of a replica set member: the collection local.oplog.rs. Entries are part
/// of the batch of the write itself (see OplogUnit), so a crash leaves both or neither. When it
/// exceeds its size, the oldest entries are removed. Any thread reads; everything else needs the
/// writer lock.
class Oplog
{
public:
    /// `collection`: the log's own; must outlive this object. `bytes`: the size limit.
    Oplog(CollectionImpl& collection, std::int64_t bytes);

    /// Reads the first and last entry. Errors: Storage.
    Result<void> load();

    /// The timestamp of the newest entry.
    bson::Timestamp last() const { return timestampOf(m_last); }
    /// The clock's time when the newest entry was made.
    base::Time lastWall() const { return base::Time(base::Millis(m_lastWall)); }
    /// The timestamp of the oldest entry.
    bson::Timestamp first() const { return timestampOf(m_first); }
    /// Whether all entries after that moment still exist.
    bool reachesBackTo(bson::Timestamp moment) const;
    /// The size limit in bytes.
    std::int64_t bytes() const { return m_bytes; }

private:
    friend class OplogUnit;

    /// The id for an entry made now. `after`: the newest id that is not committed yet, or 0. Ids
    /// grow strictly, even if the clock goes back.
    RecordId nextAfter(RecordId after) const;
    /// Removes entries in `batch` so that `added` bytes fit. Returns their number and size. Errors:
    /// Storage.
    Result<std::pair<std::int64_t, std::int64_t>> trim(storage::Batch& batch, std::int64_t added);

    CollectionImpl& m_collection;
    const std::int64_t m_bytes;
    std::atomic<RecordId> m_last{0};
    std::atomic<std::int64_t> m_lastWall{0};
    std::atomic<RecordId> m_first{0};
    std::atomic<bool> m_whole{
        true}; ///< nothing has been trimmed since the replica set was initiated
    RecordId m_firstAfterTrim = 0; ///< the oldest entry after trim(), until the commit
};

} // namespace sandglass::engine::catalog
