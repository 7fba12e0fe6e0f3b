// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/clock.h"
#include "app/mongo/mongo_driver.h"
#include "app/mongo/mongo_ttl_server_factory.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <chrono>
#include <future>

namespace tst_mongo_unreachable {

using namespace sandglass;
using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;
using Connected = Result<std::shared_ptr<ttl::TtlServer>>;

namespace {

// Accepts connections (the system does) and never answers.
class SilentServer
{
public:
    SilentServer() { m_server.listen(QHostAddress::LocalHost); }

    std::string uri(const std::string& options = {}) const
    {
        return "mongodb://joe:hunter2@127.0.0.1:" + std::to_string(m_server.serverPort()) + "/"
            + options;
    }

private:
    QTcpServer m_server;
};

std::string closedPort()
{
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    const auto port = std::to_string(server.serverPort());
    server.close();
    return port;
}

} // namespace

class TestUnreachable : public QObject
{
    Q_OBJECT

private slots:
    void aBadStringIsRefusedWithoutItsPassword()
    {
        const auto connected = connect("mongodb://joe:hunter2@h:99999999/", 5s);
        QCOMPARE(connected.error().code, Errc::InvalidInput);
        QVERIFY(connected.error().message.find("hunter2") == std::string::npos);
    }

    void aClosedPortIsANetworkError()
    {
        const auto connected = connect(
            "mongodb://127.0.0.1:" + closedPort() + "/?serverSelectionTimeoutMS=200", 10s);
        QCOMPARE(connected.error().code, Errc::Network);
    }

    void aMissingSocketIsANetworkError()
    {
        const auto connected
            = connect("mongodb://%2Fnonexistent%2Fx.sock/?serverSelectionTimeoutMS=200", 10s);
        QCOMPARE(connected.error().code, Errc::Network);
    }

    void aSilentServerIsGivenUpAfterTheSelectionTimeout()
    {
        const SilentServer silent;
        const auto connected
            = connect(silent.uri("?serverSelectionTimeoutMS=300&connectTimeoutMS=200"), 10s);
        QCOMPARE(connected.error().code, Errc::Network);
        QVERIFY(connected.error().message.find("hunter2") == std::string::npos);
    }

    void aCallOnASilentServerReturnsAtItsTimeLimit()
    {
        const SilentServer silent;
        const auto begin = Steady::now();
        const auto connected = connect(silent.uri(), 300ms);
        const auto took = Steady::now() - begin;
        QCOMPARE(connected.error().code, Errc::Timeout);
        QVERIFY(took >= 300ms && took < 800ms);
    }

    void aCancelledCallReturnsWithinHalfASecond()
    {
        const SilentServer silent;
        const ttl::CallLimits limits{30s, {}};
        std::future<Connected> connecting = std::async(std::launch::async, [&] {
            return m_factory.connect(silent.uri("?serverSelectionTimeoutMS=3000"), limits);
        });
        QCOMPARE(connecting.wait_for(200ms), std::future_status::timeout);
        const auto cancelled = Steady::now();
        limits.cancel.cancel();
        const Connected connected = connecting.get();
        QCOMPARE(connected.error().code, Errc::Cancelled);
        QVERIFY(Steady::now() - cancelled < 500ms);
    }

private:
    Connected connect(const std::string& uri, std::chrono::milliseconds timeout)
    {
        return m_factory.connect(uri, ttl::CallLimits{timeout, {}});
    }

    mongo::MongoDriver m_driver;
    base::SystemClock m_clock;
    mongo::MongoTtlServerFactory m_factory{m_clock};
};

SANDGLASS_TEST(TestUnreachable)
} // namespace tst_mongo_unreachable

#include "tst_mongo_unreachable.moc"
