// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/compaction_watch.h"

#include "app/engine/storage/rocks_iterator.h"

#include <algorithm>

namespace sandglass::engine::storage {

void CompactionWatch::OnCompactionBegin(rocksdb::DB* /*db*/, const rocksdb::CompactionJobInfo& job)
{
    countNothing(); // RocksDB calls this on the thread that compacts
    const std::lock_guard lock(m_mutex);
    m_running.emplace(job.job_id, job.cf_id);
}

void CompactionWatch::OnCompactionCompleted(rocksdb::DB* /*db*/,
                                            const rocksdb::CompactionJobInfo& job)
{
    {
        const std::lock_guard lock(m_mutex);
        m_running.erase(job.job_id);
    }
    m_ended.notify_all();
}

bool CompactionWatch::waitForRunning(std::uint32_t family, const std::atomic<bool>& cancelled)
{
    std::unique_lock lock(m_mutex);
    const std::map<int, std::uint32_t> before = m_running;
    // a compaction that starts after this call has another number and is not waited for
    const auto isUnderWay
        = [&](const auto& job) { return job.second == family && m_running.contains(job.first); };
    m_ended.wait(
        lock, [&] { return cancelled || std::none_of(before.begin(), before.end(), isUnderWay); });
    return !cancelled;
}

void CompactionWatch::forget()
{
    const std::lock_guard lock(m_mutex);
    m_running.clear();
}

void CompactionWatch::wake()
{
    // With the mutex, a waiter is either before its check or asleep, so no wake-up is lost.
    {
        const std::lock_guard lock(m_mutex);
    }
    m_ended.notify_all();
}

} // namespace sandglass::engine::storage
