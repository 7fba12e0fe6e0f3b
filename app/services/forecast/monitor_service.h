// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/services/calls/latest.h"
#include "app/ttl/types.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace sandglass::services {

class ConnectionService;

/// Over how long the rates that are shown are measured.
inline constexpr std::chrono::minutes kRateSpan{5};

/// How much longer spans of the server's clock are looked at when it runs `clockRate` times faster:
/// what is watched for an hour is then still watched for a minute of real time.
constexpr int spanFactor(int clockRate)
{
    return clockRate > 60 ? clockRate / 60 : 1;
}

/// How long nothing may happen without anything being wrong: two periods of the monitor (60 s where
/// the server does not tell) and 10 s; on a fast clock also what passes between two readings. Pure;
/// any thread.
std::chrono::seconds monitorPatience(const std::optional<ttl::TtlMetrics>& metrics);

/// The deletion counter at a moment of the server's clock.
struct DeletionReading
{
    base::Time at;
    std::int64_t deletedDocuments = 0; ///< since the server's start
};

/// Reads the TTL monitor's counters again and again and remembers the last hour. GUI thread.
class MonitorService : public QObject
{
    Q_OBJECT
public:
    explicit MonitorService(ConnectionService& connections, QObject* parent = nullptr);

    /// The last reading; unset before the first one.
    const std::optional<ttl::TtlMetrics>& metrics() const { return m_metrics; }
    /// Why the last reading failed; NotPermitted is a lasting state.
    const std::optional<Error>& error() const { return m_error; }
    /// Readings of the last hour, oldest first; starts anew when the counter falls (the server was
    /// restarted).
    const std::deque<DeletionReading>& readings() const { return m_readings; }
    /// Server time at which the pass counter was last seen to move; unset: not yet.
    std::optional<base::Time> lastPassAt() const { return m_lastPassAt; }
    /// When the first reading of this connection was taken.
    std::optional<base::Time> watchedSince() const { return m_watchedSince; }
    /// Documents deleted per minute over the last `span` (at least ten seconds of readings); unset:
    /// unknown.
    std::optional<double> deletionsPerMinute(std::chrono::seconds span) const;

    /// How often to read: every second on the local engine, every 10 s on others, unless set
    /// otherwise.
    void setPolling(std::chrono::milliseconds local, std::chrono::milliseconds remote);
    /// Whether it goes on reading by itself; not after a missing permission.
    bool isPolling() const { return m_timer.isActive(); }
    /// Reads now, unless a reading is under way.
    void poll();

Q_SIGNALS:
    void changed();

private:
    void finish(Result<ttl::TtlMetrics> answer);
    void restart();
    int clockRate() const;
    std::chrono::milliseconds interval() const;

    ConnectionService& m_connections;
    std::optional<ttl::TtlMetrics> m_metrics;
    std::optional<Error> m_error;
    std::deque<DeletionReading> m_readings;
    std::optional<base::Time> m_lastPassAt;
    std::optional<base::Time> m_watchedSince;
    Latest m_reading;
    QTimer m_timer;
    std::chrono::milliseconds m_local{1'000};
    std::chrono::milliseconds m_remote{10'000};
};

} // namespace sandglass::services
