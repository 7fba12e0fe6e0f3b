// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QThread>

#include <chrono>
#include <map>
#include <memory>
#include <string>

namespace sandglass::tests {
class FaultProxy;
}

namespace sandglass::bench {

/// What has passed a DelayedServer.
struct Traffic
{
    int commands = 0; ///< all messages of clients, those of the driver included
    qint64 bytes = 0; ///< in both directions
    std::map<std::string, int> names; ///< how often each command came

    /// Adds up the commands of these names.
    int of(std::initializer_list<const char*> wanted) const;
};

/// A server behind a proxy that holds back each answer, as a network of that round trip would. The
/// proxy has a thread of its own, so that it does not wait for a busy window. GUI thread.
class DelayedServer
{
public:
    /// `port`: of the server on this computer. `roundTrip`: how long each answer is held back.
    DelayedServer(int port, std::chrono::milliseconds roundTrip);
    DelayedServer(const DelayedServer&) = delete;
    DelayedServer& operator=(const DelayedServer&) = delete;
    ~DelayedServer();

    /// The connection string of the proxy.
    std::string uri() const { return m_uri; }
    /// What has passed since the beginning, or since forgetTraffic().
    Traffic traffic() const;
    /// Begins to count anew.
    void forgetTraffic();

private:
    QThread m_thread;
    std::unique_ptr<QObject> m_inThread; // lives in m_thread
    std::unique_ptr<tests::FaultProxy> m_proxy; // used in m_thread only
    std::string m_uri;
};

} // namespace sandglass::bench
