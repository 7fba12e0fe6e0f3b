// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/mongo/driver/driver_types.h"
#include "app/protocol/secrets.h"

#include <memory>
#include <string>
#include <vector>

namespace sandglass::mongo {

/// The connection string for one member of a set or cluster: the same login and protection, and no
/// other server. `host`: "host:port" or the path of a socket. `loginDatabase`: of a string with
/// mongodb+srv, as the driver found it; empty: what the string itself says. Errors: InvalidInput.
/// Pure; any thread.
Result<std::string> memberString(const std::string& text, const std::string& host,
                                 const std::string& loginDatabase = {});

/// A checked connection string. Unless it says otherwise, serverSelectionTimeoutMS and
/// connectTimeoutMS are 5 s, maxPoolSize is 16 and appname is Sandglass. Writes are always
/// acknowledged.
class ConnectionString
{
public:
    /// Errors: InvalidInput, also for a string that protocol::refusalOf() refuses; its message
    /// never repeats a part of the string that may be a secret.
    static Result<ConnectionString> parse(const std::string& text);

    ConnectionString(ConnectionString&&) noexcept;
    /// The string that is moved from can then only be destroyed or assigned to.
    ConnectionString& operator=(ConnectionString&&) noexcept;
    ~ConnectionString();

    /// The servers named in the string: "host:port" or the path of a socket; for mongodb+srv the
    /// name of the service. Never users or passwords.
    const std::vector<std::string>& hosts() const { return m_hosts; }
    /// The database that the string names; empty without one.
    const std::string& database() const { return m_database; }
    /// Whether the string names a read preference, also the usual one.
    bool namesReadPreference() const { return m_namesReadPreference; }
    /// The same string without a limit on the time of a reply, which may take weeks, unless the
    /// string itself sets one.
    ConnectionString withoutSocketTimeout() const;
    /// The string for one member of its set or cluster: the same login and protection, and no other
    /// server. As memberString().
    Result<ConnectionString> forMember(const std::string& host,
                                       const std::string& loginDatabase = {}) const;
    /// Whether the hosts come from DNS (mongodb+srv).
    bool isSeeded() const;
    /// Whether it leads to a unix socket, as that of an SSH tunnel or of the local engine.
    bool isSocket() const { return m_hosts.size() == 1 && m_hosts.front().starts_with('/'); }
    /// Masks password and secret options in texts of server and driver.
    const protocol::Secrets& secrets() const { return m_secrets; }
    /// The driver's form of the string; valid as long as this object.
    const DriverUri* uri() const { return m_uri.get(); }

private:
    struct Free
    {
        void operator()(DriverUri* uri) const;
    };

    ConnectionString() = default;
    /// Sets the options that the string leaves open.
    void setDefaults();
    /// Fills m_hosts.
    void readHosts();

    std::unique_ptr<DriverUri, Free> m_uri;
    std::vector<std::string> m_hosts;
    std::string m_database;
    bool m_namesReadPreference = false;
    protocol::Secrets m_secrets;
};

} // namespace sandglass::mongo
