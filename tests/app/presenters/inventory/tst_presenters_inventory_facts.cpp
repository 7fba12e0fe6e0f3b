// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/inventory/inventory_facts.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/ttl/doctor/check.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_presenters_inventory_facts {

using namespace sandglass;
using namespace std::chrono_literals;
using presenters::findingsOf;
using presenters::inventoryFacts;
using ttl::doctor::CheckId;
using ttl::doctor::Facts;
using ttl::doctor::Finding;

namespace {

const base::Time kNow(base::Millis(1'893'456'000'000));
const protocol::Namespace kCarts{"shop", "carts"};

ttl::IndexSpec indexOn(const std::string& field, std::optional<std::int64_t> seconds)
{
    ttl::IndexSpec index;
    index.name = field + "_1";
    index.key = bson::makeDocument(field, 1);
    index.expireAfterSeconds = seconds;
    return index;
}

services::CatalogCollection collection(std::vector<ttl::IndexSpec> indexes)
{
    services::CatalogCollection entry;
    entry.spec.ns = kCarts;
    entry.indexes = std::move(indexes);
    entry.indexes.insert(entry.indexes.begin(), indexOn("_id", {}));
    entry.indexes.front().name = "_id_";
    return entry;
}

/// A rule's share: 2 overdue, 3 scheduled, 4 later, and one document for each reason never to go.
services::RuleForecast share(const std::string& index)
{
    services::RuleForecast made;
    made.rule.index = {kCarts, index};
    made.histogram.shown.overdue = 2;
    made.histogram.shown.counts = {1, 2};
    made.histogram.shown.later = 4;
    made.histogram.shown.never = {1, 1, 1, 0};
    made.oldestOverdue = 90s;
    return made;
}

services::Forecast forecast(std::vector<services::RuleForecast> rules)
{
    services::Forecast made;
    made.now = kNow;
    made.rules = std::move(rules);
    return made;
}

Finding finding(CheckId check, const std::string& index, const protocol::Namespace& ns = kCarts)
{
    Finding made;
    made.check = check;
    made.ns = ns;
    made.index = index;
    return made;
}

std::vector<CheckId> troubleOf(const Facts& facts)
{
    std::vector<CheckId> checks;
    for (const Finding& each : ttl::doctor::examineForInventory(facts)) {
        checks.push_back(each.check);
    }
    return checks;
}

} // namespace

class TestInventoryFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsOfTheForecastBecomeTheDoctors();
    void aSampleThatMetNoDateHasNotShownThatThereIsNone();
    void ordinaryIndexesAreNoRules();
    void aRuleThatWasNotCountedHasNoCounts();
    void aRuleOfTheSameNameElsewhereIsAnother();
    void theOwnRuleOfACollectionIsOne();
    void anUnusableRuleIsARule();
    void whatWasNanIsFound();
    void overdueForLongerThanAPassIsFound();
    void twoRulesAreFound();
    void aRuleThatIsFineHasNoTrouble();
    void findingsAreThoseOfTheRuleAndItsCollection();
};

void TestInventoryFacts::countsOfTheForecastBecomeTheDoctors()
{
    ttl::TtlMetrics metrics;
    metrics.sleepSeconds = 7;
    services::RuleForecast counted = share("at_1");
    counted.histogram.beforeShown = 5; // a zoomed timeline loses nothing
    const Facts facts
        = inventoryFacts(collection({indexOn("at", 60)}), forecast({counted}), metrics);
    QCOMPARE(facts.now, kNow);
    QCOMPARE(facts.ns, kCarts);
    QCOMPARE(facts.metrics->sleepSeconds, std::optional<std::int64_t>(7));
    QCOMPARE(facts.rules.size(), std::size_t{1});
    QCOMPARE(facts.indexes->size(), std::size_t{2});
    const ttl::doctor::DocumentCounts& counts = *facts.rules.front().counts;
    QCOMPARE(counts.documents, 2 + 3 + 4 + 3 + 5);
    QCOMPARE(counts.dated(), 2 + 3 + 4 + 5);
    QCOMPARE(counts.due, 2);
    QCOMPARE(counts.missing.documents, 1);
    QCOMPARE(counts.notDates.documents, 1);
    QCOMPARE(counts.outside.documents, 1);
    QCOMPARE(counts.overdueFor, std::optional(90s));
}

void TestInventoryFacts::aSampleThatMetNoDateHasNotShownThatThereIsNone()
{
    services::RuleForecast undated;
    undated.rule.index = {kCarts, "at_1"};
    undated.histogram.shown.never = {2'000'000, 0, 0, 0};
    const services::CatalogCollection carts = collection({indexOn("at", 60)});
    const auto saysNone = [&] {
        const Facts facts = inventoryFacts(carts, forecast({undated}), {});
        return std::ranges::count(troubleOf(facts), CheckId::SomeDated) > 0;
    };
    QVERIFY(saysNone());
    undated.histogram.shown.exact = false;
    QVERIFY(!saysNone());
    QVERIFY(!inventoryFacts(carts, forecast({undated}), {}).rules.front().counts->exact);
}

void TestInventoryFacts::ordinaryIndexesAreNoRules()
{
    const Facts facts = inventoryFacts(collection({indexOn("user", {})}), forecast({}), {});
    QVERIFY(facts.rules.empty());
    QCOMPARE(facts.indexes->size(), std::size_t{2});
    QVERIFY(!facts.metrics);
}

