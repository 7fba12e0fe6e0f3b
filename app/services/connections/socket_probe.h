// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/connections/server_probe.h"

#include <QTimer>

#include <chrono>

class QDnsLookup;
class QLocalSocket;
class QSslSocket;

namespace sandglass::services {

/// ServerProbe over the system's resolver and plain sockets. GUI thread.
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

    /// How long each look may take. At first 10 s.
    void setLimit(std::chrono::milliseconds limit) { m_limit = limit; }

private:
    void begin(Answer done);
    void finish(Result<QString> result);
    void lookUpSeed(const QString& name);
    void lookUpNext();
    void reachNext();
    void reachSocket(const QString& path);
    void noteRefusal(const QString& why);

    std::chrono::milliseconds m_limit{10'000};
    QTimer m_timer;
    Answer m_done;
    std::vector<protocol::ConnectionHost> m_hosts; // of the string, or found for its seed
    std::size_t m_next = 0;
    QStringList m_found;
    QString m_refusal;
    int m_lookup = -1; // QHostInfo's id of the running lookup; -1: none runs
    std::unique_ptr<QDnsLookup> m_seed;
    std::unique_ptr<QSslSocket> m_socket;
    std::unique_ptr<QLocalSocket> m_local;
};

} // namespace sandglass::services
