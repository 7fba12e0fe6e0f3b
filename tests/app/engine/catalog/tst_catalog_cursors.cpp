// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "tests/support/catalog_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <string>
#include <vector>

namespace tst_catalog_cursors {

using namespace sandglass;
using namespace sandglass::engine::catalog;
using namespace sandglass::tests;
using engine::storage::Durability;

namespace {

Bound bound(const bson::Value& value, bool inclusive = true)
{
    return {value, inclusive};
}

IndexRange between(const bson::Value& lower, const bson::Value& upper)
{
    return {{}, bound(lower), bound(upper)};
}

} // namespace

class TestCursors : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_data = std::make_unique<CatalogFixture>(); }
    void cleanup() { m_data.reset(); }

    void aScanGivesInsertionOrderBothWays()
    {
        m_data->insert({R"({"_id":3})", R"({"_id":1})", R"({"_id":2})"});
        const auto forward = m_data->collection()->scan(Direction::Forward);
        QCOMPARE(CatalogFixture::idsOf(*forward), std::string("3 1 2"));
        QCOMPARE(forward->documentsExamined(), std::int64_t{3});
        QCOMPARE(CatalogFixture::idsOf(*m_data->collection()->scan(Direction::Backward)),
                 std::string("2 1 3"));
    }

    void aScanKeepsToItsCollectionAndItsMoment()
    {
        const auto ids = m_data->insert({R"({"_id":1})", R"({"_id":2})"});
        const auto other = need(m_data->catalog->findOrCreate({"db", "other"}, nullptr));
        auto unit = need(other->beginWrite());
        need(unit->insert(doc(R"({"_id":9})")));
        need(unit->commit(Durability::Process));
        const auto open = m_data->collection()->scan(Direction::Forward);
        unit = need(m_data->collection()->beginWrite());
        need(unit->remove(ids[1]));
        need(unit->insert(doc(R"({"_id":3})")));
        need(unit->commit(Durability::Process));
        QCOMPARE(CatalogFixture::idsOf(*open), std::string("1 2"));
    }

    void anIndexScanGivesAscendingValuesWhateverThePatternSays()
    {
        m_data->createIndex(indexOn(R"({"a":-1})", "down"));
        m_data->insert({R"({"_id":1,"a":5})", R"({"_id":2,"a":"x"})", R"({"_id":3})",
                        R"({"_id":4,"a":-2.5})"});
        QCOMPARE(m_data->scan("down"), std::string("3 4 1 2"));
        QCOMPARE(m_data->scan("down", {}, Direction::Backward), std::string("2 1 4 3"));
    }

    void boundsAreInclusiveOrNot()
    {
        m_data->createIndex(indexOn(R"({"a":1})", "a"));
        for (int i = 1; i <= 5; ++i) {
            m_data->insert(
                {R"({"_id":)" + std::to_string(i) + R"(,"a":)" + std::to_string(i) + "}"});
        }
        const auto two = bson::Value::of(2);
        const auto four = bson::Value::of(4.0);
        QCOMPARE(m_data->scan("a", between(two, four)), std::string("2 3 4"));
        QCOMPARE(m_data->scan("a", {{}, bound(two, false), bound(four, false)}), std::string("3"));
        QCOMPARE(m_data->scan("a", {{}, bound(four), {}}), std::string("4 5"));
        QCOMPARE(m_data->scan("a", {{}, {}, bound(two, false)}), std::string("1"));
        QCOMPARE(m_data->scan("a", between(four, two)), std::string());
        QCOMPARE(m_data->scan("a", {{bson::Value::of(std::int64_t{3})}, {}, {}}), std::string("3"));
    }

    void aCompoundIndexServesAPrefixAndThenARange()
    {
        m_data->createIndex(indexOn(R"({"a":1,"b":-1})", "ab"));
        m_data->insert({R"({"_id":1,"a":"x","b":1})", R"({"_id":2,"a":"x","b":3})",
                        R"({"_id":3,"a":"x","b":2})", R"({"_id":4,"a":"xy","b":2})",
                        R"({"_id":5,"a":"w","b":2})"});
        const auto x = bson::Value::of("x");
        QCOMPARE(m_data->scan("ab", {{x}, {}, {}}), std::string("1 3 2"));
        QCOMPARE(m_data->scan("ab", {{x}, bound(bson::Value::of(2)), {}}), std::string("3 2"));
        QCOMPARE(m_data->scan("ab", {{x}, bound(bson::Value::of(2)), {}}, Direction::Backward),
                 std::string("2 3"));
        QCOMPARE(m_data->scan("ab", {{x, bson::Value::of(2)}, {}, {}}), std::string("3"));
    }

    void aMultikeyIndexGivesEachDocumentOnce()
    {
        m_data->createIndex(indexOn(R"({"a":1})", "a"));
        QVERIFY(!m_data->collection()->index("a")->multikey);
        m_data->insert({R"({"_id":1,"a":[1,5]})", R"({"_id":2,"a":3})", R"({"_id":3,"a":[2,2]})"});
        QVERIFY(m_data->collection()->index("a")->multikey);
        QCOMPARE(m_data->scan("a"), std::string("1 3 2"));
        QCOMPARE(m_data->scan("a", {}, Direction::Backward), std::string("1 2 3"));
        auto cursor = m_data->collection()->scanIndex("a", {}, Direction::Forward);
        CatalogFixture::idsOf(*cursor);
        QCOMPARE(cursor->keysExamined(), std::int64_t{4});
        QCOMPARE(cursor->documentsExamined(), std::int64_t{3});
        cursor.reset(); // cursors must not outlive the store
        m_data->reopen();
        QVERIFY(m_data->collection()->index("a")->multikey);
    }

    void aLongIndexScanKeepsItsOrderOverAllChunks()
    {
        m_data->createIndex(indexOn(R"({"a":1})", "a"));
        std::vector<std::string> documents;
        std::string expected;
        for (int i = 0; i < 2000; ++i) {
            // 7 and 2000 have no common divisor: every value comes once, in a wild order
            documents.push_back(R"({"_id":)" + std::to_string(i * 7 % 2000) + R"(,"a":)"
                                + std::to_string(i * 7 % 2000) + "}");
            expected += (i == 0 ? "" : " ") + std::to_string(i);
        }
        m_data->insert(documents);
        QCOMPARE(m_data->scan("a"), expected);
    }

    void aFindOfOneReadsOnlyFewEntries()
    {
        m_data->createIndex(indexOn(R"({"a":1})", "a"));
        std::vector<std::string> documents;
        for (int i = 0; i < 100; ++i) {
            documents.push_back(R"({"_id":)" + std::to_string(i) + R"(,"a":1})");
        }
        m_data->insert(documents);
        const auto cursor = m_data->collection()->scanIndex("a", {}, Direction::Forward);
        QVERIFY(cursor->next());
        QCOMPARE(cursor->keysExamined(), std::int64_t{1});
        QCOMPARE(cursor->documentsExamined(), std::int64_t{1});
    }

    void aTtlIndexIsOneSequenceOverBothFamilies()
    {
        fillMixedTtlIndex();
        // null, number, string, bool, dates, timestamp, regular expression: the order of types
        QCOMPARE(m_data->scan("t"), std::string("8 1 2 3 5 4 6 7"));
        QCOMPARE(m_data->scan("t", {}, Direction::Backward), std::string("7 6 4 5 3 2 1 8"));
    }

    void rangesOfATtlIndexMayBeginAndEndAnywhere()
    {
        fillMixedTtlIndex();
        const auto date = [](std::int64_t millis) { return bson::Value::of(bson::Date{millis}); };
        QCOMPARE(m_data->scan("t", between(date(1000), date(2000))), std::string("5 4"));
        QCOMPARE(m_data->scan("t", {{}, bound(date(1000), false), {}}), std::string("4 6 7"));
        QCOMPARE(m_data->scan("t", {{}, {}, bound(date(2000), false)}), std::string("8 1 2 3 5"));
        QCOMPARE(m_data->scan("t", between(bson::Value::of("a"), date(1500))),
                 std::string("2 3 5"));
        QCOMPARE(m_data->scan("t", {{date(2000)}, {}, {}}), std::string("4"));
        QCOMPARE(m_data->scan("t", between(bson::Value::of(0), bson::Value::of("z"))),
                 std::string("1 2"));
    }

    void extremeDatesStayInsideTheirPart()
    {
        m_data->createIndex(ttlIndexOn(R"({"t":1})", "t"));
        auto unit = need(m_data->collection()->beginWrite());
        constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
        constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
        need(unit->insert(bson::makeDocument("_id", 1, "t", bson::Date{kMost})));
        need(unit->insert(bson::makeDocument("_id", 2, "t", bson::Date{kLeast})));
        need(unit->commit(Durability::Process));
        QCOMPARE(m_data->scan("t"), std::string("2 1"));
        QCOMPARE(m_data->scan("t", {{bson::Value::of(bson::Date{kMost})}, {}, {}}),
                 std::string("1"));
        const auto all = bson::Value::of(bson::Date{kLeast});
        QCOMPARE(m_data->scan("t", {{}, bound(all, false), {}}), std::string("1"));
        QCOMPARE(need(m_data->collection()->countDates("t", {kLeast}, {kMost})), std::int64_t{2});
    }

    void onlyScansCountAsUses()
    {
        m_data->createIndex(ttlIndexOn(R"({"t":1})", "t"));
        m_data->scan("t");
        m_data->scan("t");
        need(m_data->collection()->dates("t", {0}, {1}, 10));
        need(m_data->collection()->countDates("t", {0}, {1}));
        QCOMPARE(m_data->collection()->index("t")->uses, std::uint64_t{2});
        need(m_data->collection()->findById(bson::Value::of(1)));
        QCOMPARE(m_data->collection()->index("_id_")->uses, std::uint64_t{1});
    }

    void thereIsNoCursorOnAnIndexThatIsMissingOrSpecial()
    {
        m_data->createIndex(indexOn(R"({"a":"hashed"})", "special"));
        QVERIFY(m_data->collection()->scanIndex("none", {}, Direction::Forward) == nullptr);
        QVERIFY(m_data->collection()->scanIndex("special", {}, Direction::Forward) == nullptr);
    }

private:
    void fillMixedTtlIndex()
    {
        m_data->createIndex(ttlIndexOn(R"({"t":-1})", "t"));
        m_data->insert({R"({"_id":1,"t":1})", R"({"_id":2,"t":"text"})", R"({"_id":3,"t":true})",
                        R"({"_id":4,"t":{"$date":{"$numberLong":"2000"}}})",
                        R"({"_id":5,"t":{"$date":{"$numberLong":"1000"}}})",
                        R"({"_id":6,"t":{"$timestamp":{"t":1,"i":1}}})",
                        R"({"_id":7,"t":{"$regularExpression":{"pattern":"x","options":""}}})",
                        R"({"_id":8})"});
    }

    std::unique_ptr<CatalogFixture> m_data;
};

SANDGLASS_PLAIN_TEST(TestCursors)
} // namespace tst_catalog_cursors

#include "tst_catalog_cursors.moc"
