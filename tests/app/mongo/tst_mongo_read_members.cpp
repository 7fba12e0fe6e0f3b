// SPDX-License-Identifier: GPL-3.0-or-later
// Which member of a replica set answers which command of a reading, and what the commands bear.
#include "app/base/clock.h"
#include "app/bson/json.h"
#include "app/mongo/mongo_driver.h"
#include "app/mongo/mongo_ttl_server_factory.h"
#include "tests/support/need.h"
#include "tests/support/persona_server.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <future>
#include <limits>

namespace tst_mongo_read_members {

using namespace sandglass;
using namespace std::chrono_literals;
using bson::Document;
using bson::makeArray;
using bson::makeDocument;
using tests::need;
using tests::PersonaServer;

namespace {

constexpr std::int64_t kDocuments = 1'000'000;
const protocol::Namespace kNs{"shop", "carts"};
const base::Time kNow{base::Millis{1'700'000'000'000}};

Document cursorOf(const Document& batch, std::int64_t id = 0, std::string_view name = "firstBatch")
{
    const Document cursor
        = bson::Builder().append("id", id).append("ns", kNs.text()).appendArray(name, batch).take();
    return makeDocument("cursor", cursor);
}

Document group(std::int32_t bucket, std::int64_t count)
{
    const bson::Date date{1'700'000'000'000 + bucket};
    return makeDocument("_id", bucket, "n", count, "oldest", date, "newest", date);
}

ttl::CallLimits limits(std::chrono::milliseconds timeout = 60s)
{
    ttl::CallLimits made;
    made.timeout = timeout;
    return made;
}

ttl::HistogramRequest request()
{
    ttl::HistogramRequest asked;
    asked.ns = kNs;
    asked.field = "at";
    asked.expireAfterSeconds = 60;
    asked.now = kNow;
    asked.edges = {kNow, kNow + 1h};
    asked.indexHint = "at_1";
    asked.indexAscends = true;
    asked.sampleAbove = 1'000;
    return asked;
}

// A set of two members that answer counts.
class TwoMembers
{
public:
    TwoMembers()
    {
        greet(true);
        for (PersonaServer* member : {&primary, &secondary}) {
            member->answer("count", makeDocument("n", kDocuments));
            member->answer("find", cursorOf(makeArray()));
        }
        // the sample, and the exact count of the overdue documents
        secondary.answer("aggregate", cursorOf(makeArray(group(0, 10), group(1, 90))));
        primary.answer("aggregate", cursorOf(makeArray(group(0, 123))));
    }

