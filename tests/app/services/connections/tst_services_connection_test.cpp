// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/connection_test.h"
#include "app/services/connections/socket_probe.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_probe.h"
#include "tests/support/fake_ttl_server_factory.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace tst_services_connection_test {

using namespace sandglass;
using namespace sandglass::services;
using namespace Qt::StringLiterals;

class TestConnectionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void everyStagePassesInItsOrder();
    void whatIsNotAskedForIsSkipped();
    void theFirstFailureEndsTheTest_data();
    void theFirstFailureEndsTheTest();
    void helloIsSaidWithoutCredentials();
    void aRefusedUserFailsAtAuthenticate();
    void missingPrivilegesFailAtTheirStage();
    void cancellingMarksTheStageUnderWay();
    void startingAgainForgetsTheRunBefore();
    void srvWantsTlsByDefault();
    void socketsFindAListeningServer();
    void socketsTellThatNobodyListens();
    void socketsTellThatAUnixSocketIsMissing();

private:
    QString marks() const;
    void run(const char* uri);

    tests::FakeClock m_clock;
    std::shared_ptr<tests::FakeTtlServer> m_server;
    std::shared_ptr<tests::FakeTtlServerFactory> m_factory;
    std::shared_ptr<tests::FakeProbe> m_probe;
    std::unique_ptr<ConnectionTest> m_test;
};

namespace {

protocol::ConnectionParts partsOf(const char* uri)
{
    return protocol::readConnectionString(uri).parts;
}

} // namespace

void TestConnectionTest::init()
{
    m_server = std::make_shared<tests::FakeTtlServer>(m_clock);
    m_factory = std::make_shared<tests::FakeTtlServerFactory>(m_server);
    m_probe = std::make_shared<tests::FakeProbe>();
    m_test = std::make_unique<ConnectionTest>(m_factory, m_probe);
}

// One letter for each stage: . waiting, r running, p passed, F failed, s skipped.
QString TestConnectionTest::marks() const
{
    QString letters;
    for (const StageState& stage : m_test->stages()) {
        letters += u".rpFs"_s.at(static_cast<int>(stage.mark));
    }
    return letters;
}

void TestConnectionTest::run(const char* uri)
{
    m_test->start(partsOf(uri));
    QTRY_VERIFY(!m_test->isRunning());
}

void TestConnectionTest::everyStagePassesInItsOrder()
{
    QStringList seen;
    connect(m_test.get(), &ConnectionTest::changed, this, [&] { seen << marks(); });
    run("mongodb://joe:secret@fake.example/?tls=true");
    QCOMPARE(seen,
             (QStringList{u"r....."_s, u"pr...."_s, u"ppr..."_s, u"pppr.."_s, u"ppppr."_s,
                          u"pppppr"_s, u"pppppp"_s}));
    QCOMPARE(m_test->stages()[0].found, u"192.0.2.1"_s);
    QVERIFY(m_test->stages()[4].found.contains(u"7.0.5"_s));
}

void TestConnectionTest::whatIsNotAskedForIsSkipped()
{
    run("mongodb://fake.example/");
    QCOMPARE(marks(), u"ppspsp"_s);
}

void TestConnectionTest::theFirstFailureEndsTheTest_data()
{
    QTest::addColumn<int>("stage");
    QTest::addColumn<QString>("wanted");
    QTest::newRow("resolve") << 0 << u"F....."_s;
    QTest::newRow("connect") << 1 << u"pF...."_s;
    QTest::newRow("TLS") << 2 << u"ppF..."_s;
    QTest::newRow("hello") << 3 << u"pppF.."_s;
}

void TestConnectionTest::theFirstFailureEndsTheTest()
{
    QFETCH(int, stage);
    QFETCH(QString, wanted);
    const Error lost = base::failure(Errc::Network, "lost");
    if (stage == 0) {
        m_probe->unresolved = lost;
    } else if (stage == 1) {
        m_probe->unreached = lost;
    } else if (stage == 2) {
        m_probe->unencrypted = lost;
    } else {
        m_factory->refuse(lost);
    }
    run("mongodb://joe:secret@fake.example/?tls=true");
    QCOMPARE(marks(), wanted);
    QCOMPARE(m_test->stages()[static_cast<std::size_t>(stage)].error->message, std::string("lost"));
}

