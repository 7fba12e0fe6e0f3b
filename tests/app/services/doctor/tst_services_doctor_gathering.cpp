// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/protocol/server_code.h"
#include "app/services/doctor/doctor_gathering.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_ttl_server.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_services_doctor_gathering {

using namespace sandglass;
using namespace std::chrono_literals;
using protocol::ServerCode;
using services::Diagnosis;
using services::DoctorGathering;
using services::DoctorStart;
using services::DoctorTarget;
using ttl::doctor::CheckId;
using ttl::doctor::Finding;
using ttl::doctor::State;

namespace {

const protocol::Namespace kCarts{"shop", "carts"};
const Error kRefused = protocol::commandError(ServerCode::Unauthorized, "not authorized");

/// A server with carts: one due for an hour, one without a date; a rule of one hour.
struct Carts
{
    tests::FakeClock clock;
    tests::FakeTtlServer server{clock};
    DoctorStart start;

    Carts()
    {
        server.addIndex(kCarts, "seen", 3'600);
        server.addDocument(
            kCarts, bson::makeDocument("_id", 1, "seen", bson::Date::from(clock.now() - 2h)));
        server.addDocument(kCarts, bson::makeDocument("_id", 2));
        start.now = clock.now();
    }
    void becomes(ttl::Product product)
    {
        ttl::ServerInfo info;
        info.product = product;
        info.version = "7.0.5";
        server.setInfo(info);
    }
    Result<Diagnosis> examine(const DoctorTarget& target, const ttl::CallLimits& limits = {})
    {
        return DoctorGathering(server, limits, start).diagnose(target);
    }
    Result<Diagnosis> examineAll() { return examine({kCarts, {}, {}}); }
    Result<Diagnosis> examineOne(std::int32_t id)
    {
        return examine({kCarts, {}, bson::Value::of(id)});
    }
};

std::vector<Finding> linesOf(const Result<Diagnosis>& answer, CheckId check)
{
    std::vector<Finding> lines;
    if (answer) {
        std::ranges::copy_if(answer->report.findings, std::back_inserter(lines),
                             [check](const Finding& line) { return line.check == check; });
    }
    return lines;
}

State stateOf(const Result<Diagnosis>& answer, CheckId check)
{
    const std::vector<Finding> lines = linesOf(answer, check);
    return lines.size() == 1 ? lines.front().state : State::NotApplicable;
}

} // namespace

class TestDoctorGathering : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theServersTimeIsThatOfTheReport();
    void withoutMetricsOurTimeIsTaken();
    void whatFailsOtherwiseIsOnlyNotKnown_data();
    void whatFailsOtherwiseIsOnlyNotKnown();
    void aLostConnectionEndsTheExamination_data();
    void aLostConnectionEndsTheExamination();
    void aRefusedListOfIndexesLeavesTheOtherLines();
    void aRefusedListOfCollectionsLeavesTheOtherLines();
    void databasesThatMayNotBeListedAreALine();
    void databasesNamedByHandAreExamined();
    void aRefusedDatabaseIsALineAndTheOthersGoOn();
    void aRefusedDatabaseOfTheServerIsNoLine();
    void refusedIndexesAreALineOfTheWholeReport();
    void aRefusedDocumentIsNotJudged();
    void theChosenIndexAloneIsExamined();
    void theRuleThatGoesFirstDecides();
    void theOwnRuleOfAClusteredCollectionIsExamined();
    void aTimeSeriesIsDueWithItsBucket();
    void aDocumentThatAFilterLeavesOutNeverGoes();
    void cosmosIsAskedForTtlFields();
    void othersAreNot();
    void whatCosmosKeepsIsNotCounted();
    void viewsAreNotExamined();
    void aCollectionThatGoesMeanwhileIsLeftOut();
    void aServerWithoutCollectionsHasItsOwnLines();
    void nothingIsAskedTwice();
    void earlierCountersShowThatPassesMove();
    void theProfileOfTheUserDecidesAboutTheProduct();

private:
    static void fillCosmos(Carts& carts);
};

void TestDoctorGathering::theServersTimeIsThatOfTheReport()
{
    Carts carts;
    carts.start.now = carts.clock.now() - 24h; // ours is wrong
    const Result<Diagnosis> answer = carts.examineAll();
    QVERIFY(answer);
    QCOMPARE(answer->now, carts.clock.now());
    QCOMPARE(*linesOf(answer, CheckId::FieldPresent).front().evidence.count, 1);
}

