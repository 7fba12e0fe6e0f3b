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

/// How long counting on the server may take before it is given up.
inline constexpr std::chrono::seconds kCountTimeout{60};

/// Where the connection stands. Reconnecting: it was lost and is retried with growing pauses.
enum class LinkPhase { Disconnected, Connecting, Connected, Reconnecting, Failed };

/// What the user said of a connection when saving it.
struct LinkLabel
{
    QString color; ///< "#rrggbb", or empty
    QString tag; ///< "production", "staging", …; empty: none
    bool readOnly = false; ///< cannot be unlocked
    std::optional<ttl::Product> profile; ///< taken for the server's product, whatever it says

    /// Whether every change needs the most ceremony.
    bool isProduction() const { return tag.startsWith(u"prod", Qt::CaseInsensitive); }
};

/// The connection as others see it; never holds a password.
struct LinkState
{
    LinkPhase phase = LinkPhase::Disconnected;
    QString name; ///< display name given by the caller; host names for remote servers
    QString safeUri; ///< without credentials
    bool local = false; ///< our own engine: never locked, refreshed every second
    LinkLabel label; ///< of a saved connection; else empty
    std::optional<ttl::ServerInfo> server; ///< kept while reconnecting
    int attempt = 0; ///< of reconnecting, from 1
    std::optional<base::Time> nextAttemptAt;
    std::optional<Error> error; ///< of the last attempt
};

/// How journal and archives name the server: "local", or the connection string without credentials.
QString serverName(const LinkState& link);

/// Holds the one connection of the window: connects, watches, reconnects, locks. All server calls
/// go through run(). GUI thread; nothing here waits.
class ConnectionService : public QObject
{
    Q_OBJECT
public:
    ConnectionService(std::shared_ptr<ttl::TtlServerFactory> factory, const base::Clock& clock,
                      Settings& settings, QObject* parent = nullptr);
    ~ConnectionService() override;

    const LinkState& state() const { return m_state; }
    bool isConnected() const { return m_state.phase == LinkPhase::Connected; }
    /// Counts connections made; answers to calls of an older one are worthless.
    std::uint64_t generation() const { return m_generation; }
    /// What takes the secrets of this connection out of texts.
    protocol::Secrets secrets() const;
    /// The program's clock.
    const base::Clock& clock() const { return m_clock; }
    /// The server's clock now: ours plus the offset measured when connecting.
    base::Time serverNow() const;

    /// Ends the present connection and makes a new one. `uri` may hold a password; it is kept in
    /// memory only.
    void connectTo(const QString& uri, const QString& name, bool local, LinkLabel label = {});
    void disconnectNow();
    /// Tries again now, when connecting failed or the connection was lost.
    void retryNow();

    /// Whether changes are refused: remote and not unlocked, or not connected.
    bool isLocked() const;
    std::optional<base::Time> lockedAgainAt() const { return m_unlockedUntil; }
    /// Unlocks a remote connection for ten minutes, unless it was saved as read-only.
    void unlock();
    void lock();

    /// Runs `call(TtlServer&, const CallLimits&) -> Result<T>` on a worker thread; its answer comes
    /// in a later turn of the event loop. Without a connection the answer is Errc::Network. A
    /// network failure makes the service reconnect. `parting` as in WorkerPool::run().
    template <typename Call>
    auto run(Call call, ttl::CallLimits limits = {}, std::chrono::milliseconds parting = {})
        -> QFuture<std::invoke_result_t<Call&, ttl::TtlServer&, const ttl::CallLimits&>>
    {
        using Answer = std::invoke_result_t<Call&, ttl::TtlServer&, const ttl::CallLimits&>;
        if (!m_pool) {
            return knownAnswer(Answer(base::failure(Errc::Network, "There is no connection.")));
        }
        auto work = [server = m_server, call = std::move(call)](
                        const ttl::CallLimits& given) mutable { return call(*server, given); };
        return then(m_pool->run(std::move(work), std::move(limits), parting), this,
                    [this, generation = m_generation](const Answer& answer) {
                        if (!answer && answer.error().code == Errc::Network) {
                            noteLoss(generation, answer.error());
                        }
                        return answer;
                    });
    }

    /// Reconnect pauses start with `first` and double up to 30 s; tests shorten it. At first 1 s.
    void setFirstPause(std::chrono::milliseconds first) { m_firstPause = first; }

Q_SIGNALS:
    /// state() or the lock has changed.
    void stateChanged();
    /// Connected, or connected again: everything shown is to be read anew.
    void connected();
    /// The connection ended or was lost.
    void disconnected();

private:
    struct Link
    {
        std::shared_ptr<ttl::TtlServer> server;
        ttl::ServerInfo info;
    };

    void startAttempt();
    void finishAttempt(std::uint64_t generation, const Result<Link>& link);
    void dropServer();
    void noteLoss(std::uint64_t generation, const Error& error);
    void scheduleRetry();

    std::shared_ptr<ttl::TtlServerFactory> m_factory;
    const base::Clock& m_clock;
    Settings& m_settings;
    LinkState m_state;
    QString m_uri; // may hold a password: never shown, never written
    std::uint64_t m_generation = 0;
    std::shared_ptr<ttl::TtlServer> m_server; // of m_pool
    std::unique_ptr<WorkerPool> m_pool; // null: not connected
    WorkerPool m_connecting;
    ttl::CancelToken m_attemptCancel;
    QTimer m_retry;
    QTimer m_relock;
    std::chrono::milliseconds m_firstPause{1'000};
    std::optional<base::Time> m_unlockedUntil;
};

} // namespace sandglass::services
