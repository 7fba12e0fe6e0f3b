// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/purge_pass.h"
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_expiry_time_series {

using namespace sandglass;
using namespace sandglass::tests;
using engine::expiry::PurgePass;
using engine::expiry::TtlCounters;
using engine::expiry::TtlSettings;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

/// The commands of an engine with a pass over its data.
struct SeriesPurger
{
    CommandFixture db;
    TtlSettings settings;
    TtlCounters counters;
    PurgePass pass{*db.data.catalog, db.data.clock, db.data.log, settings, counters};

    explicit SeriesPurger(const std::string& options = {})
    {
        db.good(R"({"create":"w","timeseries":{"timeField":"t","metaField":"m"})" + options + "}");
    }
    void run()
    {
        pass.run([] { return false; });
    }
    /// A measurement with that age now.
    void insert(int id, base::Millis age, int meta)
    {
        db.good(R"({"insert":"w","documents":[{"_id":)" + std::to_string(id) + R"(,"t":)"
                + dateJson(db.data.clock.now() - age) + R"(,"m":)" + std::to_string(meta) + "}]}");
    }
    QString ids() { return db.found("w", R"("sort":{"_id":1},"projection":{"_id":1})"); }
};

constexpr const char* kPartialIndex = R"({"createIndexes":"w","indexes":[{"key":{"t":1},
    "name":"n","expireAfterSeconds":5,"partialFilterExpression":{"m":{"$gt":5}}}]})";

} // namespace

class TestExpiryTimeSeries : public QObject
{
    Q_OBJECT

private slots:
    void c103AnOldBucketGoes();
    void c104AMeasurementStaysUntilItsBucketsSpanPassed();
    void aBucketGoesExactlyWhenItIsDue();
    void aBucketNeverGoesInParts();
    void c105APartialIndexDeletesInsideItsFilter();
    void c106BothRulesActOnTheirOwn();
    void withoutARuleNothingGoes();
    void collModActsInTheNextPass();
    void aLongerSpanKeepsBucketsLonger();
    void datesBefore1970AndBeyond2038FollowTheSameRule();
    void deletedDocumentsCountsBuckets();
};

void TestExpiryTimeSeries::c103AnOldBucketGoes()
{
    SeriesPurger p(R"(,"expireAfterSeconds":1)");
    p.insert(1, hours(24 * 365 * 9), 1);
    p.insert(2, seconds(0), 1);
    p.run();
    QCOMPARE(p.ids(), QStringLiteral(R"({"_id":2})"));
}

void TestExpiryTimeSeries::c104AMeasurementStaysUntilItsBucketsSpanPassed()
{
    SeriesPurger p(R"(,"expireAfterSeconds":1)");
    p.insert(1, seconds(10), 1);
    p.run();
    QCOMPARE(p.ids(), QStringLiteral(R"({"_id":1})"));
    p.db.data.clock.advance(hours(1) + seconds(1));
    p.run();
    QCOMPARE(p.ids(), QString());
}

// the clock starts at a full minute, so this measurement is the start of its bucket
void TestExpiryTimeSeries::aBucketGoesExactlyWhenItIsDue()
{
    SeriesPurger p(R"(,"expireAfterSeconds":10)");
    p.insert(1, seconds(0), 1);
    p.db.data.clock.advance(seconds(3'610) - base::Millis(1));
    p.run();
    QCOMPARE(p.ids(), QStringLiteral(R"({"_id":1})"));
    p.db.data.clock.advance(base::Millis(1));
    p.run();
    QCOMPARE(p.ids(), QString());
}

void TestExpiryTimeSeries::aBucketNeverGoesInParts()
{
    SeriesPurger p(R"(,"expireAfterSeconds":0)");
    p.insert(1, minutes(59), 1);
    p.insert(2, minutes(1), 1);
    p.insert(3, minutes(61), 2);
    p.run();
    QCOMPARE(p.ids(), QStringLiteral(R"({"_id":1} {"_id":2})"));
}

void TestExpiryTimeSeries::c105APartialIndexDeletesInsideItsFilter()
{
    SeriesPurger p;
    p.db.good(kPartialIndex);
    p.insert(1, hours(48), 8);
    p.insert(2, hours(48), 0);
    p.insert(3, -hours(48), 10);
    p.run();
    QCOMPARE(p.ids(), QStringLiteral(R"({"_id":2} {"_id":3})"));
}

void TestExpiryTimeSeries::c106BothRulesActOnTheirOwn()
{
    SeriesPurger p(R"(,"expireAfterSeconds":360000)");
    p.db.good(kPartialIndex);
    p.insert(1, hours(48), 8);
    p.insert(2, hours(48), 0);
    p.insert(3, hours(200), 0);
    p.run();
    QCOMPARE(p.ids(), QStringLiteral(R"({"_id":2})"));
}

void TestExpiryTimeSeries::withoutARuleNothingGoes()
{
    SeriesPurger p;
    p.insert(1, hours(48), 8);
    p.run();
    QCOMPARE(p.ids(), QStringLiteral(R"({"_id":1})"));
    QCOMPARE(p.counters.invalidIndexSkips.load(), 0);
}

void TestExpiryTimeSeries::collModActsInTheNextPass()
{
    SeriesPurger p(R"(,"expireAfterSeconds":1)");
    p.insert(1, hours(48), 8);
    p.db.good(R"({"collMod":"w","expireAfterSeconds":"off"})");
    p.run();
    QCOMPARE(p.ids(), QStringLiteral(R"({"_id":1})"));
    p.db.good(R"({"collMod":"w","expireAfterSeconds":3600})");
    p.run();
    QCOMPARE(p.ids(), QString());
}

void TestExpiryTimeSeries::aLongerSpanKeepsBucketsLonger()
{
    SeriesPurger p(R"(,"expireAfterSeconds":1)");
    p.insert(1, hours(2), 8);
    p.db.good(R"({"collMod":"w","timeseries":{"granularity":"minutes"}})");
    p.run();
    QCOMPARE(p.ids(), QStringLiteral(R"({"_id":1})"));
    p.db.data.clock.advance(hours(23));
    p.run();
    QCOMPARE(p.ids(), QString());
}

void TestExpiryTimeSeries::datesBefore1970AndBeyond2038FollowTheSameRule()
{
    SeriesPurger p(R"(,"expireAfterSeconds":1)");
    p.insert(1, hours(24 * 365 * 100), 1);
    p.insert(2, -hours(24 * 365 * 100), 1);
    p.run();
    QCOMPARE(p.ids(), QStringLiteral(R"({"_id":2})"));
}

void TestExpiryTimeSeries::deletedDocumentsCountsBuckets()
{
    SeriesPurger p(R"(,"expireAfterSeconds":1)");
    p.insert(1, hours(48), 1);
    p.insert(2, hours(48), 1);
    p.insert(3, hours(48), 2);
    p.run();
    QCOMPARE(p.counters.deletedDocuments.load(), 2);
}

SANDGLASS_TEST(TestExpiryTimeSeries)
} // namespace tst_expiry_time_series

#include "tst_expiry_time_series.moc"
