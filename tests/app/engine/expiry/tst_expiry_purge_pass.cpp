// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/purge_pass.h"
#include "tests/support/engine_data.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_expiry_purge_pass {

using namespace sandglass;
using namespace sandglass::tests;
using engine::expiry::PurgePass;
using engine::expiry::TtlCounters;
using engine::expiry::TtlSettings;
using std::chrono::hours;
using std::chrono::seconds;

namespace {

/// An engine's data with a pass over it.
struct Purger
{
    EngineData data;
    TtlSettings settings;
    TtlCounters counters;
    PurgePass pass{*data.catalog, data.clock, data.log, settings, counters};

    Purger()
    {
        QFETCH_GLOBAL(bool, bulk);
        settings.bulkFromDocuments = bulk ? 1 : 0;
        settings.bulkFromPercent = 0;
    }
    void run()
    {
        pass.run([] { return false; });
    }
    base::Time ago(seconds age) const { return data.clock.now() - age; }
};

} // namespace

class TestPurgePass : public QObject
{
    Q_OBJECT

private slots:
    /// Each test runs twice: documents are removed one by one, and in bulk.
    void initTestCase_data()
    {
        QTest::addColumn<bool>("bulk");
        QTest::newRow("one by one") << false;
        QTest::newRow("in bulk") << true;
    }
    void c001AnOldDocumentGoesAndIsCounted();
    void c002ADocumentWithZeroSecondsStaysUntilItsTime();
    void c003ADateEqualToTheCutoffGoes();
    void c004ValuesThatAreNoDatesStay();
    void c005TheEarliestDateOfAnArrayDecides();
    void c007AnEmptyArrayStays();
    void c008DatesBefore1970Go();
    void c009TheFarFutureStays();
    void c010TimestampsStay();
    void c011ADateInAnyElementOfAnArrayOfDocumentsDecides();
    void c012APartialIndexDeletesOnlyInsideItsFilter();
    void c013AHiddenIndexStillDeletes();
    void c014ADescendingIndexDeletes();
    void c016TwoIndexesActOnTheirOwn();
    void c022ADroppedIndexDeletesNothing();
    void c023ARenamedCollectionStillExpires();
    void c025ACollModActsInTheNextPass();
    void c049AHashedIndexExpiresNothingAndIsCountedAsSkipped();
    void c115AFullIndexDoesNotStarveTheOthers();
    void c116OnePassDeletesMoreThanItsTarget();
    void c117WithBatchingOffBatchCountersStay();
    void anUnusableStoredValueExpiresNothing();
    void aDocumentInsertedBelowTheRememberedBoundStillGoes();
    void whatBeginsInBulkEndsInBulk();
    void aPassStopsWhenAskedTo();
    void indexEntriesGoWithTheirDocuments();
};

void TestPurgePass::c001AnOldDocumentGoesAndIsCounted()
{
    Purger p;
    p.data.addTtlIndex("c", R"({"t":1})", 5);
    p.data.insert("c", {dated(1, p.ago(seconds(10))), dated(2, p.ago(seconds(1)))});
    p.run();
    QCOMPARE(p.data.ids("c"), QStringList{QStringLiteral("2")});
    QCOMPARE(p.counters.deletedDocuments.load(), 1);
    QCOMPARE(p.counters.passes.load(), 1);
    QVERIFY(p.counters.subPasses.load() >= 1);
}

void TestPurgePass::c002ADocumentWithZeroSecondsStaysUntilItsTime()
{
    Purger p;
    p.data.addTtlIndex("c", R"({"t":1})", 0);
    p.data.insert("c", {dated(1, p.data.clock.now() + seconds(60))});
    p.run();
    QCOMPARE(p.data.ids("c").size(), 1);
    p.data.clock.advance(seconds(59));
    p.run();
    QCOMPARE(p.data.ids("c").size(), 1);
    p.data.clock.advance(seconds(1));
    p.run();
    QCOMPARE(p.data.ids("c").size(), 0);
}

void TestPurgePass::c003ADateEqualToTheCutoffGoes()
{
    Purger p;
    p.data.addTtlIndex("c", R"({"t":1})", 5);
    p.data.insert("c",
                  {dated(1, p.ago(seconds(5))), dated(2, p.ago(seconds(5)) + base::Millis(1))});
    p.run();
    QCOMPARE(p.data.ids("c"), QStringList{QStringLiteral("2")});
}

