// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"
#include "tests/bench/wire_client.h"

#include <atomic>
#include <cstdint>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace sandglass::bench {

/// A document of a crash test: its number as _id, a date, the random text, filling.
bson::Document crashDocument(std::int64_t number, base::Time date);

/// Inserts batches and deletes some of them again, on a connection and a thread of its own, until
/// the engine is gone, and keeps what was acknowledged.
class CrashWriter
{
public:
    static constexpr std::int64_t kFirst = 1'000'000; ///< its documents' numbers start here
    static constexpr std::int64_t kBatch = 100;

    /// Starts at once. `date`: of all its documents, far away.
    CrashWriter(WireClient client, std::string collection, base::Time date);
    CrashWriter(const CrashWriter&) = delete;
    CrashWriter& operator=(const CrashWriter&) = delete;
    ~CrashWriter() { join(); }

    /// Waits for its end, which comes with that of the engine.
    void join();

    /// After join(): documents whose insert was acknowledged and that no delete was sent for.
    const std::set<std::int64_t>& acknowledged() const { return m_acknowledged; }
    /// After join(): documents whose deletion was acknowledged.
    const std::set<std::int64_t>& deleted() const { return m_deleted; }

private:
    void run();
    bool insertBatch(std::int64_t first);
    bool deleteBatch(std::int64_t first);

    const std::string m_collection;
    const base::Time m_date;
    std::atomic<bool> m_stopping{false};
    // of the thread, until it has ended
    WireClient m_client;
    std::set<std::int64_t> m_acknowledged;
    std::set<std::int64_t> m_deleted;
    std::thread m_thread;
};

} // namespace sandglass::bench
