// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/connection_service.h"

#include "app/protocol/code_trait.h"
#include "app/protocol/connection_text.h"
#include "app/services/connections/known_server.h"
#include "app/services/connections/ssh_tunnel.h"
#include "app/services/settings/settings.h"

#include <QUrl>

#include <algorithm>
#include <set>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr std::chrono::minutes kUnlockedFor{10};
constexpr std::chrono::milliseconds kLongestPause{30'000};
constexpr std::chrono::milliseconds kConnectTimeout{10'000};
// at a round trip of 100 ms, 2 000 collections are read in about 12 s
constexpr int kManyThreads = 18;
// more than clocks drift and round trips vary while a connection is away
constexpr std::chrono::milliseconds kClockJump{60'000};

const QString kNamedDatabases = u"databases/"_s;

// SSH protects the way to its server; the certificate cannot be compared with a host name.
protocol::LinkProtection throughTunnel(protocol::LinkProtection protection)
{
    using enum protocol::LinkProtection;
    return protection == None ? Sheltered : protection == Verified ? AnyHostName : protection;
}

// Whether a failed attempt to come back is worth another one. Trying again does not help against a
// wrong password or an unusable string.
bool mayPass(const Error& error)
{
    return error.code == Errc::Network
        || error.code == Errc::Timeout
        // a proxy answers for a server that is down
        || error.code == Errc::Protocol
        || protocol::hasTrait(error.serverCode, protocol::CodeTrait::Passing);
}

// The string as it was typed, without its secrets.
QString typedUri(protocol::ConnectionReading reading)
{
    if (!reading.good()) {
        return {};
    }
    protocol::takeSecrets(reading.parts);
    return QString::fromStdString(protocol::writeConnectionString(reading.parts));
}

} // namespace

QString serverName(const LinkState& link)
{
    return link.local ? u"local"_s : link.safeUri;
}

QString settingsName(const LinkState& link)
{
    return QString::fromLatin1(QUrl::toPercentEncoding(serverName(link)));
}

std::optional<ServerChange> serverChange(const ttl::ServerInfo& before,
                                         const ttl::ServerInfo& after)
{
    if (before.replicaSet != after.replicaSet) {
        return ServerChange::ReplicaSet;
    }
    if (before.host != after.host || before.writable != after.writable) {
        return before.replicaSet.empty() ? ServerChange::Host : ServerChange::Primary;
    }
    // servers before 4.4, and some compatible ones, report no process
    if (!before.processId.empty() && before.processId != after.processId) {
        return ServerChange::Process;
    }
    const std::chrono::milliseconds jump = after.clockOffset - before.clockOffset;
    if (before.clockRate == after.clockRate && (jump > kClockJump || jump < -kClockJump)) {
        return ServerChange::Clock;
    }
    return std::nullopt;
}

ConnectionService::ConnectionService(std::shared_ptr<ttl::TtlServerFactory> factory,
                                     const base::Clock& clock, Settings& settings, QObject* parent)
    : QObject(parent)
    , m_factory(std::move(factory))
    , m_clock(clock)
    , m_settings(settings)
    , m_sshProgram(std::make_unique<SshProgram>())
    , m_connecting(2)
{
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &ConnectionService::startAttempt);
    connect(&m_heartbeat, &Heartbeat::lost, this,
            [this](const Error& error) { noteLoss(m_generation, error); });
    m_relock.setSingleShot(true);
    connect(&m_relock, &QTimer::timeout, this, [this] {
        endUnlocking(false);
        Q_EMIT stateChanged();
    });
}

ConnectionService::~ConnectionService()
{
    m_attemptCancel.cancel();
}

base::Time ConnectionService::serverNow() const
{
    const base::Time now = m_clock.now();
    return m_state.server ? m_state.server->clockAt(now) : now;
}

protocol::Secrets ConnectionService::secrets() const
{
    return protocol::Secrets(m_uri.toStdString());
}

void ConnectionService::connectTo(const QString& uri, const QString& name, bool local,
                                  LinkLabel label)
{
    const QString safeUri = QString::fromStdString(protocol::withoutCredentials(uri.toStdString()));
    leave(safeUri, local);
    m_uri = uri;
    m_state.safeUri = safeUri;
    m_state.name = name.isEmpty() ? safeUri : name;
    m_state.local = local;
    m_state.label = std::move(label);
    const protocol::ConnectionReading reading = protocol::readConnectionString(uri.toStdString());
    if (!local) {
        m_settings.addRecentUri(recentUri(safeUri));
        m_state.typedUri = typedUri(reading);
        m_state.protection = protocol::protectionOf(reading.parts);
        if (m_state.label.ssh.isUsed()) {
            m_state.protection = throughTunnel(m_state.protection);
        }
        m_state.ignoredOptions = protocol::unknownOptions(reading.parts);
    }
    startAttempt();
}

void ConnectionService::endLink()
{
    m_attemptCancel.cancel();
    m_retry.stop();
    dropServer();
    m_tunnel.reset();
    ++m_generation;
    endUnlocking(true);
}

void ConnectionService::leave(const QString& nextSafeUri, bool nextLocal)
{
    const LinkState before = std::exchange(m_state, LinkState());
    endLink();
    // the local engine after a restart is still the same server, so its data stay on screen; those
    // of another server must not
    const bool sameServer
        = before.local == nextLocal && (nextLocal || before.safeUri == nextSafeUri);
    if (before.phase != LinkPhase::Disconnected && !sameServer) {
        Q_EMIT disconnected();
    }
}

void ConnectionService::takeOver(ConnectionService& other)
{
    if (!other.isConnected() || &other == this) {
        return;
    }
    leave(other.m_state.safeUri, other.m_state.local);
    m_uri = std::exchange(other.m_uri, QString());
    m_state = std::exchange(other.m_state, LinkState());
    m_tunnel = std::move(other.m_tunnel);
    if (m_tunnel) {
        disconnect(m_tunnel.get(), nullptr, &other, nullptr);
        followTunnel();
    }
    useServer(std::exchange(other.m_server, nullptr));
    other.disconnectNow();
    Q_EMIT stateChanged();
    Q_EMIT connected();
}

void ConnectionService::disconnectNow()
{
    endLink();
    m_uri.clear();
    m_state = {};
    Q_EMIT disconnected();
    Q_EMIT stateChanged();
}

void ConnectionService::retryNow()
{
    if (m_state.phase == LinkPhase::Reconnecting || m_state.phase == LinkPhase::Failed) {
        m_retry.stop();
        startAttempt();
    }
}

void ConnectionService::startAttempt()
{
    m_attemptCancel.cancel();
    m_attemptCancel = {};
    ++m_generation;
    m_state.nextAttemptAt.reset();
    if (m_state.phase == LinkPhase::Reconnecting) {
        ++m_state.attempt;
    } else {
        m_state.phase = LinkPhase::Connecting;
    }
    if (m_state.label.ssh.isUsed() && !(m_tunnel && m_tunnel->isOpen())) {
        openTunnel();
    } else {
        askServer();
    }
    Q_EMIT stateChanged();
}

void ConnectionService::askServer()
{
    const std::uint64_t generation = m_generation;
    const auto work
        = [factory = m_factory, uri = driverUri()](const ttl::CallLimits& limits) -> Result<Link> {
        Result<std::shared_ptr<ttl::TtlServer>> server = factory->connect(uri, limits);
        TRY(server);
        Result<ttl::ServerInfo> info = (*server)->serverInfo(limits);
        TRY(info);
        return Link{std::move(*server), std::move(*info)};
    };
    whenAnswered(m_connecting.run(work, {kConnectTimeout, m_attemptCancel}), this,
                 [this, generation](const Result<Link>& link) { finishAttempt(generation, link); });
}

void ConnectionService::finishAttempt(std::uint64_t generation, const Result<Link>& link)
{
    if (generation != m_generation) {
        return;
    }
    if (!link) {
        m_state.error = link.error();
        if (m_state.phase == LinkPhase::Reconnecting && mayPass(link.error())) {
            scheduleRetry();
        } else if (m_state.phase == LinkPhase::Reconnecting || !m_diagnosis) {
            m_state.phase = LinkPhase::Failed;
        }
        if (m_diagnosis) {
            diagnose(link.error());
        }
        Q_EMIT stateChanged();
        return;
    }
    useServer(link->server);
    m_state.phase = LinkPhase::Connected;
    lockIfChanged(link->info);
    m_state.server = link->info;
    // the user's profile wins over what the server reports
    m_state.server->product = m_state.label.profile.value_or(m_state.server->product);
    m_state.attempt = 0;
    m_state.lostAt.reset();
    m_state.error.reset();
    m_state.finding.reset();
    Q_EMIT stateChanged();
    Q_EMIT connected();
}

void ConnectionService::useServer(std::shared_ptr<ttl::TtlServer> server)
{
    m_server = std::move(server);
    m_pool = std::make_unique<WorkerPool>();
    m_manyPool = std::make_unique<WorkerPool>(kManyThreads);
    if (m_state.local && !m_key.permits()) {
        m_key = ttl::ChangeKey::make();
    }
    m_heartbeat.watch(m_server);
}

void ConnectionService::setCapabilities(ttl::CapabilityTable found)
{
    if (!m_state.server) {
        return;
    }
    const bool changed = m_state.server->capabilities != found;
    m_state.server->capabilities = std::move(found);
    if (m_server) {
        ttl::CapabilityTable answers;
        for (std::size_t i = 0; i < ttl::kCapabilityCount; ++i) {
            const auto capability = static_cast<ttl::Capability>(i);
            answers.set(capability, m_state.server->capability(capability));
        }
        m_server->useCapabilities(answers);
    }
    if (changed) {
        Q_EMIT stateChanged();
    }
}

ttl::CapabilityTable ConnectionService::observed() const
{
    return m_server ? m_server->observed() : ttl::CapabilityTable();
}

QStringList ConnectionService::namedFor(const LinkState& link) const
{
    return m_settings.value(kNamedDatabases + settingsName(link)).toStringList();
}

QStringList ConnectionService::namedDatabases(const QString& uri) const
{
    LinkState link;
    link.safeUri = QString::fromStdString(protocol::withoutCredentials(uri.toStdString()));
    return namedFor(link);
}

std::vector<std::string> ConnectionService::namedDatabases() const
{
    std::set<std::string> names;
    for (const QString& name : namedFor(m_state)) {
        names.insert(name.toStdString());
    }
    const protocol::ConnectionReading typed
        = protocol::readConnectionString(m_state.safeUri.toStdString());
    if (typed.good() && !typed.parts.database.empty()) {
        names.insert(typed.parts.database);
    }
    return {names.begin(), names.end()};
}

void ConnectionService::nameDatabases(const QStringList& names)
{
    QStringList kept;
    for (const QString& name : names) {
        if (const QString trimmed = name.trimmed(); !trimmed.isEmpty()) {
            kept << trimmed;
        }
    }
    kept.removeDuplicates();
    m_settings.setValue(kNamedDatabases + settingsName(m_state), kept);
}

void ConnectionService::lockIfChanged(const ttl::ServerInfo& now)
{
    const bool unlocked = !m_state.local && m_key.permits();
    if (!unlocked || !m_state.server) {
        return;
    }
    // the product may have been chosen by the user; it does not count
    if (const std::optional<ServerChange> change = serverChange(*m_state.server, now)) {
        endUnlocking(true);
        m_state.lockedBecause = change;
    }
}

// An abandoned call may still hold the server; it closes the connection when it ends.
void ConnectionService::dropServer()
{
    m_heartbeat.stop();
    m_pool.reset();
    m_manyPool.reset();
    m_server.reset();
}

void ConnectionService::noteLoss(std::uint64_t generation, const Error& error)
{
    // when a connection is lost, all its calls fail; only the first one counts
    if (generation != m_generation || m_state.phase != LinkPhase::Connected) {
        return;
    }
    dropServer();
    ++m_generation;
    m_state.phase = LinkPhase::Reconnecting;
    m_state.lostAt = m_clock.now();
    m_state.error = error;
    m_state.attempt = 0;
    scheduleRetry();
    Q_EMIT disconnected();
    Q_EMIT stateChanged();
}

void ConnectionService::scheduleRetry()
{
    // the limit only keeps the shift from overflowing
    const auto factor = std::int64_t{1} << std::min(m_state.attempt, 10);
    const auto pause = std::min(m_firstPause * factor, kLongestPause);
    m_state.nextAttemptAt = m_clock.now() + pause;
    m_retry.start(pause);
}

bool ConnectionService::isLocked() const
{
    if (m_state.phase != LinkPhase::Connected) {
        return true;
    }
    // compares times as well, since m_relock may fire late
    return !m_state.local && (!m_unlockedUntil || m_clock.now() >= *m_unlockedUntil);
}

QString ConnectionService::nameToUnlock() const
{
    if (m_state.local || !m_state.label.isProduction()) {
        return {};
    }
    if (!m_state.name.isEmpty() && m_state.name != m_state.safeUri) {
        return m_state.name;
    }
    const protocol::ConnectionReading reading
        = protocol::readConnectionString(m_state.safeUri.toStdString());
    QStringList hosts;
    for (const protocol::ConnectionHost& host : reading.parts.hosts) {
        hosts << QString::fromStdString(protocol::hostText(host));
    }
    return hosts.join(u',');
}

void ConnectionService::unlock(const QString& typedName)
{
    if (m_state.phase != LinkPhase::Connected || m_state.local || m_state.label.readOnly
        || (!nameToUnlock().isEmpty() && typedName.trimmed() != nameToUnlock())) {
        return;
    }
    m_state.lockedBecause.reset();
    m_unlockedUntil = m_clock.now() + kUnlockedFor;
    m_key = m_key.permits() ? m_key : ttl::ChangeKey::make();
    m_relock.start(kUnlockedFor);
    Q_EMIT stateChanged();
}

void ConnectionService::lock()
{
    endUnlocking(true);
    Q_EMIT stateChanged();
}

ttl::ChangeKey ConnectionService::changeKey() const
{
    return isLocked() ? ttl::ChangeKey() : m_key;
}

void ConnectionService::endUnlocking(bool revoke)
{
    m_relock.stop();
    m_unlockedUntil.reset();
    if (revoke) {
        m_key.revoke();
    }
    m_key = {};
}

} // namespace sandglass::services

#include "moc_connection_service.cpp"
