// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHostAddress>
#include <QTcpSocket>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>
#include <vector>

namespace sandglass::tests {

/// A port of this computer that answers no packet, like a host behind a firewall: the queue of its
/// listener is full, and Linux then drops what comes. See listen(2).
class FullHost
{
public:
    FullHost()
    {
        m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        auto* general = reinterpret_cast<sockaddr*>(&address);
        socklen_t size = sizeof(address);
        if (::bind(m_listener, general, size) == 0 && ::listen(m_listener, 0) == 0
            && ::getsockname(m_listener, general, &size) == 0) {
            m_port = ntohs(address.sin_port);
        }
        fill();
    }
    FullHost(const FullHost&) = delete;
    FullHost& operator=(const FullHost&) = delete;
    ~FullHost() { ::close(m_listener); }

    /// Whether the queue has become full.
    bool dropsPackets() const { return m_full; }
    int port() const { return m_port; }

private:
    // Nobody accepts, so each connection takes a place until there is none.
    void fill()
    {
        constexpr int kMost = 32;
        constexpr int kPatienceMs = 500;
        for (int i = 0; i < kMost && !m_full; ++i) {
            m_clients.push_back(std::make_unique<QTcpSocket>());
            m_clients.back()->connectToHost(QHostAddress(QHostAddress::LocalHost), m_port);
            m_full = !m_clients.back()->waitForConnected(kPatienceMs);
        }
    }

    int m_listener = -1;
    quint16 m_port = 0;
    bool m_full = false;
    std::vector<std::unique_ptr<QTcpSocket>> m_clients;
};

} // namespace sandglass::tests
