// SPDX-License-Identifier: GPL-3.0-or-later
// mongodb+srv with SRV and TXT records from a DNS server of the test; srv_on_loopback.py runs it.
#include "app/base/clock.h"
#include "app/mongo/client_pool.h"
#include "app/mongo/mongo_driver.h"
#include "app/mongo/mongo_ttl_server_factory.h"
#include "app/presenters/connections/connect_finding_words.h"
#include "app/services/calls/worker_pool.h"
#include "app/services/connections/connection_test.h"
#include "app/services/connections/socket_probe.h"
#include "app/services/shell/services.h"
#include "tests/support/dns_responder.h"
#include "tests/support/engine_process.h"
#include "tests/support/need.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <memory>

namespace tst_integration_srv {

using namespace sandglass;
using namespace sandglass::tests;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::ConnectTrouble;
using services::LinkPhase;
using services::StageMark;
using services::TestStage;

class TestSrv : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_services.reset(); }
    void theHostsComeFromDns();
    void everyStageOfTheTestPasses();
    void theTxtRecordNamesTheDatabaseOfTheLogin();
    void aRefusedLoginNamesTheDatabaseOfTheTxtRecord();
    void aServiceWithoutHostsIsReported();
    void aHostOfTheServiceThatIsUnknownIsNamed();

private:
    services::ConnectionService& connections() const { return m_services->set().connections; }
    bool fails(const QString& uri) const
    {
        connections().connectTo(uri, {}, false);
        return QTest::qWaitFor([this] { return connections().state().phase == LinkPhase::Failed; },
                               90'000);
    }
    QString sentence() const
    {
        return presenters::linkFailure(connections().state())
            .value_or(presenters::FailureText())
            .sentence;
    }

    base::SystemClock m_clock;
    mongo::MongoDriver m_driver;
    services::LastJobs m_lastJobs;
    DnsResponder m_dns;
    EngineProcess m_engine;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<services::Services> m_services;
};

void TestSrv::initTestCase()
{
    QVERIFY2(m_dns.listens(), "Run it by srv_on_loopback.py.");
    QVERIFY(m_engine.start());
    const auto port = static_cast<quint16>(m_engine.port());
    m_dns.addService("_mongodb._tcp.cluster.sandglass.test", port, "db1.sandglass.test");
    m_dns.addService("_mongodb._tcp.users.sandglass.test", port, "db1.sandglass.test");
    m_dns.addText("users.sandglass.test", "authSource=users");
    m_dns.addService("_mongodb._tcp.lost.sandglass.test", port, "db2.sandglass.test");
    m_dns.addAddress("db1.sandglass.test");
}

void TestSrv::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    services::ServicesOptions options{
        m_folder->path(), std::make_shared<mongo::MongoTtlServerFactory>(m_clock), {}};
    options.diagnoses = true;
    m_services = std::make_unique<services::Services>(std::move(options), m_clock);
}

void TestSrv::theHostsComeFromDns()
{
    connections().connectTo(u"mongodb+srv://cluster.sandglass.test/?tls=false"_s, {}, false);
    QTRY_VERIFY_WITH_TIMEOUT(connections().isConnected(), 60'000);
}

void TestSrv::everyStageOfTheTestPasses()
{
    services::ConnectionTest test(std::make_shared<mongo::MongoTtlServerFactory>(m_clock),
                                  std::make_shared<services::SocketProbe>());
    test.start(
        protocol::readConnectionString("mongodb+srv://cluster.sandglass.test/?tls=false").parts);
    QTRY_VERIFY_WITH_TIMEOUT(!test.isRunning(), 90'000);
    for (const TestStage stage :
         {TestStage::Resolve, TestStage::Connect, TestStage::Hello, TestStage::Privileges}) {
        const services::StageState& state = test.stages().at(static_cast<std::size_t>(stage));
        QVERIFY2(state.mark == StageMark::Passed,
                 state.error ? state.error->message.c_str() : "not reached");
    }
    QCOMPARE(test.stages().front().found, u"127.0.0.1"_s);
}

void TestSrv::theTxtRecordNamesTheDatabaseOfTheLogin()
{
    const auto loginDatabase = [](const std::string& uri) {
        const auto pool = need(mongo::ClientPool::open(need(mongo::ConnectionString::parse(uri))));
        return mongo::ClientPool::loginDatabase(pool->takeNow().get());
    };
    QCOMPARE(loginDatabase("mongodb+srv://joe:secret1@users.sandglass.test/?tls=false"),
             std::string("users"));
    // what was typed wins, and without a record there is the usual one
    QCOMPARE(loginDatabase("mongodb+srv://joe:secret1@users.sandglass.test/"
                           "?tls=false&authSource=staff"),
             std::string("staff"));
    QCOMPARE(loginDatabase("mongodb+srv://joe:secret1@cluster.sandglass.test/?tls=false"),
             std::string("admin"));
}

void TestSrv::aRefusedLoginNamesTheDatabaseOfTheTxtRecord()
{
    // the engine knows no users
    QVERIFY(fails(u"mongodb+srv://joe:secret1@users.sandglass.test/?tls=false"_s));
    QVERIFY(connections().state().finding);
    QCOMPARE(connections().state().finding->trouble, ConnectTrouble::Password);
    QVERIFY2(sentence().contains(u"\"users\""_s), qPrintable(sentence()));
}

void TestSrv::aServiceWithoutHostsIsReported()
{
    QVERIFY(fails(u"mongodb+srv://none.sandglass.test/?tls=false"_s));
    QVERIFY(connections().state().finding);
    QCOMPARE(connections().state().finding->trouble, ConnectTrouble::SeedNotFound);
    QVERIFY2(sentence().contains(u"_mongodb._tcp.none.sandglass.test"_s), qPrintable(sentence()));
}

void TestSrv::aHostOfTheServiceThatIsUnknownIsNamed()
{
    QVERIFY(fails(u"mongodb+srv://lost.sandglass.test/?tls=false&serverSelectionTimeoutMS=500"_s));
    QVERIFY(connections().state().finding);
    QCOMPARE(connections().state().finding->trouble, ConnectTrouble::NameNotFound);
    QVERIFY2(sentence().contains(u"db2.sandglass.test"_s), qPrintable(sentence()));
}

SANDGLASS_TEST(TestSrv)
} // namespace tst_integration_srv

#include "tst_integration_srv.moc"