void TestDoctorGathering::withoutMetricsOurTimeIsTaken()
{
    Carts carts;
    carts.server.fail("ttlMetrics", kRefused);
    carts.start.now = carts.clock.now() - 90min;
    const Result<Diagnosis> answer = carts.examineOne(1);
    QVERIFY(answer);
    QCOMPARE(answer->now, carts.clock.now() - 90min);
    QCOMPARE(stateOf(answer, CheckId::FutureDate), State::Failed); // not due yet, by that clock
}

void TestDoctorGathering::whatFailsOtherwiseIsOnlyNotKnown_data()
{
    QTest::addColumn<int>("code");
    QTest::newRow("too slow") << static_cast<int>(Errc::Timeout);
    QTest::newRow("nonsense") << static_cast<int>(Errc::Protocol);
    QTest::newRow("our own fault") << static_cast<int>(Errc::Internal);
}

void TestDoctorGathering::whatFailsOtherwiseIsOnlyNotKnown()
{
    QFETCH(int, code);
    Carts carts;
    carts.server.fail("histogram", base::failure(static_cast<Errc>(code), "no"));
    carts.server.fail("serverInfo", base::failure(static_cast<Errc>(code), "no"));
    const Result<Diagnosis> answer = carts.examineAll();
    QVERIFY(answer);
    QCOMPARE(stateOf(answer, CheckId::FieldPresent), State::Unknown);
    QCOMPARE(stateOf(answer, CheckId::Primary), State::Unknown);
    QCOMPARE(stateOf(answer, CheckId::SingleField), State::Passed);
}

void TestDoctorGathering::aLostConnectionEndsTheExamination_data()
{
    QTest::addColumn<QByteArray>("call");
    QTest::addColumn<int>("code");
    for (const char* call :
         {"ttlMetrics", "serverInfo", "collections", "indexes", "histogram", "find"}) {
        QTest::addRow("%s lost", call) << QByteArray(call) << static_cast<int>(Errc::Network);
        QTest::addRow("%s cancelled", call)
            << QByteArray(call) << static_cast<int>(Errc::Cancelled);
    }
}

void TestDoctorGathering::aLostConnectionEndsTheExamination()
{
    QFETCH(QByteArray, call);
    QFETCH(int, code);
    Carts carts;
    carts.server.fail(call.toStdString(), base::failure(static_cast<Errc>(code), "gone"));
    const Result<Diagnosis> answer = carts.examineAll();
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, static_cast<Errc>(code));
}

void TestDoctorGathering::aRefusedListOfIndexesLeavesTheOtherLines()
{
    Carts carts;
    carts.server.fail("indexes", kRefused);
    const Result<Diagnosis> answer = carts.examineAll();
    QVERIFY(answer);
    QCOMPARE(stateOf(answer, CheckId::RuleThere), State::NotPermitted);
    QCOMPARE(stateOf(answer, CheckId::TwoRules), State::NotPermitted);
    QCOMPARE(stateOf(answer, CheckId::MonitorOn), State::Passed);
    // a chosen index is not missing: nobody may say whether it is there
    QVERIFY(carts.examine({kCarts, "seen_1", {}}));
}

void TestDoctorGathering::aRefusedListOfCollectionsLeavesTheOtherLines()
{
    Carts carts;
    carts.server.fail("collections", kRefused);
    const Result<Diagnosis> answer = carts.examineAll();
    QVERIFY(answer);
    QCOMPARE(stateOf(answer, CheckId::CollectionRule), State::NotPermitted);
    QCOMPARE(stateOf(answer, CheckId::RuleThere), State::Passed);
}

void TestDoctorGathering::databasesThatMayNotBeListedAreALine()
{
    Carts carts;
    carts.server.fail("databases", kRefused);
    const Result<Diagnosis> answer = carts.examine({});
    QVERIFY(answer);
    const std::vector<Finding> lines = linesOf(answer, CheckId::RuleThere);
    QCOMPARE(lines.size(), std::size_t{1});
    QCOMPARE(lines.front().state, State::NotPermitted);
    QCOMPARE(lines.front().evidence.detail, std::string("listDatabases"));
    QCOMPARE(stateOf(answer, CheckId::MonitorOn),
             State::Passed); // the server's own lines are there
}

