// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

#include <memory>

namespace tst_services_alert {

using namespace sandglass;
using namespace std::chrono_literals;
using services::Alert;
using services::AlertKind;
using services::AlertLimits;
using services::AlertService;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kSessions{"app", "sessions"};
const protocol::Namespace kCarts{"shop", "carts"};

} // namespace

class TestAlerts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_fixture.reset(); }
    void nothingIsReportedUnlessAskedFor();
    void documentsOverdueForTooLongAreReportedOnce();
    void itIsReportedAgainAfterItHasEnded();
    void documentsOverdueForAShortTimeAreNoAlert();
    void passesThatStandAreReportedWhileDocumentsAreOverdue();
    void passesThatStandAreNoAlertWhileNothingIsOverdue();
    void passesOfASecondaryDoNotStand();
    void aMovingPassCounterEndsTheAlert();
    void countersThatCannotBeReadDoNotStand();
    void aWaveIsReportedBeforeItComes();
    void aWaveThatIsFartherAwayIsNoAlert();
    void eachKindCanBeSwitchedOff();
    void switchingOffEndsAllAlerts();
    void aForecastOfOneCollectionLeavesTheOthersAlone();
    void aRuleThatCannotBeCountedKeepsItsAlert();
    void itAsksNothingByItself();
    void anotherServerHasAlertsOfItsOwn();
    void aLostConnectionKeepsThem();
    void limitsAreRememberedAndBroughtIntoRange();

private:
    AlertService& alerts() const { return m_fixture->set.alerts; }
    void watch(const std::function<void(AlertLimits&)>& change = {});
    void add(const protocol::Namespace& ns, int id, base::Millis age);
    void ask(std::optional<protocol::Namespace> collection = {});
    bool readCounters(std::int64_t passes);
    std::vector<AlertKind> kinds() const;

    std::unique_ptr<ServiceFixture> m_fixture;
    int m_raised = 0;
};

// A rule of an hour; documents are given by their age.
void TestAlerts::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    m_fixture->server->addIndex(kSessions, "seen", 3'600);
    m_raised = 0;
    connect(&alerts(), &AlertService::raised, this, [this] { ++m_raised; });
    QVERIFY(m_fixture->connect());
    QTRY_VERIFY(m_fixture->set.monitor.metrics());
}

void TestAlerts::watch(const std::function<void(AlertLimits&)>& change)
{
    AlertLimits limits;
    limits.on = true;
    limits.overdueAge = 600s;
    limits.waveDocuments = 2;
    if (change) {
        change(limits);
    }
    alerts().setLimits(limits);
}

void TestAlerts::add(const protocol::Namespace& ns, int id, base::Millis age)
{
    m_fixture->server->addDocument(
        ns, bson::makeDocument("_id", id, "seen", bson::Date::from(m_fixture->clock.now() - age)));
}

void TestAlerts::ask(std::optional<protocol::Namespace> collection)
{
    services::ForecastQuery query;
    query.collection = std::move(collection);
    query.horizon = 300s;
    query.zone = QTimeZone::utc();
    QVERIFY(tests::outcomeOf(m_fixture->set.forecasts.forecast(query)));
}

bool TestAlerts::readCounters(std::int64_t passes)
{
    ttl::TtlMetrics metrics;
    metrics.monitorEnabled = true;
    metrics.sleepSeconds = 60;
    metrics.deletedDocuments = 0;
    metrics.passes = passes;
    m_fixture->server->setMetrics(metrics);
    QSignalSpy changed(&m_fixture->set.monitor, &services::MonitorService::changed);
    m_fixture->set.monitor.poll();
    return QTest::qWaitFor([&] { return changed.count() > 0; });
}

std::vector<AlertKind> TestAlerts::kinds() const
{
    std::vector<AlertKind> kinds;
    for (const Alert& alert : alerts().active()) {
        kinds.push_back(alert.key.kind);
    }
    return kinds;
}

void TestAlerts::nothingIsReportedUnlessAskedFor()
{
    add(kSessions, 1, 48h);
    ask();
    QVERIFY(!alerts().limits().on);
    QVERIFY(alerts().active().empty());
    QCOMPARE(m_raised, 0);
}

void TestAlerts::documentsOverdueForTooLongAreReportedOnce()
{
    watch();
    add(kSessions, 1, 1h + 9min);
    ask();
    QVERIFY(alerts().active().empty());
    m_fixture->clock.advance(2min);
    ask();
    QVERIFY(kinds() == std::vector{AlertKind::Overdue});
    const Alert alert = alerts().active().front();
    QCOMPARE(alert.documents, std::int64_t{1});
    QCOMPARE(alert.age, std::chrono::seconds(11min));
    QCOMPARE(alert.key.index, (ttl::IndexRef{kSessions, "seen_1"}));
    m_fixture->clock.advance(20min);
    ask();
    QCOMPARE(m_raised, 1);
}

