// SPDX-License-Identifier: GPL-3.0-or-later
// Connections through a real SSH server: the agent, the end of a session, the members of a set.
#include "app/base/clock.h"
#include "app/bson/json.h"
#include "app/mongo/mongo_driver.h"
#include "app/mongo/mongo_ttl_server_factory.h"
#include "app/presenters/connections/connect_finding_words.h"
#include "app/presenters/members/members_presenter.h"
#include "app/services/calls/worker_pool.h"
#include "app/services/connections/ssh_tunnel.h"
#include "app/services/members/member_service.h"
#include "app/services/shell/services.h"
#include "tests/support/engine_process.h"
#include "tests/support/persona_server.h"
#include "tests/support/ssh_agent.h"
#include "tests/support/ssh_server.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <memory>

namespace tst_integration_tunnel {

using namespace sandglass;
using namespace sandglass::tests;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using bson::makeArray;
using bson::makeDocument;
using services::ConnectTrouble;
using services::LinkPhase;

class TestTunnel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_services.reset(); }
    void theKeyComesFromTheAgent();
    void anAgentWithoutAKeyIsReported();
    void afterTheEndOfTheSessionTheTunnelIsOpenedAgain();
    void onlyTheMemberAtItsEndIsAsked();

private:
    services::ConnectionService& connections() const { return m_services->set().connections; }
    void connectTo(const std::string& uri) const
    {
        services::LinkLabel label;
        label.ssh = {u"127.0.0.1"_s, m_ssh->port(), {}, {}};
        connections().connectTo(QString::fromStdString(uri), {}, false, label);
    }

    base::SystemClock m_clock;
    mongo::MongoDriver m_driver;
    services::LastJobs m_lastJobs;
    EngineProcess m_engine;
    std::unique_ptr<SshServer> m_ssh;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<services::Services> m_services;
};

void TestTunnel::initTestCase()
{
    if (!SshServer::isInstalled() || !SshAgent::isInstalled()) {
        QSKIP("There is no openssh-server.");
    }
    QVERIFY(m_engine.start());
}

void TestTunnel::init()
{
    m_ssh = std::make_unique<SshServer>();
    m_folder = std::make_unique<QTemporaryDir>();
    services::ServicesOptions options{
        m_folder->path(), std::make_shared<mongo::MongoTtlServerFactory>(m_clock), {}};
    options.diagnoses = true;
    m_services = std::make_unique<services::Services>(std::move(options), m_clock);
    connections().setSshProgram({u"ssh"_s, m_ssh->arguments()});
    connections().setFirstPause(10ms);
}

void TestTunnel::theKeyComesFromTheAgent()
{
    SshAgent agent;
    QVERIFY(agent.add(m_ssh->file(u"user_key"_s)));
    m_ssh->configureAgent(agent.socket());
    connectTo(m_engine.uri());
    QTRY_VERIFY_WITH_TIMEOUT(connections().isConnected(), 60'000);
}

void TestTunnel::anAgentWithoutAKeyIsReported()
{
    SshAgent agent;
    QVERIFY(agent.add(m_ssh->file(u"user_key"_s)));
    QVERIFY(agent.forget());
    m_ssh->configureAgent(agent.socket());
    connectTo(m_engine.uri());
    QTRY_COMPARE_WITH_TIMEOUT(connections().state().phase, LinkPhase::Failed, 60'000);
    const services::LinkState& link = connections().state();
    QVERIFY(link.finding);
    QCOMPARE(link.finding->trouble, ConnectTrouble::SshLogin);
    QVERIFY(presenters::findingWords(*link.finding).advice.contains(u"ssh-add"_s));
}

void TestTunnel::afterTheEndOfTheSessionTheTunnelIsOpenedAgain()
{
    connectTo(m_engine.uri());
    QTRY_VERIFY_WITH_TIMEOUT(connections().isConnected(), 60'000);
    const std::uint64_t before = connections().generation();
    m_ssh->endSessions();
    // a call finds the loss out, in the program also the heartbeat
    const auto ask = [this] {
        connections().run([](ttl::TtlServer& server, const ttl::CallLimits& limits) {
            return server.serverInfo(limits);
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT((ask(), connections().state().phase != LinkPhase::Connected), 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(connections().isConnected(), 60'000);
    QVERIFY(connections().generation() != before);
    QVERIFY(!connections().state().finding);
}

void TestTunnel::onlyTheMemberAtItsEndIsAsked()
{
    PersonaServer primary;
    PersonaServer secondary;
    bson::Builder hello;
    hello.append("isWritablePrimary", true).append("ismaster", true).append("setName", "rs0");
    hello.append("me", primary.host()).append("primary", primary.host());
    hello.appendArray("hosts", makeArray(primary.host(), secondary.host()));
    primary.answer("hello", hello.take());
    primary.answer("replSetGetStatus",
                   *bson::fromJson(R"({"set": "rs0", "members": [{"name": ")" + primary.host()
                                   + R"(", "state": 1, "health": 1}, {"name": ")" + secondary.host()
                                   + R"(", "state": 2, "health": 1}]})"));
    primary.answer("serverStatus", makeDocument("ok", 1.0));
    primary.answer("getParameter", makeDocument("ttlMonitorEnabled", true));
    primary.answer("buildInfo", makeDocument("version", "7.0.5"));
    connectTo(primary.uri());
    QTRY_VERIFY_WITH_TIMEOUT(connections().state().phase != LinkPhase::Connecting, 60'000);
    QVERIFY2(connections().isConnected(),
             connections().state().error ? connections().state().error->message.c_str() : "");
    presenters::MembersPresenter members(m_services->set());
    members.refresh();
    QTRY_COMPARE_WITH_TIMEOUT(members.members().rowCount(), 2, 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(!members.state().reading, 60'000);
    const presenters::MemberRow& first = members.members().row(0);
    QCOMPARE(first.monitor, u"on"_s);
    QVERIFY2(first.problem.isEmpty(), qPrintable(first.problem));
    const presenters::MemberRow& second = members.members().row(1);
    QCOMPARE(second.state, u"secondary"_s);
    QCOMPARE(second.monitor, u"not asked"_s);
    QVERIFY2(second.problem.contains(u"SSH tunnel"_s), qPrintable(second.problem));
    QVERIFY(members.state().notes.contains(u"SSH tunnel"_s));
    // under its name, this computer may know another server: nothing was sent there
    QVERIFY(secondary.received("hello").empty());
}

SANDGLASS_TEST(TestTunnel)
} // namespace tst_integration_tunnel

#include "tst_integration_tunnel.moc"
