// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "tests/support/catalog_fixture.h"
#include "tests/support/failing_store.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <string>
#include <thread>
#include <vector>

namespace tst_catalog_write_unit {

using namespace sandglass;
using namespace sandglass::engine::catalog;
using namespace sandglass::tests;
using engine::storage::Durability;

class TestWriteUnit : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_data = std::make_unique<CatalogFixture>(); }
    void cleanup() { m_data.reset(); }

    void insertedDocumentsAreFoundByTheirId()
    {
        m_data->insert({R"({"_id":1,"a":"x"})", R"({"_id":"two"})"});
        const auto found = need(m_data->collection()->findById(bson::Value::of(1.0)));
        QVERIFY(found.has_value());
        QCOMPARE(bson::toJson(found->second), std::string(R"({"_id":1,"a":"x"})"));
        QVERIFY(need(m_data->collection()->findById(bson::Value::of("two"))).has_value());
        QVERIFY(!need(m_data->collection()->findById(bson::Value::of(3))).has_value());
    }

    void figuresFollowEveryWriteAndOutliveAReopening()
    {
        const auto ids = m_data->insert({R"({"_id":1})", R"({"_id":2})", R"({"_id":3})"});
        auto unit = need(m_data->collection()->beginWrite());
        QVERIFY(need(unit->remove(ids[0])));
        need(unit->replace(ids[1], doc(R"({"_id":2,"a":1})")));
        need(unit->commit(Durability::Process));
        const std::int64_t bytes = static_cast<std::int64_t>(
            doc(R"({"_id":2,"a":1})").bytes().size() + doc(R"({"_id":3})").bytes().size());
        QCOMPARE(m_data->collection()->figures().documents, std::int64_t{2});
        QCOMPARE(m_data->collection()->figures().bytes, bytes);
        m_data->reopen();
        QCOMPARE(m_data->collection()->figures().documents, std::int64_t{2});
        QCOMPARE(m_data->collection()->figures().bytes, bytes);
    }

    void aDiscardedUnitLeavesNothing()
    {
        {
            auto unit = need(m_data->collection()->beginWrite());
            need(unit->insert(doc(R"({"_id":1})")));
        }
        QCOMPARE(m_data->collection()->figures().documents, std::int64_t{0});
        QVERIFY(!need(m_data->collection()->findById(bson::Value::of(1))).has_value());
        m_data->insert({R"({"_id":1})"});
        QCOMPARE(m_data->firstProblem(), std::string());
    }

    void aUnitSeesItsOwnWrites()
    {
        const auto ids = m_data->insert({R"({"_id":1})"});
        auto unit = need(m_data->collection()->beginWrite());
        const RecordId fresh = need(unit->insert(doc(R"({"_id":2})")));
        QVERIFY(need(unit->fetch(fresh)).has_value());
        need(unit->replace(ids[0], doc(R"({"_id":1,"n":1})")));
        QCOMPARE(bson::toJson(*need(unit->fetch(ids[0]))), std::string(R"({"_id":1,"n":1})"));
        QVERIFY(need(unit->remove(ids[0])));
        QVERIFY(!need(unit->fetch(ids[0])).has_value());
        QVERIFY(!need(unit->remove(ids[0])));
        QCOMPARE(unit->replace(ids[0], doc(R"({"_id":1})")).error().code, Errc::NotFound);
    }

    void aRepeatedIdIsRefusedWithTheTextOfMongoDb()
    {
        m_data->insert({R"({"_id":1})"});
        auto unit = need(m_data->collection()->beginWrite());
        const auto again = unit->insert(doc(R"({"_id":1,"x":2})"));
        QVERIFY(!again);
        QCOMPARE(again.error().serverCode, 11000);
        QCOMPARE(again.error().serverCodeName, std::string("DuplicateKey"));
        QCOMPARE(again.error().message,
                 std::string("E11000 duplicate key error collection: db.c index: "
                             "_id_ dup key: { _id: 1 }"));
    }

    void aRefusedDocumentDoesNotSpoilTheOthersOfItsUnit()
    {
        m_data->createIndex(indexOn(R"({"a":1,"b":1})", "ab"));
        auto unit = need(m_data->collection()->beginWrite());
        need(unit->insert(doc(R"({"_id":1})")));
        QCOMPARE(unit->insert(doc(R"({"_id":1})")).error().serverCode, 11000);
        QCOMPARE(unit->insert(doc(R"({"_id":2,"a":[1],"b":[2]})")).error().serverCode, 171);
        need(unit->insert(doc(R"({"_id":2})")));
        need(unit->commit(Durability::Process));
        QCOMPARE(m_data->collection()->figures().documents, std::int64_t{2});
        QCOMPARE(m_data->firstProblem(), std::string());
    }

    void aDocumentThatIsTooLargeIsRefused()
    {
        auto unit = need(m_data->collection()->beginWrite());
        const std::string text(16 * 1024 * 1024, 'x');
        QCOMPARE(unit->insert(bson::makeDocument("_id", 1, "t", text)).error().serverCode, 10334);
    }

    void uniqueIndexesCountMissingFieldsAsNull()
    {
        IndexDefinition unique = indexOn(R"({"u":1})", "u_1");
        unique.unique = true;
        m_data->createIndex(unique);
        m_data->insert({R"({"_id":1})"});
        auto unit = need(m_data->collection()->beginWrite());
        QCOMPARE(unit->insert(doc(R"({"_id":2,"u":null})")).error().serverCode, 11000);
        QCOMPARE(
            unit->insert(doc(R"({"_id":2})")).error().message,
            std::string(
                "E11000 duplicate key error collection: db.c index: u_1 dup key: { u: null }"));
    }

    void aDocumentMayRepeatItsOwnUniqueKey()
    {
        IndexDefinition unique = indexOn(R"({"u":1})", "u_1");
        unique.unique = true;
        m_data->createIndex(unique);
        const auto ids = m_data->insert({R"({"_id":1,"u":[5,5,6]})"});
        auto unit = need(m_data->collection()->beginWrite());
        need(unit->replace(ids[0], doc(R"({"_id":1,"u":[6,7]})")));
        QCOMPARE(unit->insert(doc(R"({"_id":2,"u":7})")).error().serverCode, 11000);
        need(unit->insert(doc(R"({"_id":3,"u":5})")));
        need(unit->commit(Durability::Process));
        QCOMPARE(m_data->firstProblem(), std::string());
    }

    void aUniqueKeyIsFreeAgainWithinTheSameUnit()
    {
        const auto ids = m_data->insert({R"({"_id":1})"});
        auto unit = need(m_data->collection()->beginWrite());
        QVERIFY(need(unit->remove(ids[0])));
        need(unit->insert(doc(R"({"_id":1,"again":true})")));
        need(unit->commit(Durability::Process));
        QVERIFY(need(m_data->collection()->findById(bson::Value::of(1)))->second.contains("again"));
        QCOMPARE(m_data->firstProblem(), std::string());
    }

    void uniqueDatesOfATtlIndexAreKept()
    {
        IndexDefinition unique = ttlIndexOn(R"({"t":1})", "t_1");
        unique.unique = true;
        m_data->createIndex(unique);
        m_data->insert({R"({"_id":1,"t":{"$date":"2024-01-01T00:00:00Z"}})"});
        auto unit = need(m_data->collection()->beginWrite());
        QCOMPARE(unit->insert(doc(R"({"_id":2,"t":{"$date":"2024-01-01T00:00:00Z"}})"))
                     .error()
                     .serverCode,
                 11000);
        need(unit->insert(doc(R"({"_id":2,"t":{"$date":"2024-01-01T00:00:01Z"}})")));
        QCOMPARE(unit->insert(doc(R"({"_id":3,"t":{"$date":"2024-01-01T00:00:01Z"}})"))
                     .error()
                     .serverCode,
                 11000);
    }

    void aReplacementChangesOnlyTheKeysThatDiffer()
    {
        m_data->createIndex(indexOn(R"({"a":1})", "a_1"));
        const auto ids = m_data->insert({R"({"_id":1,"a":[1,2,3],"x":0})"});
        auto unit = need(m_data->collection()->beginWrite());
        need(unit->replace(ids[0], doc(R"({"_id":1,"a":[2,3,4],"x":1})")));
        QCOMPARE(unit->removedKeys(), std::int64_t{1});
        need(unit->commit(Durability::Process));
        QCOMPARE(m_data->firstProblem(), std::string());
    }

    void removingCountsAllIndexKeys()
    {
        m_data->createIndex(indexOn(R"({"a":1})", "a_1"));
        m_data->createIndex(ttlIndexOn(R"({"t":1})", "t_1"));
        const auto ids
            = m_data->insert({R"({"_id":1,"a":[1,2],"t":{"$date":"2024-01-01T00:00:00Z"}})"});
        auto unit = need(m_data->collection()->beginWrite());
        QVERIFY(need(unit->remove(ids[0])));
        QCOMPARE(unit->removedKeys(), std::int64_t{4});
        need(unit->commit(Durability::Process));
        QCOMPARE(m_data->firstProblem(), std::string());
    }

    void recordIdsAreNeverUsedAgain()
    {
        const RecordId first = m_data->insert({R"({"_id":1})"}).front();
        auto unit = need(m_data->collection()->beginWrite());
        QVERIFY(need(unit->remove(first)));
        need(unit->commit(Durability::Process));
        m_data->reopen();
        QVERIFY(m_data->insert({R"({"_id":1})"}).front() > first);
    }

    void aUsedUpUnitRefusesFurtherCalls()
    {
        auto unit = need(m_data->collection()->beginWrite());
        need(unit->insert(doc(R"({"_id":1})")));
        need(unit->commit(Durability::Disk));
        QVERIFY(!unit->insert(doc(R"({"_id":2})")));
        QVERIFY(!unit->commit(Durability::Process));
    }

    void concurrentWritersDoNotDisturbEachOther()
    {
        const auto collection = m_data->collection();
        std::vector<std::thread> writers;
        for (int writer = 0; writer < 4; ++writer) {
            writers.emplace_back([&collection, writer] {
                for (int i = 0; i < 50; ++i) {
                    auto unit = need(collection->beginWrite());
                    need(unit->insert(bson::makeDocument("_id", writer * 1000 + i)));
                    need(unit->commit(i % 10 == 0 ? Durability::Disk : Durability::Process));
                }
            });
        }
        for (std::thread& writer : writers) {
            writer.join();
        }
        QCOMPARE(collection->figures().documents, std::int64_t{200});
        QCOMPARE(m_data->firstProblem(), std::string());
    }

    void afterAFailedWriteUnitsAreRefusedAndReadsGoOn()
    {
        m_data->insert({R"({"_id":1})"});
        FailingStore failing(*m_data->store);
        const auto catalog = need(Catalog::open(failing, m_data->clock, compileEquality));
        const auto collection = catalog->find({"db", "c"});
        failing.failAfter(0);
        auto unit = need(collection->beginWrite());
        need(unit->insert(doc(R"({"_id":2})")));
        const auto committed = unit->commit(Durability::Process);
        QVERIFY(!committed);
        QCOMPARE(committed.error().code, Errc::Storage);
        QCOMPARE(committed.error().serverCode, 14031);
        QCOMPARE(collection->beginWrite().error().code, Errc::Storage);
        QCOMPARE(collection->figures().documents, std::int64_t{1});
        QVERIFY(need(collection->findById(bson::Value::of(1))).has_value());
        QVERIFY(!need(collection->findById(bson::Value::of(2))).has_value());
    }

    void aKeyThatTheSameUnitFreedIsFreeInAnIndexOnItsWayToUnique()
    {
        IndexDefinition definition = indexOn(R"({"u":1})", "u");
        definition.prepareUnique = true;
        m_data->createIndex(definition);
        const auto id = m_data->insert({R"({"_id":1,"u":1})"}).front();
        auto unit = need(m_data->collection()->beginWrite());
        QVERIFY(!unit->insert(doc(R"({"_id":2,"u":1})")));
        need(unit->replace(id, doc(R"({"_id":1,"u":2})")));
        need(unit->insert(doc(R"({"_id":2,"u":1})")));
        QVERIFY(!unit->insert(doc(R"({"_id":3,"u":2})")));
        need(unit->commit(Durability::Process));
        QCOMPARE(m_data->scan("u"), std::string("2 1"));
    }

private:
    std::unique_ptr<CatalogFixture> m_data;
};

SANDGLASS_PLAIN_TEST(TestWriteUnit)
} // namespace tst_catalog_write_unit

#include "tst_catalog_write_unit.moc"