void TestAlerts::itIsReportedAgainAfterItHasEnded()
{
    watch();
    add(kSessions, 1, 2h);
    ask();
    QCOMPARE(m_raised, 1);
    QVERIFY(m_fixture->server->remove(kSessions, {bson::Value::of(std::int32_t{1})}, {}));
    ask();
    QVERIFY(alerts().active().empty());
    add(kSessions, 2, 2h);
    ask();
    QCOMPARE(m_raised, 2);
}

void TestAlerts::documentsOverdueForAShortTimeAreNoAlert()
{
    watch();
    add(kSessions, 1, 1h + 10min);
    ask();
    QCOMPARE(m_raised, 0);
    m_fixture->clock.advance(1s);
    ask();
    QCOMPARE(m_raised, 1);
}

void TestAlerts::passesThatStandAreReportedWhileDocumentsAreOverdue()
{
    watch([](AlertLimits& limits) { limits.overdueAge = 24h; });
    add(kSessions, 1, 1h + 5min);
    ask();
    m_fixture->clock.advance(129s);
    QVERIFY(readCounters(1));
    QVERIFY(alerts().active().empty());
    m_fixture->clock.advance(2s);
    QVERIFY(readCounters(1));
    QVERIFY(kinds() == std::vector{AlertKind::PassesStalled});
    QCOMPARE(alerts().active().front().documents, std::int64_t{1});
    QCOMPARE(alerts().active().front().age, std::chrono::seconds(131));
    m_fixture->clock.advance(2min);
    QVERIFY(readCounters(1));
    QCOMPARE(m_raised, 1);
}

void TestAlerts::passesThatStandAreNoAlertWhileNothingIsOverdue()
{
    watch();
    add(kSessions, 1, 1h - 10min);
    ask();
    m_fixture->clock.advance(1h);
    QVERIFY(readCounters(1));
    QCOMPARE(m_raised, 0);
}

void TestAlerts::passesOfASecondaryDoNotStand()
{
    m_fixture->makeSecondary();
    QVERIFY(m_fixture->connect());
    QTRY_VERIFY(m_fixture->set.monitor.metrics());
    QVERIFY(!m_fixture->set.connections.state().server->writable);
    watch([](AlertLimits& limits) { limits.overdueAge = 24h; });
    add(kSessions, 1, 1h + 5min);
    ask();
    m_fixture->clock.advance(1h);
    QVERIFY(readCounters(1));
    QVERIFY(alerts().active().empty());
}

void TestAlerts::aMovingPassCounterEndsTheAlert()
{
    watch([](AlertLimits& limits) { limits.overdue = false; });
    add(kSessions, 1, 2h);
    ask();
    m_fixture->clock.advance(5min);
    QVERIFY(readCounters(1));
    QCOMPARE(m_raised, 1);
    QVERIFY(readCounters(2));
    QVERIFY(alerts().active().empty());
}

void TestAlerts::countersThatCannotBeReadDoNotStand()
{
    watch([](AlertLimits& limits) { limits.overdue = false; });
    add(kSessions, 1, 2h);
    m_fixture->server->fail("ttlMetrics", base::failure(Errc::NotPermitted, "no"));
    m_fixture->clock.advance(1h);
    m_fixture->set.monitor.poll();
    QTRY_VERIFY(m_fixture->set.monitor.error());
    ask();
    QCOMPARE(m_raised, 0);
}

void TestAlerts::aWaveIsReportedBeforeItComes()
{
    watch();
    for (int id = 1; id <= 3; ++id) {
        add(kSessions, id, 0s);
    }
    ask();
    QVERIFY(kinds() == std::vector{AlertKind::Wave});
    QCOMPARE(alerts().active().front().documents, std::int64_t{3});
    QCOMPARE(m_raised, 1);
    m_fixture->clock.advance(1h);
    ask();
    // now they are overdue, and no wave any more
    QVERIFY(alerts().active().empty());
}

void TestAlerts::aWaveThatIsFartherAwayIsNoAlert()
{
    watch([](AlertLimits& limits) { limits.waveWithin = services::WaveSpan::Hour; });
    for (int id = 1; id <= 3; ++id) {
        add(kSessions, id, -1h);
    }
    ask();
    QCOMPARE(m_raised, 0);
    watch([](AlertLimits& limits) { limits.waveWithin = services::WaveSpan::Day; });
    QCOMPARE(m_raised, 1);
}

