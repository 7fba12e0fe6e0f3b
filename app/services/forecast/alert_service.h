// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/ttl/types.h"

#include <QObject>
#include <QString>

#include <chrono>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace sandglass::services {

class ConnectionService;
class ForecastService;
class MonitorService;
class Settings;
struct Forecast;
struct RuleForecast;

/// What an alert warns of.
enum class AlertKind {
    Overdue, ///< a rule's oldest overdue document has been overdue for too long
    PassesStalled, ///< the TTL monitor makes no passes while documents are overdue
    Wave, ///< too many documents of one rule become due soon
};

/// How soon a wave becomes due. There are only these two, since every forecast has exact counts for
/// them, whatever range it shows.
enum class WaveSpan { Hour, Day };

/// What the user wants to be warned of.
struct AlertLimits
{
    bool on = false; ///< false: no alerts at all
    bool overdue = true;
    std::chrono::seconds overdueAge{3'600}; ///< 60 s … a year
    bool passes = true;
    bool wave = true;
    std::int64_t waveDocuments = 1'000'000; ///< 1 … 2 147 483 647
    WaveSpan waveWithin = WaveSpan::Day;

    bool operator==(const AlertLimits&) const = default;
};

/// What an alert is about. At most one alert per key is active.
struct AlertKey
{
    AlertKind kind = AlertKind::Overdue;
    ttl::IndexRef index; ///< empty for PassesStalled, which is about the server

    auto operator<=>(const AlertKey&)
        const = default; // NOLINT(modernize-use-nullptr): a misreading of clang-tidy 14
};

/// An alert as it was when it was raised.
struct Alert
{
    AlertKey key;
    base::Time since; ///< server time
    std::int64_t documents = 0; ///< overdue, or in the wave
    std::chrono::seconds age{0}; ///< Overdue: of the oldest document; PassesStalled: since the last
                                 ///< pass seen
    WaveSpan waveWithin = WaveSpan::Day;
};

/// Raises alerts from forecasts and the monitor's counters, without queries of its own; the
/// forecast of the whole server goes on while its page is hidden, if alerts are on. Each alert is
/// raised once, until its cause has ended. Off unless the user wants alerts. GUI thread.
class AlertService : public QObject
{
    Q_OBJECT
public:
    /// The services that it follows. All must outlive it.
    struct Needs
    {
        Settings& settings;
        ConnectionService& connections;
        ForecastService& forecasts;
        MonitorService& monitor;
    };

    /// Reads the limits from the settings.
    explicit AlertService(const Needs& needs, QObject* parent = nullptr);
    ~AlertService() override;

    /// The current limits.
    const AlertLimits& limits() const { return m_limits; }
    /// Sets the limits, brought into range, saves them, and evaluates what is known by them.
    void setLimits(const AlertLimits& limits);

    /// The alerts whose cause continues, by kind and rule.
    std::vector<Alert> active() const;

Q_SIGNALS:
    /// A new alert.
    void raised(const sandglass::services::Alert& alert);
    /// active() has gained or lost an alert.
    void changed();
    /// limits() has changed.
    void limitsChanged();

private:
    /// What the last forecast reported for a rule.
    struct RuleFacts
    {
        std::int64_t overdue = 0;
        std::chrono::seconds oldestOverdue{0};
        std::int64_t dueWithinHour = 0;
        std::int64_t dueWithinDay = 0;
    };

    /// Reads the limits from the settings.
    void readLimits();
    /// Takes the counts of a forecast; `collection` as in its query.
    void noteForecast(const Forecast& forecast,
                      const std::optional<protocol::Namespace>& collection);
    /// Forgets everything when the window connects to another server.
    void noteConnection();
    /// Updates active() from what is known and announces the changes.
    void evaluate();
    /// The alerts that hold now.
    std::map<AlertKey, Alert> currentAlerts() const;
    /// The alert about stalled passes, if it holds now.
    std::optional<Alert> passesAlert() const;

    Needs m_needs;
    AlertLimits m_limits;
    QString m_server; // that m_facts is about
    std::map<ttl::IndexRef, RuleFacts> m_facts;
    std::map<AlertKey, Alert> m_active;
};

} // namespace sandglass::services
