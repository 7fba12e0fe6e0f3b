// SPDX-License-Identifier: GPL-3.0-or-later
// The services of the window on DocumentDB, a server that this project did not write. Run by
// client_on_documentdb.py, which starts the server; its TTL passes come every second.
#include "app/bson/builder.h"
#include "app/mongo/mongo_driver.h"
#include "tests/support/answer_of.h"
#include "tests/support/engine_client.h"
#include "tests/support/real_services.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_integration_documentdb {

using namespace sandglass;
using namespace std::chrono_literals;
using tests::answerOf;
using tests::json;

namespace {

const protocol::Namespace kVisits{"sandglass_client", "visits"};
const ttl::IndexRef kSeen{kVisits, "seen_1"};
constexpr int kPatience = 60'000;
constexpr int kDocuments = 300; // more than one batch of a cursor
constexpr std::int64_t kDay = 86'400;

std::string uri()
{
    return qEnvironmentVariable("SANDGLASS_DOCUMENTDB_URI").toStdString();
}

} // namespace

class TestDocumentDb : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void theInventoryListsTheRule();
    void sizesAreReadWhenTheyAreAskedFor();
    void aForecastCountsEachDocumentOnce();
    void anEffectCountsWhatWouldBeDeleted();
    void documentsArriveInAllBatches();
    void fieldsWithDatesAreFound();
    void aRuleIsCreatedChangedAndDropped();
    void anOrdinaryIndexIsConverted();
    void aHiddenIndexStillHasItsRule();
    void aDropCanBeUndone();
    void theServerDeletesWhatIsDue();
    void theMonitorsCountersAreNotRequired();
    void everythingIsAskedInOneReading();

private:
    services::ServiceSet& set() const { return m_services->set; }
    ttl::IndexSpec seen() const { return *set().catalog.catalog().find(kSeen); }
    ttl::Rule rule() const { return set().forecasts.rules(kVisits).at(0); }

    mongo::MongoDriver m_driver;
    std::unique_ptr<tests::EngineClient> m_client;
    std::unique_ptr<tests::RealServices> m_services;
    base::Time m_now;
};

void TestDocumentDb::initTestCase()
{
    QVERIFY2(!uri().empty(), "SANDGLASS_DOCUMENTDB_URI names the server");
    m_client = std::make_unique<tests::EngineClient>(uri());
}

