// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/doctor/index_checks.h"
#include "tests/support/doctor_facts.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <limits>

namespace tst_doctor_index_checks {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace ttl::doctor;
using tests::doctorRule;
using tests::healthyFacts;
using tests::lineOf;

class TestIndexChecks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anIndexThatIsBeingBuiltFails();
    void damagedDataFail();
    void aCompoundKeyFails();
    void aHashedKeyFails();
    void aRuleOnIdFails();
    void aValueOutOfRangeFails();
    void minusOneIsOnlyAWarningOnCosmos();
    void notANumberFails();
    void theLargestValueMayStandForNan();
    void aHiddenIndexWarns();
    void anIndexThatNoQueryUsesWarns();
    void useThatMayNotBeReadIsNotPermitted();
    void eachRuleHasALineOfItsOwn();
};

void TestIndexChecks::anIndexThatIsBeingBuiltFails()
{
    Facts facts = healthyFacts();
    QCOMPARE(lineOf(CheckId::IndexReady, facts).state, State::Passed);
    facts.rules[0].index.building = true;
    QCOMPARE(lineOf(CheckId::IndexReady, facts).state, State::Failed);
}

void TestIndexChecks::damagedDataFail()
{
    Facts facts = healthyFacts();
    QCOMPARE(lineOf(CheckId::DataReadable, facts).state, State::NotApplicable);
    facts.server->product = ttl::Product::Sandglass;
    QCOMPARE(lineOf(CheckId::DataReadable, facts).state, State::Passed);
    facts.metrics->damaged = {{"shop.other", "t_1", {}}, {"shop.carts", "u_1", {}}};
    QCOMPARE(lineOf(CheckId::DataReadable, facts).state, State::Passed);
    facts.metrics->damaged.push_back({"shop.carts", "t_1", facts.now - 1h});
    const Finding line = lineOf(CheckId::DataReadable, facts);
    QCOMPARE(line.state, State::Failed);
    QCOMPARE(line.action, Action::ReplaceData);
    QVERIFY(line.evidence.moment == facts.now - 1h);
    facts.server.reset(); // as in the inventory, which knows the product elsewhere
    QCOMPARE(examineForInventory(facts).front().check, CheckId::DataReadable);
    facts.metrics.reset();
    QCOMPARE(lineOf(CheckId::DataReadable, facts).state, State::Unknown);
}

void TestIndexChecks::aCompoundKeyFails()
{
    Facts facts = healthyFacts();
    QCOMPARE(lineOf(CheckId::SingleField, facts).state, State::Passed);
    facts.rules[0].index.key = bson::makeDocument("t", 1, "user", 1);
    QCOMPARE(lineOf(CheckId::SingleField, facts).state, State::Failed);
}

void TestIndexChecks::aHashedKeyFails()
{
    Facts facts = healthyFacts();
    facts.rules[0].index.key = bson::makeDocument("t", "hashed");
    const Finding line = lineOf(CheckId::SingleField, facts);
    QCOMPARE(line.state, State::Failed);
    QVERIFY(line.evidence.detail.find("hashed") != std::string::npos);
}

void TestIndexChecks::aRuleOnIdFails()
{
    Facts facts = healthyFacts();
    QCOMPARE(lineOf(CheckId::NotId, facts).state, State::Passed);
    facts.rules[0].rule.field = "_id";
    QCOMPARE(lineOf(CheckId::NotId, facts).state, State::Failed);
}

void TestIndexChecks::aValueOutOfRangeFails()
{
    Facts facts = healthyFacts();
    QCOMPARE(lineOf(CheckId::ValueInRange, facts).state, State::Passed);
    facts.rules[0].index.expireAfterSeconds.reset();
    facts.rules[0].index.expiryValueInvalid = true;
    facts.rules[0].index.listed = bson::makeDocument("expireAfterSeconds", "3600");
    const Finding line = lineOf(CheckId::ValueInRange, facts);
    QCOMPARE(line.state, State::Failed);
    QCOMPARE(line.evidence.detail, std::string("\"3600\""));
}

void TestIndexChecks::minusOneIsOnlyAWarningOnCosmos()
{
    Facts facts = healthyFacts();
    facts.rules[0].index.expireAfterSeconds = -1;
    QCOMPARE(lineOf(CheckId::ValueInRange, facts).state, State::Failed);
    facts.server->product = ttl::Product::CosmosDb;
    QCOMPARE(lineOf(CheckId::ValueInRange, facts).state, State::Warning);
}

void TestIndexChecks::notANumberFails()
{
    Facts facts = healthyFacts();
    QCOMPARE(lineOf(CheckId::NotNan, facts).state, State::Passed);
    facts.rules[0].index.expireAfterSeconds.reset();
    facts.rules[0].index.expiryValueInvalid = true;
    facts.rules[0].index.listed
        = bson::makeDocument("expireAfterSeconds", std::numeric_limits<double>::quiet_NaN());
    QCOMPARE(lineOf(CheckId::NotNan, facts).state, State::Failed);
    QCOMPARE(lineOf(CheckId::NotNan, facts).evidence.detail, std::string("7.0.5"));
    QCOMPARE(lineOf(CheckId::ValueInRange, facts).state, State::NotApplicable);
}

void TestIndexChecks::theLargestValueMayStandForNan()
{
    Facts facts = healthyFacts();
    facts.rules[0].index.expireAfterSeconds = 2'147'483'647;
    QCOMPARE(lineOf(CheckId::NotNan, facts).state, State::Warning);
}

void TestIndexChecks::aHiddenIndexWarns()
{
    Facts facts = healthyFacts();
    QCOMPARE(lineOf(CheckId::HiddenDeletes, facts).state, State::Passed);
    facts.rules[0].index.hidden = true;
    QCOMPARE(lineOf(CheckId::HiddenDeletes, facts).state, State::Warning);
}

void TestIndexChecks::anIndexThatNoQueryUsesWarns()
{
    Facts facts = healthyFacts();
    QCOMPARE(lineOf(CheckId::QueryUse, facts).state, State::Passed);
    facts.rules[0].index.uses = 0;
    QCOMPARE(lineOf(CheckId::QueryUse, facts).state, State::Warning);
    QCOMPARE(lineOf(CheckId::QueryUse, facts).action, Action::KeepIndex);
}

void TestIndexChecks::useThatMayNotBeReadIsNotPermitted()
{
    Facts facts = healthyFacts();
    facts.rules[0].index.uses.reset();
    facts.notPermitted.insert(Question::IndexUse);
    QCOMPARE(lineOf(CheckId::QueryUse, facts).state, State::NotPermitted);
}

void TestIndexChecks::eachRuleHasALineOfItsOwn()
{
    Facts facts = healthyFacts();
    facts.rules.push_back(doctorRule("u"));
    facts.rules[1].index.hidden = true;
    const std::vector<Finding> lines = checkOf(CheckId::HiddenDeletes).examine(facts);
    QCOMPARE(lines.size(), std::size_t{2});
    QCOMPARE(lines[1].index, std::string("u_1"));
    QCOMPARE(lines[1].state, State::Warning);
    QVERIFY(lines[0].ns == facts.ns);
}

SANDGLASS_TEST(TestIndexChecks)
} // namespace tst_doctor_index_checks

#include "tst_doctor_index_checks.moc"
