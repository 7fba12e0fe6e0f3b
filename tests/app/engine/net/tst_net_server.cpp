// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/net/server.h"
#include "tests/app/engine/net/net_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_net_server {

using namespace sandglass::engine;
using namespace sandglass::engine::net::test;

class NetServerTest : public QObject
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

    void twoClientsAreServedAtOnce()
    {
        start({"localhost", 0, {}});
        const auto first = RawClient::toPort(m_server->port());
        const auto second = RawClient::toPort(m_server->port());
        QVERIFY(first.send(requestWith(1, "wait")));
        QVERIFY(second.send(requestFrame(2)));
        QCOMPARE(second.reply(), 2);
        m_echo->release();
        QCOMPARE(first.reply(), 1);
        QCOMPARE(m_echo->open(), 2);
    }

    void instantRequestsAreAnsweredWhileEveryWorkerIsBusy()
    {
        start({"127.0.0.1", 0, {}});
        std::vector<RawClient> busy;
        for (int n = 0; n < 10; ++n) {
            busy.push_back(RawClient::toPort(m_server->port()));
            QVERIFY(busy.back().send(requestWith(n, "wait")));
        }
        QTRY_COMPARE(m_echo->handled(), 4);
        const auto client = RawClient::toPort(m_server->port());
        for (int n = 20; n < 40; ++n) {
            QVERIFY(client.send(requestWith(n, "instant")));
            QCOMPARE(client.reply(), n);
        }
        m_echo->release();
        for (int n = 0; n < 10; ++n) {
            QCOMPARE(busy[static_cast<std::size_t>(n)].reply(), n);
        }
    }

    void requestsThatWaitForEachOtherLeaveWorkersForTheRest()
    {
        start({"127.0.0.1", 0, {}});
        std::vector<RawClient> waiting;
        for (int n = 0; n < 10; ++n) {
            waiting.push_back(RawClient::toPort(m_server->port()));
            QVERIFY(waiting.back().send(sandglass::tests::writeMsg(
                n, 0, sandglass::bson::makeDocument("n", n, "wait", 1, "inTurn", 1))));
        }
        QTRY_COMPARE(m_echo->handled(), 8);
        const auto client = RawClient::toPort(m_server->port());
        for (int n = 20; n < 40; ++n) {
            QVERIFY(client.send(requestFrame(n)));
            QCOMPARE(client.reply(), n);
        }
        QCOMPARE(m_echo->handled(), 28);
        m_echo->release();
        for (int n = 0; n < 10; ++n) {
            QCOMPARE(waiting[static_cast<std::size_t>(n)].reply(), n);
        }
    }

    void administratorsAreAnsweredWhileEverythingElseIsBusy()
    {
        start({"127.0.0.1", 0, {}});
        std::vector<RawClient> busy;
        for (int n = 0; n < 30; ++n) {
            busy.push_back(RawClient::toPort(m_server->port()));
            QVERIFY(busy.back().send(
                n % 2 == 0
                    ? requestWith(n, "wait")
                    : sandglass::tests::writeMsg(
                        n, 0, sandglass::bson::makeDocument("n", n, "wait", 1, "inTurn", 1))));
        }
        QTRY_COMPARE(m_echo->handled(), 12);
        const auto client = RawClient::toPort(m_server->port());
        for (int n = 40; n < 60; ++n) {
            QVERIFY(client.send(requestWith(n, "admin")));
            QCOMPARE(client.reply(), n);
        }
    }

    void theHandlerHearsOfAClientThatLeavesItsRequest()
    {
        start({"127.0.0.1", 0, {}});
        const auto stays = RawClient::toPort(m_server->port());
        QVERIFY(stays.send(requestWith(1, "wait")));
        {
            const auto leaves = RawClient::toPort(m_server->port());
            QVERIFY(leaves.send(requestWith(2, "wait")));
            QTRY_COMPARE(m_echo->handled(), 2);
        }
        QTRY_COMPARE(m_echo->left(), 1);
        m_echo->release();
        QCOMPARE(stays.reply(), 1);
        QTRY_COMPARE(m_echo->open(), 1);
        QCOMPARE(m_echo->left(), 1);
    }

    void aClientThatLeavesBehindItsNextRequestIsNoticed()
    {
        start({"127.0.0.1", 0, {}});
        {
            const auto leaves = RawClient::toPort(m_server->port());
            QVERIFY(leaves.send(requestWith(1, "wait")));
            QTRY_COMPARE(m_echo->handled(), 1);
            QVERIFY(leaves.send(requestFrame(2)));
        }
        QTRY_COMPARE(m_echo->left(), 1);
        m_echo->release();
        QTRY_COMPARE(m_echo->open(), 0);
    }

    void aWriteIsCompletedWithoutItsClient()
    {
        start({"127.0.0.1", 0, {}});
        {
            const auto leaves = RawClient::toPort(m_server->port());
            QVERIFY(leaves.send(sandglass::tests::writeMsg(
                1, 0, sandglass::bson::makeDocument("n", 1, "wait", 1, "inTurn", 1))));
            QTRY_COMPARE(m_echo->handled(), 1);
        }
        m_echo->release();
        QTRY_COMPARE(m_echo->open(), 0);
        QCOMPARE(m_echo->left(), 0);
    }

    void theNextRequestIsNotTakenForAClientThatLeaves()
    {
        start({"127.0.0.1", 0, {}});
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.send(requestWith(1, "wait")));
        QTRY_COMPARE(m_echo->handled(), 1);
        QVERIFY(client.send(requestFrame(2)));
        m_echo->release();
        QCOMPARE(client.reply(), 1);
        QCOMPARE(client.reply(), 2);
        QCOMPARE(m_echo->left(), 0);
    }

    void aStopEndsWhatRuns()
    {
        start({"127.0.0.1", 0, {}});
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.send(requestWith(7, "wait")));
        QTRY_COMPARE(m_echo->handled(), 1);
        m_server->stop(); // would never return if the request went on
        QCOMPARE(client.reply(), 7);
    }

    void aConnectionTooManyIsToldSo()
    {
        net::ListenOptions options{"127.0.0.1", 0, {}};
        options.maxConnections = 2;
        start(options);
        std::vector<RawClient> allowed;
        for (int n = 0; n < 2; ++n) {
            allowed.push_back(RawClient::toPort(m_server->port()));
            QVERIFY(allowed.back().send(requestFrame(n)));
            QCOMPARE(allowed.back().reply(), n);
        }
        for (int n = 0; n < 20; ++n) {
            const auto refused = RawClient::toPort(m_server->port());
            QVERIFY(refused.send(requestFrame(n)));
            QCOMPARE(refused.reply(), Echo::kRefusal);
            QVERIFY(refused.closedByPeer());
        }
        QCOMPARE(m_log->count(22942), 20);
        QCOMPARE(m_echo->open(), 2);
        allowed.pop_back();
        QTRY_COMPARE(m_echo->open(), 1);
        const auto next = RawClient::toPort(m_server->port());
        QVERIFY(next.send(requestFrame(5)));
        QCOMPARE(next.reply(), 5);
    }

    void connectionsLeaveDescriptorsForTheData()
    {
        QCOMPARE(net::connectionsFor(0), net::kMaxConnections);
        QCOMPARE(net::connectionsFor(1'000'000), net::kMaxConnections);
        QCOMPARE(net::connectionsFor(1024), std::size_t{339});
        QCOMPARE(net::connectionsFor(64), std::size_t{16});
    }

    void partsOfMessagesHaveALimitTogether()
    {
        net::ListenOptions options{"127.0.0.1", 0, {}};
        options.maxMessageBytes = 100'000;
        start(options);
        const Raw whole = sandglass::tests::writeMsg(
            1, 0, sandglass::bson::makeDocument("n", 1, "pad", std::string(90'000, 'p')));
        const auto first = RawClient::toPort(m_server->port());
        QVERIFY(first.send(std::span(whole).first(70'000)));
        const auto second = RawClient::toPort(m_server->port());
        // it may be closed while it sends
        static_cast<void>(second.send(std::span(whole).first(70'000)));
        // whichever came later is closed; the other is served
        QTRY_COMPARE(m_log->count(22988), 1);
        QTRY_COMPARE(m_echo->open(), 1);
        const auto third = RawClient::toPort(m_server->port());
        QVERIFY(third.send(requestFrame(3)));
        QCOMPARE(third.reply(), 3);
    }

    void aMessageThatCrawlsIsDropped()
    {
        start({"127.0.0.1", 0, {}, std::chrono::milliseconds(500)});
        const auto slow = RawClient::toPort(m_server->port());
        const Raw whole = sandglass::tests::writeMsg(
            1, 0, sandglass::bson::makeDocument("n", 1, "pad", std::string(60'000, 'p')));
        std::size_t sent = 0;
        // one byte per look: never silent, never done
        const auto dropped = [&] {
            static_cast<void>(slow.send(std::span(whole).subspan(sent++, 1)));
            return m_log->count(22988) == 1;
        };
        QTRY_VERIFY(dropped());
        QVERIFY(sent < whole.size());
    }

    void whoWaitsInLineIsServedAfterAClientHasLeft()
    {
        start({"127.0.0.1", 0, {}});
        const Raw inTurn = sandglass::tests::writeMsg(
            1, 0, sandglass::bson::makeDocument("n", 1, "wait", 1, "inTurn", 1));
        {
            std::vector<RawClient> leaving;
            for (int n = 0; n < 10; ++n) {
                leaving.push_back(RawClient::toPort(m_server->port()));
                QVERIFY(leaving.back().send(inTurn));
            }
            QTRY_COMPARE(m_echo->handled(), 8);
        }
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.send(inTurn));
        m_echo->release();
        QCOMPARE(client.reply(), 1);
        QTRY_COMPARE(m_echo->open(), 1);
    }

    void instantAndOtherRequestsKeepTheirOrder()
    {
        start({"127.0.0.1", 0, {}});
        const auto client = RawClient::toPort(m_server->port());
        Raw all;
        for (int n = 1; n <= 200; ++n) {
            const Raw one = n % 3 == 0 ? requestFrame(n) : requestWith(n, "instant");
            all.insert(all.end(), one.begin(), one.end());
        }
        QVERIFY(client.send(all));
        for (int n = 1; n <= 200; ++n) {
            QCOMPARE(client.reply(), n);
        }
    }

    void aLargeReplyToAnInstantRequestArrivesWhole()
    {
        start({"127.0.0.1", 0, {}});
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.send(sandglass::tests::writeMsg(
            1, 0, sandglass::bson::makeDocument("n", 3, "size", 15'000'000, "instant", 1))));
        QCOMPARE(client.reply(), 3);
    }

    void anInstantRequestWithoutMemoryEndsOnlyItsConnection()
    {
        start({"127.0.0.1", 0, {}});
        const auto unlucky = RawClient::toPort(m_server->port());
        const auto other = RawClient::toPort(m_server->port());
        QVERIFY(unlucky.send(sandglass::tests::writeMsg(
            1, 0, sandglass::bson::makeDocument("n", 1, "throw", 1, "instant", 1))));
        QVERIFY(unlucky.closedByPeer());
        QVERIFY(other.send(requestWith(2, "instant")));
        QCOMPARE(other.reply(), 2);
    }

    void repliesComeInTheOrderOfTheRequests()
    {
        start({"127.0.0.1", 0, {}});
        const auto client = RawClient::toPort(m_server->port());
        Raw all;
        for (int n = 1; n <= 200; ++n) {
            const Raw one = requestFrame(n);
            all.insert(all.end(), one.begin(), one.end());
        }
        QVERIFY(client.send(all));
        for (int n = 1; n <= 200; ++n) {
            QCOMPARE(client.reply(), n);
        }
    }

    void aRequestMayArriveByteByByte()
    {
        start({"127.0.0.1", 0, {}});
        const auto client = RawClient::toPort(m_server->port());
        for (const std::uint8_t byte : requestFrame(9)) {
            QVERIFY(client.send({&byte, 1}));
        }
        QCOMPARE(client.reply(), 9);
    }

    void largeRequestsAndRepliesPass()
    {
        start({"127.0.0.1", 0, {}});
        const auto client = RawClient::toPort(m_server->port());
        constexpr int kSize = 15'000'000;
        QVERIFY(client.send(sandglass::tests::writeMsg(
            1, 0,
            sandglass::bson::makeDocument("n", 3, "size", kSize, "pad", std::string(kSize, 'p')))));
        QCOMPARE(client.reply(), 3);
    }

    void garbageClosesOnlyItsOwnConnection()
    {
        start({"127.0.0.1", 0, {}});
        const auto good = RawClient::toPort(m_server->port());
        const auto bad = RawClient::toPort(m_server->port());
        QVERIFY(bad.send(Raw(64, 0xff)));
        QVERIFY(bad.closedByPeer());
        QCOMPARE(m_log->count(22988), 1);
        QVERIFY(good.send(requestFrame(1)));
        QCOMPARE(good.reply(), 1);
        QCOMPARE(m_echo->handled(), 1);
    }

    void aBrokenMessageClosesItsConnection()
    {
        start({"127.0.0.1", 0, {}});
        const auto client = RawClient::toPort(m_server->port());
        Raw broken = requestFrame(1);
        broken.back() = 1; // the closing NUL of the body
        QVERIFY(client.send(broken));
        QVERIFY(client.closedByPeer());
        QCOMPARE(m_echo->handled(), 0);
    }

    void aBrokenLargeMessageClosesOnlyItsConnection()
    {
        start({"127.0.0.1", 0, {}});
        const auto bad = RawClient::toPort(m_server->port());
        const auto good = RawClient::toPort(m_server->port());
        Raw broken = sandglass::tests::writeMsg(
            1, 0, sandglass::bson::makeDocument("n", 1, "pad", std::string(300'000, 'p')));
        broken.back() = 1; // the closing NUL of the body
        QVERIFY(bad.send(broken));
        QVERIFY(bad.closedByPeer());
        QCOMPARE(m_log->count(22988), 1);
        QVERIFY(good.send(requestFrame(2)));
        QCOMPARE(good.reply(), 2);
        QCOMPARE(m_echo->handled(), 1);
    }

    void largeAndSmallRequestsKeepTheirOrder()
    {
        start({"127.0.0.1", 0, {}});
        const auto client = RawClient::toPort(m_server->port());
        Raw all;
        for (int n = 1; n <= 20; ++n) {
            const std::string pad(n % 2 == 0 ? 200'000 : 10, 'p');
            const Raw one = sandglass::tests::writeMsg(
                n, 0,
                sandglass::bson::makeDocument("n", n, "pad", pad, n % 3 == 0 ? "instant" : "x", 1));
            all.insert(all.end(), one.begin(), one.end());
        }
        QVERIFY(client.send(all));
        for (int n = 1; n <= 20; ++n) {
            QCOMPARE(client.reply(), n);
        }
    }

    void halfAMessageIsDroppedAfterTheTimeLimit()
    {
        start({"127.0.0.1", 0, {}, std::chrono::milliseconds(50)});
        const auto silent = RawClient::toPort(m_server->port());
        const auto half = RawClient::toPort(m_server->port());
        const Raw whole = requestFrame(1);
        QVERIFY(half.send(std::span(whole).first(20)));
        QVERIFY(half.closedByPeer());
        QCOMPARE(m_log->count(22988), 1);
        // who owes nothing may be silent for ever
        QVERIFY(silent.send(whole));
        QCOMPARE(silent.reply(), 1);
    }

    void aReplyThatIsNotTakenEndsTheConnection()
    {
        start({"127.0.0.1", 0, {}, std::chrono::milliseconds(50)});
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.send(requestWith(1, "size", 40'000'000)));
        QTRY_COMPARE_WITH_TIMEOUT(m_log->count(22989), 1, 30'000);
        QTRY_COMPARE(m_echo->open(), 0);
    }

    void moreToComeGetsNoReply()
    {
        start({"127.0.0.1", 0, {}});
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.send(requestFrame(1, wire::kMoreToCome)));
        QVERIFY(client.send(requestFrame(2)));
        QCOMPARE(client.reply(), 2);
        QCOMPARE(m_echo->handled(), 2);
    }

    void aHandlerMayGiveNoReply()
    {
        start({"127.0.0.1", 0, {}});
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.send(requestWith(1, "silent")));
        QVERIFY(client.send(requestFrame(2)));
        QCOMPARE(client.reply(), 2);
    }

    void aHandlerWithoutMemoryEndsOnlyItsConnection()
    {
        start({"127.0.0.1", 0, {}});
        const auto unlucky = RawClient::toPort(m_server->port());
        const auto other = RawClient::toPort(m_server->port());
        QVERIFY(unlucky.send(requestWith(1, "throw")));
        QVERIFY(unlucky.closedByPeer());
        QVERIFY(other.send(requestFrame(2)));
        QCOMPARE(other.reply(), 2);
    }

    void openedAndClosedAreLogged()
    {
        start({"127.0.0.1", 0, {}});
        {
            const auto client = RawClient::toPort(m_server->port());
            QTRY_COMPARE(m_echo->open(), 1);
            QCOMPARE(m_log->count(22943), 1);
        }
        QTRY_COMPARE(m_echo->open(), 0);
        QCOMPARE(m_log->count(22944), 1);
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

    std::unique_ptr<Echo> m_echo;
    std::unique_ptr<KeepingLog> m_log;
    std::unique_ptr<net::Server> m_server;
};

SANDGLASS_PLAIN_TEST(NetServerTest)
} // namespace tst_net_server

#include "tst_net_server.moc"