void TestConnectionTest::helloIsSaidWithoutCredentials()
{
    m_factory->refuse(base::failure(Errc::Network, "lost"));
    run("mongodb://joe:secret@fake.example/db?authSource=admin&w=1");
    QCOMPARE(m_factory->lastUri(), std::string("mongodb://fake.example/db?w=1"));
}

void TestConnectionTest::aRefusedUserFailsAtAuthenticate()
{
    m_server->fail("serverInfo", base::failure(Errc::NotPermitted, "Authentication failed."));
    run("mongodb://joe:secret@fake.example/");
    QCOMPARE(marks(), u"ppspF."_s);
}

void TestConnectionTest::missingPrivilegesFailAtTheirStage()
{
    m_server->fail("databases", base::serverError(13, "Unauthorized", "not authorized"));
    run("mongodb://joe:secret@fake.example/");
    QCOMPARE(marks(), u"ppsppF"_s);
    QCOMPARE(m_test->stages()[5].error->serverCode, 13);
}

void TestConnectionTest::cancellingMarksTheStageUnderWay()
{
    m_probe->hangs = true;
    m_test->start(partsOf("mongodb://fake.example/"));
    QCOMPARE(marks(), u"r....."_s);
    m_test->cancel();
    QCOMPARE(marks(), u"F....."_s);
    QCOMPARE(m_test->stages()[0].error->code, Errc::Cancelled);
    QVERIFY(!m_test->isRunning());
}

void TestConnectionTest::startingAgainForgetsTheRunBefore()
{
    m_test->start(partsOf("mongodb://fake.example/"));
    m_probe->unreached = base::failure(Errc::Network, "lost");
    run("mongodb://fake.example/");
    QCOMPARE(marks(), u"pF...."_s);
}

void TestConnectionTest::srvWantsTlsByDefault()
{
    QVERIFY(wantsTls(partsOf("mongodb+srv://c.example.net")));
    QVERIFY(!wantsTls(partsOf("mongodb+srv://c.example.net/?tls=false")));
    QVERIFY(wantsTls(partsOf("mongodb://c.example.net/?ssl=true")));
    QVERIFY(!wantsTls(partsOf("mongodb://c.example.net")));
}

void TestConnectionTest::socketsFindAListeningServer()
{
    QTcpServer listener;
    QVERIFY(listener.listen(QHostAddress::LocalHost));
    m_test = std::make_unique<ConnectionTest>(m_factory, std::make_shared<SocketProbe>());
    // the first host does not listen: the second is tried
    run(qPrintable(u"mongodb://127.0.0.1:1,127.0.0.1:%1/"_s.arg(listener.serverPort())));
    QCOMPARE(marks(), u"ppspsp"_s);
    QCOMPARE(m_test->stages()[1].found, u"127.0.0.1:%1"_s.arg(listener.serverPort()));
}

void TestConnectionTest::socketsTellThatNobodyListens()
{
    m_test = std::make_unique<ConnectionTest>(m_factory, std::make_shared<SocketProbe>());
    run("mongodb://127.0.0.1:1/");
    QCOMPARE(marks(), u"pF...."_s);
    QCOMPARE(m_test->stages()[1].error->code, Errc::Network);
}

void TestConnectionTest::socketsTellThatAUnixSocketIsMissing()
{
    m_test = std::make_unique<ConnectionTest>(m_factory, std::make_shared<SocketProbe>());
    run("mongodb://%2Fnowhere%2Fx.sock/");
    QCOMPARE(marks(), u"F....."_s);
}

SANDGLASS_TEST(TestConnectionTest)
} // namespace tst_services_connection_test

#include "tst_services_connection_test.moc"
