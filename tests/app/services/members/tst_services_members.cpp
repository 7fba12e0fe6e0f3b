// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/members/member_service.h"
#include "app/services/members/shard_overdue_count.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_services_members {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::MemberReading;
using tests::ServiceFixture;
using ttl::MemberState;

namespace {

const protocol::Namespace kSessions{"app", "sessions"};

ttl::MemberStatus statusOf(MemberState state)
{
    ttl::MemberStatus status;
    status.state = state;
    status.replicaSet = "rs0";
    status.metrics.monitorEnabled = true;
    status.metrics.passes = 7;
    return status;
}

/// A set of three members, of which "a" is the primary.
struct ThreeMembers : ServiceFixture
{
    ThreeMembers() { elect("a"); }

    void elect(const std::string& primary)
    {
        ttl::MemberList list;
        list.kind = ttl::ClusterKind::ReplicaSet;
        list.set = "rs0";
        for (const std::string& host : {std::string("a"), std::string("b"), std::string("c")}) {
            const MemberState state
                = host == primary ? MemberState::Primary : MemberState::Secondary;
            const base::Time written = clock.now() - (host == "c" ? 42s : 0s);
            list.members.push_back({host, {}, state, written});
            server->deployment.answer(host, statusOf(state));
        }
        server->deployment.set(list);
    }
    bool read()
    {
        set.members.refresh();
        return QTest::qWaitFor([this] { return !set.members.isReading(); });
    }
    const MemberReading& member(std::size_t at) { return set.members.members().at(at); }
};

} // namespace

