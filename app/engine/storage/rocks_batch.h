// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/storage/database.h"
#include "app/engine/storage/key_value_store.h"
#include "app/engine/storage/rocks_iterator.h"

#include <rocksdb/write_batch.h>

namespace sandglass::engine::storage {

/// The batch of a RocksStore. Refers to the handles of its database.
class RocksBatch final : public Batch
{
public:
    explicit RocksBatch(const FamilyHandles& families)
        : m_families(families)
    {
    }

    // RocksDB's batch fails only for a closed family. Ours are closed together with the store.
    void put(Family family, Slice key, Slice value) override
    {
        m_batch.Put(handle(family), toRocks(key), toRocks(value)).PermitUncheckedError();
    }
    void remove(Family family, Slice key) override
    {
        m_batch.Delete(handle(family), toRocks(key)).PermitUncheckedError();
    }
    void removeRange(Family family, Slice from, Slice to) override
    {
        m_batch.DeleteRange(handle(family), toRocks(from), toRocks(to)).PermitUncheckedError();
    }
    std::size_t operations() const override { return static_cast<std::size_t>(m_batch.Count()); }
    std::size_t bytes() const override { return m_batch.GetDataSize(); }

    /// RocksDB's own batch.
    rocksdb::WriteBatch& native() { return m_batch; }

private:
    rocksdb::ColumnFamilyHandle* handle(Family family)
    {
        return m_families.at(static_cast<std::size_t>(family));
    }

    FamilyHandles m_families;
    rocksdb::WriteBatch m_batch;
};

} // namespace sandglass::engine::storage
