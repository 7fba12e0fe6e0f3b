// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/log.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace sandglass::engine::catalog {
class Catalog;
}

namespace sandglass::engine::storage {
class StandbyStore;
}

namespace sandglass::engine::server {

/// Keeps a standby up to date: a thread of its own reads every kInterval what the primary has
/// committed. A failure is logged once, and its end once.
class StandbyFollower
{
public:
    static constexpr std::chrono::milliseconds kInterval{100}; ///< real time

    /// Starts the thread. All arguments must outlive it.
    StandbyFollower(storage::StandbyStore& store, catalog::Catalog& catalog, base::Log& log);
    /// Stops and joins the thread.
    ~StandbyFollower() = default;
    StandbyFollower(const StandbyFollower&) = delete;
    StandbyFollower& operator=(const StandbyFollower&) = delete;

private:
    void loop(const std::stop_token& stop);
    void step();

    storage::StandbyStore& m_store;
    catalog::Catalog& m_catalog;
    base::Log& m_log;
    bool m_failing = false; // the last step failed; used by the thread only
    std::mutex m_mutex; // for m_wake; guards nothing
    std::condition_variable_any m_wake; // ends the pause early when a stop is requested
    std::jthread m_thread; // last, so that it ends before the other members are destroyed
};

} // namespace sandglass::engine::server
