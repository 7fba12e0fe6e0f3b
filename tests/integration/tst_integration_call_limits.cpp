// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/mongo_driver.h"
#include "app/services/calls/worker_pool.h"
#include "tests/support/engine_client.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <future>

namespace tst_integration_call_limits {

using namespace sandglass;
using namespace sandglass::tests;
using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;

namespace {

// Takes minutes when nobody stops it: 2000 documents, each with a sum over 100 000 numbers.
bson::Document longCommand()
{
    return json(R"({"aggregate": "many", "cursor": {}, "pipeline": [
        {"$project": {"sum": {"$reduce": {"input": {"$range": [0, 100000]}, "initialValue": 0,
                                          "in": {"$add": ["$$value", "$$this"]}}}}},
        {"$match": {"sum": -1}}]})");
}

} // namespace

class TestCallLimits : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_engine.start());
        m_client = std::make_unique<EngineClient>(m_engine);
        std::vector<bson::Document> documents;
        for (int id = 0; id < 2000; ++id) {
            documents.push_back(bson::makeDocument("_id", id));
        }
        m_client->insert({"shop", "many"}, documents);
    }

    // The engine stops working on what nobody waits for.
    void cleanup() { QTRY_COMPARE_WITH_TIMEOUT(runningAggregates(), 0, 30'000); }

    void aLongCallEndsAtItsTimeLimit()
    {
        const auto begin = Steady::now();
        const auto reply = server().runCommand("shop", longCommand(), {500ms, {}});
        const auto took = Steady::now() - begin;
        QVERIFY(!reply);
        QCOMPARE(reply.error().code, Errc::Timeout);
        QVERIFY(took >= 450ms && took < 5s);
    }

    void aCancelledCallReturnsAtOnceAndOthersGoOn()
    {
        const ttl::CallLimits limits{4s, {}};
        services::WorkerPool pool;
        auto call = pool.run(
            [this](const ttl::CallLimits& given) {
                return server().runCommand("shop", longCommand(), given);
            },
            limits);
        QTRY_COMPARE_WITH_TIMEOUT(runningAggregates(), 1, 30'000);
        const auto cancelled = Steady::now();
        limits.cancel.cancel();
        call.waitForFinished();
        QVERIFY(Steady::now() - cancelled < 2s);
        QVERIFY(!call.result());
        QCOMPARE(call.result().error().code, Errc::Cancelled);
        QCOMPARE(m_client->countBy({"shop", "many"}, "_id_"), std::int64_t{2000});
        QVERIFY(services::WorkerPool::waitForAll(30s));
    }

    // The engine stands still: nothing of its own ends the call.
    void aServerThatHangsIsAbandonedAtTheTimeLimit()
    {
        services::WorkerPool pool;
        QVERIFY(m_engine.pause());
        const auto begin = Steady::now();
        auto call = pool.run(
            [this](const ttl::CallLimits& given) {
                return server().runCommand("admin", json(R"({"ping": 1})"), given);
            },
            {500ms, {}});
        call.waitForFinished();
        const auto took = Steady::now() - begin;
        m_engine.goOn();
        QVERIFY(!call.result());
        QCOMPARE(call.result().error().code, Errc::Timeout);
        QVERIFY(took >= 500ms && took < 5s);
        QVERIFY(services::WorkerPool::waitForAll(30s));
    }

    void aCallThatWasCancelledBeforeIsNotSent()
    {
        const ttl::CallLimits limits;
        limits.cancel.cancel();
        const auto reply = server().runCommand("shop", json(R"({"create": "never"})"), limits);
        QVERIFY(!reply);
        QCOMPARE(reply.error().code, Errc::Cancelled);
        for (const ttl::CollectionSpec& each : need(server().collections("shop", {}))) {
            QVERIFY(each.ns.collection != "never");
        }
    }

    void longCallsDoNotHoldUpShortOnes()
    {
        std::vector<std::future<Result<bson::Document>>> calls;
        for (int i = 0; i < 3; ++i) {
            calls.push_back(std::async(std::launch::async, [&] {
                return server().runCommand("shop", longCommand(), {3s, {}});
            }));
        }
        QTRY_COMPARE_WITH_TIMEOUT(runningAggregates(), 3, 30'000);
        QVERIFY(m_client->run("admin", json(R"({"ping": 1})"))["ok"].toBool());
        for (auto& call : calls) {
            QCOMPARE(call.get().error().code, Errc::Timeout);
        }
    }

private:
    ttl::TtlServer& server() const { return m_client->server(); }

    int runningAggregates() const
    {
        int running = 0;
        const auto reply = m_client->run("admin", json(R"({"currentOp": 1})"));
        for (const bson::Element& operation : reply["inprog"].asDocument()) {
            if (operation.value.asDocument()["command"].asDocument().contains("aggregate")) {
                ++running;
            }
        }
        return running;
    }

    mongo::MongoDriver m_driver;
    EngineProcess m_engine;
    std::unique_ptr<EngineClient> m_client;
};

SANDGLASS_TEST(TestCallLimits)
} // namespace tst_integration_call_limits

#include "tst_integration_call_limits.moc"
