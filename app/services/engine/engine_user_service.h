// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/ttl/ttl_server.h"

#include <QObject>
#include <QString>

#include <optional>

namespace sandglass::services {

class ConnectionService;
class EngineProcess;
class SecretKeeper;
class Settings;
struct SecretOutcome;

/// Key of the setting with EngineOptions::user; not set: none.
inline constexpr QLatin1StringView kEngineUser("engine/user");
/// Key of the setting with the users that were chosen before, a list of names.
inline constexpr QLatin1StringView kFormerEngineUsers("engine/formerUsers");

/// A user of the local engine.
struct EngineLogin
{
    std::string user;
    std::string password;
};

/// What becomes of a user that exists already.
enum class ExistingUser { Keep, ChangePassword };

/// Creates a user of the local engine who may do everything. Returns whether the user has this
/// password now; false when there was one already that was to be kept. Errors: the server's.
/// Blocking; any thread.
Result<bool> giveEngineLogin(ttl::TtlServer& server, const ttl::CallLimits& limits,
                             const EngineLogin& login, ExistingUser existing);

/// The user with whom other programs log in to the local engine. The password is made here, goes to
/// the engine through the connection of the window, and stays in the keychain. Whenever the engine
/// is ready the user is created if the data folder has none, and users that were made here before
/// are removed. GUI thread; the work runs on a worker thread.
class EngineUserService : public QObject
{
    Q_OBJECT
public:
    /// What the service needs; all of it must outlive the service.
    struct Needs
    {
        ConnectionService& connections;
        SecretKeeper& secrets;
        EngineProcess& engine;
        Settings& settings;
    };

    explicit EngineUserService(const Needs& needs, QObject* parent = nullptr);

    /// Whether the keychain or the engine is being asked.
    bool isBusy() const { return m_busy; }
    /// Whether renew() is possible now: the engine runs with a user, and the window is connected to
    /// it.
    bool canRenew() const { return !m_busy && isReached() && hasUser(); }
    /// The password, after use(), fetch() or renew() and until forgetShown(); otherwise empty.
    const QString& password() const { return m_password; }
    /// Whether the password is lost when the program ends, because there is no keychain.
    bool isOnlyInMemory() const { return m_onlyInMemory; }
    /// Why the last call has failed; unset after a success. The server's, or that of the keychain.
    const std::optional<Error>& error() const { return m_error; }

    /// Sets the port and the user of the engine, see EngineOptions, for later starts too; restarts
    /// the engine if it runs. The user gets a password as soon as the engine is ready. A user that
    /// was chosen before is removed from the keychain, and from the engine when it is ready.
    void use(int port, const QString& user);
    /// Makes another password for the user. Does nothing unless canRenew().
    void renew();
    /// Reads the password from the keychain; without one it stays empty. Does nothing while it is
    /// busy or without a user.
    void fetch();
    /// Drops the password from memory, unless there is no keychain.
    void forgetShown();

Q_SIGNALS:
    /// What the functions above return has changed.
    void changed();

private:
    /// A login that the engine shall get.
    struct Handing
    {
        QString user;
        QString password;
        bool fresh = false; ///< made just now: it belongs into the keychain
        bool asked = false; ///< somebody waits to see it; an existing password is replaced
    };

    bool isReached() const;
    bool hasUser() const;
    void begin();
    void end(const std::optional<Error>& error);
    /// Does what is due, as soon as the window is connected to the engine.
    void goOn();
    void ensureUser();
    void give(const Handing& handing);
    void keep(const Handing& handing);
    void noteFormer(const QString& previous, const QString& user);
    void removeFormer();

    ConnectionService& m_connections;
    SecretKeeper& m_secrets;
    EngineProcess& m_engine;
    Settings& m_settings;
    bool m_busy = false;
    bool m_onlyInMemory = false;
    bool m_userDue = false; // the engine has to be asked whether it has the user
    bool m_asked = false; // the user was chosen just now
    bool m_formerDue = false; // users that were chosen before are removed
    QString m_password;
    std::optional<Error> m_error;
};

} // namespace sandglass::services
