// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_services_doctor {

using namespace sandglass;
using namespace std::chrono_literals;
using services::Diagnosis;
using services::DoctorTarget;
using tests::ServiceFixture;
using tests::waitFor;
using ttl::doctor::CheckId;
using ttl::doctor::Finding;
using ttl::doctor::State;

namespace {

const protocol::Namespace kCarts{"shop", "carts"};

DoctorTarget collection(const std::string& index = {})
{
    return {kCarts, index, {}};
}

DoctorTarget document(std::int32_t id)
{
    return {kCarts, {}, bson::Value::of(id)};
}

// The line of a check; an empty one when there is none.
Finding line(const Result<Diagnosis>& answer, CheckId check)
{
    if (!answer) {
        return {};
    }
    const auto found = std::ranges::find(answer->report.findings, check, &Finding::check);
    return found == answer->report.findings.end() ? Finding() : *found;
}

// Two due, one with text, one without the field, one with an array of words, one date to come.
void fill(ServiceFixture& fixture)
{
    tests::FakeTtlServer& server = *fixture.server;
    const base::Time now = fixture.clock.now();
    server.addIndex(kCarts, "seen", 3'600);
    server.addDocument(kCarts, bson::makeDocument("_id", 1, "seen", bson::Date::from(now - 2h)));
    server.addDocument(kCarts, bson::makeDocument("_id", 2, "seen", bson::Date::from(now - 1h)));
    server.addDocument(kCarts, bson::makeDocument("_id", 3, "seen", "yesterday"));
    server.addDocument(kCarts, bson::makeDocument("_id", 4));
    server.addDocument(
        kCarts, bson::Builder().append("_id", 5).appendArray("seen", bson::makeArray("x")).take());
    server.addDocument(kCarts, bson::makeDocument("_id", 6, "seen", bson::Date::from(now + 1h)));
}

} // namespace

class TestDoctorService : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsAndNamesTheDocumentsThatNeverExpire();
    void aSingleDocumentIsJudgedByTheRule();
    void theServerSaysWhetherADocumentIsInTheFilter();
    void whatIsRefusedIsNotPermitted();
    void anOrdinaryIndexHasNoRule();
    void aTargetThatIsGoneIsNotFound();
    void theWholeServerListsEveryRule();
    void aPausedMonitorIsFound();
    void itCanBeCancelled();
    void itIsATaskWhileItRuns();
    void nothingIsChangedOnTheServer();
};

void TestDoctorService::countsAndNamesTheDocumentsThatNeverExpire()
{
    ServiceFixture fixture;
    fill(fixture);
    QVERIFY(fixture.connect());
    const auto answer = waitFor(fixture.set.doctor.examine(collection(), {}));
    QVERIFY(answer);
    const Finding text = line(answer, CheckId::FieldType);
    QCOMPARE(text.state, State::Failed);
    QCOMPARE(*text.evidence.count, 1);
    QCOMPARE(*text.evidence.of, 6);
    QCOMPARE(text.evidence.sampleId, std::string("3"));
    QCOMPARE(text.evidence.detail, std::string("string"));
    QCOMPARE(line(answer, CheckId::FieldPresent).evidence.sampleId, std::string("4"));
    QCOMPARE(line(answer, CheckId::ArrayContents).evidence.sampleId, std::string("5"));
    const Finding future = line(answer, CheckId::FutureDate);
    QCOMPARE(future.state, State::Warning);
    QCOMPARE(*future.evidence.count, 1);
    QCOMPARE(future.evidence.sampleId, std::string("6"));
    QCOMPARE(line(answer, CheckId::MonitorOn).state, State::Passed);
    QVERIFY(!answer->verdict);
}

