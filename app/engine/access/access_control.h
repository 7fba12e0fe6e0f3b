// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"
#include "app/base/result.h"
#include "app/engine/access/login_attempts.h"
#include "app/engine/access/scram_conversation.h"
#include "app/engine/access/users.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::access {

/// A client's first step of a login.
struct LoginStart
{
    std::uint64_t connectionId = 0;
    std::string database; ///< of the user
    std::string payload; ///< the first message of SCRAM
    bool skipEmptyExchange = false; ///< the client can do without the last, empty exchange
    bool speculative = false; ///< sent with hello
};

/// The server's answer to a step of a login.
struct LoginStep
{
    std::int32_t conversationId = 0;
    bool done = false;
    std::string payload; ///< a message of SCRAM; empty in an empty exchange
};

/// Who may do what: the users, who is logged in on which connection, and what their roles allow.
/// A connection of the same user of the system through the unix socket may do everything, until it
/// logs in as somebody. Any thread.
class AccessControl
{
public:
    /// `catalog`, `clock` and `log` must outlive it. `enforced`: false when everybody may do
    /// everything; users can log in all the same.
    AccessControl(catalog::Catalog& catalog, const base::Clock& clock, base::Log& log,
                  bool enforced);

    /// Whether clients must log in.
    bool enforced() const { return m_enforced; }
    /// The users.
    Users& users() { return m_users; }

    /// Adds a connection. `owner`: it comes from the user of the system that the server runs as.
    /// `remote`: its address, with the port.
    void opened(std::uint64_t connectionId, bool owner, std::string remote);
    /// Removes a connection.
    void closed(std::uint64_t connectionId);
    /// Records that a driver watches the server through this connection, and never logs in on it.
    void noteWatcher(std::uint64_t connectionId);
    /// See noteWatcher().
    bool isWatcher(std::uint64_t connectionId) const;
    /// Whether the connection need not log in, or has done so.
    bool isKnown(std::uint64_t connectionId) const;

    /// How long a login must wait, because too many before it have failed: of its user or from its
    /// address, or, if that user has logged in from there within a day, of the two together. The
    /// wait occupies no thread and delays no other login.
    base::Millis delayOf(const LoginStart& start) const;
    /// Begins a login; an unfinished one of that connection is dropped. An unknown user gets the
    /// same answer as a known one. Errors (server): AuthenticationFailed.
    Result<LoginStep> begin(const LoginStart& start);
    /// Goes on with a login. Errors (server): AuthenticationFailed, which ends the login;
    /// ProtocolError without one, or for another conversation.
    Result<LoginStep> goOn(std::uint64_t connectionId, std::int32_t conversationId,
                           std::string_view payload);
    /// Ends the login of a connection. Does nothing without one.
    void logout(std::uint64_t connectionId);

    /// The user who is logged in; nullopt: nobody.
    std::optional<UserName> userOf(std::uint64_t connectionId) const;
    /// The present roles of the user who is logged in. Empty for nobody, and for a user that has
    /// been dropped meanwhile, even if there is a new one of the same name.
    std::vector<RoleName> rolesOf(std::uint64_t connectionId) const;
    /// Whether the connection may do all of these.
    bool allows(std::uint64_t connectionId, std::span<const Privilege> wanted) const;
    /// Whether the connection may know of all databases.
    bool mayListAll(std::uint64_t connectionId) const;
    /// Whether the connection may know that a database exists.
    bool mayList(std::uint64_t connectionId, std::string_view database) const;

private:
    /// A login that has begun.
    struct Login
    {
        UserName name;
        std::vector<std::uint8_t> userId; // User::id
        ScramConversation conversation;
        bool skipEmptyExchange = false;
        bool speculative = false;
        bool proven = false; // only the empty exchange is left
    };
    /// A connection.
    struct Connection
    {
        std::string remote;
        bool owner = false;
        bool watcher = false;
        std::optional<UserName> user;
        std::vector<std::uint8_t> userId; // User::id of that user
        std::optional<Login> login;
        std::int32_t conversations = 0;
    };

    /// Whether the connection needs no role for anything.
    bool isUnlimited(std::uint64_t connectionId) const;
    /// Counts and logs a failed login.
    Error refused(std::uint64_t connectionId, const UserName& name, bool speculative);
    /// A copy; an empty one when the connection is not known.
    std::string remoteOf(std::uint64_t connectionId) const;
    /// Removes the unfinished login of a connection and returns it. Errors: as goOn().
    Result<Login> takeLogin(std::uint64_t connectionId, std::int32_t conversationId);
    void admit(std::uint64_t connectionId, const Login& login);

    Users m_users;
    LoginAttempts m_attempts;
    base::Log& m_log;
    const bool m_enforced;
    mutable std::mutex m_mutex;
    std::map<std::uint64_t, Connection> m_connections; // guarded by m_mutex
};

/// The error AuthenticationFailed, the same for every reason.
Error authenticationFailed();

} // namespace sandglass::engine::access
