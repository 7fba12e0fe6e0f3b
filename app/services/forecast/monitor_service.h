// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/services/calls/latest.h"
#include "app/services/forecast/deletion_evidence.h"
#include "app/services/forecast/pass_speed.h"
#include "app/ttl/types.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace sandglass::services {

class ConnectionService;

/// The span over which the displayed rates are measured.
inline constexpr std::chrono::minutes kRateSpan{5};

/// By what spans of the server's clock are multiplied when it runs `clockRate` times faster, so
/// that an hour's span still takes a minute of real time.
constexpr int spanFactor(int clockRate)
{
    return clockRate > 60 ? clockRate / 60 : 1;
}

/// The deletion counter at a moment.
struct DeletionReading
{
    base::Time at; ///< server time
    std::int64_t deletedDocuments = 0; ///< since the start of the server
};

/// Reads the TTL monitor's counters repeatedly and remembers the last hour. A remote server that
/// answers slowly is read less often, see pollingPause(). GUI thread.
class MonitorService : public QObject
{
    Q_OBJECT
public:
    /// `connections` must outlive this object.
    explicit MonitorService(ConnectionService& connections, QObject* parent = nullptr);

    /// The last reading; unset before the first one.
    const std::optional<ttl::TtlMetrics>& metrics() const { return m_metrics; }
    /// Why the last reading failed; unset after a success. After NotPermitted it stops reading.
    const std::optional<Error>& error() const { return m_error; }
    /// The readings of the last hour of server time, oldest first. Cleared when a counter falls,
    /// since the server was restarted then, when another process counts, and when the server's
    /// clock was set back.
    const std::deque<DeletionReading>& readings() const { return m_readings; }
    /// Server time at which the last pass ended, where the server reports it; otherwise at which
    /// the pass counter was last seen to grow. Unset: not known yet.
    std::optional<base::Time> lastPassAt() const { return m_lastPassAt; }
    /// Server time at which two counts of overdue documents last showed that the server deletes;
    /// unset: not yet. For servers without counters.
    std::optional<base::Time> deletionsSeenAt() const { return m_evidence.lastSeenAt(); }
    /// Whether the user may not read a part of metrics().
    bool isRefused() const;
    /// Takes the counts of a forecast, as evidence that the server deletes.
    void noteForecast(const Forecast& forecast);
    /// This window has changed documents or rules of a collection, so that its counts are no
    /// evidence.
    void noteOwnChange(const protocol::Namespace& ns);
    /// Server time of the first reading of this connection, or since its counters began anew or its
    /// clock was set back; unset before it.
    std::optional<base::Time> watchedSince() const { return m_watchedSince; }
    /// Whether a pass has ended since `moment`, server time, or no pass is to be waited for: the
    /// monitor is paused. Where the server does not count its passes, true once one should have
    /// ended, see ttl::monitorPatience().
    bool hasPassedSince(base::Time moment) const;
    /// Documents deleted per minute over the last `span`; unset while the readings cover less than
    /// ten seconds, and while they show no deletion because no pass has ended since the first one.
    std::optional<double> deletionsPerMinute(std::chrono::seconds span) const;
    /// Documents deleted per second while a pass deletes, see PassSpeed; unset: not measured.
    std::optional<double> deletionsPerSecondOfPass() const { return m_speed.perSecond(); }

    /// Sets how often to read. Default: every second on the local engine, every 20 s on other
    /// servers.
    void setPolling(std::chrono::milliseconds local, std::chrono::milliseconds remote);
    /// Whether it reads repeatedly; not after an error of NotPermitted.
    bool isPolling() const { return m_timer.isActive(); }
    /// The pause between two readings, longer if the last one took long.
    std::chrono::milliseconds pause() const { return m_timer.intervalAsDuration(); }
    /// Reads now, unless a reading is in progress.
    void poll();

Q_SIGNALS:
    /// A reading has ended; everything may have changed.
    void changed();

private:
    /// Takes the answer of a reading.
    void finish(Result<ttl::TtlMetrics> answer);
    /// Forgets the previous connection and starts to read.
    void restart();
    /// Forgets what was read from counters and a clock that cannot be compared with those to come.
    void forgetCounters();
    /// How much faster the server's clock runs than ours.
    int clockRate() const;
    /// Sets the pause until the next reading by how long the last one took.
    void pace();
    /// The time between two readings, if the server answers fast.
    std::chrono::milliseconds interval() const;

    ConnectionService& m_connections;
    std::optional<ttl::TtlMetrics> m_metrics;
    std::optional<Error> m_error;
    std::deque<DeletionReading> m_readings;
    std::optional<base::Time> m_lastPassAt;
    std::optional<base::Time> m_watchedSince;
    DeletionEvidence m_evidence;
    PassSpeed m_speed;
    Latest m_reading;
    base::Millis m_askedAt{0}; // when the last reading began
    QTimer m_timer;
    std::chrono::milliseconds m_local{1'000};
    std::chrono::milliseconds m_remote{20'000};
};

} // namespace sandglass::services
