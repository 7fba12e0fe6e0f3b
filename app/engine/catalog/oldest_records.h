// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/index_entries.h"
#include "app/engine/storage/key_value_store.h"

#include <memory>

namespace sandglass::engine::catalog {

/// The records of a capped collection in the order of their removal, as a write unit sees them:
/// first those of the store, then the unit's own. Valid only under the writer lock.
class OldestRecords
{
public:
    /// `from`: no record of the store has a smaller id. `firstOwn`: the first id that the unit
    /// assigns.
    OldestRecords(storage::KeyValueStore& store, std::uint32_t collectionId, RecordId from,
                  RecordId firstOwn);

    /// The next id, ascending; its record may not exist any more. kNoRecord when all ids below
    /// `end` were returned. Errors: Storage.
    Result<RecordId> next(RecordId end);
    /// All remaining records have this id or a larger one.
    RecordId reached() const { return m_reached; }

private:
    storage::KeyValueStore& m_store;
    std::uint32_t m_collectionId;
    RecordId m_reached;
    RecordId m_nextOwn;
    std::unique_ptr<storage::Iterator> m_stored; ///< opened by the first call of next()
};

} // namespace sandglass::engine::catalog
