// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/settings/preferences_presenter.h"
#include "app/presenters/shell/status_presenter.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_presenters_status {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

class TestStatus : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachPartHasItsText();
    void whileTheCatalogueIsReadItSaysSo();
    void theLockCountsDown();
    void aLostConnectionShowsWhenItIsTriedAgain();
    void aWrongClockIsSuspicious();
    void aClockThatTheServerDoesNotTellIsNotShown();
    void theMonitorShowsLastAndNextPass();
    void anotherZoneIsRemembered();
    void preferencesStayInRange();
};

void TestStatus::eachPartHasItsText()
{
    ServiceFixture fixture;
    StatusPresenter status(fixture.set);
    QCOMPARE(status.state().connection, ConnectionPhase::Disconnected);
    QVERIFY(fixture.connect());
    QCOMPARE(status.state().connectionText, u"Local engine"_s);
    QCOMPARE(status.state().serverText, u"MongoDB 7.0.5 · Standalone"_s);
    QCOMPARE(status.state().runningTasks, 0);
    fixture.set.tasks.begin(services::TaskKind::CreateIndex, {"a", "b"}, {});
    QCOMPARE(status.state().runningTasks, 1);
}

void TestStatus::whileTheCatalogueIsReadItSaysSo()
{
    ServiceFixture fixture;
    fixture.server->addIndex({"app", "sessions"}, "seen", 300);
    StatusPresenter status(fixture.set);
    fixture.server->hold("databases");
    fixture.set.connections.connectTo(u"mongodb://fake.example/"_s, {}, false);
    QTRY_COMPARE(fixture.server->running("databases"), 1);
    QTRY_COMPARE(status.state().tasksText, u"reading the collections…"_s);
    fixture.server->hold("indexes");
    fixture.server->release("databases");
    QTRY_COMPARE(status.state().tasksText, u"reading collections: 0 of 1"_s);
    fixture.server->release("indexes");
    QTRY_COMPARE(status.state().tasksText, u"no tasks"_s);
}

void TestStatus::theLockCountsDown()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    StatusPresenter status(fixture.set);
    QCOMPARE(status.state().lockText, u"locked"_s);
    status.toggleLock();
    QCOMPARE(status.state().lockText, u"unlocked for 10:00"_s);
    fixture.clock.advance(17s + 300ms);
    status.setVisible(true);
    QCOMPARE(status.state().lockText, u"unlocked for 9:43"_s);
    fixture.clock.advance(9min + 40s);
    status.setVisible(true);
    QCOMPARE(status.state().lockText, u"unlocked for 0:03"_s);
    fixture.clock.advance(3s);
    status.setVisible(true);
    QCOMPARE(status.state().lockText, u"locked"_s);
    status.toggleLock();
    status.toggleLock();
    QVERIFY(status.state().locked);
}

void TestStatus::aLostConnectionShowsWhenItIsTriedAgain()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    fixture.set.connections.setFirstPause(8s);
    StatusPresenter status(fixture.set);
    fixture.server->fail("ttlMetrics", base::failure(Errc::Network, "gone"));
    fixture.set.monitor.poll();
    QTRY_COMPARE(status.state().connection, ConnectionPhase::Reconnecting);
    QVERIFY2(status.state().connectionText.endsWith(u"attempt 1 in 8 s"_s),
             qPrintable(status.state().connectionText));
    fixture.clock.advance(5s);
    status.setVisible(true);
    QVERIFY2(status.state().connectionText.endsWith(u"attempt 1 in 3 s"_s),
             qPrintable(status.state().connectionText));
}

void TestStatus::aWrongClockIsSuspicious()
{
    ServiceFixture fixture;
    ttl::ServerInfo info;
    info.clockOffset = -5'000ms;
    fixture.server->setInfo(info);
    QVERIFY(fixture.connect());
    StatusPresenter status(fixture.set);
    QVERIFY(status.state().clockSuspicious);
    QVERIFY(status.state().clockText.contains(u"5.0"_s));
}

void TestStatus::aClockThatTheServerDoesNotTellIsNotShown()
{
    ServiceFixture fixture;
    ttl::ServerInfo info;
    info.clockTold = false;
    fixture.server->setInfo(info);
    QVERIFY(fixture.connect());
    const StatusPresenter status(fixture.set);
    QVERIFY(!status.state().clockSuspicious);
    QCOMPARE(status.state().clockText, QString());
}

void TestStatus::theMonitorShowsLastAndNextPass()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    QTRY_VERIFY(fixture.set.monitor.metrics());
    ttl::TtlMetrics metrics;
    metrics.monitorEnabled = true;
    metrics.sleepSeconds = 60;
    metrics.passes = 2;
    fixture.server->setMetrics(metrics);
    fixture.clock.advance(30s);
    fixture.set.monitor.poll();
    QTRY_VERIFY(fixture.set.monitor.lastPassAt());
    fixture.clock.advance(12s);
    StatusPresenter status(fixture.set);
    QCOMPARE(status.state().monitor, MonitorState::Running);
    QVERIFY(status.state().monitorText.contains(u"12 s"_s));
    QVERIFY(status.state().monitorText.contains(u"48 s"_s));
}

void TestStatus::anotherZoneIsRemembered()
{
    ServiceFixture fixture;
    StatusPresenter status(fixture.set);
    QVERIFY(status.zones().contains(QByteArray("Europe/Berlin")));
    QCOMPARE(status.zones().front(), QByteArray("UTC"));
    status.setZone("Australia/Lord_Howe");
    QVERIFY(status.state().zoneText.startsWith(u"Australia/Lord_Howe"_s));
    QCOMPARE(fixture.set.settings.zoneId(), QByteArray("Australia/Lord_Howe"));
}

void TestStatus::preferencesStayInRange()
{
    ServiceFixture fixture;
    fixture.set.settings.setValue(u"display/theme"_s, 99);
    PreferencesPresenter preferences(fixture.set);
    QCOMPARE(preferences.state().theme, Theme::Dark);
    preferences.setRemoteInterval(std::chrono::seconds(0));
    QCOMPARE(preferences.state().remoteInterval, std::chrono::seconds(1));
    preferences.saveLayout(u"docks"_s, "bytes");
    QCOMPARE(preferences.layout(u"docks"_s), QByteArray("bytes"));
    QVERIFY(preferences.layout(u"other"_s).isEmpty());
}

SANDGLASS_TEST(TestStatus)
} // namespace tst_presenters_status

#include "tst_presenters_status.moc"
