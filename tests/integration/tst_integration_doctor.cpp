// SPDX-License-Identifier: GPL-3.0-or-later
// The doctor on the real engine: each cause is prepared there and has to be found.
#include "app/mongo/mongo_driver.h"
#include "app/services/doctor/doctor_gathering.h"
#include "tests/support/engine_client.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_integration_doctor {

using namespace sandglass;
using namespace sandglass::tests;
using namespace std::chrono_literals;
using services::Diagnosis;
using services::DoctorTarget;
using ttl::doctor::CheckId;
using ttl::doctor::Finding;
using ttl::doctor::State;

namespace {

const protocol::Namespace kCarts{"shop", "carts"};

bson::Date ago(base::Time now, base::Millis age)
{
    return bson::Date::from(now - age);
}

} // namespace

class TestDoctor : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_engine = std::make_unique<EngineProcess>();
        // no pass comes between, unless a test asks for it
        m_engine->setParameter(QStringLiteral("ttlMonitorSleepSecs"), QStringLiteral("3600"));
        QVERIFY(m_engine->start());
        m_client = std::make_unique<EngineClient>(*m_engine);
        m_now = m_client->now();
    }

    void cleanup()
    {
        m_client.reset();
        m_engine.reset();
    }

    void aHealthyCollectionFailsNothing()
    {
        createIndex(R"({"key": {"t": 1}, "name": "ttl", "expireAfterSeconds": 60})");
        m_client->insert(kCarts, {bson::makeDocument("_id", 1, "t", ago(m_now, 1h))});
        const Diagnosis found = diagnose({kCarts, "ttl", {}});
        for (const Finding& line : found.report.findings) {
            QVERIFY2(line.state != State::Failed && line.state != State::NotPermitted,
                     qPrintable(QString::number(static_cast<int>(line.check))));
        }
    }

    void anIndexThatOnlyTheWindowReadsIsUnused()
    {
        createIndex(R"({"key": {"t": 1}, "name": "ttl", "expireAfterSeconds": 60})");
        for (int id = 1; id < 50; ++id) {
            m_client->insert(kCarts, {bson::makeDocument("_id", id, "t", ago(m_now, -1min * id))});
        }
        const auto watch = [this] {
            ttl::HistogramRequest request;
            request.ns = kCarts;
            request.field = "t";
            request.expireAfterSeconds = 60;
            request.now = m_now;
            request.edges = {m_now, m_now + 30min, m_now + 1h};
            request.indexHint = "ttl";
            need(m_client->server().histogram(request, {}));
            ttl::ImpactRequest effect;
            effect.ns = kCarts;
            effect.field = "t";
            effect.now = m_now;
            effect.indexHint = "ttl";
            need(m_client->server().impact(effect, {}));
            ttl::DocumentQuery page;
            page.ns = kCarts;
            page.field = "t";
            need(m_client->server().find(page, {}));
        };
        for (int i = 0; i < 5; ++i) {
            watch();
        }
        const Finding unused = line(diagnose({kCarts, "ttl", {}}), CheckId::QueryUse);
        QCOMPARE(unused.state, State::Warning);
        QCOMPARE(*unused.evidence.count, 0);
        // an application reads by the index: its queries have another comment, or none
        need(m_client->server().runCommand(
            kCarts.database,
            json(
                R"({"find": "carts", "filter": {"t": {"$exists": true}}, "hint": "ttl", "comment": "shop"})"),
            {}));
        watch();
        const Finding used = line(diagnose({kCarts, "ttl", {}}), CheckId::QueryUse);
        QCOMPARE(used.state, State::Passed);
        QCOMPARE(*used.evidence.count, 1);
    }

    void undatedDocumentsAreCountedAndNamed()
    {
        createIndex(R"({"key": {"t": 1}, "name": "ttl", "expireAfterSeconds": 60})");
        m_client->insert(kCarts,
                         {bson::makeDocument("_id", 1, "t", ago(m_now, 1h)),
                          bson::makeDocument("_id", 2, "t", "2020-01-01"),
                          bson::makeDocument("_id", 3, "t", 1'577'836'800),
                          bson::makeDocument("_id", 4), json(R"({"_id": 5, "t": null})"),
                          json(R"({"_id": 6, "t": ["x", 7]})"), json(R"({"_id": 7, "t": []})"),
                          bson::Builder()
                              .append("_id", 8)
                              .appendArray("t", bson::makeArray("x", ago(m_now, 1h)))
                              .take()});
        const Diagnosis found = diagnose({kCarts, {}, {}});
        const Finding present = line(found, CheckId::FieldPresent);
        QCOMPARE(present.state, State::Failed);
        QCOMPARE(*present.evidence.count, 2);
        QVERIFY(present.evidence.sampleId == "4" || present.evidence.sampleId == "5");
        const Finding type = line(found, CheckId::FieldType);
        QCOMPARE(type.state, State::Failed);
        QCOMPARE(*type.evidence.count, 2);
        QVERIFY(type.evidence.sampleId == "2" || type.evidence.sampleId == "3");
        const Finding arrays = line(found, CheckId::ArrayContents);
        QCOMPARE(arrays.state, State::Failed);
        QCOMPARE(*arrays.evidence.count, 2);
        QVERIFY(arrays.evidence.sampleId == "6" || arrays.evidence.sampleId == "7");
    }

    void datesToComeAreNamed()
    {
        createIndex(R"({"key": {"t": 1}, "name": "ttl", "expireAfterSeconds": 60})");
        m_client->insert(kCarts,
                         {bson::makeDocument("_id", 1, "t", ago(m_now, 1h)),
                          bson::makeDocument("_id", 2, "t", ago(m_now, -24h))});
        const Finding future = line(diagnose({kCarts, {}, {}}), CheckId::FutureDate);
        QCOMPARE(future.state, State::Warning);
        QCOMPARE(*future.evidence.count, 1);
        QCOMPARE(future.evidence.sampleId, std::string("2"));
        const Diagnosis one = diagnose({kCarts, {}, bson::Value::of(2)});
        QCOMPARE(line(one, CheckId::FutureDate).state, State::Failed);
        QVERIFY(*one.verdict->eligibleAt == ago(m_now, -24h).time() + 60s);
    }

    void arraysAtANumberedPlaceAreCountedAsTheRuleSeesThem()
    {
        createIndex(R"({"key": {"a.1": 1}, "name": "ttl", "expireAfterSeconds": 60})");
        // in a filter "a.1" also reaches into the arrays inside an array; in an index it does not
        m_client->insert(kCarts,
                         {json(R"({"_id": 1, "a": [["x", ["y"]], 7]})"),
                          json(R"({"_id": 2, "a": [0, ["z"]]})"), json(R"({"_id": 3, "a": 4})")});
        const Diagnosis found = diagnose({kCarts, "ttl", {}});
        const Finding arrays = line(found, CheckId::ArrayContents);
        QCOMPARE(*arrays.evidence.count, 1);
        QVERIFY(arrays.evidence.sampleId.empty() || arrays.evidence.sampleId == "2");
        QCOMPARE(*line(found, CheckId::FieldType).evidence.count, 1);
    }

    void documentsOutsideThePartialFilterAreFound()
    {
        createIndex(R"({"key": {"t": 1}, "name": "ttl", "expireAfterSeconds": 60,
                        "partialFilterExpression": {"z": {"$gt": 2}}})");
        m_client->insert(kCarts,
                         {bson::makeDocument("_id", 1, "t", ago(m_now, 1h), "z", 3),
                          bson::makeDocument("_id", 2, "t", ago(m_now, 1h), "z", 2)});
        const Finding all = line(diagnose({kCarts, {}, {}}), CheckId::PartialFilter);
        QCOMPARE(all.state, State::Warning);
        QCOMPARE(*all.evidence.count, 1);
        QCOMPARE(all.evidence.sampleId, std::string("2"));
        const Diagnosis inside = diagnose({kCarts, {}, bson::Value::of(1)});
        QCOMPARE(line(inside, CheckId::PartialFilter).state, State::Passed);
        QVERIFY(inside.verdict->eligibleAt);
        const Diagnosis outside = diagnose({kCarts, {}, bson::Value::of(2)});
        QCOMPARE(line(outside, CheckId::PartialFilter).state, State::Failed);
        QCOMPARE(*outside.verdict->never, ttl::NeverReason::OutsideFilter);
    }

    void aPausedMonitorIsFound()
    {
        createIndex(R"({"key": {"t": 1}, "name": "ttl", "expireAfterSeconds": 60})");
        QCOMPARE(line(diagnose({kCarts, {}, {}}), CheckId::MonitorOn).state, State::Passed);
        m_client->setParameter("ttlMonitorEnabled", bson::Value::of(false));
        QCOMPARE(line(diagnose({kCarts, {}, {}}), CheckId::MonitorOn).state, State::Failed);
    }

    void aMovedClockIsFound()
    {
        createIndex(R"({"key": {"t": 1}, "name": "ttl", "expireAfterSeconds": 60})");
        QCOMPARE(line(diagnose({kCarts, {}, {}}), CheckId::ServerClock).state, State::Passed);
        m_client->moveClockTo(m_now - 2h);
        const Finding clock = line(diagnose({kCarts, {}, {}}), CheckId::ServerClock);
        QCOMPARE(clock.state, State::Failed);
        QVERIFY(*clock.evidence.seconds < -7'000);
    }

    void indexesThatDeleteNothingAreFound()
    {
        createIndex(R"({"key": {"t": "hashed"}, "name": "hashed", "expireAfterSeconds": 60})");
        createIndex(R"({"key": {"u": 1}, "name": "plain"})");
        m_client->insert(kCarts, {bson::makeDocument("_id", 1, "t", ago(m_now, 1h))});
        QCOMPARE(line(diagnose({kCarts, "hashed", {}}), CheckId::SingleField).state, State::Failed);
        QCOMPARE(line(diagnose({kCarts, "plain", {}}), CheckId::RuleThere).state, State::Failed);
    }

    void hiddenIndexesAndSeveralRulesWarn()
    {
        createIndex(R"({"key": {"t": 1}, "name": "ttl", "expireAfterSeconds": 60,
                        "hidden": true})");
        createIndex(R"({"key": {"u": 1}, "name": "other", "expireAfterSeconds": 60})");
        const Diagnosis found = diagnose({kCarts, "ttl", {}});
        QCOMPARE(line(found, CheckId::HiddenDeletes).state, State::Warning);
        QCOMPARE(line(found, CheckId::TwoRules).state, State::Warning);
        QCOMPARE(line(found, CheckId::QueryUse).state, State::Warning);
    }

    void theLargestValueIsNamedAsTheMarkOfNan()
    {
        // the engine takes no NaN: newer servers show this value in its place
        createIndex(R"({"key": {"t": 1}, "name": "ttl", "expireAfterSeconds": 2147483647})");
        QCOMPARE(line(diagnose({kCarts, {}, {}}), CheckId::NotNan).state, State::Warning);
    }

    void passesThatMoveAreSeen()
    {
        createIndex(R"({"key": {"t": 1}, "name": "ttl", "expireAfterSeconds": 60})");
        const ttl::TtlMetrics before = m_client->metrics();
        QVERIFY(m_client->passAt(m_now + 2h));
        services::DoctorStart start;
        start.now = m_client->now();
        start.earlierMetrics = before;
        const Diagnosis found = need(
            services::DoctorGathering(m_client->server(), {}, start).diagnose({kCarts, {}, {}}));
        QCOMPARE(line(found, CheckId::PassesMoving).state, State::Passed);
    }

    void theWholeServerIsLookedAt()
    {
        createIndex(R"({"key": {"t": 1}, "name": "ttl", "expireAfterSeconds": 60})");
        m_client->insert(kCarts, {bson::makeDocument("_id", 1, "t", "text")});
        m_client->insert({"shop", "plain"}, {bson::makeDocument("_id", 1)});
        const Diagnosis found = diagnose({});
        QCOMPARE(line(found, CheckId::FieldType).state, State::Failed);
        QCOMPARE(std::ranges::count(found.report.findings, protocol::Namespace{"shop", "plain"},
                                    &Finding::ns),
                 0);
    }

    void whatItSaysOfADocumentIsWhatThePassDoes()
    {
        createIndex(R"({"key": {"t": 1}, "name": "ttl", "expireAfterSeconds": 60})");
        m_client->insert(kCarts,
                         {bson::makeDocument("_id", 1, "t", ago(m_now, 1h)),
                          bson::makeDocument("_id", 2, "t", "text"),
                          bson::makeDocument("_id", 3, "t", ago(m_now, -24h))});
        const auto due = [&](std::int32_t id) {
            const Diagnosis one = diagnose({kCarts, {}, bson::Value::of(id)});
            return one.verdict->eligibleAt && *one.verdict->eligibleAt <= m_now;
        };
        QVERIFY(due(1) && !due(2) && !due(3));
        QVERIFY(m_client->passAt(m_now + 2h));
        std::vector<std::int32_t> left;
        for (const bson::Document& document : m_client->documents(kCarts)) {
            left.push_back(document["_id"].asInt32());
        }
        QCOMPARE(left, (std::vector<std::int32_t>{2, 3}));
    }

private:
    void createIndex(const char* definition)
    {
        m_client->run(kCarts.database,
                      bson::Builder()
                          .append("createIndexes", kCarts.collection)
                          .appendArray("indexes", bson::makeArray(json(definition)))
                          .take());
    }

    Diagnosis diagnose(const DoctorTarget& target) const
    {
        services::DoctorStart start;
        start.now = m_client->now();
        return need(services::DoctorGathering(m_client->server(), {}, start).diagnose(target));
    }

    static Finding line(const Diagnosis& diagnosis, CheckId check)
    {
        const auto found = std::ranges::find(diagnosis.report.findings, check, &Finding::check);
        return found == diagnosis.report.findings.end() ? Finding() : *found;
    }

    mongo::MongoDriver m_driver;
    std::unique_ptr<EngineProcess> m_engine;
    std::unique_ptr<EngineClient> m_client;
    base::Time m_now;
};

SANDGLASS_TEST(TestDoctor)
} // namespace tst_integration_doctor

#include "tst_integration_doctor.moc"
