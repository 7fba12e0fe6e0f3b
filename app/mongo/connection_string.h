// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/mongo/driver_types.h"
#include "app/protocol/secrets.h"

#include <memory>
#include <string>
#include <vector>

namespace sandglass::mongo {

/// A checked connection string. Where it says nothing, serverSelectionTimeoutMS and
/// connectTimeoutMS are 5 s, maxPoolSize is 16 and the appname Sandglass. Writes are always
/// acknowledged.
class ConnectionString
{
public:
    /// Errors: InvalidInput; the text never repeats a part of the string that may hold a secret.
    static Result<ConnectionString> parse(const std::string& text);

    ConnectionString(ConnectionString&&) noexcept;
    ConnectionString& operator=(ConnectionString&&) noexcept;
    ~ConnectionString();

    /// The servers named, "host:port" or the path of a socket; the service name of mongodb+srv.
    /// Never users or passwords.
    const std::vector<std::string>& hosts() const { return m_hosts; }
    /// Takes password and secret options out of what server and driver say.
    const protocol::Secrets& secrets() const { return m_secrets; }
    const DriverUri* uri() const { return m_uri.get(); }

private:
    struct Free
    {
        void operator()(DriverUri* uri) const;
    };

    ConnectionString() = default;
    void setDefaults();
    void readHosts();

    std::unique_ptr<DriverUri, Free> m_uri;
    std::vector<std::string> m_hosts;
    protocol::Secrets m_secrets;
};

} // namespace sandglass::mongo
