// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/protocol/connection_rules.h"
#include "app/protocol/secrets.h"
#include "app/services/calls/answer.h"
#include "app/services/calls/worker_pool.h"
#include "app/services/connections/connection_diagnosis.h"
#include "app/services/connections/heartbeat.h"
#include "app/services/connections/ssh_settings.h"
#include "app/ttl/ttl_server.h"

#include <QFuture>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace sandglass::services {

class Settings;
class SshTunnel;
struct SshProgram;

/// Time limit for counting documents on the server.
inline constexpr std::chrono::seconds kCountTimeout{60};

/// State of the connection. Reconnecting: it was lost and is retried with growing pauses.
enum class LinkPhase { Disconnected, Connecting, Connected, Reconnecting, Failed };

/// How the server differs from the one before the connection was lost. An unlocked connection is
/// locked then, because the user has unlocked another server.
enum class ServerChange {
    ReplicaSet, ///< another set, or a set instead of a single server
    Primary, ///< another member of the set is the primary
    Host, ///< another host answers
    Process, ///< the server was started anew
    Clock, ///< its clock has jumped
};

/// What differs; nullopt for the same server. Pure; any thread.
std::optional<ServerChange> serverChange(const ttl::ServerInfo& before,
                                         const ttl::ServerInfo& after);

/// What the user entered when saving a connection.
struct LinkLabel
{
    QString color; ///< "#rrggbb", or empty
    QString tag; ///< "production", "staging", …; empty: none
    bool readOnly = false; ///< cannot be unlocked
    std::optional<ttl::Product> profile; ///< overrides the product that the server reports
    SshSettings ssh = {}; ///< the SSH server that the connection goes through

    /// Whether changes need the strictest confirmation.
    bool isProduction() const { return tag.startsWith(u"prod", Qt::CaseInsensitive); }
};

/// The connection as other objects see it. Never holds a password.
struct LinkState
{
    LinkPhase phase = LinkPhase::Disconnected;
    QString name; ///< display name; safeUri when the caller gave none
    QString safeUri; ///< without credentials
    QString typedUri; ///< with the user, without secrets: to type it again; empty if unreadable
    bool local = false; ///< our own engine: never locked, polled more often
    LinkLabel label; ///< of a saved connection; otherwise empty
    std::optional<ttl::ServerInfo> server; ///< stays set while reconnecting
    int attempt = 0; ///< number of the reconnect attempt, from 1
    std::optional<base::Time> lostAt; ///< by our clock; unset: not lost since it was made
    std::optional<base::Time> nextAttemptAt; ///< by our clock; unset: none is scheduled
    std::optional<Error> error; ///< of the last attempt
    std::optional<ConnectFinding> finding; ///< why it failed; unset: not known
    /// On its way; Sheltered also for an SSH tunnel without TLS.
    protocol::LinkProtection protection = protocol::LinkProtection::Sheltered;
    /// Options of the connection string that the driver does not know.
    std::vector<std::string> ignoredOptions;
    std::optional<ServerChange> lockedBecause; ///< why it was locked; unset: it was not, or by the
                                               ///< user or the time
};

/// The name of the server in journal and archives: "local", or the connection string without
/// credentials.
QString serverName(const LinkState& link);
/// The same as a part of a key of Settings, which may have no slash.
QString settingsName(const LinkState& link);

/// Holds the connection to one server of a window: connects, reconnects after a loss, and locks it
/// against changes. All server calls go through run(). GUI thread; no function blocks.
class ConnectionService : public QObject
{
    Q_OBJECT
public:
    /// `clock` and `settings` must outlive this object.
    ConnectionService(std::shared_ptr<ttl::TtlServerFactory> factory, const base::Clock& clock,
                      Settings& settings, QObject* parent = nullptr);
    ~ConnectionService() override;

    /// The current state; stateChanged() announces changes.
    const LinkState& state() const { return m_state; }
    /// Whether run() can reach a server now.
    bool isConnected() const { return m_state.phase == LinkPhase::Connected; }
    /// A number that changes whenever a connection is made, lost or closed. An answer to a question
    /// asked under another number is out of date.
    std::uint64_t generation() const { return m_generation; }
    /// Masks the secrets of this connection in texts.
    protocol::Secrets secrets() const;
    /// The program's clock.
    const base::Clock& clock() const { return m_clock; }
    /// The server's time now: our clock plus the offset measured when connecting.
    base::Time serverNow() const;

