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

/// What can be wrong.
enum class AlertKind {
    Overdue, ///< a rule's oldest overdue document has waited too long
    PassesStand, ///< the TTL monitor makes no passes while documents are overdue
    Wave, ///< too many documents of one rule fall due soon
};

/// How soon a wave has to be due. Only these two: each forecast holds them exactly, whatever range
/// it shows.
enum class WaveSpan { Hour, Day };

/// What the user wants to be told of.
struct AlertLimits
{
    bool on = false; ///< nothing at all, unless asked for
    bool overdue = true;
    std::chrono::seconds overdueAge{3'600}; ///< 60 s … a year
    bool passes = true;
    bool wave = true;
    std::int64_t waveDocuments = 1'000'000; ///< 1 … 2 147 483 647
    WaveSpan waveWithin = WaveSpan::Day;

    bool operator==(const AlertLimits&) const = default;
};

/// What an alert is about; one at a time of each.
struct AlertKey
{
    AlertKind kind = AlertKind::Overdue;
    ttl::IndexRef index; ///< empty for PassesStand: that is about the server

    auto operator<=>(const AlertKey&)
        const = default; // NOLINT(modernize-use-nullptr): a misreading of clang-tidy 14
};

/// An alert as it was when it began.
struct Alert
{
    AlertKey key;
    base::Time since; ///< server time
    std::int64_t documents = 0; ///< overdue, or in the wave
    std::chrono::seconds age{0}; ///< Overdue: of the oldest; PassesStand: since the last pass seen
    WaveSpan waveWithin = WaveSpan::Day;
};

/// Watches what the window reads anyway (forecasts and the monitor's counters, no query of its own)
/// and raises alerts: each once, until what it is about has ended. Off unless the user wants it.
/// GUI thread.
class AlertService : public QObject
{
    Q_OBJECT
public:
    /// What it looks at; all outlive it.
    struct Needs
    {
        Settings& settings;
        ConnectionService& connections;
        ForecastService& forecasts;
        MonitorService& monitor;
    };

    explicit AlertService(const Needs& needs, QObject* parent = nullptr);
    ~AlertService() override;

    const AlertLimits& limits() const { return m_limits; }
    /// Takes other limits, brought into range, and remembers them. What is known is judged anew.
    void setLimits(const AlertLimits& limits);

    /// What is wrong now, by kind and rule.
    std::vector<Alert> active() const;

Q_SIGNALS:
    /// A new alert.
    void raised(const sandglass::services::Alert& alert);
    /// active() has other members than before.
    void changed();
    void limitsChanged();

private:
    /// What the last forecast said of a rule.
    struct RuleFacts
    {
        std::int64_t overdue = 0;
        std::chrono::seconds oldestOverdue{0};
        std::int64_t dueWithinHour = 0;
        std::int64_t dueWithinDay = 0;
    };

    void readLimits();
    void noteForecast(const Forecast& forecast,
                      const std::optional<protocol::Namespace>& collection);
    void noteConnection();
    void judge();
    std::map<AlertKey, Alert> wrong() const;
    std::optional<Alert> passesAlert() const;

    Needs m_needs;
    AlertLimits m_limits;
    QString m_server; // whose facts these are
    std::map<ttl::IndexRef, RuleFacts> m_facts;
    std::map<AlertKey, Alert> m_active;
};

} // namespace sandglass::services
