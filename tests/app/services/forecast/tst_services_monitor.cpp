// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_services_monitor {

using namespace sandglass;
using namespace std::chrono_literals;
using services::MonitorService;
using tests::ServiceFixture;

class TestMonitor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aMovingPassCounterShowsWhenTheLastPassWas();
    void theRateComesFromTheCounterOverTime();
    void beforeAPassNoDeletionIsNoRate();
    void whereTheServerTellsThePassIsKnownAtOnce();
    void twoReadingsCloseTogetherGiveNoRate();
    void aCounterThatFellStartsAnew();
    void aFallenPassCounterShowsARestartToo();
    void theCountersOfTwoProcessesAreNotCompared();
    void aClockThatWasSetBackStartsTheReadingsAnew();
    void readingsOlderThanAnHourGo();
    void aMissingPermissionIsKeptAndNotAskedAgain();

private:
    static bool read(ServiceFixture& fixture, std::int64_t deleted, std::int64_t passes,
                     const std::string& process = {});
};

bool TestMonitor::read(ServiceFixture& fixture, std::int64_t deleted, std::int64_t passes,
                       const std::string& process)
{
    ttl::TtlMetrics metrics;
    metrics.monitorEnabled = true;
    metrics.sleepSeconds = 60;
    metrics.deletedDocuments = deleted;
    metrics.passes = passes;
    metrics.process = process;
    fixture.server->setMetrics(metrics);
    QSignalSpy changed(&fixture.set.monitor, &MonitorService::changed);
    fixture.set.monitor.poll();
    // the answer may be there before poll() returns
    return QTest::qWaitFor([&] { return changed.count() > 0; });
}

void TestMonitor::aMovingPassCounterShowsWhenTheLastPassWas()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    QTRY_VERIFY(fixture.set.monitor.metrics());
    QVERIFY(!fixture.set.monitor.lastPassAt());
    fixture.clock.advance(30s);
    QVERIFY(read(fixture, 0, 2));
    QCOMPARE(*fixture.set.monitor.lastPassAt(), fixture.clock.now());
    const base::Time pass = fixture.clock.now();
    fixture.clock.advance(30s);
    QVERIFY(read(fixture, 0, 2));
    QCOMPARE(*fixture.set.monitor.lastPassAt(), pass);
}

void TestMonitor::theRateComesFromTheCounterOverTime()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    QTRY_VERIFY(fixture.set.monitor.metrics());
    fixture.clock.advance(2min);
    QVERIFY(read(fixture, 600, 3));
    QCOMPARE(*fixture.set.monitor.deletionsPerMinute(5min), 300.0);
}

void TestMonitor::beforeAPassNoDeletionIsNoRate()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    QTRY_VERIFY(fixture.set.monitor.metrics());
    fixture.clock.advance(30s);
    QVERIFY(read(fixture, 0, 1));
    QVERIFY(!fixture.set.monitor.deletionsPerMinute(5min));
    fixture.clock.advance(30s);
    QVERIFY(read(fixture, 0, 2));
    QCOMPARE(*fixture.set.monitor.deletionsPerMinute(5min), 0.0); // a pass found nothing
    // what was deleted shows that a pass is under way
    fixture.clock.advance(30s);
    QVERIFY(read(fixture, 90, 2));
    QCOMPARE(*fixture.set.monitor.deletionsPerMinute(5min), 60.0);
}

void TestMonitor::whereTheServerTellsThePassIsKnownAtOnce()
{
    ServiceFixture fixture;
    ttl::TtlMetrics metrics;
    metrics.passes = 7;
    metrics.deletedDocuments = 5;
    metrics.lastPassEndedAt = fixture.clock.now() - 20s;
    fixture.server->setMetrics(metrics);
    QVERIFY(fixture.connect());
    QTRY_VERIFY(fixture.set.monitor.metrics());
    QCOMPARE(*fixture.set.monitor.lastPassAt(), fixture.clock.now() - 20s);
}