void TestDoctorService::aSingleDocumentIsJudgedByTheRule()
{
    ServiceFixture fixture;
    fill(fixture);
    QVERIFY(fixture.connect());
    const auto due = waitFor(fixture.set.doctor.examine(document(2), {}));
    QVERIFY(due && due->verdict);
    QVERIFY(*due->verdict->eligibleAt == fixture.clock.now());
    QCOMPARE(line(due, CheckId::FutureDate).state, State::Passed);
    const auto text = waitFor(fixture.set.doctor.examine(document(3), {}));
    QCOMPARE(*text->verdict->never, ttl::NeverReason::NotADate);
    QCOMPARE(line(text, CheckId::FieldType).state, State::Failed);
    QCOMPARE(line(text, CheckId::FieldPresent).state, State::Passed);
    const auto early = waitFor(fixture.set.doctor.examine(document(6), {}));
    QCOMPARE(line(early, CheckId::FutureDate).state, State::Failed);
}

void TestDoctorService::theServerSaysWhetherADocumentIsInTheFilter()
{
    ServiceFixture fixture;
    const base::Time old = fixture.clock.now() - 2h;
    fixture.server->addIndex(kCarts, "seen", 3'600, bson::makeDocument("open", true));
    fixture.server->addDocument(
        kCarts, bson::makeDocument("_id", 1, "seen", bson::Date::from(old), "open", true));
    fixture.server->addDocument(kCarts,
                                bson::makeDocument("_id", 2, "seen", bson::Date::from(old)));
    QVERIFY(fixture.connect());
    const auto inside = waitFor(fixture.set.doctor.examine(document(1), {}));
    QCOMPARE(line(inside, CheckId::PartialFilter).state, State::Passed);
    const auto outside = waitFor(fixture.set.doctor.examine(document(2), {}));
    QCOMPARE(line(outside, CheckId::PartialFilter).state, State::Failed);
    QCOMPARE(*outside->verdict->never, ttl::NeverReason::OutsideFilter);
    const auto all = waitFor(fixture.set.doctor.examine(collection(), {}));
    QCOMPARE(line(all, CheckId::PartialFilter).state, State::Warning);
    QCOMPARE(line(all, CheckId::PartialFilter).evidence.sampleId, std::string("2"));
}

void TestDoctorService::whatIsRefusedIsNotPermitted()
{
    ServiceFixture fixture;
    fill(fixture);
    QVERIFY(fixture.connect());
    const Error refused = base::serverError(13, "Unauthorized", "not authorized");
    fixture.server->fail("ttlMetrics", refused);
    fixture.server->fail("runCommand", refused);
    fixture.server->fail("histogram", refused);
    const auto answer = waitFor(fixture.set.doctor.examine(collection(), {}));
    QVERIFY(answer);
    QCOMPARE(line(answer, CheckId::MonitorOn).state, State::NotPermitted);
    QCOMPARE(line(answer, CheckId::PassesMoving).state, State::NotPermitted);
    QCOMPARE(line(answer, CheckId::FieldPresent).state, State::NotPermitted);
    QCOMPARE(line(answer, CheckId::QueryUse).state, State::NotPermitted);
    QCOMPARE(line(answer, CheckId::SingleField).state, State::Passed);
}

void TestDoctorService::anOrdinaryIndexHasNoRule()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kCarts, "user", std::nullopt);
    QVERIFY(fixture.connect());
    const auto answer = waitFor(fixture.set.doctor.examine(collection("user_1"), {}));
    QCOMPARE(line(answer, CheckId::RuleThere).state, State::Failed);
    QCOMPARE(line(answer, CheckId::RuleThere).action, ttl::doctor::Action::ConvertIndex);
}

void TestDoctorService::aTargetThatIsGoneIsNotFound()
{
    ServiceFixture fixture;
    fill(fixture);
    QVERIFY(fixture.connect());
    QCOMPARE(waitFor(fixture.set.doctor.examine(document(99), {})).error().code, Errc::NotFound);
    QCOMPARE(waitFor(fixture.set.doctor.examine(collection("gone_1"), {})).error().code,
             Errc::NotFound);
    const DoctorTarget dropped{protocol::Namespace{"shop", "dropped"}, {}, {}};
    QCOMPARE(waitFor(fixture.set.doctor.examine(dropped, {})).error().code, Errc::NotFound);
}

