// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/host_check.h"

#include "app/bson/builder.h"
#include "app/protocol/connection_rules.h"
#include "app/services/connections/certificate_finding.h"
#include "app/services/connections/tls_options.h"

#include <QFile>
#include <QHostInfo>
#include <QNetworkProxy>
#include <QSslCertificate>
#include <QSslSocket>
#include <QSysInfo>
#include <QtEndian>

#include <algorithm>
#include <string_view>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr quint16 kMongoPort = 27'017;
constexpr qint64 kStepMs = 3'000;
constexpr qint64 kHeaderBytes = 16;
constexpr qint64 kBodyAt = 21; // header, flags, kind of the section
constexpr qint64 kMaxReplyBytes = qint64{1} << 20;
constexpr qint32 kOpMsg = 2013;
constexpr int kMechanismUnavailable = 334;
constexpr int kUnauthorized = 13;
constexpr int kAuthenticationFailed = 18;

// OP_MSG with one section. Source: MongoDB manual, "MongoDB Wire Protocol".
QByteArray messageOf(const bson::Document& command)
{
    const auto bytes = command.bytes();
    QByteArray message(kBodyAt, '\0');
    qToLittleEndian(static_cast<qint32>(kBodyAt + static_cast<qint64>(bytes.size())),
                    message.data());
    qToLittleEndian(qint32{1}, message.data() + 4);
    qToLittleEndian(kOpMsg, message.data() + 12);
    return message.append(reinterpret_cast<const char*>(bytes.data()),
                          static_cast<qsizetype>(bytes.size()));
}

bool looksLikeTls(const QByteArray& start)
{
    // an alert or a handshake, of any version 3.x
    return start.size() >= 2 && (start[0] == '\x15' || start[0] == '\x16') && start[1] == '\x03';
}

bool contains(const QString& text, QLatin1StringView part)
{
    return text.contains(part, Qt::CaseInsensitive);
}

// The alerts of TLS about the certificate of a client. Source: RFC 8446, 6.2.
bool refusesClient(const QString& reason)
{
    return contains(reason, "certificate"_L1) || contains(reason, "unknown ca"_L1);
}

QStringList mechanismsIn(bson::DocumentView hello)
{
    QStringList offered;
    for (const auto& each : hello["saslSupportedMechs"].asDocument()) {
        const std::string_view name = each.value.asString();
        offered << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    }
    return offered;
}

// The first message of SCRAM, which holds no secret. Source: RFC 5802, 5.1.
bson::Document firstStep(const std::string& mechanism, const std::string& user)
{
    std::string escaped;
    for (const char each : user) {
        if (each == '=' || each == ',') {
            escaped += each == '=' ? "=3D" : "=2C";
        } else {
            escaped += each;
        }
    }
    const std::string payload = "n,,n=" + escaped + ",r=sandglass";
    bson::Builder command;
    command.append("saslStart", 1).append("mechanism", mechanism);
    bson::Binary first;
    first.bytes
        = bson::Bytes(reinterpret_cast<const std::uint8_t*>(payload.data()), payload.size());
    command.append("payload", first);
    return command.take();
}

} // namespace

HostCheck::HostCheck(protocol::ConnectionParts parts, protocol::ConnectionHost host,
                     QDeadlineTimer deadline)
    : m_parts(std::move(parts))
    , m_host(std::move(host))
    , m_deadline(deadline)
{
}

int HostCheck::step() const
{
    return static_cast<int>(std::clamp<qint64>(m_deadline.remainingTime(), 0, kStepMs));
}

ConnectFinding HostCheck::found(ConnectTrouble trouble) const
{
    ConnectFinding finding;
    finding.trouble = trouble;
    finding.host = QString::fromStdString(protocol::hostText(m_host));
    finding.asked = QString::fromStdString(m_host.name);
    return finding;
}

ConnectFinding HostCheck::run(const Error& error)
{
    if (ConnectFinding finding = resolve(); finding.trouble != ConnectTrouble::None) {
        return finding;
    }
    QSslSocket socket;
    if (ConnectFinding finding = reach(socket); finding.trouble != ConnectTrouble::None) {
        return finding;
    }
    if (protocol::wantsTls(m_parts)) {
        return checkSecure(socket, error);
    }
    const Reply reply = ask(socket, hello(true));
    return reply.document ? judge(socket, reply.document->view(), error)
                          : explainNoHello(reply.trouble);
}

ConnectFinding HostCheck::checkSecure(QSslSocket& socket, const Error& error)
{
    if (ConnectFinding finding = encrypt(socket); finding.trouble != ConnectTrouble::None) {
        return finding;
    }
    const Reply reply = ask(socket, hello(true));
    if (reply.document) {
        return judge(socket, reply.document->view(), error);
    }
    // in TLS 1.3 a refused certificate shows in the first reply
    if (refusesClient(socket.errorString())) {
        return clientCertificate();
    }
    return reply.trouble == ConnectTrouble::ClosedAtOnce ? explainClosed() : found(reply.trouble);
}

