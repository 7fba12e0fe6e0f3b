// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/doctor/server_checks.h"
#include "tests/support/doctor_facts.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <limits>

namespace tst_doctor_server_checks {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace ttl::doctor;
using tests::doctorRule;
using tests::healthyFacts;
using tests::lineOf;

class TestServerChecks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPausedMonitorFails();
    void aMonitorThatMayNotBeAskedIsNotPermitted();
    void aSecondaryFails();
    void aServerThatTakesNoWritesFails();
    void aClockThatIsApartWarnsAndThenFails();
    void aCounterThatMovedInTimePasses();
    void aCounterThatStandsForTwoPeriodsFails();
    void aCounterThatIsWatchedForTooShortIsNotJudged();
    void aPausedMonitorIsNotBlamedTwice();
    void theMonitorOfASecondaryIsNotBlamed();
    void aClockThatIsNotToldIsNotJudged();
    void cosmosHasNoMonitorToLookAt();
};

void TestServerChecks::aPausedMonitorFails()
{
    Facts facts = healthyFacts();
    QCOMPARE(lineOf(CheckId::MonitorOn, facts).state, State::Passed);
    facts.metrics->monitorEnabled = false;
    QCOMPARE(lineOf(CheckId::MonitorOn, facts).state, State::Failed);
    QCOMPARE(lineOf(CheckId::MonitorOn, facts).action, Action::EnableMonitor);
}

void TestServerChecks::aMonitorThatMayNotBeAskedIsNotPermitted()
{
    Facts facts = healthyFacts();
    facts.metrics->monitorEnabled.reset();
    QCOMPARE(lineOf(CheckId::MonitorOn, facts).state, State::Unknown);
    facts.notPermitted.insert(Question::MonitorParameters);
    QCOMPARE(lineOf(CheckId::MonitorOn, facts).state, State::NotPermitted);
    QCOMPARE(lineOf(CheckId::MonitorOn, facts).action, Action::AskForPrivilege);
}

void TestServerChecks::aSecondaryFails()
{
    Facts facts = healthyFacts();
    facts.server->topology = ttl::Topology::Secondary;
    facts.server->replicaSet = "rs0";
    QCOMPARE(lineOf(CheckId::Primary, facts).state, State::Passed);
    facts.server->writable = false;
    const Finding line = lineOf(CheckId::Primary, facts);
    QCOMPARE(line.state, State::Failed);
    QCOMPARE(line.evidence.topology, ttl::Topology::Secondary);
    QCOMPARE(line.evidence.detail, std::string("rs0"));
}

void TestServerChecks::aServerThatTakesNoWritesFails()
{
    Facts facts = healthyFacts();
    QCOMPARE(lineOf(CheckId::TakesWrites, facts).state, State::NotApplicable);
    facts.server->product = ttl::Product::Sandglass;
    QCOMPARE(lineOf(CheckId::TakesWrites, facts).state, State::Passed);
    facts.server->writable = false;
    facts.metrics->readOnly = {facts.now - 60s, "No space left on device"};
    const Finding line = lineOf(CheckId::TakesWrites, facts);
    QCOMPARE(line.state, State::Failed);
    QCOMPARE(line.action, Action::MakeRoom);
    QVERIFY(line.evidence.moment == facts.now - 60s);
    QCOMPARE(line.evidence.detail, std::string("No space left on device"));
    // it is not blamed for being no primary besides
    QCOMPARE(lineOf(CheckId::Primary, facts).state, State::NotApplicable);
    facts.metrics->readOnly.reset();
    facts.metrics->countersRefused = base::serverError(13, "Unauthorized", "no");
    facts.notPermitted.insert(Question::PassCounter);
    QCOMPARE(lineOf(CheckId::TakesWrites, facts).state, State::NotPermitted);
}

void TestServerChecks::aClockThatIsApartWarnsAndThenFails()
{
    Facts facts = healthyFacts();
    facts.server->clockOffset = -5s;
    QCOMPARE(lineOf(CheckId::ServerClock, facts).state, State::Passed);
    facts.server->clockOffset = -30s;
    QCOMPARE(lineOf(CheckId::ServerClock, facts).state, State::Warning);
    facts.server->clockOffset = 61s;
    const Finding line = lineOf(CheckId::ServerClock, facts);
    QCOMPARE(line.state, State::Failed);
    QCOMPARE(*line.evidence.seconds, 61);
}

void TestServerChecks::aCounterThatMovedInTimePasses()
{
    const Finding line = lineOf(CheckId::PassesMoving, healthyFacts());
    QCOMPARE(line.state, State::Passed);
    QVERIFY(*line.evidence.moment == tests::kDoctorNow - 30s);
}

void TestServerChecks::aCounterThatStandsForTwoPeriodsFails()
{
    Facts facts = healthyFacts();
    facts.passes = {facts.now - 1h, facts.now - 5min};
    const Finding line = lineOf(CheckId::PassesMoving, facts);
    QCOMPARE(line.state, State::Failed);
    QCOMPARE(*line.evidence.seconds, 300);
}

void TestServerChecks::aCounterThatIsWatchedForTooShortIsNotJudged()
{
    Facts facts = healthyFacts();
    facts.passes = {facts.now - 20s, {}};
    QCOMPARE(lineOf(CheckId::PassesMoving, facts).state, State::Unknown);
    facts.passes = {facts.now - 10min, {}};
    QCOMPARE(lineOf(CheckId::PassesMoving, facts).state, State::Failed);
    facts.earlierMetrics = facts.metrics;
    --*facts.earlierMetrics->passes;
    QCOMPARE(lineOf(CheckId::PassesMoving, facts).state, State::Passed);
}

void TestServerChecks::aPausedMonitorIsNotBlamedTwice()
{
    Facts facts = healthyFacts();
    facts.metrics->monitorEnabled = false;
    facts.passes = {facts.now - 1h, {}};
    QCOMPARE(lineOf(CheckId::PassesMoving, facts).state, State::NotApplicable);
}

void TestServerChecks::theMonitorOfASecondaryIsNotBlamed()
{
    Facts facts = healthyFacts();
    facts.passes = {facts.now - 1h, {}};
    QCOMPARE(lineOf(CheckId::PassesMoving, facts).state, State::Failed);
    facts.server->writable = false;
    QCOMPARE(lineOf(CheckId::PassesMoving, facts).state, State::NotApplicable);
}

void TestServerChecks::aClockThatIsNotToldIsNotJudged()
{
    Facts facts = healthyFacts();
    facts.server->clockTold = false;
    QCOMPARE(lineOf(CheckId::ServerClock, facts).state, State::Unknown);
}

void TestServerChecks::cosmosHasNoMonitorToLookAt()
{
    Facts facts = healthyFacts();
    facts.server->product = ttl::Product::CosmosDb;
    facts.metrics.reset();
    QCOMPARE(lineOf(CheckId::MonitorOn, facts).state, State::NotApplicable);
    QCOMPARE(lineOf(CheckId::PassesMoving, facts).state, State::NotApplicable);
}

SANDGLASS_TEST(TestServerChecks)
} // namespace tst_doctor_server_checks

#include "tst_doctor_server_checks.moc"
