// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "tests/support/catalog_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <limits>
#include <string>
#include <vector>

namespace tst_catalog_dates {

using namespace sandglass;
using namespace sandglass::engine::catalog;
using namespace sandglass::tests;
using engine::storage::Durability;

namespace {

constexpr bson::Date kFirst{std::numeric_limits<std::int64_t>::min()};
constexpr bson::Date kLast{std::numeric_limits<std::int64_t>::max()};

} // namespace

class TestDates : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_data = std::make_unique<CatalogFixture>();
        m_data->createIndex(ttlIndexOn(R"({"t":1})", "t"));
    }
    void cleanup() { m_data.reset(); }

    void entriesComeOldestFirstInsideTheRange()
    {
        insert({30, -10, 20, 10});
        QCOMPARE(listed(kFirst, kLast), std::string("-10 10 20 30"));
        QCOMPARE(listed({10}, {20}), std::string("10 20"));
        QCOMPARE(listed({20}, {10}), std::string());
        QCOMPARE(need(m_data->collection()->dates("t", kFirst, kLast, 2)).size(), std::size_t{2});
    }

    void countingAgreesWithTheEntries()
    {
        insert({30, -10, 20, 10});
        QCOMPARE(need(m_data->collection()->countDates("t", {-10}, {20})), std::int64_t{3});
        QCOMPARE(need(m_data->collection()->countDates("t", {31}, kLast)), std::int64_t{0});
        QCOMPARE(need(m_data->collection()->countDates("t", {20}, {10})), std::int64_t{0});
    }

    void documentsWithArraysAreCountedOnce()
    {
        insert({5});
        m_data->insert(
            {R"({"_id":50,"t":[{"$date":{"$numberLong":"1"}},{"$date":{"$numberLong":"2"}},7]})"});
        QCOMPARE(need(m_data->collection()->countDates("t", kFirst, kLast)), std::int64_t{2});
        QCOMPARE(listed(kFirst, kLast), std::string("1 2 5"));
    }

    void otherValuesAreNoDates()
    {
        m_data->insert({R"({"_id":1,"t":5})", R"({"_id":2})",
                        R"({"_id":3,"t":{"$timestamp":{"t":1,"i":1}}})"});
        QCOMPARE(need(m_data->collection()->countDates("t", kFirst, kLast)), std::int64_t{0});
    }

    void anOrdinaryIndexHasNoDates()
    {
        m_data->createIndex(indexOn(R"({"a":1})", "a"));
        QCOMPARE(m_data->collection()->dates("a", kFirst, kLast, 1).error().serverCode, 27);
        QCOMPARE(m_data->collection()->countDates("none", kFirst, kLast).error().serverCode, 27);
        auto unit = need(m_data->collection()->beginWrite());
        QCOMPARE(unit->datesUpTo("a", kLast, 1).error().serverCode, 27);
    }

    void aPurgeInBatchesMeetsEveryEntryOnce()
    {
        std::vector<std::int64_t> dates(250, 7); // many of the same date: the bound moves inside it
        dates.push_back(8);
        dates.push_back(100);
        insert(dates);
        std::vector<std::size_t> found;
        while (const std::size_t removed = purge({50}, 100)) {
            found.push_back(removed);
        }
        QCOMPARE(found, (std::vector<std::size_t>{100, 100, 51}));
        QCOMPARE(listed(kFirst, kLast), std::string("100"));
        QCOMPARE(m_data->firstProblem(), std::string());
    }

    void anOlderDateInsertedLaterIsStillFound()
    {
        insert({10, 20, 90});
        purge({50}, 10);
        m_data->insert({R"({"_id":100,"t":{"$date":{"$numberLong":"5"}}})"});
        QCOMPARE(listed(kFirst, kLast), std::string("5 90"));
        QCOMPARE(need(m_data->collection()->countDates("t", kFirst, {50})), std::int64_t{1});
        QCOMPARE(purge({50}, 10), std::size_t{1});
    }

    void anOlderDateOfTheSameUnitIsStillFound()
    {
        insert({10, 20});
        auto unit = need(m_data->collection()->beginWrite());
        for (const DateEntry& entry : need(unit->datesUpTo("t", {50}, 10))) {
            need(unit->remove(entry.id));
        }
        need(unit->insert(bson::makeDocument("_id", 100, "t", bson::Date{15})));
        unit->rememberDrained("t", {51});
        need(unit->commit(Durability::Process));
        QCOMPARE(listed(kFirst, kLast), std::string("15"));
    }

    void anEntryThatWasLeftHoldsTheBoundBack()
    {
        insert({10, 20, 30});
        auto unit = need(m_data->collection()->beginWrite());
        const auto entries = need(unit->datesUpTo("t", {50}, 10));
        QCOMPARE(entries.size(), std::size_t{3});
        need(unit->remove(entries[0].id));
        need(unit->remove(entries[2].id));
        unit->rememberDrained("t", {51});
        need(unit->commit(Durability::Process));
        QCOMPARE(listed(kFirst, kLast), std::string("20"));
    }

    void aDiscardedPurgeForgetsItsBound()
    {
        insert({10});
        {
            auto unit = need(m_data->collection()->beginWrite());
            for (const DateEntry& entry : need(unit->datesUpTo("t", {50}, 10))) {
                need(unit->remove(entry.id));
            }
            unit->rememberDrained("t", {51});
        }
        QCOMPARE(listed(kFirst, kLast), std::string("10"));
    }

    void aReplacedDocumentsOlderDateIsFound()
    {
        insert({10, 60});
        purge({50}, 10);
        auto unit = need(m_data->collection()->beginWrite());
        const RecordId left = need(unit->datesUpTo("t", kLast, 1)).front().id;
        need(unit->replace(left, bson::makeDocument("_id", 1, "t", bson::Date{-5})));
        need(unit->commit(Durability::Process));
        QCOMPARE(listed(kFirst, kLast), std::string("-5"));
    }

private:
    void insert(const std::vector<std::int64_t>& dates)
    {
        auto unit = need(m_data->collection()->beginWrite());
        int id = 0;
        for (const std::int64_t millis : dates) {
            need(unit->insert(bson::makeDocument("_id", id++, "t", bson::Date{millis})));
        }
        need(unit->commit(Durability::Process));
    }
    // one batch as a purge pass does it; the number of documents removed
    std::size_t purge(bson::Date to, std::size_t limit)
    {
        auto unit = need(m_data->collection()->beginWrite());
        const auto entries = need(unit->datesUpTo("t", to, limit));
        for (const DateEntry& entry : entries) {
            need(unit->remove(entry.id));
        }
        if (!entries.empty()) {
            unit->rememberDrained(
                "t", entries.size() < limit ? bson::Date{to.millis + 1} : entries.back().date);
        }
        need(unit->commit(Durability::Process));
        return entries.size();
    }
    std::string listed(bson::Date from, bson::Date to)
    {
        std::string text;
        for (const DateEntry& entry : need(m_data->collection()->dates("t", from, to, 1000))) {
            text += (text.empty() ? "" : " ") + std::to_string(entry.date.millis);
        }
        return text;
    }

    std::unique_ptr<CatalogFixture> m_data;
};

SANDGLASS_PLAIN_TEST(TestDates)
} // namespace tst_catalog_dates

#include "tst_catalog_dates.moc"
