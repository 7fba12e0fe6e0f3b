// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/doctor/document_checks.h"
#include "app/ttl/monitor_patience.h"
#include "tests/support/doctor_facts.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <limits>

namespace tst_doctor_document_checks {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace ttl::doctor;
using tests::doctorRule;
using tests::healthyFacts;
using tests::lineOf;

class TestDocumentChecks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void dueDocumentsMayStayAsLongAsThePassesTake();
    void aRuleNeedsOneDocumentWithADate();
    void missingFieldsFailWithCountAndSample();
    void valuesThatAreNoDatesFail();
    void arraysWithoutADateFail();
    void documentsOutsideThePartialFilterWarn();
    void aSingleDocumentOutsideThePartialFilterFails();
    void datesToComeWarn();
    void datesToComeAreMeantSoAtTheStoredDate();
    void aSingleDocumentThatWaitsFailsWithItsMoment();
    void anEmptyCollectionHasNothingToSee();
    void documentsThatMayNotBeReadAreNotPermitted();
};

void TestDocumentChecks::missingFieldsFailWithCountAndSample()
{
    Facts facts = healthyFacts();
    QCOMPARE(lineOf(CheckId::FieldPresent, facts).state, State::Passed);
    facts.rules[0].counts->missing = {3, "7", "missing"};
    const Finding line = lineOf(CheckId::FieldPresent, facts);
    QCOMPARE(line.state, State::Failed);
    QCOMPARE(*line.evidence.count, 3);
    QCOMPARE(*line.evidence.of, 10);
    QCOMPARE(line.evidence.sampleId, std::string("7"));
}

void TestDocumentChecks::valuesThatAreNoDatesFail()
{
    Facts facts = healthyFacts();
    QCOMPARE(lineOf(CheckId::FieldType, facts).state, State::Passed);
    facts.rules[0].counts->notDates = {1, "8", "string"};
    const Finding line = lineOf(CheckId::FieldType, facts);
    QCOMPARE(line.state, State::Failed);
    QCOMPARE(line.evidence.detail, std::string("string"));
    QCOMPARE(line.action, Action::StoreDates);
}

void TestDocumentChecks::arraysWithoutADateFail()
{
    Facts facts = healthyFacts();
    QCOMPARE(lineOf(CheckId::ArrayContents, facts).state, State::Passed);
    facts.rules[0].counts->arrays = {2, "9", "array"};
    QCOMPARE(lineOf(CheckId::ArrayContents, facts).state, State::Failed);
}

void TestDocumentChecks::documentsOutsideThePartialFilterWarn()
{
    Facts facts = healthyFacts();
    QCOMPARE(lineOf(CheckId::PartialFilter, facts).state, State::NotApplicable);
    facts.rules[0].index.partialFilter = bson::makeDocument("open", true);
    QCOMPARE(lineOf(CheckId::PartialFilter, facts).state, State::Passed);
    facts.rules[0].counts->outside = {4, "1", ""};
    QCOMPARE(lineOf(CheckId::PartialFilter, facts).state, State::Warning);
}

void TestDocumentChecks::aSingleDocumentOutsideThePartialFilterFails()
{
    Facts facts = healthyFacts();
    facts.rules[0].index.partialFilter = bson::makeDocument("open", true);
    facts.document = bson::makeDocument("_id", 1);
    facts.rules[0].counts->outside = {1, "1", ""};
    QCOMPARE(lineOf(CheckId::PartialFilter, facts).state, State::Failed);
}

void TestDocumentChecks::datesToComeWarn()
{
    Facts facts = healthyFacts();
    QCOMPARE(lineOf(CheckId::FutureDate, facts).state, State::Passed);
    facts.rules[0].counts->waiting = 6;
    QCOMPARE(lineOf(CheckId::FutureDate, facts).state, State::Passed);
    QCOMPARE(*lineOf(CheckId::FutureDate, facts).evidence.count, 6);
    facts.rules[0].counts->future = {2, "5", ""};
    facts.rules[0].counts->newest = bson::Date::from(facts.now + 24h);
    const Finding line = lineOf(CheckId::FutureDate, facts);
    QCOMPARE(line.state, State::Warning);
    QCOMPARE(*line.evidence.count, 2);
    QVERIFY(*line.evidence.moment == facts.now + 24h);
}

