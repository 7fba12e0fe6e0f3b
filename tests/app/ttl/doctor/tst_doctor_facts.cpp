// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/doctor/facts.h"
#include "tests/support/doctor_facts.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <limits>

namespace tst_doctor_facts {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace ttl::doctor;
using tests::doctorRule;
using tests::healthyFacts;
using tests::lineOf;

class TestFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theInventoryHearsOfTroubleOnly();
    void theListHasEveryCheckInOrder();
    void theServersListAndTheCollectionsListMakeTheWhole();
    void aDocumentIsCountedAsTheExpiryRuleJudges();
    void aDocumentOutsideTheFilterIsCountedOutside();
    void anUnusableRuleStillShowsItsFields();
    void wholeSecondsFromOneAndMinusOneAreUsable();
};

void TestFacts::theListHasEveryCheckInOrder()
{
    Facts facts = healthyFacts();
    const Report report = examine(facts);
    std::vector<CheckId> wanted;
    for (const Check& check : kChecks) {
        if (check.shownIn != ShownIn::Inventory) {
            wanted.push_back(check.id);
        }
    }
    QCOMPARE(report.findings.size(), wanted.size());
    QVERIFY(std::ranges::equal(report.findings, wanted, {}, &Finding::check));
    QCOMPARE(report.count(State::Failed), 0);
    QCOMPARE(report.count(State::Warning), 0);
}

void TestFacts::theServersListAndTheCollectionsListMakeTheWhole()
{
    const Facts facts = healthyFacts();
    const std::size_t all = examine(facts).findings.size();
    QCOMPARE(examineServer(facts).findings.size(), std::size_t{5});
    QCOMPARE(examineCollection(facts).findings.size(), all - 5);
}

void TestFacts::aDocumentIsCountedAsTheExpiryRuleJudges()
{
    const ttl::ExpiryRule rule{"t", 60, true, {}};
    const base::Time now = tests::kDoctorNow;
    const auto counted
        = [&](const bson::Document& document) { return countsOf(rule, document, now); };
    QCOMPARE(counted(bson::makeDocument("_id", 1)).missing.documents, 1);
    QCOMPARE(counted(bson::makeDocument("_id", 1, "t", "x")).notDates.sampleType,
             std::string("string"));
    const bson::Document words
        = bson::Builder().append("_id", 4).appendArray("t", bson::makeArray("x", 5)).take();
    QCOMPARE(counted(words).arrays.documents, 1);
    QCOMPARE(counted(words).arrays.sampleId, std::string("4"));
    QCOMPARE(counted(bson::makeDocument("t", bson::Date::from(now - 60s))).due, 1);
    QCOMPARE(counted(bson::makeDocument("t", bson::Date::from(now - 59s))).waiting, 1);
    QCOMPARE(counted(bson::makeDocument("t", bson::Date::from(now - 59s))).future.documents, 0);
    QCOMPARE(counted(bson::makeDocument("t", bson::Date::from(now + 1s))).future.documents, 1);
}

void TestFacts::aDocumentOutsideTheFilterIsCountedOutside()
{
    const ttl::ExpiryRule rule{"t", 60, true, [](bson::DocumentView) { return false; }};
    QCOMPARE(countsOf(rule, bson::makeDocument("t", "x"), tests::kDoctorNow).outside.documents, 1);
}

void TestFacts::anUnusableRuleStillShowsItsFields()
{
    const ttl::ExpiryRule rule{"t", 0, false, {}};
    QCOMPARE(countsOf(rule, bson::makeDocument("t", "x"), tests::kDoctorNow).notDates.documents, 1);
}

void TestFacts::wholeSecondsFromOneAndMinusOneAreUsable()
{
    const auto usable
        = [](const auto& value) { return isUsableTtl(bson::makeDocument("ttl", value)["ttl"]); };
    QVERIFY(usable(1) && usable(-1) && usable(2.0) && usable(std::int64_t{2'147'483'647}));
    QVERIFY(!usable(0) && !usable(-2) && !usable(20.5) && !usable("5") && !usable(true));
    QVERIFY(!usable(std::int64_t{2'147'483'648}));
}

void TestFacts::theInventoryHearsOfTroubleOnly()
{
    Facts facts = healthyFacts();
    QVERIFY(examineForInventory(facts).empty());
    facts.rules.push_back(tests::doctorRule("u"));
    facts.indexes->push_back(facts.rules.back().index);
    facts.rules.back().index.hidden = true;
    facts.rules.back().rule.valid = false;
    facts.rules.front().index.uses = 0; // a matter of the report alone
    const std::vector<Finding> lines = examineForInventory(facts);
    const std::vector<CheckId> wanted{CheckId::TwoRules, CheckId::HiddenDeletes,
                                      CheckId::RuleObeyed};
    QVERIFY(std::ranges::equal(lines, wanted, {}, &Finding::check));
    QCOMPARE(lines[0].index, std::string());
    QCOMPARE(lines[1].index, std::string("u_1"));
    QCOMPARE(lines[2].index, std::string("u_1"));
}

SANDGLASS_TEST(TestFacts)
} // namespace tst_doctor_facts

#include "tst_doctor_facts.moc"