void TestMonitor::twoReadingsCloseTogetherGiveNoRate()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    QTRY_VERIFY(fixture.set.monitor.metrics());
    fixture.clock.advance(1s);
    QVERIFY(read(fixture, 600, 3));
    QVERIFY(!fixture.set.monitor.deletionsPerMinute(5min));
}

void TestMonitor::aCounterThatFellStartsAnew()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    QTRY_VERIFY(fixture.set.monitor.metrics());
    fixture.clock.advance(1min);
    QVERIFY(read(fixture, 600, 3));
    fixture.clock.advance(1min);
    QVERIFY(read(fixture, 5, 1));
    QCOMPARE(fixture.set.monitor.readings().size(), std::size_t{1});
}

// More may have been deleted since the restart than before it.
void TestMonitor::aFallenPassCounterShowsARestartToo()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    QTRY_VERIFY(fixture.set.monitor.metrics());
    fixture.clock.advance(1min);
    QVERIFY(read(fixture, 600, 30));
    QVERIFY(fixture.set.monitor.lastPassAt());
    fixture.clock.advance(1min);
    QVERIFY(read(fixture, 9'000, 1));
    QVERIFY(!fixture.set.monitor.deletionsPerMinute(5min));
    // the pass was one of the process that is gone
    QVERIFY(!fixture.set.monitor.lastPassAt());
    QCOMPARE(*fixture.set.monitor.watchedSince(), fixture.clock.now());
    fixture.clock.advance(1min);
    QVERIFY(read(fixture, 9'060, 2));
    QCOMPARE(*fixture.set.monitor.deletionsPerMinute(5min), 60.0);
}

void TestMonitor::theCountersOfTwoProcessesAreNotCompared()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    QTRY_VERIFY(fixture.set.monitor.metrics());
    QVERIFY(read(fixture, 600, 30, "a.example:27017 7"));
    fixture.clock.advance(1min);
    // another member, which was the primary once, has counted more
    QVERIFY(read(fixture, 1'000'000, 90'000, "b.example:27017 7"));
    QVERIFY(!fixture.set.monitor.deletionsPerMinute(5min));
    QVERIFY(!fixture.set.monitor.lastPassAt());
    QCOMPARE(fixture.set.monitor.readings().size(), std::size_t{1});
    // a server that does not name itself once is not another one
    fixture.clock.advance(1min);
    QVERIFY(read(fixture, 1'000'030, 90'001));
    QCOMPARE(*fixture.set.monitor.deletionsPerMinute(5min), 30.0);
}

void TestMonitor::aClockThatWasSetBackStartsTheReadingsAnew()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    QTRY_VERIFY(fixture.set.monitor.metrics());
    QVERIFY(read(fixture, 600, 3));
    QVERIFY(fixture.set.monitor.lastPassAt());
    fixture.clock.set(fixture.clock.now() - 2h);
    QVERIFY(read(fixture, 660, 4));
    QCOMPARE(fixture.set.monitor.readings().size(), std::size_t{1});
    // both would be moments to come
    QVERIFY(!fixture.set.monitor.lastPassAt());
    QCOMPARE(*fixture.set.monitor.watchedSince(), fixture.clock.now());
    fixture.clock.advance(1min);
    QVERIFY(read(fixture, 700, 5));
    QCOMPARE(*fixture.set.monitor.deletionsPerMinute(5min), 40.0);
}

void TestMonitor::readingsOlderThanAnHourGo()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    QTRY_VERIFY(fixture.set.monitor.metrics());
    fixture.clock.advance(2h);
    QVERIFY(read(fixture, 600, 3));
    QCOMPARE(fixture.set.monitor.readings().size(), std::size_t{1});
}

void TestMonitor::aMissingPermissionIsKeptAndNotAskedAgain()
{
    ServiceFixture fixture;
    fixture.server->fail("ttlMetrics", base::failure(Errc::NotPermitted, "no"));
    QVERIFY(fixture.connect());
    QTRY_VERIFY(fixture.set.monitor.error());
    QVERIFY(!fixture.set.monitor.isPolling());
}

SANDGLASS_TEST(TestMonitor)
} // namespace tst_services_monitor

#include "tst_services_monitor.moc"