void TestDocumentChecks::datesToComeAreMeantSoAtTheStoredDate()
{
    Facts facts = healthyFacts();
    facts.rules[0] = doctorRule("t", 0);
    facts.rules[0].counts->future = {2, "5", ""};
    facts.rules[0].counts->waiting = 2;
    QCOMPARE(lineOf(CheckId::FutureDate, facts).state, State::Passed);
}

void TestDocumentChecks::aSingleDocumentThatWaitsFailsWithItsMoment()
{
    Facts facts = healthyFacts();
    facts.document = bson::makeDocument("_id", 1, "t", bson::Date::from(facts.now));
    facts.rules[0].counts = countsOf(facts.rules[0].rule, *facts.document, facts.now);
    const Finding line = lineOf(CheckId::FutureDate, facts);
    QCOMPARE(line.state, State::Failed);
    QCOMPARE(line.action, Action::WaitUntilDue);
    QVERIFY(*line.evidence.moment == facts.now + 1h);
}

void TestDocumentChecks::anEmptyCollectionHasNothingToSee()
{
    Facts facts = healthyFacts();
    facts.rules[0].counts = DocumentCounts();
    QCOMPARE(lineOf(CheckId::FieldPresent, facts).state, State::NotApplicable);
    QCOMPARE(lineOf(CheckId::FieldType, facts).state, State::NotApplicable);
    QCOMPARE(lineOf(CheckId::ArrayContents, facts).state, State::NotApplicable);
    QCOMPARE(lineOf(CheckId::FutureDate, facts).state, State::NotApplicable);
}

void TestDocumentChecks::documentsThatMayNotBeReadAreNotPermitted()
{
    Facts facts = healthyFacts();
    facts.rules[0].counts.reset();
    facts.notPermitted.insert(Question::Documents);
    QCOMPARE(lineOf(CheckId::FieldPresent, facts).state, State::NotPermitted);
    QCOMPARE(lineOf(CheckId::FutureDate, facts).state, State::NotPermitted);
}

void TestDocumentChecks::dueDocumentsMayStayAsLongAsThePassesTake()
{
    Facts facts = healthyFacts();
    DocumentCounts& counts = *facts.rules.front().counts;
    QCOMPARE(lineOf(CheckId::DueDeleted, facts).state, State::Passed);
    counts.overdueFor = ttl::monitorPatience(facts.metrics);
    QCOMPARE(lineOf(CheckId::DueDeleted, facts).state, State::Passed);
    *counts.overdueFor += 1s;
    const Finding line = lineOf(CheckId::DueDeleted, facts);
    QCOMPARE(line.state, State::Failed);
    QCOMPARE(*line.evidence.count, 10);
    facts.metrics->sleepSeconds = 3'600;
    QCOMPARE(lineOf(CheckId::DueDeleted, facts).state, State::Passed);
    facts.rules.front().counts.reset();
    QCOMPARE(lineOf(CheckId::DueDeleted, facts).state, State::Unknown);
}

void TestDocumentChecks::aRuleNeedsOneDocumentWithADate()
{
    Facts facts = healthyFacts();
    DocumentCounts& counts = *facts.rules.front().counts;
    counts.missing.documents = 4;
    counts.notDates.documents = 3;
    counts.arrays.documents = 1;
    counts.outside.documents = 1;
    QCOMPARE(lineOf(CheckId::SomeDated, facts).state, State::Passed);
    counts.outside.documents = 2;
    QCOMPARE(lineOf(CheckId::SomeDated, facts).state, State::Failed);
    // a sample may have missed it
    facts.rules.front().counts->exact = false;
    QCOMPARE(lineOf(CheckId::SomeDated, facts).state, State::Unknown);
    facts.rules.front().rule.valid = false;
    QCOMPARE(lineOf(CheckId::SomeDated, facts).state, State::NotApplicable);
    facts.rules.front().rule.valid = true;
    facts.rules.front().counts = DocumentCounts();
    QCOMPARE(lineOf(CheckId::SomeDated, facts).state, State::NotApplicable);
}

SANDGLASS_TEST(TestDocumentChecks)
} // namespace tst_doctor_document_checks

#include "tst_doctor_document_checks.moc"