    std::shared_ptr<ttl::TtlServer> connect(const std::string& options = {}) const
    {
        const auto server = need(mongo::MongoTtlServerFactory(m_clock).connect(
            "mongodb://" + primary.host() + ',' + secondary.host() + "/?replicaSet=rs0" + options,
            limits()));
        // the driver may learn of the secondary later than of the primary
        const bool known = QTest::qWaitFor(
            [&] {
                need(server->countPlan(request(), 1, limits()));
                return !secondary.received("explain").empty();
            },
            30'000);
        Q_ASSERT(known);
        return known ? server : nullptr;
    }

    // From now on there is no primary.
    void stepDown() { greet(false); }
    // From now on the members tell when they have last written; before, they do not.
    void setLastWrites(std::chrono::seconds lag)
    {
        m_lag = lag;
        greet(true);
    }

    PersonaServer primary;
    PersonaServer secondary;

private:
    void greet(bool writable)
    {
        const Document hosts = makeArray(primary.host(), secondary.host());
        for (PersonaServer* member : {&primary, &secondary}) {
            const bool first = writable && member == &primary;
            bson::Builder hello;
            hello.append("isWritablePrimary", first).append("ismaster", first);
            hello.append("secondary", !first).append("setName", "rs0");
            hello.append("me", member->host()).appendArray("hosts", hosts);
            if (m_lag) {
                const base::Time last = first ? kNow : kNow - *m_lag;
                hello.append("lastWrite", makeDocument("lastWriteDate", bson::Date::from(last)));
            }
            member->answer("hello", hello.take());
        }
    }

    std::optional<std::chrono::seconds> m_lag;
    base::SystemClock m_clock;
};

ttl::DocumentQuery window()
{
    ttl::DocumentQuery query;
    query.ns = kNs;
    query.field = "at";
    query.sorted = false;
    query.from = bson::Date{1'000};
    query.to = bson::Date{2'000};
    query.indexHint = "at_1";
    return query;
}

std::size_t received(const PersonaServer& member)
{
    return member.received("count").size() + member.received("aggregate").size()
        + member.received("find").size();
}

} // namespace

class TestReadMembers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ofASampleTheOverdueAreCountedOnThePrimary();
    void aCollectionThatIsCountedIsCountedOnThePrimary();
    void partsOfACountAreReadFromThePrimaryIfTheyMayHoldOverdue_data();
    void partsOfACountAreReadFromThePrimaryIfTheyMayHoldOverdue();
    void aReadPreferenceOfTheConnectionStringDecides();
    void anEffectIsReadFromThePrimaryInAnyCase();
    void theMemberThatDeletesIsAskedAboutItsMonitorInAnyCase();
    void whatDecidesAboutAChangeComesFromThePrimaryInAnyCase();
    void withoutAPrimaryTheForecastComesFromASecondary();
    void membersThatLagFarBehindAreNotAsked();
    void furtherBatchesBearTheCommentToo();
    void aRangeOfAnIndexIsLimitedOnBothSides();
    void aServerWithoutKeyLimitsIsAskedWithoutThem();
    void aCancelledCountEndsOnTheServerToo();
    void serversBeforeFourFourGetNoComments_data();
    void serversBeforeFourFourGetNoComments();

private:
    mongo::MongoDriver m_driver;
};

void TestReadMembers::ofASampleTheOverdueAreCountedOnThePrimary()
{
    const TwoMembers set;
    const auto server = set.connect();
    const auto histogram = need(server->histogram(request(), {}));
    QVERIFY(!histogram.exact);
    QVERIFY(histogram.overdueExact);
    QCOMPARE(histogram.overdue, std::int64_t{123});
    QCOMPARE(set.primary.received("aggregate").size(), std::size_t{1});
    QCOMPARE(set.secondary.received("aggregate").size(), std::size_t{1});
    // one command more than these four would be too many
    QCOMPARE(received(set.primary) + received(set.secondary), std::size_t{4});
}

void TestReadMembers::aCollectionThatIsCountedIsCountedOnThePrimary()
{
    TwoMembers set;
    // as many as the persona counts by date: none is left for a second pipeline
    for (PersonaServer* member : {&set.primary, &set.secondary}) {
        member->answer("count", makeDocument("n", 123));
    }
    const auto server = set.connect();
    ttl::HistogramRequest asked = request();
    QCOMPARE(need(server->histogram(asked, {})).overdue, std::int64_t{123});
    QVERIFY(set.secondary.received("aggregate").empty());
}

void TestReadMembers::partsOfACountAreReadFromThePrimaryIfTheyMayHoldOverdue_data()
{
    QTest::addColumn<ttl::HistogramPart>("part");
    QTest::addColumn<bool>("fromPrimary");
    QTest::newRow("overdue") << ttl::HistogramPart{{}, kNow} << true;
    QTest::newRow("across now") << ttl::HistogramPart{kNow - 1h, kNow + 1h} << true;
    QTest::newRow("later") << ttl::HistogramPart{kNow, kNow + 1h} << false;
    QTest::newRow("without a date") << ttl::HistogramPart{{}, {}, true} << false;
    ttl::HistogramPart ids;
    ids.ids = ttl::IdRange{};
    QTest::newRow("a range of _ids") << ids << true;
}

void TestReadMembers::partsOfACountAreReadFromThePrimaryIfTheyMayHoldOverdue()
{
    QFETCH(ttl::HistogramPart, part);
    QFETCH(bool, fromPrimary);
    const TwoMembers set;
    const auto server = set.connect();
    ttl::HistogramRequest asked = request();
    asked.part = part;
    need(server->histogram(asked, {}));
    QCOMPARE(received(set.primary) > 0, fromPrimary);
    QCOMPARE(received(set.secondary) > 0, !fromPrimary);
}

void TestReadMembers::aReadPreferenceOfTheConnectionStringDecides()
{
    const TwoMembers set;
    const auto server = set.connect("&readPreference=secondary");
    need(server->histogram(request(), {}));
    QCOMPARE(received(set.primary), std::size_t{0});
    QCOMPARE(received(set.secondary), std::size_t{4});
}

void TestReadMembers::anEffectIsReadFromThePrimaryInAnyCase()
{
    const TwoMembers set;
    const auto server = set.connect("&readPreference=secondary");
    ttl::ImpactRequest asked;
    asked.ns = kNs;
    asked.field = "at";
    asked.expireAfterSeconds = 60;
    asked.now = kNow;
    asked.sampleSize = 0;
    QCOMPARE(need(server->impact(asked, {})).affected, std::int64_t{123});
    QCOMPARE(received(set.secondary), std::size_t{0});
}

// A read preference spares the primary the reading of documents. The monitor of a secondary stands,
// and what is connected to is no secondary: changes go to the primary.
void TestReadMembers::theMemberThatDeletesIsAskedAboutItsMonitorInAnyCase()
{
    TwoMembers set;
    for (PersonaServer* member : {&set.primary, &set.secondary}) {
        const int passes = member == &set.primary ? 7 : 0;
        const Document counters = makeDocument("passes", passes, "deletedDocuments", passes);
        member->answer("serverStatus", makeDocument("metrics", makeDocument("ttl", counters)));
        member->answer("buildInfo", makeDocument("version", "7.0.5"));
    }
    const auto server = set.connect("&readPreference=secondary");
    const ttl::TtlMetrics metrics = need(server->ttlMetrics(limits()));
    QVERIFY(metrics.passes == 7 && metrics.deletedDocuments == 7);
    const ttl::ServerInfo info = need(server->serverInfo(limits()));
    QCOMPARE(info.topology, ttl::Topology::Primary);
    QVERIFY(info.writable);
    QVERIFY(set.secondary.received("serverStatus").empty());
}

void TestReadMembers::whatDecidesAboutAChangeComesFromThePrimaryInAnyCase()
{
    const TwoMembers set;
    const auto server = set.connect("&readPreference=secondary");
    ttl::DocumentQuery query;
    query.ns = kNs;
    need(server->find(query, limits()));
    QCOMPARE(set.secondary.received("find").size(), std::size_t{1});
    query.fromPrimary = true;
    need(server->find(query, limits()));
    QCOMPARE(set.primary.received("find").size(), std::size_t{1});
    QCOMPARE(set.secondary.received("find").size(), std::size_t{1});
}

void TestReadMembers::withoutAPrimaryTheForecastComesFromASecondary()
{
    TwoMembers set;
    const auto server = set.connect("&heartbeatFrequencyMS=500");
    set.stepDown();
    // two more handshakes: the driver knows by then
    const std::size_t before = set.primary.received("hello").size();
    QTRY_VERIFY_WITH_TIMEOUT(set.primary.received("hello").size() > before + 1, 30'000);
    need(server->histogram(request(), {}));
}

void TestReadMembers::membersThatLagFarBehindAreNotAsked()
{
    TwoMembers set;
    set.setLastWrites(0s);
    const auto server = set.connect("&heartbeatFrequencyMS=500");
    set.setLastWrites(600s);
    const std::size_t before = set.secondary.received("hello").size();
    QTRY_VERIFY_WITH_TIMEOUT(set.secondary.received("hello").size() > before + 1, 30'000);
    need(server->histogram(request(), limits()));
    QCOMPARE(received(set.secondary), std::size_t{0});
}

void TestReadMembers::furtherBatchesBearTheCommentToo()
{
    PersonaServer server;
    server.answer("hello", makeDocument("isWritablePrimary", true));
    const Document index = makeDocument("v", 2, "key", makeDocument("_id", 1), "name", "_id_");
    for (const char* command : {"find", "aggregate", "listIndexes", "listCollections"}) {
        server.answer(command, cursorOf(makeArray(index), 77));
    }
    server.answer("getMore", cursorOf(makeArray(index), 0, "nextBatch"));
    base::SystemClock clock;
    const auto connected
        = need(mongo::MongoTtlServerFactory(clock).connect(server.uri(), limits()));
    ttl::DocumentQuery query;
    query.ns = kNs;
    QCOMPARE(need(connected->find(query, {})).size(), std::size_t{2});
    need(connected->listedIndexes(kNs, {}));
    need(connected->collections(kNs.database, {}));
    need(connected->fieldCandidates(kNs, 10, {})); // aggregates
    const std::vector<Document> batches = server.received("getMore");
    QCOMPARE(batches.size(), std::size_t{4});
    for (const Document& batch : batches) {
        QCOMPARE(batch["comment"].asString(), std::string_view("Sandglass"));
    }
}

void TestReadMembers::aRangeOfAnIndexIsLimitedOnBothSides()
{
    PersonaServer server;
    server.answer("hello", makeDocument("isWritablePrimary", true));
    server.answer("find", cursorOf(makeArray()));
    base::SystemClock clock;
    const auto connected
        = need(mongo::MongoTtlServerFactory(clock).connect(server.uri(), limits()));
    ttl::DocumentQuery query = window();
    need(connected->find(query, limits()));
    const Document find = server.received("find").at(0);
    QCOMPARE(find["hint"].asString(), std::string_view("at_1"));
    // (from, to] as [min, max)
    QCOMPARE(find["min"].asDocument()["at"].asDate().millis, query.from->millis + 1);
    QCOMPARE(find["max"].asDocument()["at"].asDate().millis, query.to->millis + 1);
    // a sort has its own index, and the last date of all has none after it
    query.sorted = true;
    need(connected->find(query, limits()));
    query.sorted = false;
    query.to = bson::Date{std::numeric_limits<std::int64_t>::max()};
    need(connected->find(query, limits()));
    QCOMPARE(server.received("find").size(), std::size_t{3});
    QVERIFY(!server.received("find").at(1).contains("min"));
    QVERIFY(!server.received("find").at(2).contains("min"));
}

void TestReadMembers::aServerWithoutKeyLimitsIsAskedWithoutThem()
{
    PersonaServer server;
    server.answer("hello", makeDocument("isWritablePrimary", true));
    server.answer("find",
                  makeDocument("ok", 0.0, "code", 2, "codeName", "BadValue", "errmsg",
                               "min and max are not supported"));
    base::SystemClock clock;
    const auto connected
        = need(mongo::MongoTtlServerFactory(clock).connect(server.uri(), limits()));
    // refused for another reason, too: nothing is learned
    QVERIFY(!connected->find(window(), limits()));
    QCOMPARE(server.received("find").size(), std::size_t{2});
    QVERIFY(!server.received("find").at(1).contains("min"));
    QVERIFY(!connected->find(window(), limits()));
    QCOMPARE(server.received("find").size(), std::size_t{4});
}

void TestReadMembers::aCancelledCountEndsOnTheServerToo()
{
    PersonaServer server;
    server.answer("hello",
                  makeDocument("isWritablePrimary", true, "logicalSessionTimeoutMinutes", 30));
    server.answer("count", makeDocument("n", kDocuments));
    server.answer("aggregate", cursorOf(makeArray()));
    server.answer("killSessions", makeDocument("ok", 1.0));
    server.holdUntilKilled("aggregate");
    base::SystemClock clock;
    const auto connected
        = need(mongo::MongoTtlServerFactory(clock).connect(server.uri(), limits()));
    ttl::HistogramRequest asked = request();
    asked.sampleAbove = 0;
    ttl::CallLimits patient = limits(10min);
    auto answer = std::async(std::launch::async,
                             [&] { return connected->histogram(asked, patient).has_value(); });
    QTRY_COMPARE_WITH_TIMEOUT(server.received("aggregate").size(), std::size_t{1}, 30'000);
    QVERIFY(server.received("killSessions").empty());
    patient.cancel.cancel();
    QTRY_VERIFY_WITH_TIMEOUT(answer.wait_for(0s) == std::future_status::ready, 30'000);
    QVERIFY(!answer.get());
    const Document kill = server.received("killSessions").at(0);
    QCOMPARE(
        bson::toJson(Document((*kill["killSessions"].asDocument().begin()).value.asDocument())),
        bson::toJson(Document(server.received("aggregate").at(0)["lsid"].asDocument())));
}

void TestReadMembers::serversBeforeFourFourGetNoComments_data()
{
    QTest::addColumn<int>("wireVersion");
    QTest::addColumn<bool>("comments");
    // Source: MongoDB manual, Wire Protocol
    QTest::newRow("4.0") << 7 << false;
    QTest::newRow("4.2") << 8 << false;
    QTest::newRow("4.4") << 9 << true;
}

void TestReadMembers::serversBeforeFourFourGetNoComments()
{
    QFETCH(int, wireVersion);
    QFETCH(bool, comments);
    PersonaServer server;
    server.answer("hello", makeDocument("isWritablePrimary", true, "maxWireVersion", wireVersion));
    const Document index = makeDocument("v", 2, "key", makeDocument("_id", 1), "name", "_id_");
    for (const char* command : {"find", "aggregate", "listIndexes", "listCollections"}) {
        server.answer(command, cursorOf(makeArray(index), 77));
    }
    server.answer("getMore", cursorOf(makeArray(index), 0, "nextBatch"));
    server.answer("count", makeDocument("n", 1));
    server.answer("listDatabases", bson::Builder().appendArray("databases", makeArray()).take());
    base::SystemClock clock;
    const auto connected
        = need(mongo::MongoTtlServerFactory(clock).connect(server.uri(), limits()));
    ttl::DocumentQuery query;
    query.ns = kNs;
    need(connected->find(query, {}));
    need(connected->listedIndexes(kNs, {}));
    need(connected->collections(kNs.database, {}));
    need(connected->databases({}));
    need(connected->fieldCandidates(kNs, 10, {}));
    int commands = 0;
    for (const char* name :
         {"find", "aggregate", "listIndexes", "listCollections", "listDatabases", "getMore"}) {
        for (const Document& command : server.received(name)) {
            ++commands;
            QVERIFY2(command.contains("comment") == comments, name);
        }
    }
    QCOMPARE(commands, 9);
}

SANDGLASS_TEST(TestReadMembers)
} // namespace tst_mongo_read_members

#include "tst_mongo_read_members.moc"
