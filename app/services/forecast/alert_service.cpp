// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/forecast/alert_service.h"

#include "app/services/connections/connection_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/forecast/monitor_service.h"
#include "app/services/settings/settings.h"
#include "app/ttl/monitor_patience.h"

#include <algorithm>
#include <set>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

const QString kOn = u"alerts/on"_s;
const QString kOverdue = u"alerts/overdue"_s;
const QString kOverdueSeconds = u"alerts/overdueSeconds"_s;
const QString kPasses = u"alerts/passes"_s;
const QString kWave = u"alerts/wave"_s;
const QString kWaveDocuments = u"alerts/waveDocuments"_s;
const QString kWaveHours = u"alerts/waveWithinHours"_s;

constexpr std::chrono::seconds kLeastAge{60};
constexpr std::chrono::hours kMostAge{24 * 366};
constexpr std::int64_t kMostDocuments = 2'147'483'647;
constexpr int kHoursOfADay = 24;

AlertLimits inRange(AlertLimits limits)
{
    limits.overdueAge = std::clamp<std::chrono::seconds>(limits.overdueAge, kLeastAge, kMostAge);
    limits.waveDocuments = std::clamp<std::int64_t>(limits.waveDocuments, 1, kMostDocuments);
    return limits;
}

std::chrono::seconds wholeSeconds(base::Millis span)
{
    return std::chrono::duration_cast<std::chrono::seconds>(span);
}

} // namespace

AlertService::AlertService(const Needs& needs, QObject* parent)
    : QObject(parent)
    , m_needs(needs)
{
    readLimits();
    connect(&m_needs.forecasts, &ForecastService::answered, this, &AlertService::noteForecast);
    connect(&m_needs.monitor, &MonitorService::changed, this, &AlertService::evaluate);
    connect(&m_needs.connections, &ConnectionService::stateChanged, this,
            &AlertService::noteConnection);
}

AlertService::~AlertService() = default;

void AlertService::readLimits()
{
    const Settings& settings = m_needs.settings;
    const AlertLimits first;
    AlertLimits read;
    read.on = settings.value(kOn, first.on).toBool();
    read.overdue = settings.value(kOverdue, first.overdue).toBool();
    read.overdueAge = std::chrono::seconds(
        settings.value(kOverdueSeconds, static_cast<qint64>(first.overdueAge.count()))
            .toLongLong());
    read.passes = settings.value(kPasses, first.passes).toBool();
    read.wave = settings.value(kWave, first.wave).toBool();
    read.waveDocuments
        = settings.value(kWaveDocuments, static_cast<qint64>(first.waveDocuments)).toLongLong();
    read.waveWithin
        = settings.value(kWaveHours, kHoursOfADay).toInt() == 1 ? WaveSpan::Hour : WaveSpan::Day;
    m_limits = inRange(read); // the file may have been edited
}

void AlertService::setLimits(const AlertLimits& limits)
{
    const AlertLimits wanted = inRange(limits);
    if (wanted == m_limits) {
        return;
    }
    m_limits = wanted;
    Settings& settings = m_needs.settings;
    settings.setValue(kOn, wanted.on);
    settings.setValue(kOverdue, wanted.overdue);
    settings.setValue(kOverdueSeconds, static_cast<qint64>(wanted.overdueAge.count()));
    settings.setValue(kPasses, wanted.passes);
    settings.setValue(kWave, wanted.wave);
    settings.setValue(kWaveDocuments, static_cast<qint64>(wanted.waveDocuments));
    settings.setValue(kWaveHours, wanted.waveWithin == WaveSpan::Hour ? 1 : kHoursOfADay);
    Q_EMIT limitsChanged();
    evaluate();
}

std::vector<Alert> AlertService::active() const
{
    std::vector<Alert> alerts;
    alerts.reserve(m_active.size());
    for (const auto& [key, alert] : m_active) {
        alerts.push_back(alert);
    }
    return alerts;
}

