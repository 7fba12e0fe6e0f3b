// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/ttl/draft.h"
#include "app/ttl/own_rule.h"
#include "app/ttl/rule.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <random>

namespace tst_ttl_rule {

using namespace sandglass;
using namespace std::chrono_literals;

namespace {

const base::Time kNow{base::Millis(1'700'000'000'000)};
const protocol::Namespace kCarts{"shop", "carts"};

ttl::IndexSpec index(std::int64_t seconds = 60)
{
    ttl::IndexSpec made;
    made.name = "t_1";
    made.key = bson::makeDocument("t", 1);
    made.expireAfterSeconds = seconds;
    return made;
}

ttl::Rule rule(std::int64_t seconds = 60)
{
    return *ttl::ruleOf(kCarts, index(seconds));
}

ttl::ExpiryHistogram overdueSince(bson::Date oldest)
{
    ttl::ExpiryHistogram histogram;
    histogram.overdue = 3;
    histogram.oldestDate = oldest;
    return histogram;
}

} // namespace

class TestRule : public QObject
{
    Q_OBJECT

private slots:
    void anOrdinaryIndexHasNoRule()
    {
        ttl::IndexSpec ordinary = index();
        ordinary.expireAfterSeconds.reset();
        QVERIFY(!ttl::ruleOf(kCarts, ordinary));
    }

    void anIndexAndItsExpiryRuleAgree()
    {
        ttl::IndexSpec compound = index(5);
        compound.key = bson::makeDocument("a.b", 1, "c", -1);
        ttl::IndexSpec hashed = index(5);
        hashed.key = bson::makeDocument("t", "hashed");
        ttl::IndexSpec broken = index();
        broken.expireAfterSeconds.reset();
        broken.expiryValueInvalid = true;
        for (const ttl::IndexSpec& each : {index(0), index(7), compound, hashed, broken}) {
            const ttl::ExpiryRule plain = ttl::expiryRuleOf(each);
            const ttl::ExpiryRule judging = ttl::ruleOf(kCarts, each)->forJudging();
            QCOMPARE(judging.field, plain.field);
            QCOMPARE(judging.expireAfterSeconds, plain.expireAfterSeconds);
            QCOMPARE(judging.valid, plain.valid);
        }
        QCOMPARE(ttl::expiryRuleOf(compound).field, std::string("a.b"));
        QVERIFY(!ttl::expiryRuleOf(compound).valid);
        QVERIFY(!ttl::expiryRuleOf(hashed).valid);
        QVERIFY(!ttl::expiryRuleOf(broken).valid);
        QVERIFY(ttl::expiryRuleOf(index()).valid);
    }

    void aPlannedRuleIsThatOfTheIndexOnceItIsThere()
    {
        ttl::TtlIndexSpec spec{kCarts, "t_1", bson::makeDocument("t", 1), 60, {}, true};
        const ttl::Rule planned = ttl::plannedRule(spec);
        ttl::IndexSpec made = index();
        made.hidden = true;
        const ttl::Rule there = *ttl::ruleOf(kCarts, made);
        QVERIFY(!planned.ready);
        QVERIFY(there.ready);
        QVERIFY(planned.index == there.index);
        QCOMPARE(planned.field, there.field);
        QCOMPARE(planned.expireAfterSeconds, there.expireAfterSeconds);
        QCOMPARE(planned.hidden, there.hidden);
    }

