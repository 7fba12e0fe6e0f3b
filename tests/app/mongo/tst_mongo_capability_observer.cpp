// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/clock.h"
#include "app/bson/json.h"
#include "app/mongo/capability_observer.h"
#include "app/mongo/mongo_driver.h"
#include "app/mongo/mongo_ttl_server_factory.h"
#include "tests/support/need.h"
#include "tests/support/persona_server.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_mongo_capability_observer {

using namespace sandglass;
using namespace std::chrono_literals;
using bson::Document;
using bson::makeArray;
using bson::makeDocument;
using mongo::CapabilityObserver;
using tests::need;
using ttl::Can;
using ttl::Capability;

namespace {

constexpr std::int64_t kDocuments = 100'000;

Document json(const char* text)
{
    return need(bson::fromJson(text));
}

Error refused(int code, const char* name, const char* message)
{
    return base::serverError(code, name, message);
}

const Error kUnauthorized
    = refused(13, "Unauthorized", "not authorized on admin to execute command");
const Error kUnknown = refused(59, "CommandNotFound", "no such command");

// A server with a large collection; it answers pipelines with `answer`.
void beLarge(tests::PersonaServer& server, const Document& answer)
{
    server.answer("hello", makeDocument("isWritablePrimary", true));
    server.answer("count", makeDocument("n", kDocuments));
    server.answer("aggregate", answer);
}

Document emptyCursor()
{
    const Document cursor = bson::Builder()
                                .append("id", std::int64_t{0})
                                .append("ns", "a.b")
                                .appendArray("firstBatch", makeArray())
                                .take();
    return makeDocument("cursor", cursor);
}

bool sampled(const tests::PersonaServer& server)
{
    const std::vector<Document> asked = server.received("aggregate");
    return std::ranges::any_of(asked, [](const Document& command) {
        return bson::toJson(command).find("$sample") != std::string::npos;
    });
}

ttl::HistogramRequest request()
{
    ttl::HistogramRequest asked;
    asked.ns = {"a", "b"};
    asked.field = "at";
    asked.now = base::Time{base::Millis{1'700'000'000'000}};
    asked.edges = {asked.now, asked.now + 1h};
    asked.sampleAbove = 1'000;
    return asked;
}

} // namespace

class TestCapabilityObserver : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answersShowWhatAServerCanDo_data();
    void answersShowWhatAServerCanDo();
    void aMissingPrivilegeIsNoAnswer();
    void errorsOfAnyServerShowNothing();
    void aStageThatWasRefusedIsReported();
    void whatTheServerLacksIsNotSent();
    void aRouterThatFindsNoMemberHasNotRefusedAStage();
    void amazonDocumentDbIsKnownBehindATunnel();

private:
    mongo::MongoDriver m_driver;
};

void TestCapabilityObserver::answersShowWhatAServerCanDo_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QByteArray>("reply"); // empty: the command is not known
    QTest::addColumn<int>("capability");
    QTest::addColumn<int>("can");
    const auto row = [](const char* name, const char* command, const char* reply,
                        Capability capability, Can can) {
        QTest::newRow(name) << QByteArray(command) << QByteArray(reply)
                            << static_cast<int>(capability) << static_cast<int>(can);
    };
    const char* get = R"({"getParameter": 1, "ttlMonitorEnabled": 1})";
    const char* set = R"({"setParameter": 1, "ttlMonitorEnabled": false})";
    row("parameter", get, R"({"ttlMonitorEnabled": true})", Capability::MonitorParameters,
        Can::Yes);
    row("no such parameter", get, "{}", Capability::MonitorParameters, Can::No);
    row("no getParameter", get, "", Capability::MonitorParameters, Can::No);
    row("another parameter", R"({"getParameter": "foo"})", "", Capability::MonitorParameters,
        Can::NotKnown);
    row("switched", set, R"({"was": true})", Capability::MonitorSwitch, Can::Yes);
    row("no setParameter", set, "", Capability::MonitorSwitch, Can::No);
    row("counters", R"({"serverStatus": 1})", R"({"metrics": {"ttl": {"passes": 1}}})",
        Capability::TtlCounters, Can::Yes);
    row("no counters", R"({"serverStatus": 1})", R"({"metrics": {}})", Capability::TtlCounters,
        Can::No);
    row("collMod not known", R"({"collMod": "c"})", "", Capability::ConvertIndex, Can::No);
    row("collMod not known, hide", R"({"collMod": "c"})", "", Capability::HideIndex, Can::No);
    row("a command not known", R"({"count": "c"})", "", Capability::EveryCommand, Can::No);
    row("a command of nobody", R"({"killSessions": []})", "", Capability::EveryCommand,
        Can::NotKnown);
    row("facet", R"({"aggregate": "c", "pipeline": [{"$sample": {"size": 1}}, {"$facet": {}}]})",
        "{}", Capability::Facet, Can::Yes);
    row("sample", R"({"aggregate": "c", "pipeline": [{"$sample": {"size": 1}}]})", "{}",
        Capability::Sample, Can::Yes);
}

