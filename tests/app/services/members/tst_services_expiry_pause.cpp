// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/journal/journal_service.h"
#include "app/services/members/member_service.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_services_expiry_pause {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::ExpiryPause;
using services::JournalKind;
using services::JournalStatus;
using tests::ServiceFixture;
using tests::waitFor;

namespace {

const std::string kFirst = "a.example:27017";

ttl::MemberStatus primary()
{
    ttl::MemberStatus status;
    status.state = ttl::MemberState::Primary;
    status.replicaSet = "rs0";
    status.metrics.monitorEnabled = true;
    return status;
}

/// A connection to a set whose first member is the primary.
struct PausableSet : ServiceFixture
{
    PausableSet() { server->deployment.answer(kFirst, primary()); }

    bool monitorIsOn() const { return *server->deployment.status(kFirst).metrics.monitorEnabled; }
    const std::vector<ExpiryPause>& pauses() { return set.members.pauses(); }
    Result<void> pause() { return waitFor(set.members.pauseExpiry(kFirst)); }
    Result<void> resume() { return waitFor(set.members.resumeExpiry(kFirst)); }
    JournalStatus lastStatus() const { return set.journal.entries().back().status; }
};

} // namespace

class TestExpiryPause : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pausingSwitchesTheMonitorOffAndRemembersThatItWasOn()
    {
        PausableSet fixture;
        QVERIFY(fixture.connect());
        QVERIFY(fixture.pause());
        QVERIFY(!fixture.monitorIsOn());
        QCOMPARE(fixture.pauses().size(), std::size_t{1});
        const ExpiryPause& pause = fixture.pauses().front();
        QCOMPARE(pause.host, kFirst);
        QCOMPARE(pause.set, std::string("rs0"));
        QVERIFY(pause.former);
        QVERIFY(pause.confirmed);
        QCOMPARE(pause.since, fixture.clock.now());
        const services::JournalEntry& entry = fixture.set.journal.entries().back();
        QCOMPARE(entry.kind, JournalKind::PauseExpiry);
        QCOMPARE(entry.status, JournalStatus::Succeeded);
        QCOMPARE(entry.index, kFirst);
        QCOMPARE(entry.command["ttlMonitorEnabled"].asBool(), false);
    }

    void resumingGivesTheFormerValueBack()
    {
        PausableSet fixture;
        QVERIFY(fixture.connect());
        QVERIFY(fixture.pause());
        QVERIFY(fixture.resume());
        QVERIFY(fixture.monitorIsOn());
        QVERIFY(fixture.pauses().empty());
        QCOMPARE(fixture.set.journal.entries().back().kind, JournalKind::ResumeExpiry);
    }

    void aPauseIsKnownToTheNextRun()
    {
        PausableSet fixture;
        QVERIFY(fixture.connect());
        QVERIFY(fixture.pause());
        services::Services next(
            services::ServicesOptions{fixture.folder.path(), fixture.factory, {}}, fixture.clock);
        QCOMPARE(next.set().members.pauses(), fixture.pauses());
        QVERIFY(!next.set().members.isHere(fixture.pauses().front())); // not connected
    }

    void aMonitorThatIsOffAlreadyIsNotPaused()
    {
        PausableSet fixture;
        ttl::MemberStatus off = primary();
        off.metrics.monitorEnabled = false;
        fixture.server->deployment.answer(kFirst, off);
        QVERIFY(fixture.connect());
        QCOMPARE(fixture.pause().error().code, Errc::Conflict);
        QVERIFY(fixture.pauses().empty());
        QCOMPARE(fixture.server->calls("setMonitor"), 0);
    }

    void aMonitorThatCannotBeReadIsNotPaused()
    {
        PausableSet fixture;
        ttl::MemberStatus hidden = primary();
        hidden.metrics.monitorEnabled.reset();
        hidden.metrics.parametersRefused = base::serverError(13, "Unauthorized", "not authorized");
        fixture.server->deployment.answer(kFirst, hidden);
        QVERIFY(fixture.connect());
        QCOMPARE(fixture.pause().error().serverCode, 13);
        QVERIFY(fixture.pauses().empty());
        QCOMPARE(fixture.server->calls("setMonitor"), 0);
    }

    void aLockedConnectionSendsNothing()
    {
        PausableSet fixture;
        QVERIFY(fixture.connect(false));
        QCOMPARE(fixture.pause().error().code, Errc::NotPermitted);
        QCOMPARE(fixture.server->calls("setMonitor"), 0);
        QVERIFY(fixture.pauses().empty());
    }

    void aRefusedSwitchLeavesNoPause()
    {
        PausableSet fixture;
        QVERIFY(fixture.connect());
        fixture.server->fail("setMonitor", base::serverError(13, "Unauthorized", "no"));
        QCOMPARE(fixture.pause().error().serverCode, 13);
        QVERIFY(fixture.pauses().empty());
        QCOMPARE(fixture.lastStatus(), JournalStatus::Failed);
    }

    void anIgnoredSwitchIsAConflict()
    {
        PausableSet fixture;
        fixture.server->deployment.ignoreSwitches();
        QVERIFY(fixture.connect());
        QCOMPARE(fixture.pause().error().code, Errc::Conflict);
        QVERIFY(fixture.pauses().empty());
        QCOMPARE(fixture.lastStatus(), JournalStatus::Failed);
    }

    void aLostAnswerIsReadBack()
    {
        PausableSet fixture;
        QVERIFY(fixture.connect());
        fixture.server->loseAnswer("setMonitor");
        QVERIFY(fixture.pause());
        QVERIFY(fixture.pauses().front().confirmed);
        QCOMPARE(fixture.lastStatus(), JournalStatus::Succeeded);
        QVERIFY(fixture.set.journal.entries().back().verifiedLater);
        QVERIFY(fixture.set.connections.isConnected()); // one member is not the connection
    }

    void aLostCommandThatWasNotExecutedLeavesNoPause()
    {
        PausableSet fixture;
        QVERIFY(fixture.connect());
        fixture.server->failOnce("setMonitor", base::failure(Errc::Network, "reset"));
        QVERIFY(!fixture.pause());
        QVERIFY(fixture.pauses().empty());
        QCOMPARE(fixture.lastStatus(), JournalStatus::Failed);
    }

    void anOutcomeThatCannotBeReadStaysAPauseUntilItCan()
    {
        PausableSet fixture;
        fixture.set.outcomes.setFirstPause(1ms);
        QVERIFY(fixture.connect());
        fixture.server->hold("setMonitor");
        const QFuture<Result<void>> pausing = fixture.set.members.pauseExpiry(kFirst);
        QTRY_COMPARE(fixture.server->running("setMonitor"), 1);
        fixture.server->loseAnswer("setMonitor");
        fixture.server->fail("memberStatus", base::failure(Errc::Network, "unreachable"));
        fixture.server->release("setMonitor");
        QCOMPARE(waitFor(pausing).error().code, Errc::OutcomeUnknown);
        QCOMPARE(fixture.pauses().size(), std::size_t{1});
        QVERIFY(!fixture.pauses().front().confirmed);
        QCOMPARE(fixture.lastStatus(), JournalStatus::Unknown);
        fixture.server->fail("memberStatus", {});
        QVERIFY(fixture.connect());
        QTRY_VERIFY(fixture.pauses().front().confirmed);
        QTRY_COMPARE(fixture.lastStatus(), JournalStatus::Succeeded);
    }

    void aServerThatHasRestartedIsNoLongerPaused()
    {
        PausableSet fixture;
        QVERIFY(fixture.connect());
        QVERIFY(fixture.pause());
        fixture.server->deployment.answer(kFirst, primary());
        QVERIFY(fixture.connect());
        QTRY_VERIFY(fixture.pauses().empty());
    }

    void anotherSetUnderTheSameNameIsNotResumed()
    {
        PausableSet fixture;
        QVERIFY(fixture.connect());
        QVERIFY(fixture.pause());
        ttl::MemberStatus other = primary();
        other.replicaSet = "rs1";
        other.metrics.monitorEnabled = false;
        fixture.server->deployment.answer(kFirst, other);
        QCOMPARE(fixture.resume().error().code, Errc::Conflict);
        QCOMPARE(fixture.server->calls("setMonitor"), 1);
        QCOMPARE(fixture.pauses().size(), std::size_t{1});
    }

    void aFailedResumeKeepsThePause()
    {
        PausableSet fixture;
        QVERIFY(fixture.connect());
        QVERIFY(fixture.pause());
        fixture.server->fail("setMonitor", base::serverError(13, "Unauthorized", "no"));
        QVERIFY(!fixture.resume());
        QCOMPARE(fixture.pauses().size(), std::size_t{1});
    }

    void thePauseOfAnotherServerStaysListed()
    {
        PausableSet fixture;
        QVERIFY(fixture.connect());
        QVERIFY(fixture.pause());
        fixture.set.connections.connectTo(u"mongodb://other.example/"_s, {}, false);
        QTRY_VERIFY(fixture.set.connections.isConnected());
        QCOMPARE(fixture.pauses().size(), std::size_t{1});
        QVERIFY(!fixture.set.members.isHere(fixture.pauses().front()));
        QCOMPARE(fixture.resume().error().code, Errc::NotFound);
    }
};

SANDGLASS_TEST(TestExpiryPause)
} // namespace tst_services_expiry_pause

#include "tst_services_expiry_pause.moc"
