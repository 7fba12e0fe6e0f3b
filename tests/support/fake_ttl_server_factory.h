// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/fake_ttl_server.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace sandglass::tests {

/// Hands out one and the same fake server, or others for the hosts that have one; can refuse.
class FakeTtlServerFactory final : public ttl::TtlServerFactory
{
public:
    explicit FakeTtlServerFactory(std::shared_ptr<FakeTtlServer> server)
        : m_server(std::move(server))
    {
    }

    /// Hands out this server for connection strings that contain `host`.
    void serve(const std::string& host, std::shared_ptr<FakeTtlServer> server)
    {
        const std::lock_guard lock(m_mutex);
        m_others.insert_or_assign(host, std::move(server));
    }
    /// Refuses connections to this host with an error; an empty one lets them in again.
    void refuse(const std::string& host, std::optional<Error> error)
    {
        const std::lock_guard lock(m_mutex);
        m_refusals.erase(host);
        if (error) {
            m_refusals.emplace(host, *error);
        }
    }
    /// Refuses every further connection with this error; an empty one lets them in again.
    void refuse(std::optional<Error> error)
    {
        const std::lock_guard lock(m_mutex);
        m_error = std::move(error);
    }
    int connects() const
    {
        const std::lock_guard lock(m_mutex);
        return m_connects;
    }
    std::string lastUri() const
    {
        const std::lock_guard lock(m_mutex);
        return m_lastUri;
    }

    Result<std::shared_ptr<ttl::TtlServer>> connect(const std::string& uri,
                                                    const ttl::CallLimits& /*limits*/) override
    {
        const std::lock_guard lock(m_mutex);
        ++m_connects;
        m_lastUri = uri;
        if (m_error) {
            return *m_error;
        }
        for (const auto& [host, error] : m_refusals) {
            if (uri.find(host) != std::string::npos) {
                return error;
            }
        }
        for (const auto& [host, server] : m_others) {
            if (uri.find(host) != std::string::npos) {
                return std::shared_ptr<ttl::TtlServer>(server);
            }
        }
        return std::shared_ptr<ttl::TtlServer>(m_server);
    }

private:
    mutable std::mutex m_mutex;
    std::shared_ptr<FakeTtlServer> m_server;
    std::optional<Error> m_error; // guarded by m_mutex, as are the next four
    std::map<std::string, std::shared_ptr<FakeTtlServer>> m_others;
    std::map<std::string, Error> m_refusals;
    int m_connects = 0;
    std::string m_lastUri;
};

} // namespace sandglass::tests
