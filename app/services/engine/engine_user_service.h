// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/ttl/ttl_server.h"

#include <QObject>
#include <QString>

#include <optional>

namespace sandglass::services {

class ConnectionService;
class SecretKeeper;
struct SecretOutcome;

/// Key of the setting with EngineOptions::user; not set: none.
inline constexpr QLatin1StringView kEngineUser("engine/user");

/// Gives a user of the local engine a password, and creates the user with all rights if there is
/// none. Errors: the server's. Blocking; any thread.
Result<void> giveEnginePassword(ttl::TtlServer& server, const ttl::CallLimits& limits,
                                const std::string& user, const std::string& password);

/// The user with whom other programs log in to the local engine. The password is made here, goes to
/// the engine through the connection of the window, and stays in the keychain. GUI thread; the work
/// runs on a worker thread.
class EngineUserService : public QObject
{
    Q_OBJECT
public:
    /// Both must outlive this object.
    EngineUserService(ConnectionService& connections, SecretKeeper& secrets,
                      QObject* parent = nullptr);

    /// Whether the keychain or the engine is being asked.
    bool isBusy() const { return m_busy; }
    /// The password, after fetch() or renew() and until forgetShown(); otherwise empty.
    const QString& password() const { return m_password; }
    /// Whether the password is lost when the program ends, because there is no keychain.
    bool isOnlyInMemory() const { return m_onlyInMemory; }
    /// Why the last call has failed; unset after a success.
    const std::optional<Error>& error() const { return m_error; }

    /// Makes a password for the user, and the user if there is none. Does nothing while it is busy.
    /// Errors, in error(): Unsupported unless connected to the local engine; the server's.
    void renew(const QString& user);
    /// Reads the password from the keychain. Without one it stays empty; with `orRenew` one is made
    /// then. Does nothing while it is busy.
    void fetch(const QString& user, bool orRenew);
    /// Drops the password from memory, unless there is no keychain.
    void forgetShown();

Q_SIGNALS:
    /// What the functions above return has changed.
    void changed();

private:
    void takeStored(const QString& user, const SecretOutcome& outcome, bool orRenew);
    void end(const std::optional<Error>& error);

    ConnectionService& m_connections;
    SecretKeeper& m_secrets;
    bool m_busy = false;
    bool m_onlyInMemory = false;
    QString m_password;
    std::optional<Error> m_error;
};

} // namespace sandglass::services
