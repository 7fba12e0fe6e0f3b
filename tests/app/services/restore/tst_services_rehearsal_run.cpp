// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/event_order.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <memory>
#include <utility>

namespace tst_services_rehearsal_run {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::ProposedChange;
using services::RehearsalPlan;
using services::RehearsalRun;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kCarts{"shop", "carts"};
const Error kRefused = base::serverError(67, "CannotCreateIndex", "not here");

/// The copy: a fake server with a rule of an hour, and the run of a rehearsal of it.
struct Copy : ServiceFixture
{
    std::unique_ptr<RehearsalRun> run;

    explicit Copy(ProposedChange change = {})
    {
        server->addIndex(kCarts, "seen", 3'600);
        RehearsalPlan plan;
        plan.rate = services::kHourASecond;
        plan.change = std::move(change);
        run = std::make_unique<RehearsalRun>(std::move(plan), set.connections, set.indexes);
    }
    /// How often the monitor was let go.
    int monitorStarts() const
    {
        const auto all = server->commands();
        return static_cast<int>(std::ranges::count_if(all, [](const bson::Document& command) {
            return command["ttlMonitorEnabled"].toBool();
        }));
    }
    std::int64_t seconds() const
    {
        return server->collection(kCarts).indexes.back().expireAfterSeconds.value_or(-1);
    }
};

services::ProposedIndexChange toAMinute()
{
    ttl::IndexSpec before = tests::makeIndex("seen_1", bson::makeDocument("seen", 1));
    before.expireAfterSeconds = 3'600;
    return {{{kCarts, "seen_1"}, 60, {}}, before};
}

ttl::TtlIndexSpec newIndex()
{
    return {kCarts, "paid_1", bson::makeDocument("paid", 1), 60, {}, false};
}

} // namespace

class TestRehearsalRun : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingHappensBeforeTheCopyIsOpen();
    void withoutAChangeOnlyTheMonitorIsLetGo();
    void aNewIndexIsMadeBeforeAnythingIsDeleted();
    void aChangeIsMadeBeforeAnythingIsDeleted();
    void aRefusedChangeIsKnownAndTheMonitorStillGoes();
    void aRefusedMonitorIsKnown();
    void theChangeIsMadeOnceHoweverOftenItConnects();
    void aMonitorThatGoesAfterAllIsNoErrorAnyMore();
    void aRefusedChangeStaysKnownAfterAnotherConnection();
    void aLostCopyIsAnError();
};

void TestRehearsalRun::nothingHappensBeforeTheCopyIsOpen()
{
    Copy copy(toAMinute());
    QVERIFY(tests::earlierEventsHaveRun());
    QCOMPARE(copy.server->allCalls(), 0);
    QVERIFY(!copy.run->error());
    QCOMPARE(copy.run->plan().rate, 3'600);
}

void TestRehearsalRun::withoutAChangeOnlyTheMonitorIsLetGo()
{
    Copy copy;
    QVERIFY(copy.connect());
    QCOMPARE(copy.monitorStarts(), 0); // not before the window shows the data as they are
    QTRY_COMPARE(copy.monitorStarts(), 1);
    QCOMPARE(copy.server->calls("changeIndex") + copy.server->calls("createIndex"), 0);
    QVERIFY(copy.set.journal.entries().empty());
}

void TestRehearsalRun::aNewIndexIsMadeBeforeAnythingIsDeleted()
{
    Copy copy(newIndex());
    QVERIFY(copy.connect());
    QTRY_COMPARE(copy.server->calls("createIndex"), 1);
    QCOMPARE(copy.monitorStarts(), 0);
    QTRY_COMPARE(copy.monitorStarts(), 1);
    QCOMPARE(copy.server->collection(kCarts).indexes.back().name, std::string("paid_1"));
    QVERIFY(!copy.run->error());
}

void TestRehearsalRun::aChangeIsMadeBeforeAnythingIsDeleted()
{
    Copy copy(toAMinute());
    copy.server->hold("changeIndex");
    QVERIFY(copy.connect());
    QTRY_COMPARE(copy.server->running("changeIndex"), 1);
    QCOMPARE(copy.monitorStarts(), 0); // however long the change takes
    copy.server->release("changeIndex");
    QTRY_COMPARE(copy.seconds(), 60);
    QTRY_COMPARE(copy.monitorStarts(), 1);
}

void TestRehearsalRun::aRefusedChangeIsKnownAndTheMonitorStillGoes()
{
    Copy copy(newIndex());
    QSignalSpy changed(copy.run.get(), &RehearsalRun::changed);
    copy.server->fail("createIndex", kRefused);
    QVERIFY(copy.connect());
    QTRY_COMPARE(changed.count(), 1);
    QCOMPARE(copy.run->error()->serverCode, 67);
    QTRY_COMPARE(copy.monitorStarts(), 1);
    QCOMPARE(copy.run->error()->serverCode, 67);
}

void TestRehearsalRun::aRefusedMonitorIsKnown()
{
    Copy copy;
    copy.server->fail("runCommand", base::serverError(13, "Unauthorized", "no"));
    QVERIFY(copy.connect());
    QTRY_VERIFY(copy.run->error());
    QCOMPARE(copy.run->error()->serverCode, 13);
}

void TestRehearsalRun::theChangeIsMadeOnceHoweverOftenItConnects()
{
    Copy copy(toAMinute());
    QVERIFY(copy.connect());
    QTRY_COMPARE(copy.monitorStarts(), 1);
    QVERIFY(copy.connect()); // the engine was restarted; its monitor is off again
    QTRY_COMPARE(copy.monitorStarts(), 2);
    QCOMPARE(copy.server->calls("changeIndex"), 1);
}

void TestRehearsalRun::aMonitorThatGoesAfterAllIsNoErrorAnyMore()
{
    Copy copy;
    copy.server->failOnce("runCommand", base::failure(Errc::Timeout, "too slow"));
    QVERIFY(copy.connect());
    QTRY_VERIFY(copy.run->error());
    QSignalSpy changed(copy.run.get(), &RehearsalRun::changed);
    QVERIFY(copy.connect());
    QTRY_COMPARE(copy.monitorStarts(), 1);
    QTRY_VERIFY(!copy.run->error());
    QCOMPARE(changed.count(), 1);
}

void TestRehearsalRun::aRefusedChangeStaysKnownAfterAnotherConnection()
{
    Copy copy(newIndex());
    copy.server->fail("createIndex", kRefused);
    QVERIFY(copy.connect());
    QTRY_COMPARE(copy.monitorStarts(), 1);
    QVERIFY(copy.connect());
    QTRY_COMPARE(copy.monitorStarts(), 2);
    QVERIFY(tests::earlierEventsHaveRun());
    QCOMPARE(copy.run->error()->serverCode, 67); // it was not made after all
}

void TestRehearsalRun::aLostCopyIsAnError()
{
    Copy copy;
    QVERIFY(copy.connect());
    copy.set.connections.disconnectNow();
    QTRY_VERIFY(copy.run->error());
    QCOMPARE(copy.run->error()->code, Errc::Network);
    QCOMPARE(copy.monitorStarts(), 0);
}

SANDGLASS_TEST(TestRehearsalRun)
} // namespace tst_services_rehearsal_run

#include "tst_services_rehearsal_run.moc"
