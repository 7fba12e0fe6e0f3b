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

/// "local.oplog.rs".
const protocol::Namespace& oplogNamespace();

/// Whether writes there are logged: all but those of the database `local` and the profiler's.
bool isLogged(const protocol::Namespace& ns);

/// A log entry's record id is its timestamp: seconds in the upper half, increment in the lower.
RecordId recordOf(bson::Timestamp timestamp);
bson::Timestamp timestampOf(RecordId entry);

/// The log of all writes of a replica set member: the collection local.oplog.rs. Entries are put
/// into the batch of the write itself (see OplogUnit), so that a crash leaves both or neither. When
/// it has grown beyond its size the oldest entries go. Reading from any thread; the rest under the
/// writer lock.
class Oplog
{
public:
    /// `collection`: the log's own, which must outlive this. `bytes`: the size to keep.
    Oplog(CollectionImpl& collection, std::int64_t bytes);

    /// Finds the ends of the log. Errors: Storage.
    Result<void> load();

    /// The newest entry, and the moment it was made.
    bson::Timestamp last() const { return timestampOf(m_last); }
    base::Time lastWall() const { return base::Time(base::Millis(m_lastWall)); }
    /// The oldest entry that is still there.
    bson::Timestamp first() const { return timestampOf(m_first); }
    /// Whether everything logged after that moment is still there.
    bool reachesBackTo(bson::Timestamp moment) const;
    /// The size to keep.
    std::int64_t bytes() const { return m_bytes; }

private:
    friend class OplogUnit;

    /// The id of an entry made now; `after`: the newest one that is not committed yet, or 0. Grows
    /// strictly, whatever the clock does.
    RecordId nextAfter(RecordId after) const;
    /// What has to go so that `added` bytes fit: documents and bytes, removed in `batch`.
    Result<std::pair<std::int64_t, std::int64_t>> trim(storage::Batch& batch, std::int64_t added);

    CollectionImpl& m_collection;
    const std::int64_t m_bytes;
    std::atomic<RecordId> m_last{0};
    std::atomic<std::int64_t> m_lastWall{0};
    std::atomic<RecordId> m_first{0};
    std::atomic<bool> m_whole{true}; ///< nothing has been trimmed since the set was initiated
    RecordId m_firstAfterTrim = 0; ///< what trim() left as the oldest, until the commit
};

} // namespace sandglass::engine::catalog
