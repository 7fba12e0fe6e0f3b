// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/net/server.h"
#include "app/protocol/messages/compression.h"
#include "tests/app/engine/net/net_fixture.h"
#include "tests/support/test_program.h"
#include "tests/support/tls_authority.h"

#include <QScopeGuard>
#include <QSslSocket>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

namespace tst_net_login {

using namespace sandglass::engine;
using namespace sandglass::engine::net::test;
using net::ConnectionInfo;
using net::Standing;
namespace protocol = sandglass::protocol;

namespace {

/// As Echo; what a connection is, the test says.
class Doorkeeper : public Echo
{
public:
    Standing standingOf(std::int64_t /*connectionId*/) const override
    {
        ++asked;
        return standing;
    }
    void connectionOpened(const ConnectionInfo& connection) override
    {
        lastIsOwner = connection.owner;
        Echo::connectionOpened(connection);
    }

    std::atomic<Standing> standing{Standing::Stranger};
    std::atomic<bool> lastIsOwner{false};
    mutable std::atomic<int> asked{0};
};

constexpr int kReceiveError = 22988;

} // namespace

class NetLoginTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_log = std::make_unique<KeepingLog>();
        m_door.standing = Standing::Stranger;
    }

    void cleanup() { m_server.reset(); }

    void whoDoesNotLogInIsDisconnected()
    {
        start(std::chrono::milliseconds(50));
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.closedByPeer());
        QCOMPARE(m_log->count(kReceiveError), 1);
    }

    // Requests do not prolong the time.
    void whoOnlyTalksIsDisconnectedToo()
    {
        start(std::chrono::milliseconds(50));
        const auto client = RawClient::toPort(m_server->port());
        int n = 1;
        while (client.send(requestWith(n, "instant")) && client.reply() == n) {
            ++n;
        }
        QCOMPARE(m_log->count(kReceiveError), 1);
    }

    void whoOnlyWatchesStays()
    {
        m_door.standing = Standing::Watcher;
        net::ListenOptions options;
        options.port = 0;
        options.loginLimit = std::chrono::milliseconds(1);
        options.idleLimit = std::chrono::milliseconds(20); // looks at the connections often
        start(options);
        const auto client = RawClient::toPort(m_server->port());
        QTRY_VERIFY(m_door.asked > 5);
        QVERIFY(client.send(requestFrame(5)));
        QCOMPARE(client.reply(), 5);
    }

    void beforeALoginMessagesAreSmall()
    {
        start(std::chrono::seconds(10));
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.send(padded(1, 15'000)));
        QCOMPARE(client.reply(), 1);
        QVERIFY(client.send(padded(2, 17'000)));
        QVERIFY(client.closedByPeer());
        m_door.standing = Standing::Known;
        const auto known = RawClient::toPort(m_server->port());
        QVERIFY(known.send(padded(3, 1'000'000)));
        QCOMPARE(known.reply(), 3);
    }

    // It is judged before anything is unpacked.
    void beforeALoginACompressedMessageIsSmallToo()
    {
        start(std::chrono::seconds(10));
        const auto client = RawClient::toPort(m_server->port());
        const auto bomb = protocol::compressed(padded(1, 10'000'000), protocol::Compressor::Zlib);
        QVERIFY(bomb.size() < 16'000);
        QVERIFY(client.send(bomb));
        QVERIFY(client.closedByPeer());
        const auto other = RawClient::toPort(m_server->port());
        QVERIFY(other.send(protocol::compressed(padded(2, 15'000), protocol::Compressor::Zlib)));
        QCOMPARE(other.reply(), 2);
    }

    // From one message to the next.
    void afterALoginMessagesMayBeLarge()
    {
        start(std::chrono::seconds(10));
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.send(requestFrame(1)));
        QCOMPARE(client.reply(), 1);
        m_door.standing = Standing::Known;
        QVERIFY(client.send(padded(2, 1'000'000)));
        QCOMPARE(client.reply(), 2);
    }

    void strangersGetHalfOfThePlaces()
    {
        start(std::chrono::seconds(10), 4);
        const auto one = RawClient::toPort(m_server->port());
        const auto two = RawClient::toPort(m_server->port());
        QTRY_COMPARE(m_door.open(), 2);
        const auto three = RawClient::toPort(m_server->port());
        QVERIFY(three.send(requestFrame(1)));
        QCOMPARE(three.reply(), Echo::kRefusal);
    }

    // Even where the rights of the file would let him in.
    void anotherUserIsTurnedAwayFromTheSocket()
    {
        if (::geteuid() != 0) {
            QSKIP("only the administrator can become another user");
        }
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("e.sock")).toStdString();
        net::ListenOptions options;
        options.unixSocketPath = path;
        start(options);
        QVERIFY(::chmod(folder.path().toLocal8Bit().constData(), 0711) == 0);
        QVERIFY(::chmod(path.c_str(), 0666) == 0);
        const pid_t child = ::fork();
        if (child == 0) {
            constexpr uid_t kNobody = 65'534;
            const bool other = ::setuid(kNobody) == 0;
            const auto client = RawClient::toPath(path);
            ::_exit(other && client.closedByPeer() ? 0 : 1);
        }
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        QCOMPARE(m_door.open(), 0);
    }

    void theOwnUserComesThroughTheSocket()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("e.sock")).toStdString();
        net::ListenOptions options;
        options.port = 0;
        options.unixSocketPath = path;
        start(options);
        const auto local = RawClient::toPath(path);
        QTRY_COMPARE(m_door.open(), 1);
        QVERIFY(m_door.lastIsOwner);
        const auto remote = RawClient::toPort(m_server->port());
        QTRY_COMPARE(m_door.open(), 2);
        QVERIFY(!m_door.lastIsOwner);
        m_server.reset();
    }

    void tlsCarriesRequestsAndReplies()
    {
        m_door.standing = Standing::Known;
        sandglass::tests::TlsAuthority authority;
        startWithTls(authority);
        QSslSocket client;
        connectTo(client, authority);
        QVERIFY2(client.waitForEncrypted(10'000), qPrintable(client.errorString()));
        QVERIFY(client.sessionProtocol() == QSsl::TlsV1_2
                || client.sessionProtocol() == QSsl::TlsV1_3);
        for (int n = 1; n < 20; ++n) {
            QCOMPARE(ask(client, requestWith(n, "size", 200'000)), n);
        }
        QCOMPARE(ask(client, padded(77, 3'000'000)), 77);
    }

    // The end of the encryption arrives first, and nobody reads it.
    void aClientThatLeavesIsNoticedThroughTls()
    {
        Doorkeeper door;
        door.standing = Standing::Known;
        const auto end = qScopeGuard([this, &door] {
            door.release();
            m_server.reset();
        });
        sandglass::tests::TlsAuthority authority;
        auto listening = net::Server::listen(tlsOptions(authority), door, *m_log);
        QVERIFY(listening.has_value());
        m_server = std::move(*listening);
        m_server->start();
        QSslSocket client;
        connectTo(client, authority);
        QVERIFY2(client.waitForEncrypted(10'000), qPrintable(client.errorString()));
        const Raw frame = requestWith(1, "wait");
        client.write(reinterpret_cast<const char*>(frame.data()),
                     static_cast<qint64>(frame.size()));
        QTRY_COMPARE(door.handled(), 1);
        client.disconnectFromHost();
        QTRY_COMPARE(door.left(), 1);
    }

    void olderVersionsOfTlsAreRefused()
    {
        sandglass::tests::TlsAuthority authority;
        startWithTls(authority);
        QSslSocket client;
        QSslConfiguration old = client.sslConfiguration();
        QT_WARNING_PUSH
        QT_WARNING_DISABLE_DEPRECATED
        old.setProtocol(QSsl::TlsV1_1);
        QT_WARNING_POP
        client.setSslConfiguration(old);
        connectTo(client, authority);
        QVERIFY(!client.waitForEncrypted(10'000));
    }

    void aPlainClientIsTurnedAway()
    {
        sandglass::tests::TlsAuthority authority;
        startWithTls(authority);
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.send(requestFrame(1)));
        QCOMPARE(client.reply(), -1);
        QTRY_COMPARE(m_log->count(23257), 1);
    }

    // The handshake needs the peer's part.
    void whoIsSilentInTheHandshakeIsDisconnected()
    {
        m_door.standing = Standing::Known;
        sandglass::tests::TlsAuthority authority;
        net::ListenOptions options = tlsOptions(authority);
        options.idleLimit = std::chrono::milliseconds(50);
        start(options);
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.closedByPeer());
    }

    void whoNeedsACertificateMustHaveOne()
    {
        m_door.standing = Standing::Known;
        sandglass::tests::TlsAuthority authority;
        net::ListenOptions options = tlsOptions(authority);
        options.tls->caFile = authority.caFile().toStdString();
        start(options);
        QSslSocket without;
        connectTo(without, authority);
        // with TLS 1.3 the client learns it only with its first read
        const bool answered
            = without.waitForEncrypted(10'000) && ask(without, requestFrame(1)) == 1;
        QVERIFY(!answered);
    }

private:
    static Raw padded(int n, int size)
    {
        return sandglass::tests::writeMsg(
            n, 0,
            sandglass::bson::makeDocument("n", n, "pad",
                                          std::string(static_cast<std::size_t>(size), 'x')));
    }
    static net::ListenOptions tlsOptions(sandglass::tests::TlsAuthority& authority)
    {
        net::ListenOptions options;
        options.port = 0;
        options.tls = net::TlsOptions{
            authority.serverFile(QStringLiteral("IP:127.0.0.1")).toStdString(), {}, false};
        return options;
    }
    void startWithTls(sandglass::tests::TlsAuthority& authority) { start(tlsOptions(authority)); }
    void connectTo(QSslSocket& client, const sandglass::tests::TlsAuthority& authority)
    {
        QSslConfiguration configuration = client.sslConfiguration();
        configuration.setCaCertificates(QSslCertificate::fromPath(authority.caFile()));
        client.setSslConfiguration(configuration);
        client.connectToHostEncrypted(QStringLiteral("127.0.0.1"),
                                      static_cast<quint16>(m_server->port()));
    }
    /// The number in the reply; −1 without one.
    static int ask(QSslSocket& client, const Raw& frame)
    {
        client.write(reinterpret_cast<const char*>(frame.data()),
                     static_cast<qint64>(frame.size()));
        QByteArray reply;
        while (reply.size() < 4
               || reply.size() < sandglass::bson::loadLittle<std::int32_t>(
                      reinterpret_cast<const std::uint8_t*>(reply.constData()))) {
            if (!client.waitForReadyRead(10'000)) {
                return -1;
            }
            reply += client.readAll();
        }
        const auto message = sandglass::engine::wire::parse(Raw(reply.begin(), reply.end()));
        return message ? message->body["n"].asInt32() : -1;
    }
    void start(std::chrono::milliseconds loginLimit, std::size_t most = net::kMaxConnections)
    {
        net::ListenOptions options;
        options.port = 0;
        options.loginLimit = loginLimit;
        options.maxConnections = most;
        start(options);
    }
    void start(const net::ListenOptions& options)
    {
        auto listening = net::Server::listen(options, m_door, *m_log);
        if (!listening) {
            qFatal("%s", listening.error().message.c_str());
        }
        m_server = std::move(*listening);
        m_server->start();
    }
    Doorkeeper m_door;
    std::unique_ptr<KeepingLog> m_log;
    std::unique_ptr<net::Server> m_server;
};

SANDGLASS_TEST(NetLoginTest)
} // namespace tst_net_login

#include "tst_net_login.moc"