    /// Closes the current connection and connects to `uri`, which may hold a password; it is only
    /// held in memory. `name`: for display. `local`: whether this is the bundled engine.
    void connectTo(const QString& uri, const QString& name, bool local, LinkLabel label = {});
    /// Closes the current connection and takes over that of `other`, which is disconnected then;
    /// nothing is sent to the server. Does nothing if `other` is not connected.
    void takeOver(ConnectionService& other);
    /// Closes the connection and forgets its URI.
    void disconnectNow();
    /// Tries again at once if connecting failed or the connection was lost; otherwise does nothing.
    void retryNow();

    /// Whether changes are refused: there is no connection, or it is remote and not unlocked.
    bool isLocked() const;
    /// When the connection will be locked again, by our clock; unset: it is not unlocked.
    std::optional<base::Time> lockedAgainAt() const { return m_unlockedUntil; }
    /// What must be typed to unlock this connection: the name of a production connection, or its
    /// hosts if it has none; empty: nothing.
    QString nameToUnlock() const;
    /// Unlocks a remote connection for ten minutes. Does nothing if it was saved as read-only, or
    /// if `typedName` is not what nameToUnlock() demands.
    void unlock(const QString& typedName = {});
    /// Locks the connection again, also for jobs that hold its key.
    void lock();
    /// The key for changes, as long as the connection is not locked; otherwise one that permits
    /// nothing. A job that was confirmed while unlocked may keep it: the automatic lock after ten
    /// minutes does not revoke it, lock() and the end of the connection do.
    ttl::ChangeKey changeKey() const;

    /// Sets what the server was found to be able to do.
    void setCapabilities(ttl::CapabilityTable found);
    /// What the answers of the server have shown about it; empty without a connection.
    ttl::CapabilityTable observed() const;
    /// The databases to read where listing databases is refused: those that were named by hand for
    /// this connection, and the one in its connection string. Sorted.
    std::vector<std::string> namedDatabases() const;
    /// Those that were named by hand for the connection with this connection string.
    QStringList namedDatabases(const QString& uri) const;
    /// Names databases by hand, for this connection. Empty names are left out.
    void nameDatabases(const QStringList& names);

    /// Runs `call(TtlServer&, const CallLimits&) -> Result<T>` on a worker thread. The answer
    /// arrives in a later turn of the event loop. A Network or OtherServer error makes the service
    /// reconnect.
    /// `cleanupTime`: see WorkerPool::run(). Errors: Network without a connection, and those of
    /// `call` and of WorkerPool::run().
    template <typename Call>
    auto run(Call call, ttl::CallLimits limits = {}, std::chrono::milliseconds cleanupTime = {})
        -> QFuture<std::invoke_result_t<Call&, ttl::TtlServer&, const ttl::CallLimits&>>
    {
        return runOn(m_pool.get(), std::move(call), std::move(limits), cleanupTime);
    }

    /// As run(), for reading many collections: on up to eighteen threads of their own, so that
    /// other calls do not wait for them.
    template <typename Call>
    auto runMany(Call call, ttl::CallLimits limits)
    {
        return runOn(m_manyPool.get(), std::move(call), std::move(limits), {});
    }

    /// Runs a call that changes the server: as run(), with the key for changes. Errors: also
    /// NotPermitted while the connection is locked.
    template <typename Call>
    auto runChange(Call call, ttl::CallLimits limits = {},
                   std::chrono::milliseconds cleanupTime = {})
    {
        limits.key = changeKey();
        return run(std::move(call), std::move(limits), cleanupTime);
    }

    /// The first pause before reconnecting; it doubles each time, up to 30 s. Default: 1 s. Tests
    /// shorten it.
    void setFirstPause(std::chrono::milliseconds first) { m_firstPause = first; }
    /// As Heartbeat::setPace().
    void setHeartbeat(std::chrono::milliseconds pause, std::chrono::milliseconds patience)
    {
        m_heartbeat.setPace(pause, patience);
    }
    /// What looks for the cause of a failed attempt, on a worker thread. None by default: then
    /// LinkState::finding stays unset.
    void setDiagnosis(ConnectionDiagnosis diagnosis) { m_diagnosis = std::move(diagnosis); }
    /// The program that makes tunnels. Default: ssh.
    void setSshProgram(const SshProgram& program);

Q_SIGNALS:
    /// state() or isLocked() has changed.
    void stateChanged();
    /// Connected or reconnected: everything on screen must be read again.
    void connected();
    /// The connection ended or was lost.
    void disconnected();

private:
    /// The databases that were named by hand for a connection.
    QStringList namedFor(const LinkState& link) const;
    /// Whether a call that failed so shows that the connection is no longer what it was.
    static bool meansLoss(const Error& error)
    {
        return error.code == Errc::Network || error.code == Errc::OtherServer;
    }

