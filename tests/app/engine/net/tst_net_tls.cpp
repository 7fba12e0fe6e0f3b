// SPDX-License-Identifier: GPL-3.0-or-later
// What goes wrong with TLS: certificates of clients, a plain port, and handshakes that do not end.
#include "app/engine/net/server.h"
#include "tests/app/engine/net/net_fixture.h"
#include "tests/support/test_program.h"
#include "tests/support/tls_authority.h"

#include <QFile>
#include <QProcess>
#include <QSslKey>
#include <QSslSocket>
#include <QTest>

namespace tst_net_tls {

using namespace sandglass::engine;
using namespace sandglass::engine::net::test;
using namespace Qt::StringLiterals;
using sandglass::tests::TlsAuthority;
namespace bson = sandglass::bson;

namespace {

constexpr int kReceiveError = 22988;
constexpr int kHandshakeError = 23257;
constexpr int kAccepted = 22943;
constexpr int kEnded = 22944;

/// The beginning of a handshake, without its end.
Raw halfHandshake()
{
    Raw hello{22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3};
    hello.resize(60, 7);
    return hello;
}

/// The number in the reply; −1 without one.
int ask(QSslSocket& client, const Raw& frame)
{
    client.write(reinterpret_cast<const char*>(frame.data()), static_cast<qint64>(frame.size()));
    QByteArray reply;
    while (reply.size() < 4
           || reply.size() < bson::loadLittle<std::int32_t>(
                  reinterpret_cast<const std::uint8_t*>(reply.constData()))) {
        if (!client.waitForReadyRead(10'000)) {
            return -1;
        }
        reply += client.readAll();
    }
    const auto message = wire::parse(Raw(reply.begin(), reply.end()));
    return message ? message->body["n"].asInt32() : -1;
}

} // namespace

class NetTlsTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_echo = std::make_unique<Echo>();
        m_log = std::make_unique<KeepingLog>();
    }

    void cleanup()
    {
        m_echo->release();
        m_server.reset();
    }

