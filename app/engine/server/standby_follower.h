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

/// Keeps a standby at its primary's heels: a thread of its own takes over every kInterval what the
/// primary has committed. Failures are logged once until it works again.
class StandbyFollower
{
public:
    static constexpr std::chrono::milliseconds kInterval{100}; ///< real time

    /// Starts; all must outlive it.
    StandbyFollower(storage::StandbyStore& store, catalog::Catalog& catalog, base::Log& log);
    /// Stops and joins.
    ~StandbyFollower() = default;
    StandbyFollower(const StandbyFollower&) = delete;
    StandbyFollower& operator=(const StandbyFollower&) = delete;

private:
    void loop(const std::stop_token& stop);
    void step();

    storage::StandbyStore& m_store;
    catalog::Catalog& m_catalog;
    base::Log& m_log;
    bool m_failing = false; ///< of the thread
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::jthread m_thread; ///< last, so that it ends before anything it uses
};

} // namespace sandglass::engine::server