void TestDoctorGathering::databasesNamedByHandAreExamined()
{
    Carts carts;
    carts.server.fail("databases", kRefused);
    carts.start.databases = {kCarts.database};
    const Result<Diagnosis> answer = carts.examine({});
    QVERIFY(answer);
    QCOMPARE(linesOf(answer, CheckId::FieldPresent).size(), std::size_t{1});
    QCOMPARE(linesOf(answer, CheckId::RuleThere).front().state, State::NotPermitted);
}

void TestDoctorGathering::aRefusedDatabaseIsALineAndTheOthersGoOn()
{
    Carts carts;
    carts.server.fail("collections", kRefused);
    const Result<Diagnosis> answer = carts.examine({});
    QVERIFY(answer);
    const std::vector<Finding> lines = linesOf(answer, CheckId::RuleThere);
    QCOMPARE(lines.size(), std::size_t{1});
    QCOMPARE(lines.front().state, State::NotPermitted);
    QCOMPARE(lines.front().ns.database, kCarts.database);
    QCOMPARE(lines.front().evidence.detail, std::string("listCollections"));
}

void TestDoctorGathering::aRefusedDatabaseOfTheServerIsNoLine()
{
    tests::FakeClock clock;
    tests::FakeTtlServer server(clock);
    server.addIndex({"config", "system.sessions"}, "lastUse", 1'800);
    server.fail("collections", kRefused);
    const Result<Diagnosis> answer = DoctorGathering(server, {}, {}).diagnose({});
    QVERIFY(answer);
    QVERIFY(linesOf(answer, CheckId::RuleThere).empty());
    QCOMPARE(stateOf(answer, CheckId::MonitorOn), State::Passed);
}

void TestDoctorGathering::refusedIndexesAreALineOfTheWholeReport()
{
    Carts carts;
    carts.server.fail("indexes", kRefused);
    const Result<Diagnosis> answer = carts.examine({});
    QVERIFY(answer);
    const std::vector<Finding> lines = linesOf(answer, CheckId::RuleThere);
    QCOMPARE(lines.size(), std::size_t{1});
    QCOMPARE(lines.front().state, State::NotPermitted);
    QCOMPARE(lines.front().ns, kCarts);
    QCOMPARE(lines.front().evidence.detail, std::string("listIndexes"));
}

void TestDoctorGathering::aRefusedDocumentIsNotJudged()
{
    Carts carts;
    carts.server.fail("find", kRefused);
    carts.server.fail("histogram", kRefused);
    const Result<Diagnosis> answer = carts.examineOne(1);
    QVERIFY(answer);
    QVERIFY(!answer->verdict);
    QCOMPARE(stateOf(answer, CheckId::FieldPresent), State::NotPermitted);
}

void TestDoctorGathering::theChosenIndexAloneIsExamined()
{
    Carts carts;
    carts.server.addIndex(kCarts, "paid", 60);
    const Result<Diagnosis> one = carts.examine({kCarts, "paid_1", {}});
    QVERIFY(one);
    QCOMPARE(linesOf(one, CheckId::SingleField).size(), std::size_t{1});
    QCOMPARE(linesOf(one, CheckId::SingleField).front().index, std::string("paid_1"));
    QCOMPARE(stateOf(one, CheckId::TwoRules), State::Warning); // it is not alone all the same
    QCOMPARE(linesOf(carts.examineAll(), CheckId::SingleField).size(), std::size_t{2});
}

void TestDoctorGathering::theRuleThatGoesFirstDecides()
{
    Carts carts;
    const base::Time now = carts.clock.now();
    carts.server.addIndex(kCarts, "paid", 60);
    carts.server.addDocument(
        kCarts,
        bson::makeDocument("_id", 3, "seen", bson::Date::from(now), "paid", bson::Date::from(now)));
    QCOMPARE(carts.examineOne(3)->verdict->eligibleAt, std::optional(now + 60s));
    // by one rule never, by the other soon: it goes
    carts.server.addDocument(kCarts, bson::makeDocument("_id", 4, "paid", bson::Date::from(now)));
    QCOMPARE(carts.examineOne(4)->verdict->eligibleAt, std::optional(now + 60s));
    QCOMPARE(carts.examineOne(2)->verdict->never, std::optional(ttl::NeverReason::NoField));
}

void TestDoctorGathering::theOwnRuleOfAClusteredCollectionIsExamined()
{
    Carts carts;
    const protocol::Namespace logs{"shop", "logs"};
    ttl::CollectionSpec& spec = carts.server.collection(logs).spec;
    spec.kind = ttl::CollectionKind::Clustered;
    spec.expireAfterSeconds = 60;
    carts.server.addDocument(logs,
                             bson::makeDocument("_id", bson::Date::from(carts.clock.now() - 2h)));
    const Result<Diagnosis> answer = carts.examine({logs, {}, {}});
    QVERIFY(answer);
    QCOMPARE(stateOf(answer, CheckId::RuleThere), State::Passed);
    QCOMPARE(linesOf(answer, CheckId::FieldPresent).front().index, std::string());
    // a chosen index leaves the own rule out
    QCOMPARE(stateOf(carts.examine({logs, "_id_", {}}), CheckId::RuleThere), State::Failed);
}

void TestDoctorGathering::aTimeSeriesIsDueWithItsBucket()
{
    Carts carts;
    const base::Time now = carts.clock.now();
    const protocol::Namespace weather{"shop", "weather"};
    ttl::CollectionSpec& spec = carts.server.collection(weather).spec;
    spec.kind = ttl::CollectionKind::TimeSeries;
    spec.expireAfterSeconds = 3'600;
    spec.options = bson::makeDocument(
        "timeseries", bson::makeDocument("timeField", "at", "bucketMaxSpanSeconds", 7'200));
    carts.server.addDocument(weather,
                             bson::makeDocument("_id", 1, "at", bson::Date::from(now - 2h)));
    const auto answer = carts.examine({weather, {}, bson::Value::of(std::int32_t{1})});
    QVERIFY(answer);
    QCOMPARE(answer->verdict->eligibleAt, std::optional(now + 1h)); // an hour, and a bucket of two
}

void TestDoctorGathering::aDocumentThatAFilterLeavesOutNeverGoes()
{
    Carts carts;
    const protocol::Namespace orders{"shop", "orders"};
    carts.server.addIndex(orders, "at", 60, bson::makeDocument("open", true));
    const bson::Date old = bson::Date::from(carts.clock.now() - 2h);
    carts.server.addDocument(orders, bson::makeDocument("_id", 1, "at", old, "open", false));
    const DoctorTarget target{orders, {}, bson::Value::of(std::int32_t{1})};
    const Result<Diagnosis> outside = carts.examine(target);
    QCOMPARE(outside->verdict->never, std::optional(ttl::NeverReason::OutsideFilter));
    QCOMPARE(stateOf(outside, CheckId::PartialFilter), State::Failed);
}

void TestDoctorGathering::fillCosmos(Carts& carts)
{
    carts.becomes(ttl::Product::CosmosDb);
    carts.server.addDocument(kCarts, bson::makeDocument("_id", 3, "ttl", 2'000));
    carts.server.addDocument(kCarts, bson::makeDocument("_id", 4, "ttl", 20.5));
    carts.server.addDocument(kCarts, bson::makeDocument("_id", 5, "ttl", -1));
}

void TestDoctorGathering::cosmosIsAskedForTtlFields()
{
    Carts carts;
    fillCosmos(carts);
    const std::vector<Finding> lines = linesOf(carts.examineAll(), CheckId::DocumentTtl);
    QCOMPARE(lines.size(), std::size_t{1});
    QCOMPARE(lines.front().state, State::Failed);
    QCOMPARE(*lines.front().evidence.count, 1); // 20.5 means nothing
    QCOMPARE(*lines.front().evidence.of, 3);
    QCOMPARE(lines.front().evidence.sampleId, std::string("4"));
    QCOMPARE(stateOf(carts.examineOne(3), CheckId::DocumentTtl), State::Passed);
    QCOMPARE(stateOf(carts.examineOne(5), CheckId::DocumentTtl), State::Failed); // never, by itself
}

void TestDoctorGathering::othersAreNot()
{
    Carts carts;
    fillCosmos(carts);
    carts.becomes(ttl::Product::MongoDb);
    const std::vector<Finding> lines = linesOf(carts.examineAll(), CheckId::DocumentTtl);
    QCOMPARE(lines.front().state, State::NotApplicable);
    for (const bson::Document& command : carts.server.commands()) {
        QVERIFY(!command["query"].asDocument().contains("ttl"));
    }
}

void TestDoctorGathering::whatCosmosKeepsIsNotCounted()
{
    Carts carts;
    carts.becomes(ttl::Product::CosmosDb);
    const protocol::Namespace coll{"shop", "coll"};
    carts.server.addIndex(coll, "_ts", 1'000);
    carts.server.addDocument(coll, bson::makeDocument("_id", 1));
    const Result<Diagnosis> answer = carts.examine({coll, {}, bson::Value::of(std::int32_t{1})});
    QVERIFY(answer);
    QVERIFY(!answer->verdict); // of _ts nobody but the server knows
    QCOMPARE(stateOf(answer, CheckId::RuleThere), State::Passed);
    QCOMPARE(carts.server.calls("histogram"), 0);
}

void TestDoctorGathering::viewsAreNotExamined()
{
    Carts carts;
    const protocol::Namespace view{"shop", "view"};
    carts.server.addIndex(view, "seen", 60);
    carts.server.collection(view).spec.kind = ttl::CollectionKind::View;
    const Result<Diagnosis> answer = carts.examine({});
    QVERIFY(answer);
    QVERIFY(std::ranges::none_of(answer->report.findings,
                                 [&](const Finding& line) { return line.ns == view; }));
    QVERIFY(!linesOf(answer, CheckId::SingleField).empty());
}

void TestDoctorGathering::aCollectionThatGoesMeanwhileIsLeftOut()
{
    Carts carts;
    const protocol::Namespace orders{"shop", "orders"};
    carts.server.addIndex(orders, "at", 60);
    // its indexes are listed no more, as after a drop
    carts.server.failOnce("indexes", base::failure(Errc::NotFound, "ns does not exist"));
    const Result<Diagnosis> answer = carts.examine({});
    QVERIFY(answer);
    QCOMPARE(linesOf(answer, CheckId::SingleField).size(), std::size_t{1});
}

void TestDoctorGathering::aServerWithoutCollectionsHasItsOwnLines()
{
    const tests::FakeClock clock;
    tests::FakeTtlServer server(clock);
    const Result<Diagnosis> answer
        = DoctorGathering(server, {}, {clock.now(), {}, {}}).diagnose({});
    QVERIFY(answer);
    QCOMPARE(stateOf(answer, CheckId::MonitorOn), State::Passed);
    QVERIFY(std::ranges::all_of(answer->report.findings,
                                [](const Finding& line) { return line.ns.database.empty(); }));
}

void TestDoctorGathering::nothingIsAskedTwice()
{
    Carts carts;
    carts.server.collection(kCarts).indexes.back().uses = 5;
    QVERIFY(carts.examineAll());
    for (const char* call : {"ttlMetrics", "serverInfo", "collections", "indexes", "histogram"}) {
        QVERIFY2(carts.server.calls(call) == 1, call);
    }
    QCOMPARE(carts.server.calls("runCommand"), 0); // nothing is missing, so nothing is asked why
}

void TestDoctorGathering::earlierCountersShowThatPassesMove()
{
    Carts carts;
    ttl::TtlMetrics earlier;
    earlier.passes = 0;
    carts.start.passes.since = carts.clock.now() - 24h;
    QCOMPARE(stateOf(carts.examineAll(), CheckId::PassesMoving), State::Failed);
    carts.start.earlierMetrics = earlier; // the fake server counts one
    QCOMPARE(stateOf(carts.examineAll(), CheckId::PassesMoving), State::Passed);
}

void TestDoctorGathering::theProfileOfTheUserDecidesAboutTheProduct()
{
    Carts carts;
    QCOMPARE(stateOf(carts.examineAll(), CheckId::MonitorOn), State::Passed);
    carts.start.profile = ttl::Product::CosmosDb; // as behind a private name
    const auto answer = carts.examineAll();
    QVERIFY(answer);
    QCOMPARE(linesOf(answer, CheckId::MonitorOn).size(), std::size_t{1});
    QCOMPARE(stateOf(answer, CheckId::MonitorOn), State::NotApplicable);
}

SANDGLASS_TEST(TestDoctorGathering)
} // namespace tst_services_doctor_gathering

#include "tst_services_doctor_gathering.moc"
