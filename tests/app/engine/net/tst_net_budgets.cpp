// SPDX-License-Identifier: GPL-3.0-or-later
// What all connections together may hold, and what ends when its client leaves.
#include "app/engine/net/server.h"
#include "app/protocol/messages/compression.h"
#include "tests/app/engine/net/net_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_net_budgets {

using namespace sandglass::engine;
using namespace sandglass::engine::net::test;
namespace bson = sandglass::bson;
namespace protocol = sandglass::protocol;

namespace {

constexpr int kReceiveError = 22988;
constexpr int kSendError = 22989;
constexpr std::size_t kMostBytes = 1'000'000;

/// A small message that holds one with `size` bytes of padding.
Raw grown(int n, std::size_t size, std::string_view word = "x")
{
    return protocol::compressed(
        sandglass::tests::writeMsg(
            n, 0, bson::makeDocument("n", n, word, 1, "pad", std::string(size, 'p'))),
        protocol::Compressor::Zstd);
}

/// A write that may end early; it runs until the test releases it.
Raw longWrite(int n, std::uint32_t flags = 0)
{
    return sandglass::tests::writeMsg(
        n, 0, bson::makeDocument("n", n, "wait", 1, "inTurn", 1, "ends", 1), flags);
}

} // namespace

class NetBudgetsTest : public QObject
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

    void aMessageThatGrowsWaitsForMemory()
    {
        start(withMostBytes());
        const auto first = RawClient::toPort(m_server->port());
        const Raw held = grown(1, 600'000, "wait");
        QVERIFY(held.size() < 10'000);
        QVERIFY(first.send(held));
        QTRY_COMPARE(m_echo->handled(), 1);
        const auto second = RawClient::toPort(m_server->port());
        QVERIFY(second.send(grown(2, 600'000)));
        // small messages pass by
        const auto third = RawClient::toPort(m_server->port());
        QVERIFY(third.send(requestFrame(3)));
        QCOMPARE(third.reply(), 3);
        QCOMPARE(m_echo->handled(), 2);
        m_echo->release();
        QCOMPARE(first.reply(), 1);
        QCOMPARE(second.reply(), 2);
    }

    void aMessageThatFindsNoMemoryInTimeEndsItsConnection()
    {
        net::ListenOptions options = withMostBytes();
        options.idleLimit = std::chrono::milliseconds(100);
        start(options);
        const auto first = RawClient::toPort(m_server->port());
        QVERIFY(first.send(grown(1, 600'000, "wait")));
        QTRY_COMPARE(m_echo->handled(), 1);
        const auto second = RawClient::toPort(m_server->port());
        QVERIFY(second.send(grown(2, 600'000)));
        QVERIFY(second.closedByPeer());
        QCOMPARE(m_log->count(kReceiveError), 1);
        m_echo->release();
        QCOMPARE(first.reply(), 1);
        QCOMPARE(m_echo->handled(), 1);
    }

    void aMessageThatCanNeverFitEndsItsConnectionAtOnce()
    {
        start(withMostBytes());
        const auto client = RawClient::toPort(m_server->port());
        QVERIFY(client.send(grown(1, 2 * kMostBytes)));
        QVERIFY(client.closedByPeer());
        QCOMPARE(m_log->count(kReceiveError), 1);
        QCOMPARE(m_echo->handled(), 0);
    }

    void manyThatWaitAreServedOneAfterTheOther()
    {
        start(withMostBytes());
        const auto first = RawClient::toPort(m_server->port());
        QVERIFY(first.send(grown(1, 600'000, "wait")));
        QTRY_COMPARE(m_echo->handled(), 1);
        std::vector<RawClient> waiting;
        for (int n = 2; n < 12; ++n) {
            waiting.push_back(RawClient::toPort(m_server->port()));
            QVERIFY(waiting.back().send(grown(n, 600'000)));
        }
        m_echo->release();
        QCOMPARE(first.reply(), 1);
        for (int n = 2; n < 12; ++n) {
            QCOMPARE(waiting[static_cast<std::size_t>(n - 2)].reply(), n);
        }
    }

    // Otherwise small ones that keep coming would leave no room for a large one.
    void aMessageThatWouldFitWaitsBehindTheLine()
    {
        start(withMostBytes());
        const auto first = RawClient::toPort(m_server->port());
        QVERIFY(first.send(grown(1, 600'000, "wait")));
        QTRY_COMPARE(m_echo->handled(), 1);
        const auto other = RawClient::toPort(m_server->port());
        const auto passBy = [&other](int from) {
            for (int n = from; n < from + 7; ++n) {
                QVERIFY(other.send(requestFrame(n)));
                QCOMPARE(other.reply(), n);
            }
        };
        const auto second = RawClient::toPort(m_server->port());
        QVERIFY(second.send(grown(2, 600'000)));
        passBy(10); // meanwhile the message of the second has been looked at
        const auto third = RawClient::toPort(m_server->port());
        QVERIFY(third.send(grown(3, 300'000)));
        passBy(20);
        QCOMPARE(m_echo->handled(), 15);
        QVERIFY(!third.hasReply());
        m_echo->release();
        QCOMPARE(first.reply(), 1);
        QCOMPARE(second.reply(), 2);
        QCOMPARE(third.reply(), 3);
    }

    void aStopEndsWhatWaitsForMemory()
    {
        net::ListenOptions options = withMostBytes();
        // an hour: a stop that waited for it would meet the test's own limit
        options.idleLimit = std::chrono::hours(1);
        start(options);
        const auto first = RawClient::toPort(m_server->port());
        QVERIFY(first.send(grown(1, 600'000, "wait")));
        QTRY_COMPARE(m_echo->handled(), 1);
        const auto second = RawClient::toPort(m_server->port());
        QVERIFY(second.send(grown(2, 600'000)));
        // meanwhile the message of the second has been looked at
        const auto third = RawClient::toPort(m_server->port());
        for (int n = 3; n < 10; ++n) {
            QVERIFY(third.send(requestFrame(n)));
            QCOMPARE(third.reply(), n);
        }
        m_server->stop();
        QVERIFY(second.closedByPeer());
    }

    void whoReadsForTheLongestTimeMakesRoomForOtherReplies()
    {
        constexpr int kReplyBytes = 15'000'000; // more than the system takes for a client
        net::ListenOptions options{"127.0.0.1", 0, {}};
        options.maxReplyBytes = 20'000'000;
        start(options);
        const auto slow = RawClient::toPort(m_server->port());
        QVERIFY(slow.send(requestWith(1, "size", kReplyBytes)));
        QTRY_VERIFY(slow.hasReply());
        const auto other = RawClient::toPort(m_server->port());
        QVERIFY(other.send(requestWith(2, "size", kReplyBytes)));
        QTRY_COMPARE(m_log->count(kSendError), 1);
        QCOMPARE(other.reply(), 2);
        QTRY_COMPARE(m_echo->open(), 1);
        QCOMPARE(m_log->count(kSendError), 1);
    }

    void repliesThatAreReadMakeNoClientGo()
    {
        constexpr int kReplyBytes = 15'000'000;
        net::ListenOptions options{"127.0.0.1", 0, {}};
        options.maxReplyBytes = 20'000'000;
        start(options);
        const auto client = RawClient::toPort(m_server->port());
        for (int n = 1; n < 4; ++n) {
            QVERIFY(client.send(requestWith(n, "size", kReplyBytes)));
            QCOMPARE(client.reply(), n);
        }
        QCOMPARE(m_log->count(kSendError), 0);
    }

    void aLongWriteMayEndWhenItsClientLeaves()
    {
        start(lookingOften());
        const auto stays = RawClient::toPort(m_server->port());
        QVERIFY(stays.send(longWrite(1)));
        {
            const auto leaves = RawClient::toPort(m_server->port());
            QVERIFY(leaves.send(longWrite(2)));
            QTRY_COMPARE(m_echo->handled(), 2);
        }
        QTRY_COMPARE(m_echo->left(), 1);
        m_echo->release();
        QCOMPARE(stays.reply(), 1);
        QCOMPARE(m_echo->left(), 1);
    }

    // Its client need not wait for an answer, since there is none.
    void aWriteWithoutAnAnswerGoesOn()
    {
        start(lookingOften());
        {
            const auto silent = RawClient::toPort(m_server->port());
            QVERIFY(silent.send(longWrite(1, wire::kMoreToCome)));
            QTRY_COMPARE(m_echo->handled(), 1);
        }
        {
            const auto leaves = RawClient::toPort(m_server->port());
            QVERIFY(leaves.send(longWrite(2)));
            QTRY_COMPARE(m_echo->handled(), 2);
        }
        // the connections are looked at in their order
        QTRY_VERIFY(m_echo->hasLeft(2));
        QVERIFY(!m_echo->hasLeft(1));
    }

    void anotherRequestGoesOnWithoutItsClient()
    {
        start(lookingOften());
        {
            const auto drops = RawClient::toPort(m_server->port());
            QVERIFY(drops.send(sandglass::tests::writeMsg(
                1, 0, bson::makeDocument("n", 1, "wait", 1, "inTurn", 1))));
            QTRY_COMPARE(m_echo->handled(), 1);
        }
        {
            const auto leaves = RawClient::toPort(m_server->port());
            QVERIFY(leaves.send(longWrite(2)));
            QTRY_COMPARE(m_echo->handled(), 2);
        }
        QTRY_VERIFY(m_echo->hasLeft(2));
        QVERIFY(!m_echo->hasLeft(1));
    }

private:
    static net::ListenOptions withMostBytes()
    {
        net::ListenOptions options{"127.0.0.1", 0, {}};
        options.maxMessageBytes = kMostBytes;
        return options;
    }
    /// The server looks at its connections four times in that time.
    static net::ListenOptions lookingOften()
    {
        return {"127.0.0.1", 0, {}, std::chrono::milliseconds(50)};
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

SANDGLASS_PLAIN_TEST(NetBudgetsTest)
} // namespace tst_net_budgets

#include "tst_net_budgets.moc"
