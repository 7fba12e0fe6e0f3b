// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/net/server.h"
#include "tests/app/engine/net/net_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <thread>

namespace tst_net_waiting {

using namespace sandglass::engine;
using namespace sandglass::engine::net::test;

class NetWaitingTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_echo = std::make_unique<Echo>();
        m_log = std::make_unique<KeepingLog>();
        auto server = net::Server::listen({"127.0.0.1", 0, {}}, *m_echo, *m_log);
        if (!server) {
            qFatal("%s", server.error().message.c_str());
        }
        m_server = std::move(*server);
        m_server->start();
    }

    void cleanup()
    {
        m_echo->release();
        m_server.reset();
        m_echo.reset();
    }

    void aRestingRequestIsAnsweredWhenItsTimeIsOver()
    {
        const auto client = RawClient::toPort(m_server->port());
        // nothing wakes it, so only its time can bring the answer; it looked once, and rested
        QVERIFY(client.send(requestWith(1, "rest", 50)));
        QCOMPARE(client.reply(), 1);
        QCOMPARE(m_echo->waits(), 1);
    }

    void anInstantRequestMayRestToo()
    {
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.send(sandglass::tests::writeMsg(
            1, 0, sandglass::bson::makeDocument("n", 1, "rest", 50, "instant", 1))));
        QCOMPARE(client.reply(), 1);
        QCOMPARE(m_echo->waits(), 1);
    }

    void restingRequestsLeaveTheWorkersFree()
    {
        std::vector<RawClient> resting;
        for (int n = 0; n < 50; ++n) {
            resting.push_back(RawClient::toPort(m_server->port()));
            QVERIFY(resting.back().send(requestWith(n, "rest", 60'000)));
        }
        QTRY_COMPARE(m_echo->waits(), 50);
        const auto client = RawClient::toPort(m_server->port());
        for (int n = 0; n < 100; ++n) {
            QVERIFY(client.send(requestFrame(n)));
            QCOMPARE(client.reply(), n);
        }
    }

    // A delayed login and a heartbeat are looked at again where they were looked at first.
    void whatRestedIsNotHeldUpBySlowReads_data()
    {
        QTest::addColumn<QString>("word");
        QTest::newRow("by the I/O thread") << QStringLiteral("instant");
        QTest::newRow("for administrators") << QStringLiteral("admin");
    }
    void whatRestedIsNotHeldUpBySlowReads()
    {
        QFETCH(QString, word);
        std::vector<RawClient> busy;
        for (int n = 0; n < 8; ++n) {
            busy.push_back(RawClient::toPort(m_server->port()));
            QVERIFY(busy.back().send(requestWith(n, "wait")));
        }
        QTRY_COMPARE(m_echo->handled(), 4);
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.send(sandglass::tests::writeMsg(
            9, 0, sandglass::bson::makeDocument("n", 9, "rest", 50, word.toStdString(), 1))));
        QCOMPARE(client.reply(), 9);
        QCOMPARE(m_echo->waits(), 1);
        QCOMPARE(m_echo->handled(), 5);
        m_echo->release();
    }

    void aChangeWakesAllThatRest()
    {
        std::vector<RawClient> resting;
        for (int n = 0; n < 10; ++n) {
            resting.push_back(RawClient::toPort(m_server->port()));
            QVERIFY(resting.back().send(requestWith(n, "rest", 60'000)));
        }
        QTRY_COMPARE(m_echo->waits(), 10);
        m_echo->release();
        m_server->announceChange();
        for (int n = 0; n < 10; ++n) {
            QCOMPARE(resting[static_cast<std::size_t>(n)].reply(), n);
        }
    }

    void noChangeIsMissedBetweenLookAndRest()
    {
        // changes come all the time, so that many fall between a look and the rest after it
        std::atomic<bool> stop{false};
        std::thread changes([&] {
            while (!stop) {
                m_server->announceChange();
            }
        });
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.send(requestWith(1, "rest", 60'000)));
        QTRY_VERIFY(m_echo->waits() > 100);
        m_echo->release();
        QCOMPARE(client.reply(), 1);
        stop = true;
        changes.join();
    }

    void aClientThatLeavesIsNoticedWhileItWaits()
    {
        {
            const auto client = RawClient::toPort(m_server->port());
            QVERIFY(client.send(requestWith(1, "rest", 60'000)));
            QTRY_COMPARE(m_echo->waits(), 1);
        }
        QTRY_COMPARE(m_echo->open(), 0);
        QCOMPARE(m_echo->waits(), 1);
    }

    void aClientThatLeavesBehindItsNextRequestIsNoticedWhileItWaits()
    {
        {
            const auto client = RawClient::toPort(m_server->port());
            QVERIFY(client.send(requestWith(1, "rest", 60'000)));
            QTRY_COMPARE(m_echo->waits(), 1);
            QVERIFY(client.send(requestFrame(2)));
        }
        QTRY_COMPARE(m_echo->open(), 0);
        QCOMPARE(m_echo->waits(), 1);
    }

    void whoOnlyShutsItsSideDownGetsItsAnswer()
    {
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.send(requestWith(1, "rest", 0)));
        QVERIFY(client.sendNoMore());
        QCOMPARE(client.reply(), 1);
        QVERIFY(client.closedByPeer());
    }

    void aHandlerMayEndTheConnection_data()
    {
        QTest::addColumn<QString>("word");
        QTest::newRow("by a worker") << QStringLiteral("any");
        QTest::newRow("by the I/O thread") << QStringLiteral("instant");
        QTest::newRow("after a rest") << QStringLiteral("rest");
    }
    void aHandlerMayEndTheConnection()
    {
        QFETCH(QString, word);
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.send(sandglass::tests::writeMsg(
            1, 0, sandglass::bson::makeDocument("n", 1, "close", 1, word.toStdString(), 20))));
        QVERIFY(client.closedByPeer());
        const auto other = RawClient::toPort(m_server->port());
        QVERIFY(other.send(requestFrame(2)));
        QCOMPARE(other.reply(), 2);
    }

    void theNextRequestMayComeWhileOneWaits()
    {
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.send(requestWith(1, "rest", 60'000)));
        QTRY_COMPARE(m_echo->waits(), 1);
        QVERIFY(client.send(requestFrame(2)));
        m_echo->release();
        m_server->announceChange();
        QCOMPARE(client.reply(), 1);
        QCOMPARE(client.reply(), 2);
    }

    void repliesOfASeriesFollowEachOther_data()
    {
        QTest::addColumn<QString>("word");
        QTest::newRow("by a worker") << "any";
        QTest::newRow("by the I/O thread") << "instant";
    }
    void repliesOfASeriesFollowEachOther()
    {
        QFETCH(QString, word);
        const auto client = RawClient::toPort(m_server->port());
        const auto frame = sandglass::tests::writeMsg(
            1, 0, sandglass::bson::makeDocument("n", 9, "series", 4, word.toStdString(), 1));
        QVERIFY(client.send(frame));
        for (const int expected : {9, 1, 2, 3}) {
            QCOMPARE(client.reply(), expected);
        }
        QVERIFY(client.send(requestFrame(5)));
        QCOMPARE(client.reply(), 5);
        QCOMPARE(m_echo->abandoned(), 0);
    }

    void aSeriesEndsWhenItsClientLeaves()
    {
        {
            // waits before each reply
            const auto client = RawClient::toPort(m_server->port());
            QVERIFY(client.send(sandglass::tests::writeMsg(
                1, 0, sandglass::bson::makeDocument("n", 9, "series", 1'000'000, "rest", 1))));
            QCOMPARE(client.reply(), 9);
            QCOMPARE(client.reply(), 1);
        }
        QTRY_COMPARE(m_echo->open(), 0);
        QCOMPARE(m_echo->abandoned(), 1);
    }

    void aStopEndsASeries()
    {
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.send(sandglass::tests::writeMsg(
            1, 0, sandglass::bson::makeDocument("n", 9, "series", 1'000'000, "rest", 1))));
        QCOMPARE(client.reply(), 9);
        m_server->stop();
        while (client.reply() != -1) { }
        QVERIFY(client.closedByPeer());
    }

    void aStopAnswersWhatWaits()
    {
        const auto client = RawClient::toPort(m_server->port());
        // an hour: a stop that waited for it would meet the test's own limit
        QVERIFY(client.send(requestWith(7, "rest", 3'600'000)));
        QTRY_COMPARE(m_echo->waits(), 1);
        m_server->stop();
        QCOMPARE(client.reply(), 7);
        QVERIFY(client.closedByPeer());
    }

private:
    std::unique_ptr<Echo> m_echo;
    std::unique_ptr<KeepingLog> m_log;
    std::unique_ptr<net::Server> m_server;
};

SANDGLASS_PLAIN_TEST(NetWaitingTest)
} // namespace tst_net_waiting

#include "tst_net_waiting.moc"
