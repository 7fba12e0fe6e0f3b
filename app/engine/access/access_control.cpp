// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/access_control.h"

#include "app/protocol/server_code.h"

#include <algorithm>
#include <utility>

namespace sandglass::engine::access {

using protocol::commandError;
using protocol::ServerCode;

namespace {

constexpr int kProtocolError = 17;
// Log ids as in MongoDB.
constexpr int kSuccessId = 5286306;
constexpr int kFailureId = 5286307;

// Names may be long, and there may be ten thousand of them.
std::string keyOf(const UserName& name)
{
    return ("user " + name.id()).substr(0, 300);
}

/// Without the port, which is another one for each attempt.
std::string keyOfPeer(const std::string& remote)
{
    return "peer " + remote.substr(0, remote.rfind(':'));
}

/// A user at an address.
std::string keyOfPair(const UserName& name, const std::string& remote)
{
    return keyOfPeer(remote) + ' ' + keyOf(name);
}

base::LogEntry loginLine(std::uint64_t connectionId, bool good, const UserName& name,
                         bool speculative)
{
    return {base::Severity::Info,
            "ACCESS",
            good ? kSuccessId : kFailureId,
            "conn" + std::to_string(connectionId),
            good ? "Successfully authenticated" : "Failed to authenticate",
            {{"isSpeculative", speculative},
             {"mechanism", std::string(kMechanism)},
             {"user", name.user},
             {"db", name.database}}};
}

} // namespace

Error authenticationFailed()
{
    return commandError(ServerCode::AuthenticationFailed, "Authentication failed.");
}

AccessControl::AccessControl(catalog::Catalog& catalog, const base::Clock& clock, base::Log& log,
                             bool enforced)
    : m_users(catalog)
    , m_attempts(clock)
    , m_log(log)
    , m_enforced(enforced)
{
}

void AccessControl::opened(std::uint64_t connectionId, bool owner, std::string remote)
{
    const std::lock_guard lock(m_mutex);
    Connection& connection = m_connections[connectionId];
    connection.owner = owner;
    connection.remote = std::move(remote);
}

void AccessControl::closed(std::uint64_t connectionId)
{
    const std::lock_guard lock(m_mutex);
    m_connections.erase(connectionId);
}

void AccessControl::noteWatcher(std::uint64_t connectionId)
{
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_connections.find(connectionId); found != m_connections.end()) {
        found->second.watcher = true;
    }
}

bool AccessControl::isWatcher(std::uint64_t connectionId) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_connections.find(connectionId);
    return found != m_connections.end() && found->second.watcher;
}

bool AccessControl::isKnown(std::uint64_t connectionId) const
{
    if (!m_enforced) {
        return true;
    }
    const std::lock_guard lock(m_mutex);
    const auto found = m_connections.find(connectionId);
    return found != m_connections.end() && (found->second.owner || found->second.user);
}

std::string AccessControl::remoteOf(std::uint64_t connectionId) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_connections.find(connectionId);
    return found == m_connections.end() ? std::string() : found->second.remote;
}

base::Millis AccessControl::delayOf(const LoginStart& start) const
{
    const auto first = parseFirst(start.payload);
    const std::string remote = remoteOf(start.connectionId);
    if (!first) {
        return m_attempts.delayOf(keyOfPeer(remote));
    }
    const UserName name{first->user, start.database};
    // who comes from where it has logged in before pays for no failures but its own: not for those
    // of other programs on its computer, nor for somebody elsewhere who tries its password
    if (const std::string pair = keyOfPair(name, remote); m_attempts.isKnown(pair)) {
        return m_attempts.delayOf(pair);
    }
    return std::max(m_attempts.delayOf(keyOf(name)), m_attempts.delayOf(keyOfPeer(remote)));
}

Error AccessControl::refused(std::uint64_t connectionId, const UserName& name, bool speculative)
{
    const std::string remote = remoteOf(connectionId);
    m_attempts.failed(keyOf(name));
    m_attempts.failed(keyOfPeer(remote));
    // of nobody else; a record for each name that is tried would push the others out
    if (const std::string pair = keyOfPair(name, remote); m_attempts.isKnown(pair)) {
        m_attempts.failed(pair);
    }
    m_log.write(loginLine(connectionId, false, name, speculative));
    return authenticationFailed();
}