    /// Runs a call on one of the pools; null: there is no connection.
    template <typename Call>
    auto runOn(WorkerPool* pool, Call call, ttl::CallLimits limits,
               std::chrono::milliseconds cleanupTime)
        -> QFuture<std::invoke_result_t<Call&, ttl::TtlServer&, const ttl::CallLimits&>>
    {
        using Answer = std::invoke_result_t<Call&, ttl::TtlServer&, const ttl::CallLimits&>;
        if (!pool) {
            return knownAnswer(Answer(base::failure(Errc::Network, "There is no connection.")));
        }
        auto work = [server = m_server, call = std::move(call)](
                        const ttl::CallLimits& given) mutable { return call(*server, given); };
        return then(pool->run(std::move(work), std::move(limits), cleanupTime), this,
                    [this, generation = m_generation](const Answer& answer) {
                        if (!answer && meansLoss(answer.error())) {
                            noteLoss(generation, answer.error());
                        }
                        return answer;
                    });
    }

    /// A server that has answered.
    struct Link
    {
        std::shared_ptr<ttl::TtlServer> server;
        ttl::ServerInfo info;
    };

    /// Ends calls, attempts and the tunnel. Results that are still on their way are ignored.
    void endLink();
    /// Closes the connection and forgets its state. disconnected() follows unless the next
    /// connection leads to the same server.
    void leave(const QString& nextSafeUri, bool nextLocal);
    /// Calls go to this server from now on.
    void useServer(std::shared_ptr<ttl::TtlServer> server);
    /// Follows m_tunnel.
    void followTunnel();
    /// Starts an attempt: opens the tunnel if there is to be one, and then calls askServer().
    void startAttempt();
    /// Connects on a worker thread.
    void askServer();
    /// Opens the tunnel; askServer() follows.
    void openTunnel();
    /// The tunnel has ended before the server answered.
    void finishTunnel(std::uint64_t generation, const ConnectFinding& finding);
    /// The connection string as the driver gets it: with a tunnel, its socket instead of the host.
    std::string driverUri() const;
    /// Looks for the cause of a failed attempt.
    void diagnose(const Error& error);
    /// Takes the cause; the first attempt has failed then.
    void finishDiagnosis(std::uint64_t generation, ConnectFinding finding);
    /// Takes the result of an attempt. Ignores one of another generation.
    void finishAttempt(std::uint64_t generation, const Result<Link>& link);
    /// Drops server and pool, which cancels the calls in progress.
    void dropServer();
    /// Starts reconnecting after a call of this generation failed with Network.
    void noteLoss(std::uint64_t generation, const Error& error);
    /// Starts the timer of the next attempt.
    void scheduleRetry();
    /// Locks an unlocked connection that leads to another server than before.
    void lockIfChanged(const ttl::ServerInfo& now);
    /// Ends the ten minutes. `revoke`: also for jobs that hold the key.
    void endUnlocking(bool revoke);

    std::shared_ptr<ttl::TtlServerFactory> m_factory;
    const base::Clock& m_clock;
    Settings& m_settings;
    LinkState m_state;
    QString m_uri; // may hold a password: never display or store it
    std::uint64_t m_generation = 0;
    std::shared_ptr<ttl::TtlServer> m_server; // shared with the jobs of m_pool
    std::unique_ptr<WorkerPool> m_pool; // null: not connected
    std::unique_ptr<WorkerPool> m_manyPool; // for runMany(); null: not connected
    std::unique_ptr<SshProgram> m_sshProgram; // never null
    std::unique_ptr<SshTunnel> m_tunnel; // null: a direct connection, or none
    ConnectionDiagnosis m_diagnosis; // may be empty
    WorkerPool m_connecting;
    Heartbeat m_heartbeat;
    ttl::CancelToken m_attemptCancel;
    QTimer m_retry;
    QTimer m_relock;
    std::chrono::milliseconds m_firstPause{1'000};
    std::optional<base::Time> m_unlockedUntil;
    ttl::ChangeKey m_key; // permits nothing while locked
};

} // namespace sandglass::services
