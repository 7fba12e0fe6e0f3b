// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/mongo_driver.h"
#include "tests/support/engine_client.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTcpSocket>
#include <QTest>

#include <cstring>
#include <vector>

namespace tst_integration_wire_lies {

using namespace sandglass;
using namespace sandglass::tests;

namespace {

constexpr int kPatienceMillis = 30'000;
constexpr std::int32_t kOpMsg = 2013;

QByteArray int32(std::int32_t number)
{
    QByteArray bytes(4, '\0');
    std::memcpy(bytes.data(), &number, sizeof(number));
    return bytes;
}

// A frame with a true length.
QByteArray frame(std::int32_t opCode, const QByteArray& content)
{
    return int32(static_cast<std::int32_t>(16 + content.size())) + int32(1) + int32(0)
        + int32(opCode) + content;
}

QByteArray bytesOf(const bson::Document& document)
{
    return {reinterpret_cast<const char*>(document.bytes().data()),
            static_cast<qsizetype>(document.bytes().size())};
}

QByteArray message(const QByteArray& sections, std::int32_t flags = 0)
{
    return frame(kOpMsg, int32(flags) + sections);
}

QByteArray ping()
{
    return message(QByteArray(1, '\0') + bytesOf(bson::makeDocument("ping", 1, "$db", "admin")));
}

} // namespace

class TestWireLies : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_engine.start());
        m_client = std::make_unique<EngineClient>(m_engine);
    }

    void init()
    {
        m_honest = connected();
        QVERIFY(m_honest);
        QVERIFY(answersPing(*m_honest));
    }

    void aLieClosesThatConnectionOnly_data()
    {
        QTest::addColumn<QByteArray>("lie");
        QTest::newRow("an HTTP request") << QByteArray("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
        QTest::newRow("noise") << QByteArray(4096, '\xA7');
        QTest::newRow("a negative length") << int32(-1) + QByteArray(12, '\0');
        QTest::newRow("length 0") << int32(0) + QByteArray(12, '\0');
        QTest::newRow("a length below the header's") << int32(15) + QByteArray(12, '\0');
        QTest::newRow("one byte above the limit") << int32(48'000'001) + QByteArray(12, '\0');
        QTest::newRow("the largest length") << int32(2'147'483'647) + QByteArray(12, '\0');
        QTest::newRow("an unknown operation") << frame(4242, QByteArray(8, '\0'));
        QTest::newRow("a compressed message") << frame(2012, QByteArray(20, '\0'));
        QTest::newRow("nothing after the header") << frame(kOpMsg, {});
        QTest::newRow("unknown required flags") << message(QByteArray(1, '\0'), 0x40);
        QTest::newRow("a wrong checksum")
            << message(QByteArray(1, '\0') + bytesOf(bson::makeDocument("ping", 1)) + int32(7), 1);
        QTest::newRow("a document longer than its message")
            << message(QByteArray(1, '\0') + int32(1'000'000) + QByteArray(16, '\0'));
        QTest::newRow("a document of negative length")
            << message(QByteArray(1, '\0') + int32(-5) + QByteArray(16, '\0'));
        QTest::newRow("four zero bytes as document") << message(QByteArray(1, '\0') + int32(0));
        QTest::newRow("a sequence longer than its message")
            << message(QByteArray(1, '\1') + int32(1'000'000) + QByteArray("documents\0", 10));
        QTest::newRow("a string that runs out of its document")
            << message(QByteArray(1, '\0') + int32(20) + QByteArray("\2a\0", 3) + int32(9'999)
                       + QByteArray(9, '\0'));
    }

    void aLieClosesThatConnectionOnly()
    {
        QFETCH(QByteArray, lie);
        const auto liar = connected();
        QVERIFY(answersPing(*liar));
        liar->write(lie);
        QVERIFY(closedByPeer(*liar));
        QVERIFY(answersPing(*m_honest));
        QVERIFY(m_client->run("admin", json(R"({"ping": 1})"))["ok"].toBool());
    }

    void sectionsThatAreNoCommandAreAnswered_data()
    {
        QTest::addColumn<QByteArray>("lie");
        QTest::addColumn<int>("code");
        QTest::newRow("no section") << message({}) << 40587;
        QTest::newRow("an unknown kind of section") << message(QByteArray(1, '\7')) << 40432;
    }

    void sectionsThatAreNoCommandAreAnswered()
    {
        QFETCH(QByteArray, lie);
        const auto liar = connected();
        liar->write(lie);
        QTEST(static_cast<int>(replyOf(*liar)["code"].toInt64()), "code");
        QVERIFY(answersPing(*liar));
    }

    void halfAFrameKeepsNobodyElseWaiting_data()
    {
        QTest::addColumn<int>("bytes");
        for (const int bytes : {1, 3, 4, 15, 16, 20, 30}) {
            QTest::addRow("%d", bytes) << bytes;
        }
    }

    void halfAFrameKeepsNobodyElseWaiting()
    {
        QFETCH(int, bytes);
        const auto slow = connected();
        slow->write(ping().left(bytes));
        QVERIFY(slow->waitForBytesWritten(kPatienceMillis));
        QVERIFY(answersPing(*m_honest));
        // the rest arrives and the frame is answered as any other
        slow->write(ping().mid(bytes));
        QVERIFY(readsReply(*slow));
    }

    void aClientThatGoesAwayInTheMiddleLeavesNothingBehind()
    {
        const std::int64_t before = openConnections();
        std::vector<std::unique_ptr<QTcpSocket>> gone;
        for (int i = 0; i < 50; ++i) {
            gone.push_back(connected());
            QVERIFY(gone.back());
            // claims 40 MB and sends none of it
            gone.back()->write(int32(40'000'000) + QByteArray(40, 'x'));
            QVERIFY(gone.back()->waitForBytesWritten(kPatienceMillis));
        }
        QTRY_COMPARE_WITH_TIMEOUT(openConnections(), before + 50, kPatienceMillis);
        for (const auto& socket : gone) {
            socket->abort();
        }
        QTRY_COMPARE_WITH_TIMEOUT(openConnections(), before, kPatienceMillis);
        QVERIFY(answersPing(*m_honest));
    }

    void aFrameInSingleBytesIsAnswered()
    {
        const auto slow = connected();
        slow->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        for (const char byte : ping()) {
            slow->write(&byte, 1);
            QVERIFY(slow->waitForBytesWritten(kPatienceMillis));
        }
        QVERIFY(readsReply(*slow));
    }

private:
    std::unique_ptr<QTcpSocket> connected() const
    {
        auto socket = std::make_unique<QTcpSocket>();
        socket->connectToHost(QHostAddress(QHostAddress::LocalHost),
                              static_cast<quint16>(m_engine.port()));
        return socket->waitForConnected(kPatienceMillis) ? std::move(socket) : nullptr;
    }

    static bool answersPing(QTcpSocket& socket)
    {
        socket.write(ping());
        return readsReply(socket);
    }

    /// Takes one whole frame that says ok.
    static bool readsReply(QTcpSocket& socket) { return replyOf(socket)["ok"].toBool(); }

    /// Takes one whole frame; empty when none comes, or one that is no document.
    static bson::Document replyOf(QTcpSocket& socket)
    {
        QByteArray reply;
        std::int32_t length = 4;
        while (reply.size() < length) {
            if (socket.bytesAvailable() == 0 && !socket.waitForReadyRead(kPatienceMillis)) {
                return {};
            }
            reply += socket.read(length - reply.size());
            if (length == 4 && reply.size() == 4) {
                std::memcpy(&length, reply.constData(), sizeof(length));
            }
        }
        constexpr int kBodyAt = 16 + 4 + 1;
        const QByteArray body = reply.mid(kBodyAt);
        const auto document = bson::Document::fromBytes(
            bson::Bytes(reinterpret_cast<const std::uint8_t*>(body.constData()),
                        static_cast<std::size_t>(body.size())));
        return document ? *document : bson::Document();
    }

    static bool closedByPeer(QTcpSocket& socket)
    {
        socket.waitForDisconnected(kPatienceMillis);
        return socket.state() == QAbstractSocket::UnconnectedState && socket.bytesAvailable() == 0;
    }

    std::int64_t openConnections() const
    {
        const auto status = m_client->run("admin", json(R"({"serverStatus": 1})"));
        return status["connections"].asDocument()["current"].toInt64();
    }

    mongo::MongoDriver m_driver;
    EngineProcess m_engine;
    std::unique_ptr<EngineClient> m_client;
    std::unique_ptr<QTcpSocket> m_honest;
};

SANDGLASS_TEST(TestWireLies)
} // namespace tst_integration_wire_lies

#include "tst_integration_wire_lies.moc"
