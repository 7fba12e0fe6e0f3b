// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/storage/key_value_store.h"

#include <rocksdb/listener.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace sandglass::engine::storage {

/// Notices compactions of a RocksDB that could not read a table. Such a compaction changes nothing:
/// its tables stay as they were. So it keeps RocksDB from stopping all writes, and remembers the
/// table until that is rewritten or removed. Any thread.
class DamageWatch final : public rocksdb::EventListener
{
public:
    using Moment = std::chrono::steady_clock::time_point;

    void OnCompactionCompleted(rocksdb::DB* db, const rocksdb::CompactionJobInfo& job) override;
    void OnTableFileDeleted(const rocksdb::TableFileDeletionInfo& file) override;
    void OnBackgroundError(rocksdb::BackgroundErrorReason reason, rocksdb::Status* error) override;

    /// Waits for a compaction that fails so, for the end of a remembered table, or until `limit`
    /// (unset: for ever). Returns the families (RocksDB's ids) in which one has failed since the
    /// last call. One thread.
    std::set<std::uint32_t> wait(const std::stop_token& stop, std::optional<Moment> limit);
    /// The numbers of a family's remembered tables.
    std::vector<std::uint64_t> files(std::uint32_t family) const;
    /// Stores what a remembered table holds, and that compactions of it rest. Returns its error if
    /// that was not reported before.
    std::optional<std::string> describe(std::uint64_t file, Family family, const KeySpan& keys);
    /// Forgets a table: it is not in use any more.
    void forget(std::uint64_t file);
    /// A family's tables may be tried again.
    void endRest(std::uint32_t family);
    /// Forgets all tables: their database was closed.
    void forgetAll();

    /// The tables that were described, in the order of their numbers.
    std::vector<DamagedTable> tables() const;
    /// See KeyValueStore::setDamageListener().
    void setListener(std::function<void()> listener);
    /// Calls the listener.
    void announce();

private:
    struct Known
    {
        std::uint32_t family = 0; ///< RocksDB's id
        std::string error; ///< of the last compaction
        std::string reported; ///< the error that describe() has returned last
        std::optional<DamagedTable> table; ///< unset: not described yet
    };

    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::map<std::uint64_t, Known> m_known; // guarded by m_mutex; by the number of the file
    std::set<std::uint32_t> m_failed; // guarded by m_mutex; what wait() will return
    bool m_ended = false; // guarded by m_mutex; a remembered table is gone
    std::mutex m_listenerMutex; // never taken while m_mutex is held
    std::function<void()> m_listener; // guarded by m_listenerMutex; may be empty
};

} // namespace sandglass::engine::storage
