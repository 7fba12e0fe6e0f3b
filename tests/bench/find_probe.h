// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/wire_client.h"
#include "tests/bench/workload.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace sandglass::bench {

/// Finds by _id without a pause, on a connection and a thread of its own, among the documents of a
/// workload that outlive its pass.
class FindProbe
{
public:
    /// One find.
    struct Find
    {
        std::int64_t atMillis = 0; ///< since 1970, when it was sent
        double seconds = 0;
    };

    /// Starts at once. `workload` must outlive it.
    FindProbe(WireClient client, std::string collection, const Workload& workload);
    FindProbe(const FindProbe&) = delete;
    FindProbe& operator=(const FindProbe&) = delete;
    ~FindProbe() { stop(); }

    void stop();
    /// After stop(): all finds, in order.
    const std::vector<Find>& finds() const { return m_finds; }
    /// After stop(): what ended it early; empty when nothing did.
    const std::string& problem() const { return m_problem; }

private:
    void run();
    bool findOnce(std::int64_t number);

    const std::string m_collection;
    const Workload& m_workload;
    std::atomic<bool> m_stopping{false};
    // of the thread, until it has ended
    WireClient m_client;
    std::vector<Find> m_finds;
    std::string m_problem;
    std::thread m_thread;
};

/// 99 of 100 finds sent in [from, to) took no longer; milliseconds since 1970. `count`: how many
/// there were. 0 when there were none.
double findP99Seconds(const std::vector<FindProbe::Find>& finds, std::int64_t fromMillis,
                      std::int64_t toMillis, std::size_t& count);

} // namespace sandglass::bench
