// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/catalog_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <memory>

using namespace sandglass;
using namespace sandglass::tests;
using engine::catalog::DateEntry;
using engine::storage::Durability;

namespace {

constexpr std::string_view kOptions
    = R"({"clusteredIndex":{"v":2,"key":{"_id":1},"name":"_id_","unique":true},
          "expireAfterSeconds":{"$numberLong":"5"}})";

std::string at(std::int64_t millis)
{
    return R"({"_id":{"$date":{"$numberLong":")" + std::to_string(millis) + R"("}}})";
}

} // namespace

class TestClustered : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_data = std::make_unique<CatalogFixture>();
        need(m_data->catalog->create(m_data->ns, {doc(kOptions)}));
    }
    void cleanup() { m_data.reset(); }

    void theIndexIsListedAsClustered()
    {
        const auto index = m_data->collection()->indexes().front();
        QCOMPARE(bson::toJson(index.definition.listEntry()),
                 std::string(R"({"v":2,"key":{"_id":1},"name":"_id_","unique":true,)"
                             R"("clustered":true})"));
    }

    void theOptionsGiveTheRule()
    {
        const auto rule = m_data->collection()->expiryRule("_id_");
        QVERIFY(rule && rule->valid);
        QCOMPARE(rule->field, std::string("_id"));
        QCOMPARE(rule->expireAfterSeconds, std::int64_t{5});
        QVERIFY(!ttl::isExpired(*rule, doc(at(-1)), base::Time(base::Millis(1'000'000))));
        QVERIFY(ttl::isExpired(*rule, doc(at(0)), base::Time(base::Millis(5'000))));
    }

    void withoutSecondsThereIsNoRule()
    {
        need(m_data->catalog->setOptions(
            m_data->ns,
            {doc(R"({"clusteredIndex":{"v":2,"key":{"_id":1},"name":"_id_","unique":true}})")}));
        QVERIFY(!m_data->collection()->expiryRule("_id_"));
    }

    void idsStayUniqueAndAreFound()
    {
        m_data->insert({at(1), at(2), R"({"_id":"text"})"});
        auto unit = need(m_data->collection()->beginWrite());
        QCOMPARE(unit->insert(doc(at(2))).error().serverCode, 11000);
        QCOMPARE(unit->insert(doc(R"({"_id":"text"})")).error().serverCode, 11000);
        need(unit->commit(Durability::Process));
        QVERIFY(need(m_data->collection()->findById(doc(at(1))["_id"])).has_value());
        QVERIFY(need(m_data->collection()->findById(bson::Value::of("text"))).has_value());
        QCOMPARE(m_data->firstProblem(), std::string());
    }

    void aRestartKeepsItClustered()
    {
        m_data->insert({at(1), R"({"_id":7})"});
        m_data->reopen();
        QVERIFY(m_data->collection()->indexes().front().definition.clustered);
        QVERIFY(m_data->collection()->expiryRule("_id_"));
        QCOMPARE(m_data->scan("_id_"), std::string(R"(7 {"$date":"1970-01-01T00:00:00.001Z"})"));
        QCOMPARE(m_data->firstProblem(), std::string());
    }

    void datesBefore1970AreLeftOutOfDueEntries()
    {
        m_data->insert({at(-20), at(-10), at(10), at(20)});
        for (const std::int64_t expected : {10, 20}) {
            auto unit = need(m_data->collection()->beginWrite());
            const auto due = need(unit->datesUpTo("_id_", {50}, 1));
            QCOMPARE(due.size(), std::size_t{1});
            QCOMPARE(due.front().date.millis, expected);
            need(unit->remove(due.front().id));
            unit->rememberDrained("_id_", {51});
            need(unit->commit(Durability::Process));
        }
        // what was left out is still there for everybody else
        QCOMPARE(need(m_data->collection()->countDates("_id_", {-100}, {100})), std::int64_t{2});
        QCOMPARE(m_data->firstProblem(), std::string());
    }

private:
    std::unique_ptr<CatalogFixture> m_data;
};

SANDGLASS_PLAIN_TEST(TestClustered)

#include "tst_catalog_clustered.moc"
