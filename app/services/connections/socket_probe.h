// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/connections/server_probe.h"

#include <QTimer>

#include <chrono>

class QDnsLookup;
class QLocalSocket;
class QSslSocket;

namespace sandglass::services {

/// ServerProbe with the system's resolver and plain sockets. GUI thread.
class SocketProbe final : public ServerProbe
{
    Q_OBJECT
public:
    explicit SocketProbe(QObject* parent = nullptr);
    ~SocketProbe() override;

    void resolve(const protocol::ConnectionParts& parts, Answer done) override;
    void reach(const protocol::ConnectionParts& parts, Answer done) override;
    void encrypt(const protocol::ConnectionParts& parts, Answer done) override;
    void stop() override;

    /// Time limit of each check. Default: 10 s.
    void setLimit(std::chrono::milliseconds limit) { m_limit = limit; }

private:
    /// Starts a check with its time limit.
    void begin(Answer done);
    /// Ends the check and calls its callback.
    void finish(Result<QString> result);
    /// Reads the SRV record of a mongodb+srv name into m_hosts and looks those up.
    void lookUpSeed(const QString& name);
    /// Looks up the next host; finishes after the last one.
    void lookUpNext();
    /// Connects to the next host; finishes with m_refusal after the last one.
    void reachNext();
    /// Connects to a unix socket.
    void reachSocket(const QString& path);
    /// Notes why a host refused and tries the next one.
    void noteRefusal(const QString& why);

    std::chrono::milliseconds m_limit{10'000};
    QTimer m_timer;
    Answer m_done;
    std::vector<protocol::ConnectionHost> m_hosts; // of the string, or of its SRV record
    std::size_t m_next = 0; // index of the next host
    QStringList m_found; // addresses
    QString m_refusal; // why the last host could not be reached
    int m_lookup = -1; // QHostInfo's id of the lookup in progress; −1: there is none
    std::unique_ptr<QDnsLookup> m_seed;
    std::unique_ptr<QSslSocket> m_socket;
    std::unique_ptr<QLocalSocket> m_local;
};

} // namespace sandglass::services
