// SPDX-License-Identifier: GPL-3.0-or-later
// An attempt to connect that is given up or refused: what the window has stays as it was.
#include "app/presenters/connections/connect_attempt.h"
#include "app/presenters/connections/connect_form_presenter.h"
#include "app/presenters/connections/connection_presenter.h"
#include "app/presenters/shell/servers.h"
#include "app/presenters/shell/workspace.h"
#include "tests/support/several_servers.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_presenters_connect_attempt {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kLogs{"ops", "logs"};

} // namespace

class TestConnectAttempt : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cancellingKeepsTheConnectionThatWasToBeReplaced();
    void aRefusedReplacementKeepsTheConnection();
    void aCancelledFirstConnectionLeavesNoFailure();
    void theBoxDecidesAgainForTheNextAttempt();
};

void TestConnectAttempt::cancellingKeepsTheConnectionThatWasToBeReplaced()
{
    ServiceFixture fixture;
    Servers servers(fixture.set);
    QVERIFY(fixture.connect(false));
    fixture.set.connections.unlock();
    const std::uint64_t before = fixture.set.connections.generation();
    QSignalSpy gone(&fixture.set.connections, &services::ConnectionService::disconnected);
    const auto slow = tests::makeServer(fixture, "ops", kLogs);
    slow->hold("serverInfo");
    ConnectFormPresenter& form = servers.current().connectForm();
    form.setUri(u"mongodb://ops.example/"_s);
    form.connectNow(false);
    QCOMPARE(form.attempt().state().phase, ConnectionPhase::Connecting);
    form.attempt().abandon();
    slow->release("serverInfo");
    QCOMPARE(servers.all().size(), std::size_t{1});
    QVERIFY(fixture.set.connections.isConnected());
    QVERIFY(!fixture.set.connections.isLocked());
    QCOMPARE(fixture.set.connections.generation(), before);
    QCOMPARE(gone.count(), 0);
    QCOMPARE(servers.current().serverName(), u"fake.example:27017"_s);
}

void TestConnectAttempt::aRefusedReplacementKeepsTheConnection()
{
    ServiceFixture fixture;
    Servers servers(fixture.set);
    QVERIFY(fixture.connect(false));
    fixture.factory->refuse("ops.example", base::failure(Errc::Network, "connection refused"));
    ConnectFormPresenter& form = servers.current().connectForm();
    form.setUri(u"mongodb://ops.example/"_s);
    form.connectNow(false);
    QTRY_COMPARE_WITH_TIMEOUT(form.attempt().state().phase, ConnectionPhase::Failed, 30'000);
    QVERIFY(form.attempt().state().failure);
    // the window has nothing to tell: its own connection is as it was
    QVERIFY(fixture.set.connections.isConnected());
    QVERIFY(!fixture.set.connections.state().error);
    form.attempt().abandon();
    QCOMPARE(servers.all().size(), std::size_t{1});
    QVERIFY(fixture.set.connections.isConnected());
}

void TestConnectAttempt::aCancelledFirstConnectionLeavesNoFailure()
{
    ServiceFixture fixture;
    Servers servers(fixture.set);
    fixture.factory->refuse("ops.example", base::failure(Errc::Network, "connection refused"));
    ConnectFormPresenter& form = servers.current().connectForm();
    form.setUri(u"mongodb://ops.example/"_s);
    form.connectNow(false);
    QTRY_COMPARE_WITH_TIMEOUT(form.attempt().state().phase, ConnectionPhase::Failed, 30'000);
    form.attempt().abandon();
    QCOMPARE(fixture.set.connections.state().phase, services::LinkPhase::Disconnected);
    QVERIFY(!fixture.set.connections.state().error);
}

void TestConnectAttempt::theBoxDecidesAgainForTheNextAttempt()
{
    ServiceFixture fixture;
    Servers servers(fixture.set);
    QVERIFY(fixture.connect(false));
    tests::makeServer(fixture, "ops", kLogs);
    fixture.factory->refuse("typo.example", base::failure(Errc::Network, "no"));
    ConnectFormPresenter& form = servers.current().connectForm();
    form.setUri(u"mongodb://typo.example/"_s);
    form.connectNow(false);
    QTRY_COMPARE_WITH_TIMEOUT(form.attempt().state().phase, ConnectionPhase::Failed, 30'000);
    form.setUri(u"mongodb://ops.example/"_s);
    form.connectNow(true);
    QTRY_COMPARE_WITH_TIMEOUT(form.attempt().state().phase, ConnectionPhase::Connected, 30'000);
    form.attempt().finish();
    QCOMPARE(servers.all().size(), std::size_t{2});
    QVERIFY(fixture.set.connections.state().safeUri.contains(u"fake.example"_s));
}

SANDGLASS_TEST(TestConnectAttempt)
} // namespace tst_presenters_connect_attempt

#include "tst_presenters_connect_attempt.moc"