void TestAlerts::eachKindCanBeSwitchedOff()
{
    watch([](AlertLimits& limits) { limits.overdue = limits.passes = limits.wave = false; });
    add(kSessions, 1, 2h);
    for (int id = 2; id <= 4; ++id) {
        add(kSessions, id, 0s);
    }
    ask();
    m_fixture->clock.advance(5min);
    QVERIFY(readCounters(1));
    QCOMPARE(m_raised, 0);
    watch();
    QCOMPARE(m_raised, 3);
}

void TestAlerts::switchingOffEndsAllAlerts()
{
    watch();
    add(kSessions, 1, 2h);
    ask();
    const QSignalSpy changed(&alerts(), &AlertService::changed);
    watch([](AlertLimits& limits) { limits.on = false; });
    QVERIFY(alerts().active().empty());
    QCOMPARE(changed.count(), 1);
}

void TestAlerts::aForecastOfOneCollectionLeavesTheOthersAlone()
{
    m_fixture->server->addIndex(kCarts, "seen", 3'600);
    m_fixture->set.catalog.refresh();
    QTRY_COMPARE(m_fixture->set.forecasts.rules({}).size(), std::size_t{2});
    watch();
    add(kSessions, 1, 2h);
    add(kCarts, 1, 2h);
    ask();
    QCOMPARE(alerts().active().size(), std::size_t{2});
    QVERIFY(m_fixture->server->remove(kCarts, {bson::Value::of(std::int32_t{1})}, {}));
    ask(kCarts);
    QCOMPARE(alerts().active().size(), std::size_t{1});
    QCOMPARE(alerts().active().front().key.index.ns, kSessions);
}

void TestAlerts::aRuleThatCannotBeCountedKeepsItsAlert()
{
    watch();
    add(kSessions, 1, 2h);
    ask();
    m_fixture->server->fail("histogram", base::failure(Errc::Timeout, "slow"));
    ask();
    QCOMPARE(alerts().active().size(), std::size_t{1});
    QCOMPARE(m_raised, 1);
}

void TestAlerts::itAsksNothingByItself()
{
    watch();
    ask();
    const int before = m_fixture->server->allCalls();
    ask();
    const int callsOfAQuestion = m_fixture->server->allCalls() - before;
    QVERIFY(callsOfAQuestion > 0);
    m_fixture->clock.advance(12h);
    // what it had asked by itself would be seen by the time that the next question is answered
    ask();
    QCOMPARE(m_fixture->server->allCalls(), before + 2 * callsOfAQuestion);
}

void TestAlerts::anotherServerHasAlertsOfItsOwn()
{
    watch();
    add(kSessions, 1, 2h);
    ask();
    QCOMPARE(alerts().active().size(), std::size_t{1});
    m_fixture->set.connections.connectTo(QStringLiteral("mongodb://other.example/"), {}, false);
    QVERIFY(alerts().active().empty());
}

void TestAlerts::aLostConnectionKeepsThem()
{
    watch();
    add(kSessions, 1, 2h);
    ask();
    m_fixture->factory->refuse(base::failure(Errc::Network, "the cable is out"));
    m_fixture->server->fail("histogram", base::failure(Errc::Network, "the cable is out"));
    ask();
    QTRY_COMPARE(m_fixture->set.connections.state().phase, services::LinkPhase::Reconnecting);
    QCOMPARE(alerts().active().size(), std::size_t{1});
    QCOMPARE(m_raised, 1);
}

void TestAlerts::limitsAreRememberedAndBroughtIntoRange()
{
    watch([](AlertLimits& limits) {
        limits.overdueAge = 1s;
        limits.waveDocuments = -5;
        limits.waveWithin = services::WaveSpan::Hour;
        limits.passes = false;
    });
    QCOMPARE(alerts().limits().overdueAge, std::chrono::seconds(60));
    QCOMPARE(alerts().limits().waveDocuments, std::int64_t{1});
    const AlertService next({m_fixture->set.settings, m_fixture->set.connections,
                             m_fixture->set.forecasts, m_fixture->set.monitor});
    QVERIFY(next.limits() == alerts().limits());
    QVERIFY(next.limits().on);
    QVERIFY(!next.limits().passes);
}

SANDGLASS_TEST(TestAlerts)
} // namespace tst_services_alert

#include "tst_services_alert.moc"
