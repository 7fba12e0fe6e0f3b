// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/doctor/collection_checks.h"
#include "tests/support/doctor_facts.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <limits>

namespace tst_doctor_collection_checks {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace ttl::doctor;
using tests::doctorRule;
using tests::healthyFacts;
using tests::lineOf;

class TestCollectionChecks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noRuleFails();
    void indexesThatMayNotBeListedAreNotPermitted();
    void aShorterRuleOfTheCollectionFailsOnATimeSeries();
    void aShorterRuleOfAClusteredCollectionWarns();
    void twoRulesOnOneCollectionWarn();
    void datesOutsideTheRangeOfATimeSeriesFail();
    void anUnusableTtlFieldFailsOnCosmos();
    void aDocumentWithTtlMinusOneNeverExpiresOnCosmos();
};

void TestCollectionChecks::noRuleFails()
{
    Facts facts = healthyFacts();
    QCOMPARE(lineOf(CheckId::RuleThere, facts).state, State::Passed);
    facts.rules.clear();
    QCOMPARE(lineOf(CheckId::RuleThere, facts).action, Action::CreateRule);
    facts.chosenIndex = "user_1";
    const Finding line = lineOf(CheckId::RuleThere, facts);
    QCOMPARE(line.state, State::Failed);
    QCOMPARE(line.action, Action::ConvertIndex);
    QCOMPARE(line.evidence.detail, std::string("user_1"));
}

void TestCollectionChecks::indexesThatMayNotBeListedAreNotPermitted()
{
    Facts facts = healthyFacts();
    facts.rules.clear();
    facts.indexes.reset();
    facts.notPermitted.insert(Question::Indexes);
    QCOMPARE(lineOf(CheckId::RuleThere, facts).state, State::NotPermitted);
    QCOMPARE(lineOf(CheckId::TwoRules, facts).state, State::NotPermitted);
}

void TestCollectionChecks::aShorterRuleOfTheCollectionFailsOnATimeSeries()
{
    Facts facts = healthyFacts();
    QCOMPARE(lineOf(CheckId::CollectionRule, facts).state, State::NotApplicable);
    facts.collection->expireAfterSeconds = 60;
    facts.collection->kind = ttl::CollectionKind::TimeSeries;
    const Finding line = lineOf(CheckId::CollectionRule, facts);
    QCOMPARE(line.state, State::Failed);
    QCOMPARE(*line.evidence.seconds, 60);
    facts.collection->expireAfterSeconds = 3'600;
    QCOMPARE(lineOf(CheckId::CollectionRule, facts).state, State::Passed);
}

void TestCollectionChecks::aShorterRuleOfAClusteredCollectionWarns()
{
    Facts facts = healthyFacts();
    facts.collection->expireAfterSeconds = 60;
    facts.collection->kind = ttl::CollectionKind::Clustered;
    QCOMPARE(lineOf(CheckId::CollectionRule, facts).state, State::Warning);
}

void TestCollectionChecks::twoRulesOnOneCollectionWarn()
{
    Facts facts = healthyFacts();
    QCOMPARE(lineOf(CheckId::TwoRules, facts).state, State::Passed);
    facts.indexes->push_back(doctorRule("u").index);
    const Finding line = lineOf(CheckId::TwoRules, facts);
    QCOMPARE(line.state, State::Warning);
    QCOMPARE(*line.evidence.count, 2);
    QCOMPARE(line.evidence.detail, std::string("t_1, u_1"));
}

void TestCollectionChecks::datesOutsideTheRangeOfATimeSeriesFail()
{
    Facts facts = healthyFacts();
    QCOMPARE(lineOf(CheckId::TimeSeriesRange, facts).state, State::NotApplicable);
    facts.collection->kind = ttl::CollectionKind::TimeSeries;
    facts.rules[0].counts->oldest = bson::Date{0};
    facts.rules[0].counts->newest = bson::Date{2'147'483'647'000};
    QCOMPARE(lineOf(CheckId::TimeSeriesRange, facts).state, State::Passed);
    facts.rules[0].counts->newest = bson::Date{2'147'483'648'000};
    QCOMPARE(lineOf(CheckId::TimeSeriesRange, facts).state, State::Failed);
    facts.rules[0].counts->newest = bson::Date{1};
    facts.rules[0].counts->oldest = bson::Date{-1};
    QCOMPARE(lineOf(CheckId::TimeSeriesRange, facts).state, State::Failed);
    facts.server->versionNumbers = {8, 2, 0};
    QCOMPARE(lineOf(CheckId::TimeSeriesRange, facts).state, State::Warning);
}

void TestCollectionChecks::anUnusableTtlFieldFailsOnCosmos()
{
    Facts facts = healthyFacts();
    QCOMPARE(lineOf(CheckId::DocumentTtl, facts).state, State::NotApplicable);
    facts.server->product = ttl::Product::CosmosDb;
    facts.ttlFields = TtlFields();
    QCOMPARE(lineOf(CheckId::DocumentTtl, facts).state, State::Passed);
    facts.ttlFields
        = ttlFieldsOf({bson::makeDocument("_id", 1, "ttl", 2'000),
                       bson::makeDocument("_id", 2, "ttl", 20.5), bson::makeDocument("_id", 3)});
    const Finding line = lineOf(CheckId::DocumentTtl, facts);
    QCOMPARE(line.state, State::Failed);
    QCOMPARE(*line.evidence.count, 1);
    QCOMPARE(*line.evidence.of, 2);
    QCOMPARE(line.evidence.sampleId, std::string("2"));
}

void TestCollectionChecks::aDocumentWithTtlMinusOneNeverExpiresOnCosmos()
{
    Facts facts = healthyFacts();
    facts.server->product = ttl::Product::CosmosDb;
    facts.document = bson::makeDocument("_id", 1, "ttl", -1);
    facts.ttlFields = ttlFieldsOf({*facts.document});
    QCOMPARE(lineOf(CheckId::DocumentTtl, facts).state, State::Failed);
}

SANDGLASS_TEST(TestCollectionChecks)
} // namespace tst_doctor_collection_checks

#include "tst_doctor_collection_checks.moc"
