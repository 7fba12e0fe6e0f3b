// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/clock.h"
#include "app/bson/json.h"
#include "app/mongo/connection_string.h"
#include "app/mongo/member_readings.h"
#include "app/mongo/mongo_driver.h"
#include "app/mongo/mongo_ttl_server_factory.h"
#include "tests/support/need.h"
#include "tests/support/persona_server.h"
#include "tests/support/test_program.h"
#include "tests/support/unlocked.h"

#include <QObject>
#include <QTest>

namespace tst_mongo_member_readings {

using namespace sandglass;
using namespace std::chrono_literals;
using tests::need;
using tests::PersonaServer;
using ttl::ClusterKind;
using ttl::MemberState;

namespace {

bson::Document json(const std::string& text)
{
    return need(bson::fromJson(text));
}

// Source: MongoDB manual, replSetGetStatus.
constexpr const char* kStatus = R"({
    "set": "rs0", "myState": 1, "members": [
        {"_id": 0, "name": "m1.example:27017", "health": 1, "state": 1, "stateStr": "PRIMARY",
         "optimeDate": {"$date": "2026-11-23T10:00:10Z"}, "self": true},
        {"_id": 1, "name": "m2.example:27017", "health": 1, "state": 2, "stateStr": "SECONDARY",
         "optimeDate": {"$date": "2026-11-23T10:00:03Z"}},
        {"_id": 2, "name": "m3.example:27017", "health": 0, "state": 8, "stateStr": "DOWN",
         "optimeDate": {"$date": "1970-01-01T00:00:00Z"}},
        {"_id": 3, "name": "m4.example:27017", "health": 1, "state": 7, "stateStr": "ARBITER"},
        {"_id": 4, "name": "m5.example:27017", "health": 1, "state": 5, "stateStr": "STARTUP2"}],
    "ok": 1})";

// Source: MongoDB manual, listShards.
constexpr const char* kShards = R"({
    "shards": [
        {"_id": "shard01", "host": "shard01/a1.example:27018,a2.example:27018", "state": 1},
        {"_id": "shard02", "host": "shard02/b1.example:27018", "state": 1},
        {"_id": "old", "host": "c1.example:27018"}],
    "ok": 1})";

// Source: MongoDB manual, Explain Results, Sharded Collection.
constexpr const char* kExplained = R"({
    "queryPlanner": {"winningPlan": {"stage": "SHARD_MERGE", "shards": []}},
    "executionStats": {
        "nReturned": 105, "executionTimeMillis": 12,
        "executionStages": {
            "stage": "SHARD_MERGE", "nReturned": 105, "shards": [
                {"shardName": "shard01", "executionSuccess": true, "nReturned": 101,
                 "executionStages": {"stage": "LIMIT", "nReturned": 101}},
                {"shardName": "shard02", "executionSuccess": true,
                 "executionStages": {"stage": "SHARDING_FILTER", "nReturned": 4}}]}},
    "ok": 1})";

/// A persona of a member that answers what the window asks a member.
void beMember(PersonaServer& server, const bson::Document& hello, bool monitor,
              std::int64_t deleted)
{
    server.answer("hello", hello);
    server.answer("getParameter",
                  bson::makeDocument("ttlMonitorEnabled", monitor, "ttlMonitorSleepSecs", 60));
    server.answer(
        "serverStatus",
        bson::makeDocument("metrics",
                           bson::makeDocument("ttl",
                                              bson::makeDocument("deletedDocuments", deleted,
                                                                 "passes", std::int64_t{12}))));
    server.answer("setParameter", bson::makeDocument("was", monitor));
}

bson::Document primaryHello(const PersonaServer& server)
{
    const bson::Document hosts = bson::makeArray(server.host(), "b.example:27017");
    return bson::Builder()
        .append("isWritablePrimary", true)
        .append("setName", "rs0")
        .append("me", server.host())
        .append("primary", server.host())
        .appendArray("hosts", hosts)
        .take();
}

constexpr const char* kRefused = R"({"ok": 0, "code": 13, "codeName": "Unauthorized",
    "errmsg": "not authorized on admin to execute command { replSetGetStatus: 1 }"})";

constexpr const char* kSecondaryHello
    = R"({"isWritablePrimary": false, "secondary": true, "setName": "rs0"})";

} // namespace