class TestMembers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyMemberSaysWhatItIsAndWhetherItDeletes()
    {
        ThreeMembers fixture;
        QVERIFY(fixture.connect());
        QVERIFY(fixture.read());
        QCOMPARE(fixture.set.members.kind(), ttl::ClusterKind::ReplicaSet);
        QCOMPARE(fixture.set.members.set(), std::string("rs0"));
        QCOMPARE(fixture.set.members.members().size(), std::size_t{3});
        QVERIFY(fixture.member(0).answer()->deletes());
        QVERIFY(!fixture.member(1).answer()->deletes());
        QCOMPARE(fixture.member(2).answer()->metrics.passes, std::optional<std::int64_t>(7));
    }

    void theLagIsThatBehindThePrimary()
    {
        ThreeMembers fixture;
        QVERIFY(fixture.connect());
        QVERIFY(fixture.read());
        QVERIFY(!fixture.member(0).lag);
        QCOMPARE(fixture.member(1).lag, std::optional(0s));
        QCOMPARE(fixture.member(2).lag, std::optional(42s));
    }

    void withoutTheViewOfTheSetTheLagComesFromTheMembersThemselves()
    {
        ThreeMembers fixture;
        ttl::MemberList list = fixture.server->deployment.list();
        for (ttl::Member& member : list.members) {
            member.lastWrite.reset();
            member.state = MemberState::Unknown;
        }
        list.refused = base::serverError(13, "Unauthorized", "no");
        fixture.server->deployment.set(list);
        ttl::MemberStatus primary = statusOf(MemberState::Primary);
        primary.lastWrite = fixture.clock.now();
        fixture.server->deployment.answer("a", primary);
        ttl::MemberStatus behind = statusOf(MemberState::Secondary);
        behind.lastWrite = fixture.clock.now() - 5s;
        fixture.server->deployment.answer("b", behind);
        QVERIFY(fixture.connect());
        QVERIFY(fixture.read());
        QCOMPARE(fixture.set.members.refused()->serverCode, 13);
        QCOMPARE(fixture.member(1).lag, std::optional(5s));
        QVERIFY(!fixture.member(2).lag);
    }

    void anUnreachableMemberIsAnErrorOfThatMemberOnly()
    {
        ThreeMembers fixture;
        fixture.server->deployment.answer("b", base::failure(Errc::Network, "refused"));
        QVERIFY(fixture.connect());
        QVERIFY(fixture.read());
        QCOMPARE(fixture.member(1).status->error().code, Errc::Network);
        QCOMPARE(fixture.member(1).state(), MemberState::Secondary); // as its set sees it
        QVERIFY(fixture.member(0).answer());
        QVERIFY(fixture.member(2).answer());
        QVERIFY(fixture.set.connections.isConnected());
    }

    void anUnreachablePrimaryIsNotCalledPrimary()
    {
        ThreeMembers fixture;
        fixture.server->deployment.answer("a", base::failure(Errc::Network, "refused"));
        QVERIFY(fixture.connect());
        QVERIFY(fixture.read());
        QCOMPARE(fixture.member(0).state(), MemberState::Unknown);
    }

    void aListThatCannotBeReadIsAnError()
    {
        ThreeMembers fixture;
        fixture.server->fail("members", base::failure(Errc::Timeout, "slow"));
        QVERIFY(fixture.connect());
        QVERIFY(fixture.read());
        QCOMPARE(fixture.set.members.error()->code, Errc::Timeout);
        QVERIFY(fixture.set.members.members().empty());
        fixture.server->fail("members", {});
        QVERIFY(fixture.read());
        QVERIFY(!fixture.set.members.error());
        QCOMPARE(fixture.set.members.members().size(), std::size_t{3});
    }

    void aFailOverBetweenTwoReadingsIsNoticed()
    {
        ThreeMembers fixture;
        QVERIFY(fixture.connect());
        QVERIFY(fixture.read());
        QVERIFY(!fixture.set.members.failOver());
        fixture.elect("b");
        QVERIFY(fixture.read());
        QVERIFY(fixture.set.members.failOver());
        QCOMPARE(fixture.set.members.failOver()->from, std::string("a"));
        QCOMPARE(fixture.set.members.failOver()->to, std::string("b"));
        QVERIFY(!fixture.member(0).answer()->deletes());
        QVERIFY(fixture.member(1).answer()->deletes());
    }

    void aNewConnectionForgetsTheMembersOfTheLast()
    {
        ThreeMembers fixture;
        QVERIFY(fixture.connect());
        QVERIFY(fixture.read());
        fixture.set.connections.disconnectNow();
        QVERIFY(fixture.set.members.members().empty());
    }

    void aHiddenScreenAsksNobody()
    {
        ThreeMembers fixture;
        QVERIFY(fixture.connect());
        fixture.set.members.setVisible(true);
        QTRY_COMPARE(fixture.server->calls("memberStatus"), 3);
        fixture.set.members.setVisible(false);
        QTRY_VERIFY(!fixture.set.members.isReading());
        QVERIFY(fixture.connect());
        QVERIFY(!fixture.set.members.isReading());
        QCOMPARE(fixture.server->calls("members"), 1);
    }

    void aVisibleScreenAsksAgainAndAgain()
    {
        ThreeMembers fixture;
        fixture.set.members.setPause(1ms, 0ms);
        QVERIFY(fixture.connect());
        fixture.set.members.setVisible(true);
        QTRY_VERIFY(fixture.server->calls("members") >= 4);
    }

    void aReconnectionAsksAgainWhileOnScreen()
    {
        ThreeMembers fixture;
        fixture.set.connections.setFirstPause(1ms);
        QVERIFY(fixture.connect());
        fixture.set.members.setVisible(true);
        QTRY_COMPARE(fixture.server->calls("memberStatus"), 3);
        QTRY_VERIFY(!fixture.set.members.isReading());
        fixture.elect("b");
        fixture.server->failOnce("members", base::failure(Errc::OtherServer, "stepped down"));
        fixture.set.members.refresh();
        QTRY_VERIFY(fixture.set.members.failOver());
        QCOMPARE(fixture.set.members.failOver()->to, std::string("b"));
    }

    void manyMembersAreAskedLessOften()
    {
        ThreeMembers fixture;
        QCOMPARE(fixture.set.members.pause(), std::chrono::milliseconds(30s));
        ttl::MemberList list;
        list.kind = ttl::ClusterKind::Sharded;
        for (int i = 0; i < 30; ++i) {
            list.members.push_back({"m" + std::to_string(i), "s" + std::to_string(i / 3)});
        }
        fixture.server->deployment.set(list);
        QVERIFY(fixture.connect());
        QVERIFY(fixture.read());
        QCOMPARE(fixture.set.members.pause(), std::chrono::milliseconds(240s));
    }

    void theOverdueDocumentsOfAllRulesAreSummedPerShard()
    {
        ThreeMembers fixture;
        fixture.server->addIndex(kSessions, "at", 60);
        fixture.server->addIndex({"app", "tokens"}, "made", 60);
        fixture.server->deployment.setOverdue({{"s0", 5, false}, {"s1", 100, true}});
        QVERIFY(fixture.connect());
        services::ShardOverdueCount& count = fixture.set.shardOverdue;
        count.start();
        QVERIFY(count.isRunning());
        QCOMPARE(count.rules(), 2);
        QTRY_VERIFY(!count.isRunning());
        QCOMPARE(count.counted(), 2);
        QCOMPARE(count.sums().at("s0"), (ttl::ShardOverdue{"s0", 10, false}));
        QCOMPARE(count.sums().at("s1"), (ttl::ShardOverdue{"s1", 200, true}));
        QCOMPARE(count.asOf(), std::optional(fixture.clock.now()));
        const std::vector<services::RuleOverdue> rules = count.rulesOn("s0");
        QCOMPARE(rules.size(), std::size_t{2});
        QVERIFY(std::ranges::find(rules, services::RuleOverdue{kSessions, "at", 5, false})
                != rules.end());
        QVERIFY(count.rulesOn("s7").empty());
    }

    void aRuleThatIsRefusedIsCountedAsSuch()
    {
        ThreeMembers fixture;
        fixture.server->addIndex(kSessions, "at", 60);
        fixture.server->fail("overduePerShard", base::serverError(13, "Unauthorized", "no"));
        QVERIFY(fixture.connect());
        fixture.set.shardOverdue.start();
        QTRY_VERIFY(!fixture.set.shardOverdue.isRunning());
        QCOMPARE(fixture.set.shardOverdue.failed(), 1);
        QCOMPARE(fixture.set.shardOverdue.error()->serverCode, 13);
        QVERIFY(fixture.set.shardOverdue.sums().empty());
    }

    void cancellingStopsTheCount()
    {
        ThreeMembers fixture;
        fixture.server->addIndex(kSessions, "at", 60);
        QVERIFY(fixture.connect());
        fixture.server->hold("overduePerShard");
        fixture.set.shardOverdue.start();
        QTRY_COMPARE(fixture.server->running("overduePerShard"), 1);
        fixture.set.shardOverdue.cancel();
        QVERIFY(!fixture.set.shardOverdue.isRunning());
        QTRY_COMPARE(fixture.server->running("overduePerShard"), 0);
        QCOMPARE(fixture.set.shardOverdue.counted(), 0);
    }
};

SANDGLASS_TEST(TestMembers)
} // namespace tst_services_members

#include "tst_services_members.moc"
