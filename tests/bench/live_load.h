// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"
#include "app/protocol/namespace.h"
#include "tests/bench/wire_client.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace sandglass::bench {

/// The collection of a live session and its fields.
inline const protocol::Namespace kLiveNs{"bench", "events"};
inline constexpr const char* kTtlField = "at"; ///< index "at_1", 30 days
inline constexpr const char* kIndexedField = "seenAt"; ///< index "seenAt_1", an ordinary one
inline constexpr const char* kPlainField = "touchedAt"; ///< without an index
inline constexpr std::int64_t kLiveSeconds = 30 * 86'400;

/// Fills the collection and goes on inserting from a thread of its own, over a connection of its
/// own.
class LiveLoad
{
public:
    /// Errors: Network.
    static Result<std::unique_ptr<LiveLoad>> connect(const std::string& socketPath);
    LiveLoad(const LiveLoad&) = delete;
    LiveLoad& operator=(const LiveLoad&) = delete;
    ~LiveLoad();

    /// Makes the indexes and inserts documents whose dates lie in the last 30 days, so that few
    /// fall due meanwhile. Errors: Network, Protocol, Server.
    Result<void> fill(std::int64_t documents);
    /// Inserts so many documents of this moment per second until stop().
    void start(int perSecond);
    void stop();
    /// Inserted since start().
    std::int64_t inserted() const { return m_inserted; }
    /// What ended the inserting early; empty when nothing did.
    const std::string& problem() const { return m_problem; }

private:
    explicit LiveLoad(WireClient wire);
    Result<void> insert(std::int64_t first, int count, bool fresh);
    bson::Document document(std::int64_t number, bool fresh) const;
    void run(int perSecond);

    base::SystemClock m_clock;
    WireClient m_wire;
    std::int64_t m_next = 0;
    std::atomic<bool> m_stopping{false};
    std::atomic<std::int64_t> m_inserted{0};
    std::string m_problem; // of the thread, until it has ended
    std::thread m_thread;
};

} // namespace sandglass::bench
