// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/oldest_records.h"

namespace sandglass::engine::catalog {

OldestRecords::OldestRecords(storage::KeyValueStore& store, std::uint32_t collectionId,
                             RecordId from, RecordId firstOwn)
    : m_store(store)
    , m_collectionId(collectionId)
    , m_reached(from)
    , m_nextOwn(firstOwn)
{
}

Result<RecordId> OldestRecords::next(RecordId end)
{
    if (!m_stored) {
        const KeyRange all = recordRange(m_collectionId);
        m_stored
            = m_store.iterate(all.family, recordKey(m_collectionId, m_reached), all.upper, nullptr);
        // the iterator is kept between calls: removed records leave tombstones, over which a new
        // iterator would step each time
        m_stored->seekToFirst();
    }
    RecordId id = kNoRecord;
    if (m_stored->valid()) {
        id = recordIdOf(m_stored->key());
        m_stored->next();
    } else if (auto status = m_stored->status(); !status) {
        return std::move(status.error());
        // after the stored records come those of this unit, which the store does not know yet
    } else if (m_nextOwn < end) {
        id = m_nextOwn++;
    }
    if (id != kNoRecord) {
        m_reached = id + 1;
    }
    return id;
}

} // namespace sandglass::engine::catalog
