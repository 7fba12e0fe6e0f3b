// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/net/server.h"
#include "tests/app/engine/net/net_fixture.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

#include <thread>

namespace tst_net_listening {

using namespace sandglass::engine;
using namespace sandglass::engine::net::test;
using sandglass::Errc;

class NetListeningTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(QStringLiteral("e.sock")).toStdString();
        m_echo = std::make_unique<Echo>();
        m_log = std::make_unique<KeepingLog>();
    }

    void cleanup()
    {
        m_echo->release();
        m_server.reset();
    }

    void anyFreePortIsTaken()
    {
        start({"127.0.0.1", 0, {}});
        QVERIFY(m_server->port() > 0);
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.send(requestFrame(5)));
        QCOMPARE(client.reply(), 5);
        QVERIFY(m_echo->lastRemote().starts_with("127.0.0.1:"));
    }

    void aUnixSocketServesAndIsOnlyForItsOwner()
    {
        start({{}, -1, m_path});
        QCOMPARE(m_server->port(), -1);
        const auto client = RawClient::toPath(m_path);
        QVERIFY(client.send(requestFrame(4)));
        QCOMPARE(client.reply(), 4);
        QCOMPARE(m_echo->lastRemote(), std::string("anonymous unix socket"));
        struct stat status = {};
        QCOMPARE(::lstat(m_path.c_str(), &status), 0);
        QCOMPARE(status.st_mode & 0777U, 0600U);
    }

    void bothKindsCanBeServedTogether()
    {
        start({"127.0.0.1", 0, m_path});
        const auto tcp = RawClient::toPort(m_server->port());
        const auto local = RawClient::toPath(m_path);
        QVERIFY(tcp.send(requestFrame(1)));
        QVERIFY(local.send(requestFrame(2)));
        QCOMPARE(tcp.reply(), 1);
        QCOMPARE(local.reply(), 2);
    }

    void theSocketFileIsGoneAfterStop()
    {
        start({{}, -1, m_path});
        QVERIFY(QFile::exists(QString::fromStdString(m_path)));
        m_server->stop();
        QVERIFY(!QFile::exists(QString::fromStdString(m_path)));
    }

    void aSecondServerCannotTakeThePlaceOfTheFirst()
    {
        start({"127.0.0.1", 0, m_path});
        const auto port = net::Server::listen({"127.0.0.1", m_server->port(), {}}, *m_echo, *m_log);
        QVERIFY(!port.has_value());
        QCOMPARE(port.error().code, Errc::Conflict);
        const auto path = net::Server::listen({{}, -1, m_path}, *m_echo, *m_log);
        QVERIFY(!path.has_value());
        QCOMPARE(path.error().code, Errc::Conflict);
        const auto client = RawClient::toPath(m_path);
        QVERIFY(client.send(requestFrame(1)));
        QCOMPARE(client.reply(), 1);
    }

    void aPortIsFreeAgainRightAfterStop()
    {
        start({"127.0.0.1", 0, {}});
        const int port = m_server->port();
        {
            const auto client = RawClient::toPort(port);
            QVERIFY(client.send(requestFrame(1)));
            QCOMPARE(client.reply(), 1);
            m_server->stop(); // our side closes first, so the port is in TIME_WAIT
        }
        start({"127.0.0.1", port, {}});
        const auto again = RawClient::toPort(port);
        QVERIFY(again.send(requestFrame(2)));
        QCOMPARE(again.reply(), 2);
    }

    void unusableOptionsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("address");
        QTest::addColumn<int>("port");
        QTest::addColumn<QByteArray>("path");
        QTest::newRow("nowhere") << QByteArray("127.0.0.1") << -1 << QByteArray();
        QTest::newRow("bad address") << QByteArray("not.an.address") << 0 << QByteArray();
        QTest::newRow("port too large") << QByteArray("127.0.0.1") << 65536 << QByteArray();
        QTest::newRow("port below -1") << QByteArray("127.0.0.1") << -2 << QByteArray();
        QTest::newRow("path too long")
            << QByteArray() << -1 << QByteArray("/tmp/") + QByteArray(103, 'x');
    }

    void unusableOptionsAreRefused()
    {
        QFETCH(QByteArray, address);
        QFETCH(int, port);
        QFETCH(QByteArray, path);
        const auto server = net::Server::listen({address.toStdString(), port, path.toStdString()},
                                                *m_echo, *m_log);
        QVERIFY(!server.has_value());
        QCOMPARE(server.error().code, Errc::InvalidInput);
    }

    void aFolderThatDoesNotExistIsAnError()
    {
        const auto server = net::Server::listen({{}, -1, m_path + ".d/e.sock"}, *m_echo, *m_log);
        QVERIFY(!server.has_value());
        QCOMPARE(server.error().code, Errc::Network);
    }

    void stopClosesConnectionsThatAreIdleOrHalfway()
    {
        start({"127.0.0.1", 0, {}});
        const auto idle = RawClient::toPort(m_server->port());
        const auto half = RawClient::toPort(m_server->port());
        const Raw whole = requestFrame(1);
        QVERIFY(half.send(std::span(whole).first(10)));
        QTRY_COMPARE(m_echo->open(), 2);
        m_server->stop();
        QVERIFY(idle.closedByPeer());
        QVERIFY(half.closedByPeer());
        QCOMPARE(m_echo->open(), 0);
        QVERIFY(!RawClient::toPort(m_server->port()).connected());
    }

    void stopWaitsForTheRunningRequestAndItsReply()
    {
        start({"127.0.0.1", 0, {}});
        const auto busy = RawClient::toPort(m_server->port());
        const auto idle = RawClient::toPort(m_server->port());
        QVERIFY(busy.send(requestWith(6, "wait")));
        QTRY_COMPARE(m_echo->handled(), 1);
        std::thread stopper([this] { m_server->stop(); });
        const bool idleClosed = idle.closedByPeer(); // stop() is under way
        m_echo->release();
        const int reply = busy.reply();
        const bool busyClosed = busy.closedByPeer();
        stopper.join();
        QVERIFY(idleClosed);
        QCOMPARE(reply, 6);
        QVERIFY(busyClosed);
    }

    void stopMayBeCalledTwiceOrWithoutStart()
    {
        start({"127.0.0.1", 0, {}});
        m_server->stop();
        m_server->stop();
        auto neverStarted = net::Server::listen({"127.0.0.1", 0, {}}, *m_echo, *m_log);
        QVERIFY(neverStarted.has_value());
        (*neverStarted)->stop();
    }

private:
    void start(const net::ListenOptions& options)
    {
        auto server = net::Server::listen(options, *m_echo, *m_log);
        if (!server) {
            qFatal("%s", server.error().message.c_str());
        }
        m_server = std::move(*server);
        m_server->start();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_path;
    std::unique_ptr<Echo> m_echo;
    std::unique_ptr<KeepingLog> m_log;
    std::unique_ptr<net::Server> m_server;
};

SANDGLASS_PLAIN_TEST(NetListeningTest)
} // namespace tst_net_listening

#include "tst_net_listening.moc"
