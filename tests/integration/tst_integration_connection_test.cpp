// SPDX-License-Identifier: GPL-3.0-or-later
// The staged connection test against the real engine, over TCP and over a unix socket.
#include "app/base/clock.h"
#include "app/mongo/mongo_driver.h"
#include "app/mongo/mongo_ttl_server_factory.h"
#include "app/services/connections/connection_test.h"
#include "app/services/connections/socket_probe.h"
#include "tests/support/engine_process.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <memory>

namespace tst_integration_connection_test {

using namespace sandglass;
using namespace sandglass::services;

class TestIntegrationConnectionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyStageOfTheLocalEnginePasses_data();
    void everyStageOfTheLocalEnginePasses();

private:
    base::SystemClock m_clock;
    mongo::MongoDriver m_driver;
};

void TestIntegrationConnectionTest::everyStageOfTheLocalEnginePasses_data()
{
    QTest::addColumn<bool>("tcp");
    QTest::newRow("TCP") << true;
    QTest::newRow("unix socket") << false;
}

void TestIntegrationConnectionTest::everyStageOfTheLocalEnginePasses()
{
    QFETCH(bool, tcp);
    using Reach = tests::EngineProcess::Reach;
    tests::EngineProcess engine(tcp ? Reach::Tcp : Reach::UnixSocket);
    QVERIFY(engine.start());
    ConnectionTest test(std::make_shared<mongo::MongoTtlServerFactory>(m_clock),
                        std::make_shared<SocketProbe>());
    test.start(protocol::readConnectionString(engine.uri()).parts);
    QTRY_VERIFY_WITH_TIMEOUT(!test.isRunning(), 60'000);
    for (const auto stage :
         {TestStage::Resolve, TestStage::Connect, TestStage::Hello, TestStage::Privileges}) {
        const StageState& state = test.stages().at(static_cast<std::size_t>(stage));
        QVERIFY2(state.mark == StageMark::Passed,
                 state.error ? state.error->message.c_str() : "not reached");
    }
    QCOMPARE(test.stages().at(static_cast<std::size_t>(TestStage::Tls)).mark, StageMark::Skipped);
}

SANDGLASS_TEST(TestIntegrationConnectionTest)
} // namespace tst_integration_connection_test

#include "tst_integration_connection_test.moc"
