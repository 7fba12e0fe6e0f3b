// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/socket_probe.h"

#include "app/services/connections/tls_options.h"

#include <QDnsLookup>
#include <QFile>
#include <QHostAddress>
#include <QHostInfo>
#include <QLocalSocket>
#include <QSslCipher>
#include <QSslConfiguration>
#include <QSslSocket>

#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr quint16 kDefaultPort = 27'017;
constexpr qsizetype kMaxAddressesShown = 3;

Error unreachable(const QString& why)
{
    return base::failure(Errc::Network, why.toStdString());
}

} // namespace

SocketProbe::SocketProbe(QObject* parent)
    : ServerProbe(parent)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        finish(base::failure(Errc::Timeout, "There was no answer within the time limit."));
    });
}

SocketProbe::~SocketProbe()
{
    stop();
}

void SocketProbe::begin(Answer done)
{
    m_done = std::move(done);
    m_next = 0;
    m_found.clear();
    m_refusal.clear();
    m_timer.start(m_limit);
}

void SocketProbe::finish(Result<QString> result)
{
    m_timer.stop();
    if (Answer done = std::exchange(m_done, {})) {
        done(std::move(result));
    }
}

void SocketProbe::stop()
{
    m_done = {};
    m_timer.stop();
    if (m_lookup >= 0) {
        QHostInfo::abortHostLookup(std::exchange(m_lookup, -1));
    }
    // not deleted here: this may be a slot of one of them
    for (QObject* each :
         {static_cast<QObject*>(m_seed.release()), static_cast<QObject*>(m_socket.release()),
          static_cast<QObject*>(m_local.release())}) {
        if (each) {
            each->disconnect(this);
            each->deleteLater();
        }
    }
}

void SocketProbe::resolve(const protocol::ConnectionParts& parts, Answer done)
{
    stop();
    begin(std::move(done));
    m_hosts = parts.hosts;
    if (parts.seeded) {
        lookUpSeed(QString::fromStdString(parts.hosts.front().name));
        return;
    }
    lookUpNext();
}

void SocketProbe::lookUpSeed(const QString& name)
{
    m_seed = std::make_unique<QDnsLookup>(QDnsLookup::SRV, u"_mongodb._tcp."_s + name);
    connect(m_seed.get(), &QDnsLookup::finished, this, [this] {
        if (m_seed->error() != QDnsLookup::NoError) {
            finish(unreachable(m_seed->errorString()));
            return;
        }
        m_hosts.clear();
        const auto records = m_seed->serviceRecords();
        for (const QDnsServiceRecord& record : records) {
            m_hosts.push_back({record.target().toStdString(), record.port()});
        }
        lookUpNext();
    });
    m_seed->lookup();
}

void SocketProbe::lookUpNext()
{
    if (m_next >= m_hosts.size()) {
        if (m_found.isEmpty()) {
            finish(unreachable(u"No host was found."_s));
            return;
        }
        QString shown = m_found.mid(0, kMaxAddressesShown).join(u", "_s);
        finish(m_found.size() > kMaxAddressesShown ? shown + u", …"_s : shown);
        return;
    }
    const protocol::ConnectionHost host = m_hosts[m_next++];
    const QString name = QString::fromStdString(host.name);
    // a path needs no DNS
    if (host.isSocket()) {
        if (!QFile::exists(name)) {
            finish(base::failure(Errc::NotFound, "There is no socket " + host.name + "."));
            return;
        }
        m_found << name;
        lookUpNext();
        return;
    }
    m_lookup = QHostInfo::lookupHost(name, this, [this](const QHostInfo& info) {
        if (info.lookupId() != m_lookup) {
            return; // of a check that was stopped when its answer was on the way already
        }
        m_lookup = -1;
        if (info.error() != QHostInfo::NoError) {
            finish(unreachable(info.hostName() + u": "_s + info.errorString()));
            return;
        }
        const auto addresses = info.addresses();
        for (const QHostAddress& address : addresses) {
            m_found << address.toString();
        }
        lookUpNext();
    });
}

void SocketProbe::reach(const protocol::ConnectionParts& /*parts*/, Answer done)
{
    begin(std::move(done));
    reachNext();
}

void SocketProbe::noteRefusal(const QString& why)
{
    m_refusal = why;
    // queued: the next attempt replaces the socket whose signal led here
    QMetaObject::invokeMethod(this, &SocketProbe::reachNext, Qt::QueuedConnection);
}

void SocketProbe::reachNext()
{
    // stop() was called in the meantime
    if (!m_done) {
        return;
    }
    if (m_next >= m_hosts.size()) {
        finish(unreachable(m_refusal));
        return;
    }
    const protocol::ConnectionHost host = m_hosts[m_next++];
    const QString name = QString::fromStdString(host.name);
    if (host.isSocket()) {
        reachSocket(name);
        return;
    }
    m_socket = std::make_unique<QSslSocket>();
    const QString shown = QString::fromStdString(protocol::hostText(host));
    connect(m_socket.get(), &QAbstractSocket::connected, this, [this, shown] { finish(shown); });
    connect(m_socket.get(), &QAbstractSocket::errorOccurred, this,
            [this, shown] { noteRefusal(shown + u": "_s + m_socket->errorString()); });
    m_socket->connectToHost(name, host.port == 0 ? kDefaultPort : static_cast<quint16>(host.port));
}

void SocketProbe::reachSocket(const QString& path)
{
    m_local = std::make_unique<QLocalSocket>();
    connect(m_local.get(), &QLocalSocket::connected, this, [this, path] { finish(path); });
    connect(m_local.get(), &QLocalSocket::errorOccurred, this,
            [this, path] { noteRefusal(path + u": "_s + m_local->errorString()); });
    m_local->connectToServer(path);
}

void SocketProbe::encrypt(const protocol::ConnectionParts& parts, Answer done)
{
    // begin() starts at the first host again; reachNext() has counted past the one that accepted
    const std::size_t next = m_next;
    begin(std::move(done));
    const bool local = m_local && m_local->state() == QLocalSocket::ConnectedState;
    if (local) {
        m_socket = std::make_unique<QSslSocket>();
        if (auto connected = connectLocally(*m_socket, m_local->serverName()); !connected) {
            finish(std::move(connected.error()));
            return;
        }
    }
    if (!m_socket || m_socket->state() != QAbstractSocket::ConnectedState) {
        finish(base::failure(Errc::Unsupported, "TLS requires a connection."));
        return;
    }
    Result<QSslConfiguration> configuration = tlsConfiguration(parts);
    if (!configuration) {
        finish(std::move(configuration.error()));
        return;
    }
    QSslSocket* socket = m_socket.get();
    // the slots of reach() would take errors of the handshake for refusals
    socket->disconnect(this);
    socket->setSslConfiguration(*configuration);
    connect(socket, &QSslSocket::encrypted, this,
            [this, socket] { finish(socket->sessionCipher().protocolString()); });
    connect(socket, &QAbstractSocket::errorOccurred, this,
            [this, socket] { finish(unreachable(socket->errorString())); });
    connect(socket, &QSslSocket::sslErrors, this, [socket, parts](const QList<QSslError>& errors) {
        QList<QSslError> ignored = errors;
        ignored.removeIf(
            [&parts](const QSslError& each) { return !isAccepted(parts, each.error()); });
        socket->ignoreSslErrors(ignored);
    });
    socket->setPeerVerifyName(QString::fromStdString(m_hosts[next - 1].name));
    socket->startClientEncryption();
}

} // namespace sandglass::services

#include "moc_socket_probe.cpp"