void TestCapabilityObserver::answersShowWhatAServerCanDo()
{
    QFETCH(QByteArray, command);
    QFETCH(QByteArray, reply);
    QFETCH(int, capability);
    QFETCH(int, can);
    CapabilityObserver observer;
    observer.note(json(command.constData()),
                  reply.isEmpty() ? Result<Document>(kUnknown)
                                  : Result<Document>(json(reply.constData())));
    const ttl::CapabilityFact fact = observer.facts().of(static_cast<Capability>(capability));
    QCOMPARE(static_cast<int>(fact.can), can);
    QCOMPARE(fact.evidence.empty(), fact.can == Can::NotKnown);
}

void TestCapabilityObserver::aMissingPrivilegeIsNoAnswer()
{
    CapabilityObserver observer;
    observer.note(json(R"({"serverStatus": 1})"), kUnauthorized);
    const ttl::CapabilityFact fact = observer.facts().of(Capability::TtlCounters);
    QCOMPARE(fact.can, Can::NotKnown);
    QVERIFY(fact.refused);
    QCOMPARE(fact.evidence, std::string("serverStatus metrics.ttl: 13 Unauthorized"));
}

void TestCapabilityObserver::errorsOfAnyServerShowNothing()
{
    CapabilityObserver observer;
    Error slow = refused(50, "MaxTimeMSExpired", "operation exceeded time limit in $sample");
    slow.code = Errc::Timeout;
    const Document pipeline = makeArray(makeDocument("$sample", makeDocument("size", 1)));
    observer.notePipeline(pipeline, &slow);
    const Error lost = base::failure(Errc::Network, "the connection was lost: $sample");
    observer.notePipeline(pipeline, &lost);
    observer.note(json(R"({"getParameter": 1, "ttlMonitorEnabled": 1})"), lost);
    QVERIFY(observer.facts().empty());
}

void TestCapabilityObserver::aStageThatWasRefusedIsReported()
{
    tests::PersonaServer server;
    beLarge(server, json(R"({"ok": 0, "code": 40324, "codeName": "Location40324",
        "errmsg": "Unrecognized pipeline stage name: '$sample'"})"));
    base::SystemClock clock;
    const auto connected = need(mongo::MongoTtlServerFactory(clock).connect(server.uri(), {}));
    QVERIFY(connected->observed().empty());
    QVERIFY(!connected->histogram(request(), {})); // it refuses the full count as well
    QVERIFY(sampled(server));
    const ttl::CapabilityFact fact = connected->observed().of(Capability::Sample);
    QCOMPARE(fact.can, Can::No);
    QCOMPARE(fact.evidence, std::string("aggregate $sample: 40324 Location40324"));
}

void TestCapabilityObserver::whatTheServerLacksIsNotSent()
{
    tests::PersonaServer server;
    beLarge(server, emptyCursor());
    base::SystemClock clock;
    const auto connected = need(mongo::MongoTtlServerFactory(clock).connect(server.uri(), {}));
    ttl::CapabilityTable answers;
    answers.set(Capability::Sample, {Can::No, ttl::KnownFrom::User});
    connected->useCapabilities(answers);
    QVERIFY(need(connected->histogram(request(), {})).sampleRefused);
    QVERIFY(!sampled(server));
    // the user may take it back
    connected->useCapabilities({});
    static_cast<void>(connected->histogram(request(), {}));
    QVERIFY(sampled(server));
}

// Source: MongoDB manual, Read Preference: a router then answers so.
void TestCapabilityObserver::aRouterThatFindsNoMemberHasNotRefusedAStage()
{
    tests::PersonaServer router;
    router.answer("hello", makeDocument("isWritablePrimary", true, "msg", "isdbgrid"));
    router.answer("aggregate",
                  json(R"({"ok": 0, "code": 133, "codeName": "FailedToSatisfyReadPreference",
        "errmsg": "Could not find host matching read preference for set shard01"})"));
    router.answer("serverStatus", json(R"({"metrics": {"commands": {}}})"));
    base::SystemClock clock;
    const auto connected = need(mongo::MongoTtlServerFactory(clock).connect(router.uri(), {}));
    const ttl::CapabilityTable found = need(connected->capabilities({}));
    QCOMPARE(found.of(Capability::Facet).can, Can::NotKnown);
    QCOMPARE(found.of(Capability::Sample).can, Can::NotKnown);
    // the shards have counters, the router has none
    QCOMPARE(found.of(Capability::TtlCounters).can, Can::No);
    const ttl::TtlMetrics metrics = need(connected->ttlMetrics({}));
    QVERIFY(!metrics.passes && !metrics.deletedDocuments && !metrics.monitorEnabled);
}

void TestCapabilityObserver::amazonDocumentDbIsKnownBehindATunnel()
{
    const auto product = [](const char* me) {
        tests::PersonaServer server;
        server.answer("hello", makeDocument("isWritablePrimary", true, "setName", "rs0", "me", me));
        server.answer("buildInfo", makeDocument("version", "5.0.0"));
        base::SystemClock clock;
        const auto connected = need(mongo::MongoTtlServerFactory(clock).connect(server.uri(), {}));
        return need(connected->serverInfo({})).product;
    };
    QCOMPARE(product("docdb-1.c9x.eu-west-1.docdb.amazonaws.com:27017"),
             ttl::Product::AmazonDocumentDb);
    QCOMPARE(product("docdb.amazonaws.com.example:27017"), ttl::Product::MongoDb);
}

SANDGLASS_TEST(TestCapabilityObserver)
} // namespace tst_mongo_capability_observer

#include "tst_mongo_capability_observer.moc"
