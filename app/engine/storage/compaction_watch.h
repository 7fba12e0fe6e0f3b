// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <rocksdb/listener.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>

namespace sandglass::engine::storage {

/// Tracks the running compactions of a RocksDB, so that a caller can wait for those that began
/// before a given moment. Any thread.
class CompactionWatch final : public rocksdb::EventListener
{
public:
    void OnCompactionBegin(rocksdb::DB* db, const rocksdb::CompactionJobInfo& job) override;
    void OnCompactionCompleted(rocksdb::DB* db, const rocksdb::CompactionJobInfo& job) override;

    /// Blocks until all compactions of `family` (RocksDB's id) that run now have ended and their
    /// files are in use. Returns false when `cancelled` became true; wake() makes it look.
    bool waitForRunning(std::uint32_t family, const std::atomic<bool>& cancelled);
    /// Makes waitForRunning() check `cancelled` again.
    void wake();
    /// Forgets the running compactions: their database was closed.
    void forget();

private:
    std::mutex m_mutex;
    std::condition_variable m_ended;
    std::map<int, std::uint32_t> m_running; // guarded by m_mutex; job number → family
};

} // namespace sandglass::engine::storage