void TestDoctorService::theWholeServerListsEveryRule()
{
    ServiceFixture fixture;
    fill(fixture);
    const protocol::Namespace logs{"web", "logs"};
    fixture.server->addIndex(logs, "at", 60);
    fixture.server->collection({"web", "pages"});
    QVERIFY(fixture.connect());
    const auto answer = waitFor(fixture.set.doctor.examine({}, {}));
    QVERIFY(answer);
    const auto& lines = answer->report.findings;
    const auto of = [&](const protocol::Namespace& ns) {
        return std::ranges::count(lines, ns, &Finding::ns);
    };
    QVERIFY(of(kCarts) > 0 && of(logs) > 0);
    QCOMPARE(of({"web", "pages"}), 0);
    QCOMPARE(std::ranges::count(lines, CheckId::MonitorOn, &Finding::check), 1);
}

void TestDoctorService::aPausedMonitorIsFound()
{
    ServiceFixture fixture;
    fill(fixture);
    ttl::TtlMetrics metrics;
    metrics.monitorEnabled = false;
    fixture.server->setMetrics(metrics);
    QVERIFY(fixture.connect());
    const auto answer = waitFor(fixture.set.doctor.examine(collection("seen_1"), {}));
    QCOMPARE(line(answer, CheckId::MonitorOn).state, State::Failed);
}

void TestDoctorService::itCanBeCancelled()
{
    ServiceFixture fixture;
    fill(fixture);
    QVERIFY(fixture.connect());
    fixture.server->hold("histogram");
    const ttl::CancelToken cancel;
    std::optional<Error> error;
    QObject context;
    services::whenAnswered(fixture.set.doctor.examine(collection(), cancel), &context,
                           [&](const Result<Diagnosis>& answer) { error = answer.error(); });
    QTRY_COMPARE(fixture.server->running("histogram"), 1);
    cancel.cancel();
    QTRY_VERIFY(error);
    QCOMPARE(error->code, Errc::Cancelled);
}

void TestDoctorService::itIsATaskWhileItRuns()
{
    ServiceFixture fixture;
    fill(fixture);
    QVERIFY(fixture.connect());
    fixture.server->hold("indexes");
    QObject context;
    bool done = false;
    services::whenAnswered(fixture.set.doctor.examine(collection(), {}), &context,
                           [&](const Result<Diagnosis>&) { done = true; });
    QTRY_COMPARE(fixture.set.tasks.tasks().size(), std::size_t{1});
    QCOMPARE(fixture.set.tasks.tasks().front().kind, services::TaskKind::Diagnose);
    QVERIFY(fixture.set.tasks.tasks().front().cancel);
    fixture.server->release("indexes");
    QTRY_VERIFY(done);
    QVERIFY(fixture.set.tasks.tasks().empty());
}

void TestDoctorService::nothingIsChangedOnTheServer()
{
    ServiceFixture fixture;
    fill(fixture);
    QVERIFY(fixture.connect());
    const std::size_t before = fixture.server->documentCount(kCarts);
    QVERIFY(waitFor(fixture.set.doctor.examine(collection(), {})));
    QCOMPARE(fixture.server->documentCount(kCarts), before);
    for (const bson::Document& command : fixture.server->commands()) {
        const std::string_view name = command.view().begin()->key;
        QVERIFY2(name == "count" || name == "aggregate" || name == "getParameter"
                     || name == "serverStatus",
                 name.data());
    }
    QVERIFY(fixture.set.journal.entries().empty());
}

SANDGLASS_TEST(TestDoctorService)
} // namespace tst_services_doctor

#include "tst_services_doctor.moc"
