// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/shell/status_presenter.h"

#include "app/presenters/connections/connection_words.h"
#include "app/presenters/forecast/figures.h"
#include "app/presenters/words/words.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/monitor_service.h"
#include "app/services/journal/task_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/link_list.h"
#include "app/services/shell/service_set.h"

#include <QLocale>

#include <algorithm>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

// A smaller offset can come from the time that measuring it takes.
constexpr std::chrono::milliseconds kSuspiciousOffset{2'000};

// When the next pass begins: as the server says, or a period after the last one.
std::optional<base::Time> nextPass(const FiguresInput& input)
{
    if (!input.metrics || input.metrics->nextPassAt) {
        return input.metrics ? input.metrics->nextPassAt : std::nullopt;
    }
    if (!input.lastPassAt || !input.metrics->sleepSeconds) {
        return {};
    }
    return *input.lastPassAt + std::chrono::seconds(*input.metrics->sleepSeconds);
}

// "9:42"
QString minutesAndSeconds(std::chrono::seconds span)
{
    return u"%1:%2"_s.arg(span.count() / 60).arg(span.count() % 60, 2, 10, QChar(u'0'));
}

} // namespace

StatusPresenter::StatusPresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
{
    m_tick.setInterval(1s);
    connect(&m_tick, &QTimer::timeout, this, &StatusPresenter::update);
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &StatusPresenter::update);
    connect(&m_services.monitor, &services::MonitorService::changed, this,
            &StatusPresenter::update);
    connect(&m_services.tasks, &services::TaskService::changed, this, &StatusPresenter::update);
    connect(&m_services.catalog, &services::CatalogService::changed, this,
            &StatusPresenter::update);
    connect(&m_services.settings, &services::Settings::zoneChanged, this, &StatusPresenter::update);
    update();
}

StatusPresenter::~StatusPresenter() = default;

void StatusPresenter::setVisible(bool visible)
{
    if (visible) {
        update();
        m_tick.start();
    } else {
        m_tick.stop();
    }
}

QList<QByteArray> StatusPresenter::zones() const
{
    QList<QByteArray> zones{QByteArrayLiteral("UTC"), QTimeZone::systemTimeZoneId()};
    for (const QByteArray& id : QTimeZone::availableTimeZoneIds()) {
        // the list also has fixed offsets such as UTC+02:00, which are of no use here
        if (!zones.contains(id) && !id.startsWith("UTC")) {
            zones << id;
        }
    }
    return zones;
}

void StatusPresenter::setZone(const QByteArray& id)
{
    m_services.settings.setZoneId(id);
}

void StatusPresenter::toggleLock()
{
    if (!m_services.connections.isLocked()) {
        m_services.connections.lock();
    } else if (m_services.connections.nameToUnlock().isEmpty()) {
        m_services.connections.unlock();
    } else if (m_services.connections.isConnected() && m_state.lockable) {
        Q_EMIT nameWanted();
    }
}

void StatusPresenter::update()
{
    const StatusState before = m_state;
    const services::LinkState& link = m_services.connections.state();
    m_state.connection = static_cast<ConnectionPhase>(link.phase);
    m_state.connectionText = connectionText();
    updateMarks();
    updateLock();
    m_state.serverText = link.server ? serverWords(*link.server) : QString();
    const std::chrono::milliseconds offset = link.server ? link.server->clockOffset : 0ms;
    m_state.clockSuspicious = offset > kSuspiciousOffset || offset < -kSuspiciousOffset;
    m_state.clockText.clear();
    const bool measured
        = link.server && link.server->clockTold && m_services.connections.isConnected();
    if (measured && link.server->clockRate > 1) {
        // the offset of a fast clock grows, as it should
        m_state.clockSuspicious = false;
        m_state.clockText = tr("clock %1 times faster").arg(countText(link.server->clockRate));
    } else if (measured) {
        const double seconds = std::chrono::duration<double>(offset).count();
        const QString number = QLocale().toString(seconds, 'f', 1);
        m_state.clockText = tr("server clock %1 s").arg(seconds >= 0.05 ? u'+' + number : number);
    }
    updateMonitor();
    m_state.runningTasks = static_cast<int>(m_services.tasks.tasks().size());
    m_state.tasksText = tasksText();
    m_state.zone = m_services.settings.zone();
    const QDateTime now = toDateTime(m_services.clock.now(), m_state.zone);
    m_state.zoneText = zoneText(now);
    if (m_state != before) {
        Q_EMIT stateChanged();
    }
}

// Called once a second. The name of the offset is kept, because QTimeZone computes it slowly.
QString StatusPresenter::zoneText(const QDateTime& now)
{
    const std::pair shown(m_state.zone.id(), now.offsetFromUtc());
    if (m_namedOffset != shown) {
        m_namedOffset = shown;
        m_offsetName = m_state.zone.displayName(now, QTimeZone::OffsetName);
    }
    return u"%1 (%2)"_s.arg(QString::fromLatin1(m_state.zone.id()), m_offsetName);
}

