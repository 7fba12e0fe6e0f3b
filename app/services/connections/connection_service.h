// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/protocol/secrets.h"
#include "app/services/calls/answer.h"
#include "app/services/calls/worker_pool.h"
#include "app/ttl/ttl_server.h"

#include <QFuture>
#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace sandglass::services {

class Settings;

/// Time limit for counting documents on the server.
inline constexpr std::chrono::seconds kCountTimeout{60};

/// State of the connection. Reconnecting: it was lost and is retried with growing pauses.
enum class LinkPhase { Disconnected, Connecting, Connected, Reconnecting, Failed };

/// How a server that is reached again differs from the one before. An unlocked connection is locked
/// then: the user has unlocked another server.
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

    /// Whether changes need the strictest confirmation.
    bool isProduction() const { return tag.startsWith(u"prod", Qt::CaseInsensitive); }
};

/// The connection as other objects see it. Never holds a password.
struct LinkState
{
    LinkPhase phase = LinkPhase::Disconnected;
    QString name; ///< display name; safeUri when the caller gave none
    QString safeUri; ///< without credentials
    bool local = false; ///< our own engine: never locked, polled more often
    LinkLabel label; ///< of a saved connection; otherwise empty
    std::optional<ttl::ServerInfo> server; ///< stays set while reconnecting
    int attempt = 0; ///< number of the reconnect attempt, from 1
    std::optional<base::Time> nextAttemptAt; ///< by our clock; unset: none is scheduled
    std::optional<Error> error; ///< of the last attempt
    std::optional<ServerChange> lockedBecause; ///< why it was locked; unset: it was not, or by the
                                               ///< user or the time
};

/// The name of the server in journal and archives: "local", or the connection string without
/// credentials.
QString serverName(const LinkState& link);

/// Holds the one connection of a window: connects, reconnects after a loss, and locks it against
/// changes. All server calls go through run(). GUI thread; no function blocks.
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
    /// Closes the connection and forgets its URI.
    void disconnectNow();
    /// Tries again at once if connecting failed or the connection was lost; otherwise does nothing.
    void retryNow();

    /// Whether changes are refused: there is no connection, or it is remote and not unlocked.
    bool isLocked() const;
    /// When the connection will be locked again, by our clock; unset: it is not unlocked.
    std::optional<base::Time> lockedAgainAt() const { return m_unlockedUntil; }
    /// Unlocks a remote connection for ten minutes. Does nothing if it was saved as read-only.
    void unlock();
    /// Locks the connection again, also for jobs that hold its key.
    void lock();
    /// The key for changes, as long as the connection is not locked; otherwise one that permits
    /// nothing. A job that was confirmed while unlocked may keep it: the automatic lock after ten
    /// minutes does not revoke it, lock() and the end of the connection do.
    ttl::ChangeKey changeKey() const;

    /// Runs `call(TtlServer&, const CallLimits&) -> Result<T>` on a worker thread. The answer
    /// arrives in a later turn of the event loop. A Network or OtherServer error makes the service
    /// reconnect.
    /// `cleanupTime`: see WorkerPool::run(). Errors: Network without a connection, and those of
    /// `call` and of WorkerPool::run().
    template <typename Call>
    auto run(Call call, ttl::CallLimits limits = {}, std::chrono::milliseconds cleanupTime = {})
        -> QFuture<std::invoke_result_t<Call&, ttl::TtlServer&, const ttl::CallLimits&>>
    {
        using Answer = std::invoke_result_t<Call&, ttl::TtlServer&, const ttl::CallLimits&>;
        if (!m_pool) {
            return knownAnswer(Answer(base::failure(Errc::Network, "There is no connection.")));
        }
        auto work = [server = m_server, call = std::move(call)](
                        const ttl::CallLimits& given) mutable { return call(*server, given); };
        return then(m_pool->run(std::move(work), std::move(limits), cleanupTime), this,
                    [this, generation = m_generation](const Answer& answer) {
                        if (!answer && meansLoss(answer.error())) {
                            noteLoss(generation, answer.error());
                        }
                        return answer;
                    });
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

Q_SIGNALS:
    /// state() or isLocked() has changed.
    void stateChanged();
    /// Connected or reconnected: everything on screen must be read again.
    void connected();
    /// The connection ended or was lost.
    void disconnected();

private:
    /// Whether a call that failed so shows that the connection is no longer what it was.
    static bool meansLoss(const Error& error)
    {
        return error.code == Errc::Network || error.code == Errc::OtherServer;
    }

    /// A server that has answered.
    struct Link
    {
        std::shared_ptr<ttl::TtlServer> server;
        ttl::ServerInfo info;
    };

    /// Starts to connect on a worker thread.
    void startAttempt();
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
    WorkerPool m_connecting;
    ttl::CancelToken m_attemptCancel;
    QTimer m_retry;
    QTimer m_relock;
    std::chrono::milliseconds m_firstPause{1'000};
    std::optional<base::Time> m_unlockedUntil;
    ttl::ChangeKey m_key; // permits nothing while locked
};

} // namespace sandglass::services