void TestInventoryFacts::aRuleThatWasNotCountedHasNoCounts()
{
    services::RuleForecast failed = share("at_1");
    failed.error = base::serverError(13, "Unauthorized", "not authorized");
    const services::CatalogCollection carts = collection({indexOn("at", 60)});
    QVERIFY(!inventoryFacts(carts, forecast({failed}), {}).rules.front().counts);
    QVERIFY(!inventoryFacts(carts, forecast({}), {}).rules.front().counts);
}

void TestInventoryFacts::aRuleOfTheSameNameElsewhereIsAnother()
{
    services::RuleForecast other = share("at_1");
    other.rule.index.ns = {"shop", "orders"};
    const Facts facts = inventoryFacts(collection({indexOn("at", 60)}), forecast({other}), {});
    QVERIFY(!facts.rules.front().counts);
}

void TestInventoryFacts::theOwnRuleOfACollectionIsOne()
{
    services::CatalogCollection carts = collection({indexOn("at", 60)});
    carts.spec.kind = ttl::CollectionKind::Clustered;
    carts.spec.expireAfterSeconds = 3'600;
    const Facts facts = inventoryFacts(carts, forecast({share({}), share("at_1")}), {});
    QCOMPARE(facts.rules.size(), std::size_t{2});
    QVERIFY(facts.rules[0].collectionLevel);
    QCOMPARE(facts.rules[0].rule.field, std::string("_id"));
    QCOMPARE(facts.rules[0].rule.expireAfterSeconds, 3'600);
    QVERIFY(facts.rules[0].counts);
    QVERIFY(!facts.rules[1].collectionLevel);
}

void TestInventoryFacts::anUnusableRuleIsARule()
{
    ttl::IndexSpec nan = indexOn("at", {});
    nan.expiryValueInvalid = true;
    const Facts facts = inventoryFacts(collection({nan}), forecast({}), {});
    QCOMPARE(facts.rules.size(), std::size_t{1});
    QVERIFY(!facts.rules.front().rule.valid);
    QCOMPARE(troubleOf(facts), std::vector{CheckId::RuleObeyed});
}

// Upgrades of MongoDB write this number in place of NaN.
void TestInventoryFacts::whatWasNanIsFound()
{
    const Facts facts
        = inventoryFacts(collection({indexOn("at", 2'147'483'647)}), forecast({}), {});
    QCOMPARE(facts.rules.size(), std::size_t{1});
    QVERIFY(facts.rules.front().rule.valid);
    QCOMPARE(troubleOf(facts), std::vector{CheckId::NotNan});
}

void TestInventoryFacts::overdueForLongerThanAPassIsFound()
{
    services::RuleForecast counted = share("at_1");
    counted.oldestOverdue = 24h;
    ttl::TtlMetrics metrics;
    metrics.monitorEnabled = true;
    metrics.sleepSeconds = 60;
    const services::CatalogCollection carts = collection({indexOn("at", 60)});
    const auto trouble
        = [&] { return troubleOf(inventoryFacts(carts, forecast({counted}), metrics)); };
    QCOMPARE(trouble(), std::vector{CheckId::DueDeleted});
    counted.oldestOverdue = 30s; // the next pass has not come yet
    QVERIFY(trouble().empty());
}

void TestInventoryFacts::twoRulesAreFound()
{
    const Facts facts
        = inventoryFacts(collection({indexOn("at", 60), indexOn("seen", 90)}), forecast({}), {});
    QVERIFY(std::ranges::count(troubleOf(facts), CheckId::TwoRules) == 1);
}

void TestInventoryFacts::aRuleThatIsFineHasNoTrouble()
{
    services::RuleForecast counted = share("at_1");
    counted.histogram.shown.overdue = 0;
    counted.oldestOverdue.reset();
    const Facts facts = inventoryFacts(collection({indexOn("at", 60)}), forecast({counted}), {});
    QVERIFY(troubleOf(facts).empty());
}

void TestInventoryFacts::findingsAreThoseOfTheRuleAndItsCollection()
{
    const std::vector<Finding> all{
        finding(CheckId::DueDeleted, "at_1"), finding(CheckId::DueDeleted, "seen_1"),
        finding(CheckId::TwoRules, {}), finding(CheckId::HiddenDeletes, {}),
        finding(CheckId::DueDeleted, "at_1", {"shop", "orders"})};
    const std::vector<Finding> at = findingsOf(all, {kCarts, "at_1"});
    QCOMPARE(at.size(), std::size_t{2});
    QCOMPARE(at[0].check, CheckId::DueDeleted);
    QCOMPARE(at[1].check, CheckId::TwoRules);
    const std::vector<Finding> own = findingsOf(all, {kCarts, {}});
    QCOMPARE(own.size(), std::size_t{2});
    QCOMPARE(own[1].check, CheckId::HiddenDeletes); // of the own rule, which has no name
    QVERIFY(findingsOf(all, {{"other", "carts"}, "at_1"}).empty());
}

SANDGLASS_TEST(TestInventoryFacts)
} // namespace tst_presenters_inventory_facts

#include "tst_presenters_inventory_facts.moc"
