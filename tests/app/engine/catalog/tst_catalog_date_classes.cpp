// SPDX-License-Identifier: GPL-3.0-or-later
// Counting by the directory of dates gives what counting entry by entry gives.
#include "app/bson/builder.h"
#include "tests/support/catalog_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <thread>

namespace tst_catalog_date_classes {

using namespace sandglass;
using namespace sandglass::engine::catalog;
using namespace sandglass::tests;
using engine::storage::Durability;

namespace {

constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
constexpr unsigned kSeed = 20261121;

using Dates = std::map<RecordId, std::int64_t>;

std::vector<bson::Date> datesOf(const std::vector<std::int64_t>& millis)
{
    std::vector<bson::Date> dates;
    for (const std::int64_t each : millis) {
        dates.push_back({each});
    }
    return dates;
}

std::string textOf(const DateClass& part)
{
    if (part.documents == 0) {
        return "0";
    }
    return std::to_string(part.documents) + " " + std::to_string(part.oldest.millis) + ".."
        + std::to_string(part.newest.millis);
}

std::vector<std::string> expected(const Dates& dates, const std::vector<std::int64_t>& bounds)
{
    std::vector<DateClass> classes(bounds.size());
    for (const auto& [id, date] : dates) {
        const auto at = std::ranges::lower_bound(bounds, date) - bounds.begin();
        if (at == std::ssize(bounds)) {
            continue;
        }
        DateClass& part = classes[static_cast<std::size_t>(at)];
        part.oldest.millis = part.documents == 0 ? date : std::min(part.oldest.millis, date);
        part.newest.millis = part.documents == 0 ? date : std::max(part.newest.millis, date);
        ++part.documents;
    }
    std::vector<std::string> texts;
    for (const DateClass& part : classes) {
        texts.push_back(textOf(part));
    }
    return texts;
}

} // namespace

class TestDateClasses : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_data = std::make_unique<CatalogFixture>(); }
    void cleanup() { m_data.reset(); }

    void classesFollowEveryCommit_data();
    void classesFollowEveryCommit();
    void aDirectoryMadeWhileOthersWriteIsComplete();
    void manyEqualDatesStayTogether();
    void theLatestDateThereCanBeIsCounted();
    void aDiscardedUnitChangesNothing();
    void aPurgeFromTheOldEndLeavesTheRest();
    void countingUsesTheDirectory();
    void theDirectoryIsMadeAnewAfterARestart();
    void changingTheSecondsKeepsTheClasses();
    void convertingKeepsTheClasses();
    void aDocumentWithSeveralDatesCountsByTheEarliest();
    void severalValuesInAnOrdinaryIndexGiveNoAnswer();
    void anEstimateIsOffByNoMoreThanItSays();
    void compoundAndMissingIndexesGiveNoAnswer();

private:
    void insertAll(const std::vector<std::int64_t>& dates);
    void step(std::mt19937& random);
    std::vector<std::string> classes(const std::vector<std::int64_t>& bounds);

    std::unique_ptr<CatalogFixture> m_data;
    Dates m_dates;
    int m_nextId = 0;
};

void TestDateClasses::insertAll(const std::vector<std::int64_t>& dates)
{
    auto unit = need(m_data->collection()->beginWrite());
    for (const std::int64_t date : dates) {
        m_dates[need(unit->insert(bson::makeDocument("_id", m_nextId++, "t", bson::Date{date})))]
            = date;
    }
    need(unit->commit(Durability::Process));
}

std::vector<std::string> TestDateClasses::classes(const std::vector<std::int64_t>& bounds)
{
    const auto found
        = need(m_data->collection()->dateClasses("t", datesOf(bounds), DatePrecision::Exact));
    if (!found) {
        return {"no answer"};
    }
    std::vector<std::string> texts;
    for (const DateClass& part : found->classes) {
        texts.push_back(textOf(part));
    }
    return texts;
}