// The documents expire in 1 to 300 hours; two have no date.
void TestDocumentDb::init()
{
    m_client->run(kVisits.database, json(R"({"dropDatabase": 1})"));
    m_now = m_client->now();
    std::vector<bson::Document> visits;
    for (int i = 1; i <= kDocuments; ++i) {
        visits.push_back(bson::makeDocument(
            "_id", i, "seen",
            bson::Date{(m_now + std::chrono::hours(i) - 24h).time_since_epoch().count()}, "made",
            bson::Date{m_now.time_since_epoch().count()}));
    }
    visits.push_back(bson::makeDocument("_id", 1'001, "seen", "yesterday"));
    visits.push_back(bson::makeDocument("_id", 1'002));
    m_client->insert(kVisits, visits);
    m_client->run(kVisits.database, json(R"({"createIndexes": "visits", "indexes": [
        {"key": {"seen": 1}, "name": "seen_1", "expireAfterSeconds": 86400}]})"));
    m_services = std::make_unique<tests::RealServices>(uri(), nullptr, false);
    QVERIFY(m_services->isOpen());
    set().connections.unlock();
}

void TestDocumentDb::cleanup()
{
    m_services.reset();
}

void TestDocumentDb::theInventoryListsTheRule()
{
    QCOMPARE(seen().expireAfterSeconds, std::optional<std::int64_t>(kDay));
    QCOMPARE(seen().singleField(), std::string("seen"));
    QVERIFY(!seen().hidden);
    QVERIFY(!set().catalog.error());
    const services::CatalogCollection* entry = set().catalog.catalog().find(kVisits);
    QVERIFY(entry && !entry->error);
    QCOMPARE(entry->indexes.front().name, std::string("_id_"));
}

void TestDocumentDb::sizesAreReadWhenTheyAreAskedFor()
{
    set().catalog.watch(kVisits);
    QTRY_VERIFY_WITH_TIMEOUT(set().catalog.catalog().find(kVisits)->detailed, kPatience);
    const auto stats = answerOf(set().documents.stats(kVisits));
    QVERIFY(stats);
    QCOMPARE(stats->documents, std::int64_t{kDocuments + 2});
}

void TestDocumentDb::aForecastCountsEachDocumentOnce()
{
    std::vector<base::Time> edges;
    for (int hour = 0; hour <= 100; ++hour) {
        edges.push_back(m_now + std::chrono::hours(hour));
    }
    const auto counted = answerOf(set().forecasts.histogram(rule(), edges, {}));
    QVERIFY2(counted, counted ? "" : counted.error().message.c_str());
    QCOMPARE(counted->documents(), std::int64_t{kDocuments + 2});
    QCOMPARE(counted->overdue, std::int64_t{0});
    QCOMPARE(counted->scheduled(), std::int64_t{100});
    QCOMPARE(counted->later, std::int64_t{kDocuments - 100});
    QCOMPARE(counted->never.notADate, std::int64_t{1});
    QCOMPARE(counted->never.noField, std::int64_t{1});
}

void TestDocumentDb::anEffectCountsWhatWouldBeDeleted()
{
    ttl::Rule shorter = rule();
    shorter.expireAfterSeconds = 0; // a day earlier: the first 24 are due then
    const auto impact = answerOf(
        set().connections.run([request = ttl::impactRequest(shorter, m_now + 30min, 5)](
                                  ttl::TtlServer& server, const ttl::CallLimits& limits) {
            return server.impact(request, limits);
        }));
    QVERIFY2(impact, impact ? "" : impact.error().message.c_str());
    QCOMPARE(impact->affected, std::int64_t{24});
    QCOMPARE(impact->documents, std::int64_t{kDocuments + 2});
    QCOMPARE(impact->samples.size(), std::size_t{5});
    QCOMPARE(impact->samples.front()["_id"].toInt64(), std::int64_t{1});
}

void TestDocumentDb::documentsArriveInAllBatches()
{
    ttl::DocumentQuery query;
    query.ns = kVisits;
    query.field = "seen";
    query.limit = 1'000;
    const auto found = m_client->server().find(query, {});
    QVERIFY2(found, found ? "" : found.error().message.c_str());
    QCOMPARE(found->size(), std::size_t{kDocuments + 2});
}

void TestDocumentDb::fieldsWithDatesAreFound()
{
    const auto fields = answerOf(set().indexes.candidates(kVisits));
    QVERIFY2(fields, fields ? "" : fields.error().message.c_str());
    QCOMPARE(fields->at(0).path, std::string("made"));
    QVERIFY(fields->at(0).dateShare > 0.9);
}

void TestDocumentDb::aRuleIsCreatedChangedAndDropped()
{
    ttl::TtlIndexSpec spec;
    spec.ns = kVisits;
    spec.name = "made_1";
    spec.key = bson::makeDocument("made", 1);
    spec.expireAfterSeconds = 7 * kDay;
    const auto made = answerOf(set().indexes.create(spec));
    QVERIFY2(made, made ? "" : made.error().message.c_str());
    const auto now = [&] { return *set().catalog.catalog().find(*made); };
    QCOMPARE(now().expireAfterSeconds, std::optional<std::int64_t>(7 * kDay));
    const auto changed = answerOf(set().indexes.change({*made, 8 * kDay, {}}, now()));
    QVERIFY2(changed, changed ? "" : changed.error().message.c_str());
    QCOMPARE(now().expireAfterSeconds, std::optional<std::int64_t>(8 * kDay));
    QVERIFY(answerOf(set().indexes.drop(*made, now())));
    QVERIFY(!set().catalog.catalog().find(*made));
}

void TestDocumentDb::anOrdinaryIndexIsConverted()
{
    m_client->run(kVisits.database, json(R"({"createIndexes": "visits", "indexes": [
        {"key": {"made": 1}, "name": "made_1"}]})"));
    const ttl::IndexRef made{kVisits, "made_1"};
    set().catalog.refresh(kVisits);
    QTRY_VERIFY_WITH_TIMEOUT(set().catalog.catalog().find(made), kPatience);
    const ttl::IndexSpec before = *set().catalog.catalog().find(made);
    QVERIFY(!before.isTtl());
    QVERIFY(answerOf(set().indexes.change({made, 9 * kDay, {}}, before)));
    QCOMPARE(set().catalog.catalog().find(made)->expireAfterSeconds,
             std::optional<std::int64_t>(9 * kDay));
}

void TestDocumentDb::aHiddenIndexStillHasItsRule()
{
    QVERIFY(answerOf(set().indexes.change({kSeen, {}, true}, seen())));
    QVERIFY(seen().hidden);
    QCOMPARE(seen().expireAfterSeconds, std::optional<std::int64_t>(kDay));
    const auto counted = answerOf(set().forecasts.histogram(rule(), {m_now, m_now + 100h}, {}));
    QVERIFY2(counted, counted ? "" : counted.error().message.c_str());
    QCOMPARE(counted->documents(), std::int64_t{kDocuments + 2});
    QVERIFY(answerOf(set().indexes.change({kSeen, {}, false}, seen())));
    QVERIFY(!seen().hidden);
}

void TestDocumentDb::aDropCanBeUndone()
{
    const ttl::IndexSpec before = seen();
    QVERIFY(answerOf(set().indexes.drop(kSeen, before)));
    QVERIFY(!set().catalog.catalog().find(kSeen));
    const auto restored = answerOf(set().indexes.restore(kVisits, before.listed, {}));
    QVERIFY2(restored, restored ? "" : restored.error().message.c_str());
    QCOMPARE(seen().expireAfterSeconds, std::optional<std::int64_t>(kDay));
}

void TestDocumentDb::theServerDeletesWhatIsDue()
{
    QVERIFY(answerOf(set().indexes.change({kSeen, 0, {}}, seen())));
    // the dates of the first 23 are past by now, the 24th is that of this moment
    const auto left = [this] {
        ttl::DocumentQuery query;
        query.ns = kVisits;
        query.limit = 1'000;
        return std::ssize(tests::need(m_client->server().find(query, {})));
    };
    QTRY_VERIFY_WITH_TIMEOUT(left() <= kDocuments + 2 - 23, kPatience);
    QVERIFY(left() >= kDocuments + 2 - 25);
}

void TestDocumentDb::theMonitorsCountersAreNotRequired()
{
    const auto metrics = m_client->server().ttlMetrics({});
    QVERIFY2(metrics, metrics ? "" : metrics.error().message.c_str());
    QVERIFY(!metrics->passes);
    QVERIFY(metrics->serverTime > base::Time());
}

void TestDocumentDb::everythingIsAskedInOneReading()
{
    // a reading in parts finds the same as the first one
    for (int reading = 0; reading < 3; ++reading) {
        set().catalog.poll();
        QTRY_VERIFY_WITH_TIMEOUT(!set().catalog.isLoading(), kPatience);
        QVERIFY(!set().catalog.error());
    }
    QCOMPARE(seen().expireAfterSeconds, std::optional<std::int64_t>(kDay));
}

SANDGLASS_TEST(TestDocumentDb)
} // namespace tst_integration_documentdb

#include "tst_integration_documentdb.moc"
