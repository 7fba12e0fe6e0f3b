// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/storage/key_filter.h"
#include "app/engine/storage/key_value_store.h"
#include "app/engine/storage/rocks_iterator.h"

#include <rocksdb/db.h>
#include <rocksdb/snapshot.h>

#include <memory>
#include <utility>

namespace sandglass::engine::storage {

/// A snapshot of a RocksStore.
class RocksSnapshot final : public Snapshot
{
public:
    /// `filter`: the store's; may be null. `use`: kept as long as the snapshot.
    RocksSnapshot(rocksdb::DB& db, const KeyFilter* filter, InUse use)
        : m_use(std::move(use))
        , m_hidden(filter ? filter->hold() : nullptr)
        , m_guard(&db)
        , m_native(m_guard.snapshot())
    {
    }
    /// RocksDB's own snapshot.
    const rocksdb::Snapshot* native() const { return m_native; }

private:
    InUse m_use; ///< first, so that it ends last
    std::shared_ptr<const void>
        m_hidden; ///< taken before the snapshot: what is hidden in it stays hidden
    rocksdb::ManagedSnapshot m_guard;
    const rocksdb::Snapshot* m_native;
};

} // namespace sandglass::engine::storage