Result<LoginStep> AccessControl::begin(const LoginStart& start)
{
    auto first = parseFirst(start.payload);
    if (!first) {
        return refused(start.connectionId, {"", start.database}, start.speculative);
    }
    const UserName name{first->user, start.database};
    auto user = m_users.find(name);
    TRY(user);
    // made in any case, so that it takes the same time
    ScramCredential credential = pretendedCredential(m_users.secret(), name.id());
    const bool exists = *user && (*user)->credential;
    if (exists) {
        credential = *(*user)->credential;
    }
    Login login{name, exists ? (*user)->id : std::vector<std::uint8_t>(),
                ScramConversation(*std::move(first), std::move(credential), exists, newNonce()),
                start.skipEmptyExchange, start.speculative};
    LoginStep step{0, false, login.conversation.challenge()};
    const std::lock_guard lock(m_mutex);
    const auto found = m_connections.find(start.connectionId);
    if (found == m_connections.end()) {
        return authenticationFailed(); // the connection has just ended
    }
    step.conversationId = ++found->second.conversations;
    found->second.login = std::move(login);
    return step;
}

Result<AccessControl::Login> AccessControl::takeLogin(std::uint64_t connectionId,
                                                      std::int32_t conversationId)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_connections.find(connectionId);
    if (found == m_connections.end() || !found->second.login) {
        return commandError(kProtocolError, "No SASL session state found");
    }
    if (found->second.conversations != conversationId) {
        return commandError(kProtocolError, "sasl: Mismatched conversation id");
    }
    Login login = *std::move(found->second.login);
    found->second.login.reset();
    return login;
}

Result<LoginStep> AccessControl::goOn(std::uint64_t connectionId, std::int32_t conversationId,
                                      std::string_view payload)
{
    auto login = takeLogin(connectionId, conversationId);
    TRY(login);
    if (login->proven) {
        if (!payload.empty()) {
            return refused(connectionId, login->name, login->speculative);
        }
        admit(connectionId, *login);
        return LoginStep{conversationId, true, {}};
    }
    const auto last = login->conversation.finish(payload);
    if (!last) {
        return refused(connectionId, login->name, login->speculative);
    }
    LoginStep step{conversationId, login->skipEmptyExchange, *last};
    if (step.done) {
        admit(connectionId, *login);
        return step;
    }
    login->proven = true;
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_connections.find(connectionId); found != m_connections.end()) {
        found->second.login = *std::move(login);
    }
    return step;
}

void AccessControl::admit(std::uint64_t connectionId, const Login& login)
{
    // the failures of others are not forgotten for it
    m_attempts.succeeded(keyOfPair(login.name, remoteOf(connectionId)));
    m_log.write(loginLine(connectionId, true, login.name, login.speculative));
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_connections.find(connectionId); found != m_connections.end()) {
        found->second.user = login.name;
        found->second.userId = login.userId;
    }
}

void AccessControl::logout(std::uint64_t connectionId)
{
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_connections.find(connectionId); found != m_connections.end()) {
        found->second.user.reset();
        found->second.login.reset();
    }
}

std::optional<UserName> AccessControl::userOf(std::uint64_t connectionId) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_connections.find(connectionId);
    return found == m_connections.end() ? std::nullopt : found->second.user;
}

std::vector<RoleName> AccessControl::rolesOf(std::uint64_t connectionId) const
{
    std::optional<UserName> name;
    std::vector<std::uint8_t> id;
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_connections.find(connectionId);
        if (found != m_connections.end()) {
            name = found->second.user;
            id = found->second.userId;
        }
    }
    if (!name) {
        return {};
    }
    auto user = m_users.find(*name);
    // what cannot be read allows nothing, and who has come later is somebody else
    return user && *user && (*user)->id == id ? (*user)->roles : std::vector<RoleName>();
}

bool AccessControl::isUnlimited(std::uint64_t connectionId) const
{
    if (!m_enforced) {
        return true;
    }
    const std::lock_guard lock(m_mutex);
    const auto found = m_connections.find(connectionId);
    return found != m_connections.end() && found->second.owner && !found->second.user;
}

bool AccessControl::allows(std::uint64_t connectionId, std::span<const Privilege> wanted) const
{
    if (isUnlimited(connectionId)) {
        return true;
    }
    const std::vector<RoleName> roles = rolesOf(connectionId);
    return std::ranges::all_of(
        wanted, [&](const Privilege& privilege) { return access::allows(roles, privilege); });
}

bool AccessControl::mayListAll(std::uint64_t connectionId) const
{
    const Privilege wanted{Action::ListDatabases, {}};
    return allows(connectionId, std::span(&wanted, 1));
}

bool AccessControl::mayList(std::uint64_t connectionId, std::string_view database) const
{
    return mayListAll(connectionId) || reaches(rolesOf(connectionId), database);
}

} // namespace sandglass::engine::access
