// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/socket_probe.h"

#include "app/protocol/secrets.h"

#include <QDnsLookup>
#include <QFile>
#include <QHostAddress>
#include <QHostInfo>
#include <QLocalSocket>
#include <QSslCertificate>
#include <QSslCipher>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslSocket>

#include <algorithm>
#include <string_view>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr quint16 kDefaultPort = 27'017;
constexpr qsizetype kMaxAddressesShown = 3;

// Some options have a former name that connection strings still use.
QString optionOf(const protocol::ConnectionParts& parts, const char* name, const char* oldName)
{
    const std::string value = parts.option(name);
    return QString::fromStdString(value.empty() ? parts.option(oldName) : value);
}

bool isOn(const protocol::ConnectionParts& parts, const char* name)
{
    return parts.option(name) == "true";
}

Error unreachable(const QString& why)
{
    return base::failure(Errc::Network, why.toStdString());
}

// QSslKey must be told the algorithm, which PEM does not show from outside: both are tried.
QSslKey keyFrom(const QByteArray& pem, const QByteArray& password)
{
    for (const auto algorithm : {QSsl::Rsa, QSsl::Ec}) {
        QSslKey key(pem, algorithm, QSsl::Pem, QSsl::PrivateKey, password);
        if (!key.isNull()) {
            return key;
        }
    }
    return {};
}

// The certificates that the options name. Errors: Storage for a file that cannot be used.
Result<QSslConfiguration> configurationFor(const protocol::ConnectionParts& parts)
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    const QString authorities = optionOf(parts, "tlsCAFile", "sslCertificateAuthorityFile");
    if (!authorities.isEmpty()) {
        const QList<QSslCertificate> trusted = QSslCertificate::fromPath(authorities);
        if (trusted.isEmpty()) {
            return base::failure(Errc::Storage, "The CA file contains no certificate.");
        }
        configuration.setCaCertificates(trusted);
    }
    const QString own = optionOf(parts, "tlsCertificateKeyFile", "sslClientCertificateKeyFile");
    if (own.isEmpty()) {
        return configuration;
    }
    QFile file(own);
    if (!file.open(QIODevice::ReadOnly)) {
        return base::failure(Errc::Storage, "The certificate and key file could not be read.");
    }
    const QByteArray pem = file.readAll();
    const QByteArray password
        = optionOf(parts, "tlsCertificateKeyFilePassword", "sslClientCertificateKeyPassword")
              .toUtf8();
    const QSslKey key = keyFrom(pem, password);
    const QSslCertificate certificate(pem);
    if (key.isNull() || certificate.isNull()) {
        return base::failure(
            Errc::Storage,
            "The certificate and key file must contain both in PEM format, and its "
            "password must be correct.");
    }
    configuration.setLocalCertificate(certificate);
    configuration.setPrivateKey(key);
    return configuration;
}

// As the driver does: whether the options accept a certificate with this error.
bool mayIgnore(const protocol::ConnectionParts& parts, QSslError::SslError error)
{
    if (isOn(parts, "tlsInsecure") || isOn(parts, "tlsAllowInvalidCertificates")
        || isOn(parts, "sslAllowInvalidCertificates")) {
        return true;
    }
    return error == QSslError::HostNameMismatch
        && (isOn(parts, "tlsAllowInvalidHostnames") || isOn(parts, "sslAllowInvalidHostnames"));
}

} // namespace

bool wantsTls(const protocol::ConnectionParts& parts)
{
    for (const char* name : {"tls", "ssl"}) {
        if (parts.hasOption(name)) {
            return isOn(parts, name);
        }
    }
    // the driver takes every other option of TLS for a demand, too
    return parts.seeded
        || std::ranges::any_of(parts.options, [](const protocol::ConnectionOption& option) {
               const std::string_view start = std::string_view(option.name).substr(0, 3);
               return protocol::isSameOption(start, "tls") || protocol::isSameOption(start, "ssl");
           });
}

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
    if (!m_socket || m_socket->state() != QAbstractSocket::ConnectedState) {
        finish(base::failure(Errc::Unsupported, "TLS requires a TCP connection."));
        return;
    }
    Result<QSslConfiguration> configuration = configurationFor(parts);
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
            [&parts](const QSslError& each) { return !mayIgnore(parts, each.error()); });
        socket->ignoreSslErrors(ignored);
    });
    socket->setPeerVerifyName(QString::fromStdString(m_hosts[next - 1].name));
    socket->startClientEncryption();
}

} // namespace sandglass::services

#include "moc_socket_probe.cpp"
