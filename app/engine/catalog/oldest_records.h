// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/index_entries.h"
#include "app/engine/storage/key_value_store.h"

#include <memory>

namespace sandglass::engine::catalog {

/// The records of a capped collection in the order in which they go, as a write unit sees them:
/// first those of the store, then those that the unit adds itself. Only valid while the writer lock
/// is held.
class OldestRecords
{
public:
    /// `from`: no record of the store has a smaller id. `firstOwn`: the first id that the unit
    /// gives.
    OldestRecords(storage::KeyValueStore& store, std::uint32_t collectionId, RecordId from,
                  RecordId firstOwn);

    /// The next id, ascending; the record may be gone already. kNoRecord when all ids below `end`
    /// were given. Errors: Storage.
    Result<RecordId> next(RecordId end);
    /// No record that is left has a smaller id.
    RecordId reached() const { return m_reached; }

private:
    storage::KeyValueStore& m_store;
    std::uint32_t m_collectionId;
    RecordId m_reached;
    RecordId m_nextOwn;
    std::unique_ptr<storage::Iterator> m_stored; ///< opened by the first call of next()
};

} // namespace sandglass::engine::catalog