// One unit of random inserts, replacements and removals.
void TestDateClasses::step(std::mt19937& random)
{
    const auto below
        = [&random](int end) { return std::uniform_int_distribution<int>(0, end - 1)(random); };
    auto unit = need(m_data->collection()->beginWrite());
    for (int i = below(400); i > 0; --i) {
        const std::int64_t date = below(20'000) - 5'000;
        const auto chosen = m_dates.empty()
            ? m_dates.end()
            : std::next(m_dates.begin(), below(static_cast<int>(m_dates.size())));
        if (chosen == m_dates.end() || below(3) > 0) {
            m_dates[need(
                unit->insert(bson::makeDocument("_id", m_nextId++, "t", bson::Date{date})))]
                = date;
        } else if (below(2) > 0) {
            const auto old = need(unit->fetch(chosen->first));
            need(unit->replace(chosen->first,
                               bson::makeDocument("_id", (*old)["_id"], "t", bson::Date{date})));
            chosen->second = date;
        } else {
            QVERIFY(need(unit->remove(chosen->first)));
            m_dates.erase(chosen);
        }
    }
    need(unit->commit(Durability::Process));
}

void TestDateClasses::classesFollowEveryCommit_data()
{
    QTest::addColumn<bool>("ttl");
    QTest::newRow("TTL index") << true;
    QTest::newRow("ordinary index") << false;
}

void TestDateClasses::classesFollowEveryCommit()
{
    QFETCH(bool, ttl);
    m_dates.clear();
    m_data->createIndex(ttl ? ttlIndexOn(R"({"t":1})", "t") : indexOn(R"({"t":-1})", "t"));
    std::mt19937 random(kSeed);
    std::vector<std::int64_t> bounds{kFirst};
    for (std::int64_t bound = -5'001; bound < 16'000; bound += 137) {
        bounds.push_back(bound);
    }
    bounds.push_back(kLast);
    for (int i = 0; i < 60; ++i) {
        step(random);
        QCOMPARE(classes(bounds), expected(m_dates, bounds));
    }
    QVERIFY(m_dates.size() > 2'000);
    QCOMPARE(classes({0}), expected(m_dates, {0}));
    QCOMPARE(m_data->firstProblem(), std::string());
}

void TestDateClasses::aDirectoryMadeWhileOthersWriteIsComplete()
{
    m_dates.clear();
    std::vector<std::int64_t> dates(20'000);
    std::iota(dates.begin(), dates.end(), 0);
    insertAll(dates);
    m_data->createIndex(ttlIndexOn(R"({"t":1})", "t"));
    std::atomic<bool> writing{false};
    std::thread writer([&] {
        for (int i = 0; i < 200; ++i) {
            insertAll(std::vector<std::int64_t>(20, 100 * i + 50));
            writing = true;
        }
    });
    while (!writing) {
        std::this_thread::yield();
    }
    // the first answer is of a moment in between
    QVERIFY(classes({kLast}).front() != "0");
    writer.join();
    std::vector<std::int64_t> bounds;
    for (std::int64_t bound = 7; bound < 20'000; bound += 333) {
        bounds.push_back(bound);
    }
    bounds.push_back(kLast);
    QCOMPARE(classes(bounds), expected(m_dates, bounds));
}

void TestDateClasses::manyEqualDatesStayTogether()
{
    m_dates.clear();
    m_data->createIndex(ttlIndexOn(R"({"t":1})", "t"));
    insertAll({1, 9});
    const std::vector<std::int64_t> bounds{1, 4, 5, 8, kLast};
    QCOMPARE(classes(bounds), expected(m_dates, bounds));
    for (int i = 0; i < 3; ++i) {
        insertAll(std::vector<std::int64_t>(700, 5));
        QCOMPARE(classes(bounds), expected(m_dates, bounds));
    }
}

void TestDateClasses::theLatestDateThereCanBeIsCounted()
{
    m_dates.clear();
    m_data->createIndex(ttlIndexOn(R"({"t":1})", "t"));
    insertAll({1, kLast});
    for (int i = 0; i < 3; ++i) {
        std::vector<std::int64_t> dates(400);
        std::iota(dates.begin(), dates.end(), 400 * i);
        insertAll(dates);
        QCOMPARE(classes({7, kLast}), expected(m_dates, {7, kLast}));
    }
}

void TestDateClasses::aDiscardedUnitChangesNothing()
{
    m_dates.clear();
    m_data->createIndex(ttlIndexOn(R"({"t":1})", "t"));
    insertAll({1, 2, 3});
    QCOMPARE(classes({kLast}), expected(m_dates, {kLast}));
    {
        auto unit = need(m_data->collection()->beginWrite());
        need(unit->insert(bson::makeDocument("_id", 99, "t", bson::Date{2})));
        QVERIFY(need(unit->remove(m_dates.begin()->first)));
    }
    QCOMPARE(classes({kLast}), expected(m_dates, {kLast}));
}

void TestDateClasses::aPurgeFromTheOldEndLeavesTheRest()
{
    m_dates.clear();
    m_data->createIndex(ttlIndexOn(R"({"t":1})", "t"));
    std::vector<std::int64_t> dates;
    for (std::int64_t date = 0; date < 3'000; ++date) {
        dates.push_back(date);
    }
    insertAll(dates);
    const std::vector<std::int64_t> bounds{-1, 100, 1'499, 2'000, kLast};
    QCOMPARE(classes(bounds), expected(m_dates, bounds));
    for (const std::int64_t end : {700, 1'500}) {
        auto unit = need(m_data->collection()->beginWrite());
        for (const DateEntry& entry : need(unit->datesUpTo("t", {end - 1}, 10'000))) {
            QVERIFY(need(unit->remove(entry.id)));
            m_dates.erase(entry.id);
        }
        unit->rememberDrained("t", {end});
        need(unit->commit(Durability::Process));
        QCOMPARE(classes(bounds), expected(m_dates, bounds));
    }
    QCOMPARE(classes({kLast}).front(), std::string("1500 1500..2999"));
}

void TestDateClasses::countingUsesTheDirectory()
{
    m_dates.clear();
    m_data->createIndex(ttlIndexOn(R"({"t":1})", "t"));
    insertAll({5, 7, 7, 20});
    QCOMPARE(classes({kLast}).front(), std::string("4 5..20"));
    const auto count = [this](std::int64_t from, std::int64_t to) {
        return need(m_data->collection()->countDates("t", {from}, {to}));
    };
    QCOMPARE(count(kFirst, kLast), std::int64_t{4});
    QCOMPARE(count(6, 7), std::int64_t{2});
    QCOMPARE(count(8, 19), std::int64_t{0});
    QCOMPARE(count(20, 20), std::int64_t{1});
}

void TestDateClasses::theDirectoryIsMadeAnewAfterARestart()
{
    m_dates.clear();
    m_data->createIndex(ttlIndexOn(R"({"t":1})", "t"));
    insertAll({1, 2, 3});
    QCOMPARE(classes({2}).front(), std::string("2 1..2"));
    m_data->reopen();
    QCOMPARE(classes({2}).front(), std::string("2 1..2"));
}

void TestDateClasses::changingTheSecondsKeepsTheClasses()
{
    m_dates.clear();
    m_data->createIndex(ttlIndexOn(R"({"t":1})", "t"));
    insertAll({1, 2, 3});
    QCOMPARE(classes({2}).front(), std::string("2 1..2"));
    need(m_data->catalog->modifyIndex(m_data->ns, ttlIndexOn(R"({"t":1})", "t", 7)));
    insertAll({0});
    QCOMPARE(classes({2}).front(), std::string("3 0..2"));
}

void TestDateClasses::convertingKeepsTheClasses()
{
    m_dates.clear();
    m_data->createIndex(indexOn(R"({"t":1})", "t"));
    insertAll({1, 2, 3});
    QCOMPARE(classes({2}).front(), std::string("2 1..2"));
    need(m_data->catalog->modifyIndex(m_data->ns, ttlIndexOn(R"({"t":1})", "t")));
    insertAll({0});
    QCOMPARE(classes({2}).front(), std::string("3 0..2"));
}

void TestDateClasses::aDocumentWithSeveralDatesCountsByTheEarliest()
{
    m_dates.clear();
    m_data->createIndex(ttlIndexOn(R"({"t":1})", "t"));
    insertAll({1, 2});
    QCOMPARE(classes({kLast}).front(), std::string("2 1..2"));
    m_data->insert(
        {R"({"_id":50,"t":[{"$date":{"$numberLong":"1"}},{"$date":{"$numberLong":"2"}}]})"});
    QCOMPARE(classes({1}).front(), std::string("2 1..1"));
    QCOMPARE(classes({kLast}).front(), std::string("3 1..2"));
    QCOMPARE(need(m_data->collection()->countDates("t", {kFirst}, {kLast})), std::int64_t{3});
    QCOMPARE(need(m_data->collection()->countDates("t", {2}, {2})), std::int64_t{2});
}

void TestDateClasses::severalValuesInAnOrdinaryIndexGiveNoAnswer()
{
    m_dates.clear();
    m_data->createIndex(indexOn(R"({"t":1})", "t"));
    insertAll({1, 2});
    QCOMPARE(classes({kLast}).front(), std::string("2 1..2"));
    m_data->insert({R"({"_id":50,"t":[{"$date":{"$numberLong":"1"}},3]})"});
    QCOMPARE(classes({kLast}).front(), std::string("no answer"));
}

void TestDateClasses::anEstimateIsOffByNoMoreThanItSays()
{
    m_dates.clear();
    m_data->createIndex(ttlIndexOn(R"({"t":1})", "t"));
    std::mt19937 random(kSeed);
    std::vector<std::int64_t> bounds;
    for (std::int64_t bound = -5'001; bound < 16'000; bound += 433) {
        bounds.push_back(bound);
    }
    for (int i = 0; i < 40; ++i) {
        step(random);
    }
    const auto exact
        = need(m_data->collection()->dateClasses("t", datesOf(bounds), DatePrecision::Exact));
    const auto rough
        = need(m_data->collection()->dateClasses("t", datesOf(bounds), DatePrecision::Bounded));
    QVERIFY(exact->byDirectory && rough->byDirectory);
    QCOMPARE(exact->mostOff, std::int64_t{0});
    QVERIFY(rough->mostOff > 0);
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        QVERIFY(std::abs(exact->classes[i].documents - rough->classes[i].documents)
                <= rough->mostOff);
    }
}

void TestDateClasses::compoundAndMissingIndexesGiveNoAnswer()
{
    QCOMPARE(classes({kLast}).front(), std::string("no answer"));
    m_data->createIndex(indexOn(R"({"t":1,"a":1})", "t"));
    QCOMPARE(classes({kLast}).front(), std::string("no answer"));
}

SANDGLASS_PLAIN_TEST(TestDateClasses)
} // namespace tst_catalog_date_classes

#include "tst_catalog_date_classes.moc"