void TestPurgePass::c004ValuesThatAreNoDatesStay()
{
    Purger p;
    p.data.addTtlIndex("c", R"({"t":1})", 0);
    p.data.insert("c",
                  {R"({"_id":1})", R"({"_id":2,"t":null})", R"({"_id":3,"t":true})",
                   R"({"_id":4,"t":"yo"})", R"({"_id":5,"t":3})",
                   R"({"_id":6,"t":{"$regularExpression":{"pattern":"foo","options":""}}})"});
    p.run();
    QCOMPARE(p.data.ids("c").size(), 6);
}

void TestPurgePass::c005TheEarliestDateOfAnArrayDecides()
{
    Purger p;
    p.data.addTtlIndex("c", R"({"t":1})", 0);
    const std::string future = dateJson(p.data.clock.now() + hours(1));
    p.data.insert("c",
                  {R"({"_id":1,"t":[)" + future + "," + dateJson(p.ago(hours(1))) + "]}",
                   R"({"_id":2,"t":[)" + future + R"(,"x",5]})"});
    p.run();
    QCOMPARE(p.data.ids("c"), QStringList{QStringLiteral("2")}); // C006 stays
    QCOMPARE(p.counters.deletedDocuments.load(), 1);
}

void TestPurgePass::c007AnEmptyArrayStays()
{
    Purger p;
    p.data.addTtlIndex("c", R"({"t":1})", 0);
    p.data.insert("c", {R"({"_id":1,"t":[]})"});
    p.run();
    QCOMPARE(p.data.ids("c").size(), 1);
}

void TestPurgePass::c008DatesBefore1970Go()
{
    Purger p;
    p.data.addTtlIndex("c", R"({"t":1})", 0);
    p.data.insert("c", {R"({"_id":1,"t":{"$date":{"$numberLong":"-1000"}}})"});
    p.run();
    QCOMPARE(p.data.ids("c").size(), 0);
}

void TestPurgePass::c009TheFarFutureStays()
{
    Purger p;
    p.data.addTtlIndex("c", R"({"t":1})", 2147483647);
    p.data.insert("c",
                  {R"({"_id":1,"t":{"$date":{"$numberLong":"253402300799999"}}})",
                   R"({"_id":2,"t":{"$date":{"$numberLong":"9223372036854775807"}}})"});
    p.run();
    QCOMPARE(p.data.ids("c").size(), 2);
}

void TestPurgePass::c010TimestampsStay()
{
    Purger p;
    p.data.addTtlIndex("c", R"({"t":1})", 0);
    p.data.insert("c", {R"({"_id":1,"t":{"$timestamp":{"t":1,"i":1}}})"});
    p.run();
    QCOMPARE(p.data.ids("c").size(), 1);
}

void TestPurgePass::c011ADateInAnyElementOfAnArrayOfDocumentsDecides()
{
    Purger p;
    p.data.addTtlIndex("c", R"({"a.b":1})", 0);
    p.data.insert("c",
                  {R"({"_id":1,"a":[{"b":)" + dateJson(p.data.clock.now() + hours(1)) + R"(},{"b":)"
                   + dateJson(p.ago(hours(1))) + "}]}"});
    p.run();
    QCOMPARE(p.data.ids("c").size(), 0);
}

void TestPurgePass::c012APartialIndexDeletesOnlyInsideItsFilter()
{
    Purger p;
    engine::catalog::IndexDefinition partial;
    partial.partialFilter = need(bson::fromJson(R"({"z":{"$exists":true}})"));
    p.data.addTtlIndex("c", R"({"t":1})", 0, partial);
    const std::string old = dateJson(p.ago(hours(1)));
    p.data.insert("c", {R"({"_id":1,"z":1,"t":)" + old + "}", R"({"_id":2,"t":)" + old + "}"});
    p.run();
    QCOMPARE(p.data.ids("c"), QStringList{QStringLiteral("2")});
}

void TestPurgePass::c013AHiddenIndexStillDeletes()
{
    Purger p;
    engine::catalog::IndexDefinition hidden;
    hidden.hidden = true;
    p.data.addTtlIndex("c", R"({"t":1})", 0, hidden);
    p.data.insert("c", {dated(1, p.ago(hours(1)))});
    p.run();
    QCOMPARE(p.data.ids("c").size(), 0);
}