// A forecast of some collections leaves the facts about the others as they are. So does a rule that
// could not be counted.
void AlertService::noteForecast(const Forecast& forecast,
                                const std::optional<protocol::Namespace>& collection)
{
    if (forecast.error) {
        return;
    }
    std::map<ttl::IndexRef, RuleFacts> before = std::move(m_facts);
    m_facts.clear();
    for (const RuleForecast& share : forecast.rules) {
        const auto known = before.find(share.rule.index);
        if (!share.error) {
            m_facts[share.rule.index]
                = {share.histogram.shown.overdue, share.oldestOverdue.value_or(0s),
                   share.histogram.dueWithinHour, share.histogram.dueWithinDay};
        } else if (known != before.end()) {
            m_facts.insert(*known);
        }
    }
    if (collection || forecast.partial) {
        std::set<protocol::Namespace> covered;
        for (const RuleForecast& share : forecast.rules) {
            covered.insert(share.rule.index.ns);
        }
        for (const auto& [index, facts] : before) {
            if (index.ns != collection && !covered.contains(index.ns)) {
                m_facts.emplace(index, facts);
            }
        }
    }
    evaluate();
}

// Alerts survive a lost connection, which may come back. They do not apply to another server.
void AlertService::noteConnection()
{
    const LinkState& link = m_needs.connections.state();
    const QString server = link.phase == LinkPhase::Disconnected ? QString() : link.safeUri;
    if (server == m_server) {
        return;
    }
    m_server = server;
    m_facts.clear();
    evaluate();
}

std::optional<Alert> AlertService::passesAlert() const
{
    // the passes of a secondary delete nothing, and newer ones do not count them
    const std::optional<ttl::ServerInfo>& server = m_needs.connections.state().server;
    if (server && !server->writable) {
        return {};
    }
    const MonitorService& monitor = m_needs.monitor;
    // before the first pass is seen, the time since the window began to watch counts
    const std::optional<base::Time> seen
        = monitor.lastPassAt() ? monitor.lastPassAt() : monitor.watchedSince();
    if (!monitor.metrics() || !monitor.metrics()->passes || !seen) {
        return {};
    }
    // as of the last reading: counters that cannot be read have not stalled
    const base::Time now = monitor.metrics()->serverTime;
    const std::chrono::seconds patience = ttl::monitorPatience(monitor.metrics());
    Alert alert{{AlertKind::PassesStalled, {}}, now, 0, wholeSeconds(now - *seen), {}};
    for (const auto& [index, facts] : m_facts) {
        // a document that has just become due need not be deleted yet
        alert.documents += facts.oldestOverdue > patience ? facts.overdue : 0;
    }
    return alert.documents > 0 && alert.age > patience ? std::optional(alert) : std::nullopt;
}

std::map<AlertKey, Alert> AlertService::currentAlerts() const
{
    std::map<AlertKey, Alert> found;
    if (!m_limits.on) {
        return found;
    }
    const base::Time now = m_needs.connections.serverNow();
    for (const auto& [index, facts] : m_facts) {
        if (m_limits.overdue && facts.overdue > 0 && facts.oldestOverdue > m_limits.overdueAge) {
            const AlertKey key{AlertKind::Overdue, index};
            found[key] = {key, now, facts.overdue, facts.oldestOverdue, {}};
        }
        const std::int64_t due
            = m_limits.waveWithin == WaveSpan::Hour ? facts.dueWithinHour : facts.dueWithinDay;
        if (m_limits.wave && due > m_limits.waveDocuments) {
            const AlertKey key{AlertKind::Wave, index};
            found[key] = {key, now, due, 0s, m_limits.waveWithin};
        }
    }
    if (const auto stalled = m_limits.passes ? passesAlert() : std::nullopt) {
        found[stalled->key] = *stalled;
    }
    return found;
}

void AlertService::evaluate()
{
    std::map<AlertKey, Alert> found = currentAlerts();
    // an alert whose cause has ended can be raised again
    const auto gone = std::erase_if(
        m_active, [&found](const auto& entry) { return !found.contains(entry.first); });
    std::vector<Alert> fresh;
    for (auto& [key, alert] : found) {
        if (m_active.emplace(key, alert).second) {
            fresh.push_back(alert);
        }
    }
    if (gone > 0 || !fresh.empty()) {
        Q_EMIT changed();
    }
    // last: a slot may read active()
    for (const Alert& alert : fresh) {
        Q_EMIT raised(alert);
    }
}

} // namespace sandglass::services

#include "moc_alert_service.cpp"
