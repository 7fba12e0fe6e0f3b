// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/clock.h"
#include "app/mongo/call_scope.h"
#include "app/mongo/mongo_driver.h"
#include "app/mongo/mongo_ttl_server_factory.h"
#include "app/services/calls/worker_pool.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <chrono>

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

    /// Whether somebody has connected.
    bool isReached() const { return m_server.hasPendingConnections(); }

private:
    QTcpServer m_server;
};

// lets an abandoned call end while the test still runs
constexpr const char* kQuickEnd = "?serverSelectionTimeoutMS=3000&connectTimeoutMS=1000";

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

    void aCallOnASilentServerIsAbandonedAtItsTimeLimit()
    {
        const SilentServer silent;
        const auto begin = Steady::now();
        QFuture<Connected> connecting = onWorker(silent.uri(kQuickEnd), {300ms, {}});
        connecting.waitForFinished();
        // the driver itself is not done, and would not be for seconds
        QVERIFY(!mongo::DriverUse::waitForNone(0ms));
        QVERIFY(Steady::now() - begin >= 300ms);
        QCOMPARE(connecting.result().error().code, Errc::Timeout);
        QVERIFY(services::WorkerPool::waitForAll(10s));
    }

    void aCancelledCallReturnsBeforeTheDriverDoes()
    {
        const SilentServer silent;
        const ttl::CallLimits limits{30s, {}};
        QFuture<Connected> connecting = onWorker(silent.uri(kQuickEnd), limits);
        // until the driver waits for an answer, the call itself would see that it is cancelled
        QTRY_VERIFY(silent.isReached());
        QVERIFY(!connecting.isFinished());
        limits.cancel.cancel();
        connecting.waitForFinished();
        QVERIFY(!mongo::DriverUse::waitForNone(0ms));
        QCOMPARE(connecting.result().error().code, Errc::Cancelled);
        QVERIFY(services::WorkerPool::waitForAll(10s));
    }

private:
    Connected connect(const std::string& uri, std::chrono::milliseconds timeout)
    {
        return m_factory.connect(uri, ttl::CallLimits{timeout, {}});
    }

    // Connects as the window does: the driver cannot be interrupted, so it is left alone.
    QFuture<Connected> onWorker(const std::string& uri, const ttl::CallLimits& limits)
    {
        return m_pool.run(
            [this, uri](const ttl::CallLimits& given) { return m_factory.connect(uri, given); },
            limits);
    }

    mongo::MongoDriver m_driver;
    base::SystemClock m_clock;
    mongo::MongoTtlServerFactory m_factory{m_clock};
    services::WorkerPool m_pool;
};

SANDGLASS_TEST(TestUnreachable)
} // namespace tst_mongo_unreachable

#include "tst_mongo_unreachable.moc"