void TestPurgePass::c014ADescendingIndexDeletes()
{
    Purger p;
    p.data.addTtlIndex("c", R"({"t":-1})", 60);
    p.data.insert("c", {dated(1, p.ago(hours(1))), dated(2, p.ago(seconds(1)))});
    p.run();
    QCOMPARE(p.data.ids("c"), QStringList{QStringLiteral("2")});
}

void TestPurgePass::c016TwoIndexesActOnTheirOwn()
{
    Purger p;
    p.data.addTtlIndex("c", R"({"x":1})", 20000);
    std::vector<std::string> documents;
    for (int i = 0; i < 24; ++i) {
        const std::string date = dateJson(p.ago(hours(i)));
        documents.push_back(R"({"_id":)" + std::to_string(i) + R"(,"x":)" + date + R"(,"y":)" + date
                            + "}");
    }
    p.data.insert("c", documents);
    p.run();
    QCOMPARE(p.data.ids("c").size(), 24 - 18); // older than 5.56 h: hours 6 … 23
    p.data.addTtlIndex("c", R"({"y":1})", 10000);
    p.run();
    QCOMPARE(p.data.ids("c").size(), 24 - 18 - 3); // older than 2.78 h: hours 3 … 5
}

void TestPurgePass::c022ADroppedIndexDeletesNothing()
{
    Purger p;
    p.data.addTtlIndex("c", R"({"t":1})", 0);
    need(p.data.catalog->dropIndexes({"db", "c"}, {"t_1"}));
    p.data.insert("c", {dated(1, p.ago(hours(1)))});
    p.run();
    QCOMPARE(p.data.ids("c").size(), 1);
}

void TestPurgePass::c023ARenamedCollectionStillExpires()
{
    Purger p;
    p.data.addTtlIndex("c", R"({"t":1})", 0);
    p.data.insert("c", {dated(1, p.ago(hours(1)))});
    need(p.data.catalog->rename({"db", "c"}, {"db", "other"}, false));
    p.run();
    QCOMPARE(p.data.ids("other").size(), 0);
}

void TestPurgePass::c025ACollModActsInTheNextPass()
{
    Purger p;
    p.data.addTtlIndex("c", R"({"t":1})", 86400);
    p.data.insert("c", {dated(1, p.ago(hours(1)))});
    p.run();
    QCOMPARE(p.data.ids("c").size(), 1);
    auto changed = p.data.collection("c")->index("t_1")->definition;
    changed.expireAfterSeconds = bson::Value::of(std::int32_t{0});
    need(p.data.catalog->modifyIndex({"db", "c"}, changed));
    p.run();
    QCOMPARE(p.data.ids("c").size(), 0);
}

void TestPurgePass::c049AHashedIndexExpiresNothingAndIsCountedAsSkipped()
{
    Purger p;
    p.data.addTtlIndex("c", R"({"t":"hashed"})", 0);
    p.data.insert("c", {dated(1, p.ago(hours(1)))});
    p.run();
    QCOMPARE(p.data.ids("c").size(), 1);
    QVERIFY(p.counters.invalidIndexSkips.load() >= 1);
    QVERIFY(p.data.log.count(22541) >= 1);
}

void TestPurgePass::c115AFullIndexDoesNotStarveTheOthers()
{
    Purger p;
    p.settings.indexTargetDocuments = 50;
    p.data.addTtlIndex("full", R"({"t":1})", 0);
    p.data.addTtlIndex("small", R"({"t":1})", 0);
    std::vector<std::string> many;
    for (int i = 0; i < 500; ++i) {
        many.push_back(dated(i, p.ago(hours(1))));
    }
    p.data.insert("full", many);
    p.data.insert("small", {dated(1, p.ago(hours(1)))});
    // stop as soon as the small one is empty: the full one must not have been drained before
    p.pass.run([&p] { return p.data.ids("small").isEmpty(); });
    QVERIFY(p.data.ids("small").isEmpty());
    QVERIFY(p.data.ids("full").size() >= 400);
}

