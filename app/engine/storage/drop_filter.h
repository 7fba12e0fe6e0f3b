// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/storage/key_filter.h"

#include <rocksdb/compaction_filter.h>

#include <memory>
#include <mutex>

namespace sandglass::engine::storage {

/// Holds the store's key filter. The filter is set after the store was opened, when compactions may
/// already run. Any thread.
class FilterSlot
{
public:
    /// Compactions that start from now on use `filter`.
    void set(std::shared_ptr<const KeyFilter> filter)
    {
        const std::lock_guard lock(m_mutex);
        m_filter = std::move(filter);
    }
    /// The filter; nullptr before set().
    std::shared_ptr<const KeyFilter> get() const
    {
        const std::lock_guard lock(m_mutex);
        return m_filter;
    }

private:
    mutable std::mutex m_mutex;
    std::shared_ptr<const KeyFilter> m_filter; // guarded by m_mutex
};

/// Makes RocksDB's compactions of one family drop the keys that the slot's filter has released.
/// RocksDB passes only the newest version of a key to a filter and ignores snapshots, so a key that
/// a snapshot may still need must not be released.
class DropFilterFactory final : public rocksdb::CompactionFilterFactory
{
public:
    DropFilterFactory(Family family, std::shared_ptr<const FilterSlot> slot);

    std::unique_ptr<rocksdb::CompactionFilter>
    CreateCompactionFilter(const rocksdb::CompactionFilter::Context& context) override;
    const char* Name() const override { return "sandglass.drop"; }

private:
    Family m_family;
    std::shared_ptr<const FilterSlot> m_slot;
};

} // namespace sandglass::engine::storage