    void certificatesOfClientsAreChecked_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<bool>("accepted");
        QTest::newRow("good") << u"good"_s << true;
        QTest::newRow("none") << u"none"_s << false;
        QTest::newRow("of another authority") << u"stranger"_s << false;
        QTest::newRow("of another authority with the same name") << u"impostor"_s << false;
        QTest::newRow("expired") << u"expired"_s << false;
        QTest::newRow("not valid yet") << u"early"_s << false;
        QTest::newRow("signed by itself") << u"own"_s << false;
    }
    void certificatesOfClientsAreChecked()
    {
        QFETCH(QString, kind);
        QFETCH(bool, accepted);
        TlsAuthority authority;
        TlsAuthority other(kind == u"impostor"_s ? u"Sandglass Test CA"_s : u"Some Other CA"_s);
        net::ListenOptions options = tlsOptions(authority);
        options.tls->caFile = authority.caFile().toStdString();
        start(options);
        TlsAuthority& issuer = kind == u"stranger"_s || kind == u"impostor"_s ? other : authority;
        makeClient(issuer, kind);
        QVERIFY(authority.good() && other.good());
        QSslSocket client;
        if (kind != u"none"_s) {
            present(client, issuer, kind);
        }
        connectTo(client, authority);
        // with TLS 1.3 a client learns of a refusal only with its first read
        const bool answered = client.waitForEncrypted(10'000) && ask(client, requestFrame(1)) == 1;
        QCOMPARE(answered, accepted);
        QTRY_COMPARE(m_log->count(kHandshakeError), accepted ? 0 : 1);
        QCOMPARE(m_echo->handled(), accepted ? 1 : 0);
    }

    // It would wait for its answer, and the server for the rest of 33 megabytes.
    void aClientWithTlsAtAPlainPortIsTurnedAwayAtOnce()
    {
        start({"127.0.0.1", 0, {}});
        const TlsAuthority authority;
        QSslSocket client;
        connectTo(client, authority);
        QVERIFY(!client.waitForEncrypted(10'000));
        QTRY_COMPARE(m_log->count(kReceiveError), 1);
        QTRY_COMPARE(m_echo->open(), 0);
        const auto plain = RawClient::toPort(m_server->port());
        QVERIFY(plain.send(requestFrame(2)));
        QCOMPARE(plain.reply(), 2);
    }

    void aMessageAsLongAsAHandshakeClaimsIsRead()
    {
        start({"127.0.0.1", 0, {}});
        constexpr std::size_t kLength = 0x10316; // begins with the bytes 22, 3, 1
        const std::size_t without = padded(0).size();
        const auto client = RawClient::toPort(m_server->port());
        const Raw frame = padded(kLength - without);
        QCOMPARE(frame.size(), kLength);
        QVERIFY(client.send(frame));
        QCOMPARE(client.reply(), 260);
    }

    void whoStopsInTheHandshakeHoldsUpNobody()
    {
        TlsAuthority authority;
        start(tlsOptions(authority));
        std::vector<RawClient> halted;
        for (int n = 0; n < 20; ++n) { // more than there are workers
            halted.push_back(RawClient::toPort(m_server->port()));
            QVERIFY(halted.back().send(halfHandshake()));
        }
        QTRY_COMPARE(m_echo->open(), 20);
        QSslSocket client;
        connectTo(client, authority);
        QVERIFY2(client.waitForEncrypted(10'000), qPrintable(client.errorString()));
        QCOMPARE(ask(client, requestFrame(5)), 5);
        QCOMPARE(ask(client, requestWith(6, "instant")), 6);
    }

    void whoStopsInTheHandshakeIsDisconnected()
    {
        TlsAuthority authority;
        start(impatient(authority));
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.send(halfHandshake()));
        QVERIFY(client.closedByPeer());
        QTRY_COMPARE(m_echo->open(), 0);
    }

    // Bytes now and then do not prolong the time.
    void aHandshakeThatCrawlsIsDropped()
    {
        TlsAuthority authority;
        start(impatient(authority));
        const auto client = RawClient::toPort(m_server->port());
        const Raw hello = halfHandshake();
        QVERIFY(client.send(std::span(hello).first(20)));
        QTRY_COMPARE(m_log->count(kAccepted), 1);
        const std::uint8_t byte = 7;
        // it needs 512 bytes to come to an end
        int sent = 0;
        const auto dropped = [&] {
            static_cast<void>(client.send({&byte, 1}));
            ++sent;
            return m_log->count(kEnded) == 1;
        };
        QTRY_VERIFY(dropped());
        QVERIFY(sent < 400);
    }

    void aClientThatRenegotiatesIsRefused()
    {
        TlsAuthority authority;
        start(tlsOptions(authority));
        QProcess client;
        client.setProcessChannelMode(QProcess::MergedChannels);
        client.start(u"openssl"_s,
                     {u"s_client"_s, u"-connect"_s, u"127.0.0.1:%1"_s.arg(m_server->port()),
                      u"-tls1_2"_s, u"-CAfile"_s, authority.caFile()});
        QByteArray said;
        const auto says = [&](const char* words) {
            client.waitForReadyRead(100);
            said += client.readAll();
            return said.contains(words);
        };
        QTRY_VERIFY_WITH_TIMEOUT(says("Extended master secret"), 30'000);
        client.write("R\n"); // its command for that
        QVERIFY(client.waitForFinished(30'000));
        said += client.readAll();
        QVERIFY2(said.contains("RENEGOTIATING"), said.constData());
        QVERIFY2(said.contains("no renegotiation"), said.constData());
        QTRY_COMPARE(m_echo->open(), 0);
        QSslSocket other;
        connectTo(other, authority);
        QVERIFY2(other.waitForEncrypted(10'000), qPrintable(other.errorString()));
        QCOMPARE(ask(other, requestFrame(7)), 7);
    }

private:
    static Raw padded(std::size_t size)
    {
        return sandglass::tests::writeMsg(
            260, 0, bson::makeDocument("n", 260, "pad", std::string(size, 'x')));
    }
    static net::ListenOptions tlsOptions(TlsAuthority& authority)
    {
        net::ListenOptions options{"127.0.0.1", 0, {}};
        options.tls
            = net::TlsOptions{authority.serverFile(u"IP:127.0.0.1"_s).toStdString(), {}, false};
        return options;
    }
    static net::ListenOptions impatient(TlsAuthority& authority)
    {
        net::ListenOptions options = tlsOptions(authority);
        options.idleLimit = std::chrono::milliseconds(100);
        return options;
    }
    static void makeClient(TlsAuthority& issuer, const QString& kind)
    {
        if (kind == u"early"_s) {
            issuer.futureClient(kind, 3);
        } else if (kind == u"own"_s) {
            issuer.selfSignedClient(kind);
        } else if (kind == u"expired"_s) {
            issuer.client(kind, -1);
        } else {
            issuer.client(kind);
        }
    }
    static void present(QSslSocket& client, const TlsAuthority& issuer, const QString& name)
    {
        QFile key(issuer.file(name + u".key"_s));
        QVERIFY(key.open(QIODevice::ReadOnly));
        QSslConfiguration configuration = client.sslConfiguration();
        configuration.setLocalCertificate(TlsAuthority::certificate(issuer.file(name + u".crt"_s)));
        configuration.setPrivateKey(QSslKey(&key, QSsl::Ec));
        client.setSslConfiguration(configuration);
    }
    void connectTo(QSslSocket& client, const TlsAuthority& authority) const
    {
        QSslConfiguration configuration = client.sslConfiguration();
        configuration.setCaCertificates(QSslCertificate::fromPath(authority.caFile()));
        client.setSslConfiguration(configuration);
        client.connectToHostEncrypted(u"127.0.0.1"_s, static_cast<quint16>(m_server->port()));
    }
    void start(const net::ListenOptions& options)
    {
        auto server = net::Server::listen(options, *m_echo, *m_log);
        if (!server) {
            qFatal("%s", server.error().message.c_str());
        }
        m_server = std::move(*server);
        m_server->start();
    }

    std::unique_ptr<Echo> m_echo;
    std::unique_ptr<KeepingLog> m_log;
    std::unique_ptr<net::Server> m_server;
};

SANDGLASS_TEST(NetTlsTest)
} // namespace tst_net_tls

#include "tst_net_tls.moc"