void TestPurgePass::c116OnePassDeletesMoreThanItsTarget()
{
    Purger p;
    p.settings.indexTargetDocuments = 50;
    p.data.addTtlIndex("c", R"({"t":1})", 0);
    std::vector<std::string> documents;
    for (int i = 0; i < 120; ++i) {
        documents.push_back(dated(i, p.ago(hours(1))));
    }
    p.data.insert("c", documents);
    p.run();
    QCOMPARE(p.data.ids("c").size(), 0);
    QCOMPARE(p.counters.passes.load(), 1);
    QCOMPARE(p.counters.batchedDocuments.load(), 120); // C118
}

void TestPurgePass::c117WithBatchingOffBatchCountersStay()
{
    Purger p;
    p.settings.batchDeletes = false;
    p.data.addTtlIndex("c", R"({"t":1})", 0);
    p.data.insert("c", {dated(1, p.ago(hours(1)))});
    p.run();
    QCOMPARE(p.data.ids("c").size(), 0);
    QCOMPARE(p.counters.batchedDocuments.load(), 0);
    QCOMPARE(p.counters.batches.load(), 0);
}

void TestPurgePass::anUnusableStoredValueExpiresNothing()
{
    Purger p;
    engine::catalog::IndexDefinition index;
    index.key = need(bson::fromJson(R"({"t":1})"));
    index.name = "t_1";
    index.expireAfterSeconds = bson::Value::of(std::numeric_limits<double>::quiet_NaN());
    p.data.collection("c");
    need(p.data.catalog->createIndexes({"db", "c"}, {index}));
    p.data.insert("c", {dated(1, p.ago(hours(1)))});
    p.run();
    QCOMPARE(p.data.ids("c").size(), 1);
    QVERIFY(p.data.log.count(6909100) >= 1);
}

void TestPurgePass::aDocumentInsertedBelowTheRememberedBoundStillGoes()
{
    Purger p;
    p.data.addTtlIndex("c", R"({"t":1})", 0);
    p.data.insert("c", {dated(1, p.ago(hours(1)))});
    p.run();
    p.data.insert("c", {dated(2, p.ago(hours(10)))});
    p.run();
    QCOMPARE(p.data.ids("c").size(), 0);
}

void TestPurgePass::whatBeginsInBulkEndsInBulk()
{
    Purger p;
    p.settings.bulkFromDocuments = p.settings.bulkFromDocuments > 0 ? 10 : 0;
    p.settings.indexTargetDocuments = 8; // the second visit finds less than what begins in bulk
    p.data.addTtlIndex("c", R"({"t":1})", 0);
    std::vector<std::string> documents;
    constexpr int kDue = 15;
    constexpr int kFewOfThem = 100; // so few dead are not worth reclaiming yet
    for (int i = 0; i < kFewOfThem; ++i) {
        documents.push_back(dated(i, i < kDue ? p.ago(hours(1)) : p.ago(-hours(1))));
    }
    p.data.insert("c", documents);
    p.run();
    QCOMPARE(p.data.ids("c").size(), kFewOfThem - kDue);
    QCOMPARE(p.data.collection("c")->unreclaimed(), p.settings.bulkFromDocuments > 0 ? kDue : 0);
}

void TestPurgePass::aPassStopsWhenAskedTo()
{
    Purger p;
    p.data.addTtlIndex("c", R"({"t":1})", 0);
    p.data.insert("c", {dated(1, p.ago(hours(1)))});
    p.pass.run([] { return true; });
    QCOMPARE(p.data.ids("c").size(), 1);
}

void TestPurgePass::indexEntriesGoWithTheirDocuments()
{
    Purger p;
    p.data.addTtlIndex("c", R"({"t":1})", 0);
    p.data.insert("c", {dated(1, p.ago(hours(1))), dated(2, p.data.clock.now() + hours(1))});
    p.run();
    const auto collection = p.data.collection("c");
    const bson::Date first{std::numeric_limits<std::int64_t>::min()};
    const bson::Date last{std::numeric_limits<std::int64_t>::max()};
    QCOMPARE(need(collection->countDates("t_1", first, last)), 1);
    QCOMPARE(collection->figures().documents, 1);
    QVERIFY(!need(collection->findById(bson::Value::of(std::int32_t{1}))));
}

SANDGLASS_TEST(TestPurgePass)
} // namespace tst_expiry_purge_pass

#include "tst_expiry_purge_pass.moc"