// A server that refuses our certificate closes the connection with our hello unread, and its alert
// may be lost by that. So this connection sends nothing and waits.
ConnectFinding HostCheck::explainClosed()
{
    QSslSocket socket;
    QString words;
    QObject::connect(&socket, &QAbstractSocket::errorOccurred, &socket,
                     [&socket, &words] { words += socket.errorString() + u'\n'; });
    if (reach(socket).trouble != ConnectTrouble::None) {
        return found(ConnectTrouble::ClosedAtOnce);
    }
    if (ConnectFinding finding = encrypt(socket); finding.trouble != ConnectTrouble::None) {
        return finding;
    }
    socket.waitForDisconnected(step());
    return refusesClient(words) ? clientCertificate() : found(ConnectTrouble::ClosedAtOnce);
}

ConnectFinding HostCheck::clientCertificate() const
{
    ConnectFinding finding = found(ConnectTrouble::ClientCertificate);
    finding.asked = keyFileOption(m_parts);
    if (const Result<QSslConfiguration> ours = tlsConfiguration(m_parts)) {
        const QSslCertificate certificate = ours->localCertificate();
        finding.found = certificate.issuerDisplayName();
        finding.at = certificate.isNull() ? QDateTime() : certificate.expiryDate();
    }
    return finding;
}

ConnectFinding HostCheck::resolve()
{
    if (m_host.isSocket()) {
        return found(ConnectTrouble::None); // a path needs no DNS
    }
    const QHostInfo info = QHostInfo::fromName(QString::fromStdString(m_host.name));
    return found(info.error() == QHostInfo::NoError && !info.addresses().isEmpty()
                     ? ConnectTrouble::None
                     : ConnectTrouble::NameNotFound);
}

ConnectFinding HostCheck::reachLocally(QSslSocket& socket) const
{
    const QString path = QString::fromStdString(m_host.name);
    if (connectLocally(socket, path)) {
        return found(ConnectTrouble::None);
    }
    return found(QFile::exists(path) ? ConnectTrouble::Refused : ConnectTrouble::SocketMissing);
}

ConnectFinding HostCheck::reach(QSslSocket& socket)
{
    if (m_host.isSocket()) {
        return reachLocally(socket);
    }
    // a proxy of the desktop is for browsers
    socket.setProxy(QNetworkProxy::NoProxy);
    socket.connectToHost(QString::fromStdString(m_host.name),
                         m_host.port == 0 ? kMongoPort : static_cast<quint16>(m_host.port));
    if (socket.waitForConnected(step())) {
        return found(ConnectTrouble::None);
    }
    switch (socket.error()) {
    case QAbstractSocket::ConnectionRefusedError:
        return found(ConnectTrouble::Refused);
    case QAbstractSocket::SocketTimeoutError:
        return found(ConnectTrouble::NoAnswer);
    case QAbstractSocket::HostNotFoundError:
        return found(ConnectTrouble::NameNotFound);
    default:
        break;
    }
    ConnectFinding finding = found(ConnectTrouble::Unreachable);
    finding.found = socket.errorString();
    return finding;
}

ConnectFinding HostCheck::encrypt(QSslSocket& socket)
{
    Result<QSslConfiguration> configuration = tlsConfiguration(m_parts);
    if (!configuration) {
        return found(ConnectTrouble::TlsFailed);
    }
    socket.setSslConfiguration(*configuration);
    socket.setPeerVerifyName(QString::fromStdString(m_host.name));
    // all of them are wanted; nothing but a hello is sent
    socket.ignoreSslErrors();
    socket.startClientEncryption();
    const bool encrypted = socket.waitForEncrypted(step());
    const ConnectFinding finding
        = certificateFinding(m_parts, socket.sslHandshakeErrors(), socket.peerCertificateChain());
    if (finding.trouble != ConnectTrouble::None) {
        ConnectFinding here = found(finding.trouble);
        here.found = finding.found;
        here.at = finding.at;
        return here;
    }
    return encrypted ? found(ConnectTrouble::None) : explainNoTls(socket.errorString());
}

ConnectFinding HostCheck::explainNoTls(const QString& reason)
{
    if (refusesClient(reason)) {
        return clientCertificate();
    }
    QSslSocket plain;
    if (ConnectFinding finding = reach(plain); finding.trouble != ConnectTrouble::None) {
        return finding;
    }
    const Reply reply = ask(plain, hello(false));
    if (reply.document) {
        return found(ConnectTrouble::TlsOnPlainPort);
    }
    if (reply.trouble == ConnectTrouble::HttpAnswer || reply.trouble == ConnectTrouble::NotMongo) {
        return found(reply.trouble);
    }
    ConnectFinding finding = found(ConnectTrouble::TlsFailed);
    finding.found = reason;
    return finding;
}

ConnectFinding HostCheck::explainNoHello(ConnectTrouble trouble)
{
    if (trouble == ConnectTrouble::PlainOnTlsPort || trouble == ConnectTrouble::HttpAnswer) {
        return found(trouble);
    }
    QSslSocket socket;
    if (reach(socket).trouble != ConnectTrouble::None) {
        return found(trouble);
    }
    // whether it speaks TLS at all; its certificate does not matter here
    socket.setPeerVerifyMode(QSslSocket::VerifyNone);
    socket.startClientEncryption();
    return found(socket.waitForEncrypted(step()) ? ConnectTrouble::PlainOnTlsPort : trouble);
}

