// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <rocksdb/listener.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>

namespace sandglass::engine::storage {

/// Knows which compactions of a RocksDB are running, so that one can wait for those that began
/// before a moment. Any thread.
class CompactionWatch final : public rocksdb::EventListener
{
public:
    void OnCompactionBegin(rocksdb::DB* db, const rocksdb::CompactionJobInfo& job) override;
    void OnCompactionCompleted(rocksdb::DB* db, const rocksdb::CompactionJobInfo& job) override;

    /// Waits until all compactions of a family (RocksDB's id) that are running now have ended and
    /// their files are in use. False when `cancelled` became true meanwhile and wake() was called.
    bool waitForRunning(std::uint32_t family, const std::atomic<bool>& cancelled);
    /// Makes who waits look at `cancelled`.
    void wake();

private:
    std::mutex m_mutex;
    std::condition_variable m_ended;
    std::map<int, std::uint32_t> m_running; // guarded by m_mutex; job numbers and families
};

} // namespace sandglass::engine::storage