    void aHistogramCountsWhatIsGoneAtTheLatest()
    {
        ttl::Rule series = rule(60);
        series.bucketSpanSeconds = 40;
        const ttl::HistogramRequest request
            = ttl::histogramRequest(series, {kNow, kNow + 1h}, 5'000);
        QCOMPARE(request.expireAfterSeconds, std::int64_t{100});
        QCOMPARE(request.now, kNow);
        QCOMPARE(request.sampleAbove, std::int64_t{5'000});
        QCOMPARE(ttl::impactRequest(series, kNow, 3).expireAfterSeconds, std::int64_t{60});
    }

    void onlyAnIndexThatHoldsEveryDocumentIsHintedAt()
    {
        const auto hint = [](const ttl::Rule& asked) {
            return ttl::histogramRequest(asked, {kNow, kNow + 1h}).indexHint;
        };
        QCOMPARE(hint(rule()), std::string("t_1"));
        ttl::Rule changed = rule();
        changed.partialFilter = bson::makeDocument("a", 1);
        QCOMPARE(hint(changed), std::string());
        changed = rule();
        changed.hidden = true;
        QCOMPARE(hint(changed), std::string());
        changed = rule();
        changed.ready = false;
        QCOMPARE(hint(changed), std::string());
        changed = rule();
        changed.valid = false;
        QCOMPARE(hint(changed), std::string());
        changed = rule();
        changed.collectionLevel = true;
        QCOMPARE(hint(changed), std::string());
    }

    void bothRequestsAskAboutTheSameRule()
    {
        ttl::Rule asked = rule(90);
        asked.partialFilter = bson::makeDocument("a", 1);
        const ttl::HistogramRequest histogram = ttl::histogramRequest(asked, {kNow, kNow + 1h});
        const ttl::ImpactRequest impact = ttl::impactRequest(asked, kNow, 10);
        QVERIFY(histogram.ns == impact.ns);
        QCOMPARE(histogram.field, impact.field);
        QCOMPARE(histogram.expireAfterSeconds, impact.expireAfterSeconds);
        QCOMPARE(histogram.now, impact.now);
        QVERIFY(histogram.partialFilter && impact.partialFilter);
        QCOMPARE(impact.sampleSize, 10);
    }

    void aPartialFilterComparesByTheCollationOfItsIndex()
    {
        ttl::IndexSpec index;
        index.name = "t_1";
        index.key = bson::makeDocument("t", 1);
        index.expireAfterSeconds = 60;
        index.collation = bson::makeDocument("locale", "en", "strength", 2);
        // dates do not depend on it
        QVERIFY(!ttl::ruleOf({"db", "c"}, index)->collation);
        index.partialFilter = bson::makeDocument("s", "DONE");
        const ttl::Rule partial = *ttl::ruleOf({"db", "c"}, index);
        QVERIFY(partial.collation == index.collation);
        QVERIFY(ttl::histogramRequest(partial, {kNow, kNow + 1h}).collation == index.collation);
        QVERIFY(ttl::impactRequest(partial, kNow, 1).collation == index.collation);
    }

    void theAgeOfTheOldestOverdueCountsFromItsEligibility()
    {
        QCOMPARE(*ttl::overdueAge(rule(60), overdueSince(bson::Date::from(kNow - 90s)), kNow), 30s);
    }

    void withoutOverdueDocumentsThereIsNoAge()
    {
        ttl::ExpiryHistogram none;
        none.oldestDate = bson::Date::from(kNow);
        QVERIFY(!ttl::overdueAge(rule(), none, kNow));
        ttl::ExpiryHistogram undated;
        undated.overdue = 1;
        QVERIFY(!ttl::overdueAge(rule(), undated, kNow));
    }

    void theAgeOfTheFirstPossibleDateDoesNotOverflow()
    {
        const bson::Date first{std::numeric_limits<std::int64_t>::min()};
        QVERIFY(ttl::overdueAge(rule(), overdueSince(first), kNow)->count() > 0);
    }

    // A document is overdue for 0 s or longer exactly when the expiry rule calls it expired.
    void theAgeAgreesWithTheExpiryRule()
    {
        std::mt19937 random(7); // NOLINT(cert-msc51-cpp): the same cases each time
        std::uniform_int_distribution<std::int64_t> seconds(0, 1'000);
        for (int i = 0; i < 500; ++i) {
            const ttl::Rule asked = rule(seconds(random));
            const base::Time date = kNow - std::chrono::seconds(seconds(random));
            const bson::Document document = bson::makeDocument("t", bson::Date::from(date));
            const ttl::Verdict verdict = ttl::judge(asked.forJudging(), document);
            const auto age = ttl::overdueAge(asked, overdueSince(bson::Date::from(date)), kNow);
            if (ttl::isExpired(asked.forJudging(), document, kNow)) {
                QCOMPARE(*age,
                         std::chrono::floor<std::chrono::seconds>(kNow - *verdict.eligibleAt));
            } else {
                QCOMPARE(*age, 0s);
            }
        }
    }
};

SANDGLASS_TEST(TestRule)
} // namespace tst_ttl_rule

#include "tst_ttl_rule.moc"