// The first reading of the catalogue is no task, but "no tasks" would look as if all were read.
QString StatusPresenter::tasksText() const
{
    const services::CatalogService& catalog = m_services.catalog;
    if (catalog.isLoading() && !catalog.isLoaded()) {
        const services::CatalogProgress progress = catalog.progress();
        return progress.listed ? tr("reading collections: %1 of %2")
                                     .arg(countText(progress.read), countText(progress.collections))
                               : tr("reading the collections…");
    }
    return m_state.runningTasks == 0 ? tr("no tasks")
                                     : tr("%Ln task(s)", nullptr, m_state.runningTasks);
}

QString StatusPresenter::connectionText() const
{
    const services::LinkState& link = m_services.connections.state();
    const services::KnownServer& known = m_services.links.known(m_services.linkId);
    QString name = serverTitle(link, known);
    switch (link.phase) {
    case services::LinkPhase::Connecting:
        return tr("%1 – connecting").arg(name);
    case services::LinkPhase::Reconnecting:
        return reconnectingText(name);
    case services::LinkPhase::Failed:
        return tr("%1 – failed").arg(name);
    case services::LinkPhase::Disconnected:
        if (m_services.links.size() > 1 && known.isSet()) {
            return tr("%1 – not connected").arg(name);
        }
        return connectionName(link);
    case services::LinkPhase::Connected:
        break;
    }
    return name;
}

QString StatusPresenter::reconnectingText(const QString& name) const
{
    const services::LinkState& link = m_services.connections.state();
    const QString attempt = QString::number(std::max(1, link.attempt));
    if (!link.nextAttemptAt) {
        return tr("%1 – connection lost, attempt %2").arg(name, attempt);
    }
    // rounded up, so that "0 s" means that the wait is over
    const auto wait = std::max(
        0s, std::chrono::ceil<std::chrono::seconds>(*link.nextAttemptAt - m_services.clock.now()));
    return tr("%1 – connection lost, attempt %2 in %3")
        .arg(name, attempt, durationWords(wait.count()));
}

void StatusPresenter::updateMarks()
{
    const services::LinkState& link = m_services.connections.state();
    m_state.connectionWarning = ignoredOptionsText(link.ignoredOptions);
    m_state.tagText = tagWords(link.label.tag);
    m_state.tagColor = link.label.color;
    m_state.protectionText.clear();
    if (link.phase == services::LinkPhase::Disconnected) {
        return;
    }
    switch (link.protection) {
    case protocol::LinkProtection::Sheltered:
    case protocol::LinkProtection::Verified:
        return;
    case protocol::LinkProtection::AnyHostName:
        m_state.protectionText = tr("TLS: any host name");
        return;
    case protocol::LinkProtection::AnyCertificate:
        m_state.protectionText = tr("TLS: any certificate");
        return;
    case protocol::LinkProtection::None:
        m_state.protectionText = tr("not encrypted");
        return;
    }
}

void StatusPresenter::updateLock()
{
    const services::LinkState& link = m_services.connections.state();
    m_state.locked = m_services.connections.isLocked();
    m_state.lockable = !link.local && !link.label.readOnly;
    m_state.lockText.clear();
    if (!m_services.connections.isConnected()) {
        return;
    }
    const std::optional<base::Time> again = m_services.connections.lockedAgainAt();
    const auto& metrics = m_services.monitor.metrics();
    if (metrics && metrics->readOnly) {
        m_state.lockText = tr("server is read only");
    } else if (m_state.locked) {
        m_state.lockText = link.label.readOnly ? tr("read only")
            : link.lockedBecause               ? lockedBecauseText(*link.lockedBecause)
                                               : tr("locked");
    } else if (again) {
        const auto left = std::max(
            0s, std::chrono::ceil<std::chrono::seconds>(*again - m_services.clock.now()));
        //: how long changes are allowed: minutes and seconds, "9:42"
        m_state.lockText = tr("unlocked for %1").arg(minutesAndSeconds(left));
    } else {
        m_state.lockText = tr("changes allowed");
    }
}

void StatusPresenter::updateMonitor()
{
    const services::MonitorService& monitor = m_services.monitor;
    // without the counts of a forecast, so it can be paused here but never stuck
    FiguresInput input;
    input.now = m_services.connections.serverNow();
    addMonitor(monitor, input);
    addConnection(m_services.connections, input);
    m_state.monitor = monitorState(input);
    m_state.monitorText = tr("TTL monitor %1").arg(monitorWords(m_state.monitor, input));
    // short, since the status bar has little room
    if (const auto next = nextPass(input); m_state.monitor == MonitorState::Running && next) {
        const auto wait
            = std::max(0s, std::chrono::duration_cast<std::chrono::seconds>(*next - input.now));
        m_state.monitorText += u' ' + tr("· next in %1").arg(durationWords(wait.count()));
    }
    m_state.monitorToolTip.clear();
    if (input.metrics && input.metrics->passes && input.metrics->deletedDocuments) {
        m_state.monitorToolTip = tr("%1 passes and %2 deleted documents since the server started.")
                                     .arg(countText(*input.metrics->passes),
                                          countText(*input.metrics->deletedDocuments));
    }
}

} // namespace sandglass::presenters

#include "moc_status_presenter.cpp"