ConnectFinding HostCheck::judge(QIODevice& device, bson::DocumentView hello, const Error& error)
{
    ConnectFinding finding = found(ConnectTrouble::SetName);
    finding.asked = QString::fromStdString(m_parts.option("replicaSet"));
    finding.found = QString::fromStdString(std::string(hello["setName"].asString()));
    if (!finding.asked.isEmpty() && finding.asked != finding.found) {
        return finding;
    }
    const bool login = error.code == Errc::NotPermitted || error.serverCode == kUnauthorized
        || error.serverCode == kAuthenticationFailed || error.serverCode == kMechanismUnavailable;
    return login ? judgeLogin(device, hello, error) : found(ConnectTrouble::None);
}

ConnectFinding HostCheck::judgeLogin(QIODevice& device, bson::DocumentView hello,
                                     const Error& error)
{
    const std::string mechanism = m_parts.option("authMechanism");
    if (m_parts.user.empty() && mechanism.empty()) {
        return found(ConnectTrouble::LoginRequired);
    }
    const QStringList offered = mechanismsIn(hello);
    // the list has no other kind of mechanism
    const bool scram = mechanism.starts_with("SCRAM");
    const bool listed = offered.contains(QString::fromStdString(mechanism), Qt::CaseInsensitive);
    bool refused = error.serverCode == kMechanismUnavailable
        || (scram && !offered.isEmpty() && !listed)
        || (!scram && error.message.find("echanism") != std::string::npos);
    if (!refused && scram && !m_parts.user.empty()) {
        const Reply reply = ask(device, firstStep(mechanism, m_parts.user));
        refused = reply.document && (*reply.document)["code"].toInt64() == kMechanismUnavailable;
    }
    if (refused) {
        ConnectFinding finding = found(ConnectTrouble::Mechanism);
        finding.asked = QString::fromStdString(mechanism);
        finding.found = offered.join(u", "_s);
        return finding;
    }
    ConnectFinding finding = found(ConnectTrouble::Password);
    finding.asked = QString::fromStdString(m_parts.user);
    finding.found = QString::fromStdString(protocol::authenticationDatabase(m_parts));
    return finding;
}

bson::Document HostCheck::hello(bool named) const
{
    bson::Builder command;
    // the name that every server knows; servers before 4.4.2 do not know hello
    command.append("isMaster", 1).append("helloOk", true);
    if (named && !m_parts.user.empty()) {
        command.append("saslSupportedMechs",
                       protocol::authenticationDatabase(m_parts) + '.' + m_parts.user);
    }
    command.beginDocument("client");
    command.beginDocument("application").append("name", "Sandglass").end();
    command.beginDocument("driver").append("name", "Sandglass diagnosis").append("version", "1");
    command.end();
    command.beginDocument("os").append("type", QSysInfo::kernelType().toStdString()).end();
    command.end();
    return command.take();
}

HostCheck::Reply HostCheck::ask(QIODevice& device, const bson::Document& command) const
{
    bson::Builder addressed;
    addressed.appendAll(command.view()).append("$db", "admin");
    device.write(messageOf(addressed.take()));
    const QDeadlineTimer limit(step());
    QByteArray bytes;
    qint64 wanted = kHeaderBytes;
    while (bytes.size() < wanted) {
        if (device.bytesAvailable() == 0
            && !device.waitForReadyRead(static_cast<int>(limit.remainingTime()))) {
            break;
        }
        bytes += device.read(kMaxReplyBytes);
        if (bytes.startsWith("HTTP/")) {
            return {ConnectTrouble::HttpAnswer, {}};
        }
        if (looksLikeTls(bytes)) {
            return {ConnectTrouble::PlainOnTlsPort, {}};
        }
        if (bytes.size() >= kHeaderBytes) {
            wanted = qFromLittleEndian<qint32>(bytes.constData());
            if (wanted <= kBodyAt || wanted > kMaxReplyBytes
                || qFromLittleEndian<qint32>(bytes.constData() + 12) != kOpMsg) {
                return {ConnectTrouble::NotMongo, {}};
            }
        }
    }
    if (bytes.size() < wanted) {
        const bool silent = limit.hasExpired() && bytes.isEmpty();
        return {silent                ? ConnectTrouble::Silent
                    : bytes.isEmpty() ? ConnectTrouble::ClosedAtOnce
                                      : ConnectTrouble::NotMongo,
                {}};
    }
    auto document = bson::Document::fromBytes(
        bson::Bytes(reinterpret_cast<const std::uint8_t*>(bytes.constData() + kBodyAt),
                    static_cast<std::size_t>(wanted - kBodyAt)));
    if (!document) {
        return {ConnectTrouble::NotMongo, {}};
    }
    return {ConnectTrouble::None, std::move(*document)};
}

} // namespace sandglass::services
