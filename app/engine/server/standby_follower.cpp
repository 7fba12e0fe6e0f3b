// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/standby_follower.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/storage/standby_store.h"

namespace sandglass::engine::server {

namespace {

constexpr int kBehindLogId = 9100201;
constexpr int kFollowingLogId = 9100202;

} // namespace

StandbyFollower::StandbyFollower(storage::StandbyStore& store, catalog::Catalog& catalog,
                                 base::Log& log)
    : m_store(store)
    , m_catalog(catalog)
    , m_log(log)
    , m_thread([this](const std::stop_token& stop) { loop(stop); })
{
}

void StandbyFollower::loop(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        step();
        std::unique_lock lock(m_mutex);
        m_wake.wait_for(lock, stop, kInterval, [] { return false; });
    }
}

// prepare() does the slow part while reads go on. advance() makes the new data visible; follow()
// calls it and updates the catalog while new reads wait, so that no reader sees new data with old
// definitions.
void StandbyFollower::step()
{
    Result<void> done = m_store.prepare();
    if (done) {
        done = m_catalog.follow([this] { return m_store.advance(); });
    }
    // Removed records would become visible (see Catalog::follow()): the next step reopens the
    // files.
    if (!done && done.error().code == Errc::Conflict) {
        m_store.renew();
    }
    if (!done && !m_failing) {
        m_log.write({base::Severity::Warning,
                     "STORAGE",
                     kBehindLogId,
                     "standby",
                     "The primary's files cannot be read; reads show the state before",
                     {{"error", done.error().message}}});
    }
    if (done && m_failing) {
        m_log.write({base::Severity::Info,
                     "STORAGE",
                     kFollowingLogId,
                     "standby",
                     "The primary's files can be read again",
                     {}});
    }
    m_failing = !done;
}

} // namespace sandglass::engine::server