class TestMemberReadings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSetListsItsMembersWithStateAndLastWrite()
    {
        const ttl::MemberList list = mongo::membersOfStatus(json(kStatus));
        QCOMPARE(list.kind, ClusterKind::ReplicaSet);
        QCOMPARE(list.set, std::string("rs0"));
        QCOMPARE(list.members.size(), std::size_t{5});
        QCOMPARE(list.members[0].host, std::string("m1.example:27017"));
        QCOMPARE(list.members[0].state, MemberState::Primary);
        QCOMPARE(list.members[1].state, MemberState::Secondary);
        QCOMPARE(list.members[2].state, MemberState::Down);
        QCOMPARE(list.members[3].state, MemberState::Arbiter);
        QCOMPARE(list.members[4].state, MemberState::Recovering);
        QCOMPARE(ttl::lagBehind(list.members[0].lastWrite, list.members[1].lastWrite),
                 std::optional(7s));
        QVERIFY(!list.members[2].lastWrite); // 1970 means: it never answered
        QVERIFY(!ttl::lagBehind(list.members[0].lastWrite, list.members[2].lastWrite));
    }

    void aMemberThatIsAheadHasNoLag()
    {
        const base::Time now(base::Millis(1'000'000));
        QCOMPARE(ttl::lagBehind(now, now + 3s), std::optional(0s));
    }

    void aRouterListsTheHostsOfItsShards()
    {
        const ttl::MemberList list = mongo::membersOfShards(json(kShards));
        QCOMPARE(list.kind, ClusterKind::Sharded);
        const std::vector<ttl::Member> expected{{"a1.example:27018", "shard01"},
                                                {"a2.example:27018", "shard01"},
                                                {"b1.example:27018", "shard02"},
                                                {"c1.example:27018", "old"}};
        QCOMPARE(list.members, expected);
    }

    void aHandshakeNamesTheHostsOfASetThatRefusesItsStatus()
    {
        const ttl::MemberList list = mongo::membersOfHello(json(
            R"({"setName": "rs0", "secondary": true, "primary": "b:1", "hosts": ["a:1", "b:1"],
                "passives": ["c:1"], "arbiters": ["d:1"]})"));
        QCOMPARE(list.members.size(), std::size_t{4});
        QCOMPARE(list.members[0].state, MemberState::Unknown);
        QCOMPARE(list.members[1].state, MemberState::Primary);
        QCOMPARE(list.members[3].state, MemberState::Arbiter);
    }

    void aServerSaysItsOwnState_data()
    {
        QTest::addColumn<QString>("hello");
        QTest::addColumn<int>("state");
        QTest::addColumn<bool>("deletes");
        const auto row = [](const char* name, const char* hello, MemberState state, bool deletes) {
            QTest::newRow(name) << QString::fromLatin1(hello) << static_cast<int>(state) << deletes;
        };
        row("alone", R"({"isWritablePrimary": true})", MemberState::Alone, true);
        row("old primary", R"({"ismaster": true, "setName": "s"})", MemberState::Primary, true);
        row("secondary", kSecondaryHello, MemberState::Secondary, false);
        row("standby", R"({"isWritablePrimary": false, "secondary": true})", MemberState::Standby,
            false);
        row("arbiter", R"({"arbiterOnly": true, "setName": "s"})", MemberState::Arbiter, false);
        row("starting", R"({"isWritablePrimary": false, "setName": "s"})", MemberState::Recovering,
            false);
        row("no answer", R"({})", MemberState::Unknown, false);
    }
    void aServerSaysItsOwnState()
    {
        QFETCH(QString, hello);
        QFETCH(int, state);
        QFETCH(bool, deletes);
        ttl::MemberStatus status = mongo::readMemberHello(json(hello.toStdString()));
        QCOMPARE(static_cast<int>(status.state), state);
        QCOMPARE(status.deletes(), deletes);
        status.metrics.monitorEnabled = false;
        QVERIFY(!status.deletes());
    }

    void anExplanationCountsPerShard()
    {
        const auto overdue = mongo::overdueOfExplain(json(kExplained), 100);
        const std::vector<ttl::ShardOverdue> expected{{"shard01", 100, true},
                                                      {"shard02", 4, false}};
        QVERIFY(overdue);
        QCOMPARE(*overdue, expected);
    }

    void anExplanationWithoutShardsIsNotSupported()
    {
        const auto overdue = mongo::overdueOfExplain(
            json(R"({"executionStats": {"executionStages": {"stage": "LIMIT"}}})"), 100);
        QCOMPARE(overdue.error().code, Errc::Unsupported);
    }

    void aShardThatFailedIsAnError()
    {
        const auto overdue = mongo::overdueOfExplain(json(R"({"executionStats": {"executionStages":
            {"shards": [{"shardName": "s", "executionSuccess": false}]}}})"),
                                                     100);
        QVERIFY(!overdue);
    }

    void aShardThatTellsNoNumberHasNotCountedNone()
    {
        for (const char* const reply : {R"({"executionStats": {"executionStages": {"shards": [
                   {"shardName": "s", "executionSuccess": true}]}}})",
                                        R"({"executionStats": {"executionStages": {"shards": [
                   {"shardName": "s", "executionStages": {"stage": "LIMIT"}}]}}})",
                                        R"({"executionStats": {"executionStages": {"shards": [
                   {"shardName": "s", "nReturned": "many"}]}}})"}) {
            const auto overdue = mongo::overdueOfExplain(json(reply), 100);
            QVERIFY2(!overdue && overdue.error().code == Errc::Unsupported, reply);
        }
    }

    void strangeRepliesListNothing()
    {
        for (const char* text : {"{}", R"({"members": 3})", R"({"members": [1, {}, "x"]})",
                                 R"({"shards": [{"host": ",,/"}]})"}) {
            QVERIFY(mongo::membersOfStatus(json(text)).members.empty());
            QVERIFY(mongo::membersOfShards(json(text)).members.empty());
        }
    }

    void theStringForAMemberHasItsHostOnlyAndTheSameLogin()
    {
        const std::string member = need(mongo::memberString(
            "mongodb://joe:hunter22@a,b/app?replicaSet=rs0&authSource=users&tls=true"
            "&readPreference=secondary",
            "c.example:27018"));
        QCOMPARE(member,
                 std::string("mongodb://joe:hunter22@c.example:27018/app?authSource=users&tls=true"
                             "&directConnection=true"));
        const auto whole = mongo::ConnectionString::parse("mongodb://joe:hunter22@a,b/");
        const auto parsed = whole->forMember("c.example:27018");
        QVERIFY(parsed);
        QCOMPARE(parsed->hosts(), std::vector<std::string>{"c.example:27018"});
        QCOMPARE(parsed->secrets().mask("hunter22"), std::string("***"));
    }

    void theMemberOfAServiceInDnsUsesTlsAndTheLoginOfTheService()
    {
        const std::string service = "mongodb+srv://joe:hunter22@cluster.example/app";
        const std::string host = "shard-00.example:27017";
        // without a TXT record: the usual login, as for any other string
        QCOMPARE(need(mongo::memberString(service, host)),
                 std::string("mongodb://joe:hunter22@shard-00.example:27017/app?tls=true"
                             "&directConnection=true"));
        QCOMPARE(need(mongo::memberString(service, host, "users")),
                 std::string("mongodb://joe:hunter22@shard-00.example:27017/app?tls=true"
                             "&authSource=users&directConnection=true"));
        // what was typed wins over DNS
        QCOMPARE(need(mongo::memberString(service + "?authSource=staff", host, "users")),
                 std::string("mongodb://joe:hunter22@shard-00.example:27017/app?authSource=staff"
                             "&tls=true&directConnection=true"));
    }

    void aHostThatIsNoneIsRefused()
    {
        const auto whole = mongo::ConnectionString::parse("mongodb://a/");
        for (const char* host : {"", "a,b", "x:y", "a/b"}) {
            QCOMPARE(whole->forMember(host).error().code, Errc::InvalidInput);
        }
    }

    void theMembersOfASetAreAskedOneByOne()
    {
        PersonaServer primary;
        PersonaServer secondary;
        beMember(primary, primaryHello(primary), true, 500);
        beMember(secondary, json(kSecondaryHello), true, 0);
        primary.answer("replSetGetStatus", json(kStatus));
        const auto server = connectTo(primary);
        const ttl::MemberList list = need(server->members(limits()));
        QCOMPARE(list.members.size(), std::size_t{5});
        QVERIFY(!list.refused);

        const ttl::MemberStatus first = need(server->memberStatus(primary.host(), limits()));
        QCOMPARE(first.state, MemberState::Primary);
        QCOMPARE(first.replicaSet, std::string("rs0"));
        QCOMPARE(first.metrics.deletedDocuments, std::optional<std::int64_t>(500));
        QVERIFY(first.deletes());
        const ttl::MemberStatus second = need(server->memberStatus(secondary.host(), limits()));
        QCOMPARE(second.state, MemberState::Secondary);
        QCOMPARE(second.metrics.passes, std::optional<std::int64_t>(12));
        QVERIFY(second.metrics.monitorEnabled.value_or(false));
        QVERIFY(!second.deletes());
    }

    void aRefusedStatusKeepsTheHostsAndTheReason()
    {
        PersonaServer primary;
        primary.answer("hello", primaryHello(primary));
        primary.answer("replSetGetStatus", json(kRefused));
        const auto server = connectTo(primary);
        const ttl::MemberList list = need(server->members(limits()));
        QCOMPARE(list.members.size(), std::size_t{2});
        QCOMPARE(list.members[0].state, MemberState::Primary);
        QVERIFY(list.refused);
        QCOMPARE(list.refused->serverCode, 13);
    }

    void aRouterListsShardsAndCountsOnEach()
    {
        PersonaServer router;
        router.answer("hello", json(R"({"isWritablePrimary": true, "msg": "isdbgrid"})"));
        router.answer("listShards", json(kShards));
        router.answer("explain", json(kExplained));
        const auto server = connectTo(router);
        QCOMPARE(need(server->members(limits())).members.size(), std::size_t{4});

        ttl::ImpactRequest request;
        request.ns = {"shop", "sessions"};
        request.field = "at";
        request.expireAfterSeconds = 60;
        request.now = base::Time(base::Millis(1'795'000'000'000));
        request.limits.overdue = 100;
        const auto overdue = need(server->overduePerShard(request, limits()));
        QCOMPARE(overdue.size(), std::size_t{2});
        QCOMPARE(overdue[0], (ttl::ShardOverdue{"shard01", 100, true}));
        const bson::Document sent = router.received("explain").front();
        QCOMPARE(sent["verbosity"].asString(), std::string_view("executionStats"));
        const bson::DocumentView find = sent["explain"].asDocument();
        QCOMPARE(find["find"].asString(), std::string_view("sessions"));
        QCOMPARE(find["limit"].toInt64(), std::int64_t{101});
        QVERIFY(sent.contains("maxTimeMS"));
        QCOMPARE(router.received("find").size(), std::size_t{0}); // no document is sent
    }

    void anUnreachableMemberIsANetworkError()
    {
        PersonaServer primary;
        beMember(primary, primaryHello(primary), true, 0);
        std::string gone;
        {
            const PersonaServer other;
            gone = other.host();
        }
        const auto server = connectTo(primary);
        const auto status = server->memberStatus(gone, {3s, {}});
        QVERIFY(!status);
        QVERIFY(status.error().code == Errc::Network || status.error().code == Errc::Timeout);
        QVERIFY(server->memberStatus(primary.host(), limits()));
    }

    void theMonitorIsSwitchedOnThatMemberAndOnlyWithTheKey()
    {
        PersonaServer primary;
        PersonaServer secondary;
        beMember(primary, primaryHello(primary), true, 0);
        beMember(secondary, json(kSecondaryHello), true, 0);
        const auto server = connectTo(primary);
        QCOMPARE(server->setMonitor(secondary.host(), false, limits()).error().code,
                 Errc::NotPermitted);
        QVERIFY(secondary.received("setParameter").empty());
        QVERIFY(server->setMonitor(secondary.host(), false, tests::unlocked()));
        QCOMPARE(secondary.received("setParameter").size(), std::size_t{1});
        QCOMPARE(secondary.received("setParameter").front()["ttlMonitorEnabled"].asBool(), false);
        QVERIFY(primary.received("setParameter").empty());
    }

    void aServerThatStepsDownIsNoLongerTheOneItWas()
    {
        PersonaServer member;
        beMember(member, primaryHello(member), true, 0);
        const auto server = connectTo(member);
        QVERIFY(server->checkAlive(limits()));
        member.answer("hello", json(kSecondaryHello));
        QCOMPARE(server->checkAlive(limits()).error().code, Errc::OtherServer);
        // connected to again, it says that it cannot be written to
        member.answer("buildInfo", bson::makeDocument("version", "7.0.5"));
        const ttl::ServerInfo info = need(connectTo(member)->serverInfo(limits()));
        QVERIFY(!info.writable);
        QCOMPARE(info.topology, ttl::Topology::Secondary);
        QCOMPARE(info.replicaSet, std::string("rs0"));
    }

private:
    static ttl::CallLimits limits() { return {20s, {}}; }
    std::shared_ptr<ttl::TtlServer> connectTo(const PersonaServer& server)
    {
        return need(m_factory.connect(server.uri("?directConnection=true"), limits()));
    }

    mongo::MongoDriver m_driver;
    base::SystemClock m_clock;
    mongo::MongoTtlServerFactory m_factory{m_clock};
};

SANDGLASS_TEST(TestMemberReadings)
} // namespace tst_mongo_member_readings

#include "tst_mongo_member_readings.moc"
