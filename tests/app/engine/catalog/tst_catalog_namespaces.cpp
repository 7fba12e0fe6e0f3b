// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/catalog_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <string>
#include <vector>

namespace tst_catalog_namespaces {

using namespace sandglass;
using namespace sandglass::engine::catalog;
using namespace sandglass::tests;

class TestNamespaces : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_data = std::make_unique<CatalogFixture>(); }
    void cleanup() { m_data.reset(); }

    void anEmptyCatalogHasNothing()
    {
        QVERIFY(m_data->catalog->databases().empty());
        QVERIFY(m_data->catalog->collections("").empty());
        QVERIFY(m_data->catalog->find({"db", "c"}) == nullptr);
    }

    void databasesAndCollectionsAreListedInOrder()
    {
        for (const char* name : {"z.b", "a.c", "z.a", "a.b"}) {
            need(m_data->catalog->create(*protocol::Namespace::parse(name), {}));
        }
        QCOMPARE(m_data->catalog->databases(), (std::vector<std::string>{"a", "z"}));
        QCOMPARE(names("z"), std::string("z.a z.b"));
        QCOMPARE(names(""), std::string("a.b a.c z.a z.b"));
    }

    void aNewCollectionHasItsIdIndexAndItsOptions()
    {
        const auto made = need(m_data->catalog->create({"db", "c"}, {doc(R"({"capped":true})")}));
        QCOMPARE(made->indexes().size(), std::size_t{1});
        QCOMPARE(made->indexes().front().definition.name, std::string("_id_"));
        QCOMPARE(bson::toJson(made->options().listed), std::string(R"({"capped":true})"));
        QCOMPARE(made->ns().text(), std::string("db.c"));
        QCOMPARE(made->figures().documents, std::int64_t{0});
    }

    void creatingTwiceIsRefused()
    {
        need(m_data->catalog->create({"db", "c"}, {}));
        QCOMPARE(codeOf(m_data->catalog->create({"db", "c"}, {})), 48);
    }

    void theNameOfATimeSeriesIsTakenByItsBuckets()
    {
        need(m_data->catalog->create({"db", "system.buckets.w"}, {}));
        need(m_data->catalog->create({"db", "c"}, {}));
        QCOMPARE(codeOf(m_data->catalog->create({"db", "w"}, {})), 48);
        QCOMPARE(codeOf(m_data->catalog->findOrCreate({"db", "w"}, nullptr)), 48);
        QCOMPARE(codeOf(m_data->catalog->rename({"db", "c"}, {"db", "w"}, true)), 48);
        QCOMPARE(codeOf(m_data->catalog->create({"db", "system.buckets.c"}, {})), 48);
    }

    void badNamesAreRefused()
    {
        QCOMPARE(codeOf(m_data->catalog->create({"db", ""}, {})), 73);
        QCOMPARE(codeOf(m_data->catalog->create({"d b", "c"}, {})), 73);
        need(m_data->catalog->create({"db", "c"}, {}));
        QCOMPARE(codeOf(m_data->catalog->rename({"db", "c"}, {"db", "a$b"}, false)), 73);
    }

    void findOrCreateShowsWhetherItMadeTheCollection()
    {
        bool created = false;
        const auto first = need(m_data->catalog->findOrCreate({"db", "c"}, &created));
        QVERIFY(created);
        const auto second = need(m_data->catalog->findOrCreate({"db", "c"}, &created));
        QVERIFY(!created);
        QVERIFY(first == second);
    }

    void droppingTakesTheCollectionAndAllItsKeys()
    {
        m_data->createIndex(indexOn(R"({"a":1})", "a_1"));
        m_data->createIndex(ttlIndexOn(R"({"t":1})", "t_1"));
        m_data->insert({R"({"_id":1,"a":1,"t":{"$date":"2024-01-01T00:00:00Z"}})"});
        const auto handle = m_data->collection();
        QCOMPARE(need(m_data->catalog->drop({"db", "c"})), 3);
        QVERIFY(m_data->catalog->find({"db", "c"}) == nullptr);
        QVERIFY(m_data->catalog->databases().empty());
        QVERIFY(handle->dropped());
        using storage = engine::storage::Family;
        for (const storage family : {storage::Records, storage::Indexes, storage::Dates}) {
            QCOMPARE(countKeys(family), 0);
        }
        QCOMPARE(codeOf(m_data->catalog->drop({"db", "c"})), 26);
    }

    void aLargeCollectionIsDroppedAsCompletely()
    {
        m_data->createIndex(ttlIndexOn(R"({"t":1})", "t_1"));
        std::vector<std::string> documents;
        for (int i = 0; i < 1500; ++i) {
            documents.push_back(R"({"_id":)" + std::to_string(i)
                                + R"(,"t":{"$date":"2024-01-01T00:00:00Z"}})");
        }
        m_data->insert(documents);
        need(m_data->catalog->create({"db", "other"}, {}));
        need(m_data->catalog->drop({"db", "c"}));
        QCOMPARE(countKeys(engine::storage::Family::Records), 0);
        QCOMPARE(countKeys(engine::storage::Family::Indexes), 0);
        QCOMPARE(countKeys(engine::storage::Family::Dates), 0);
        QCOMPARE(names(""), std::string("db.other"));
    }

    void aDroppedCollectionsHandleAnswers175()
    {
        m_data->insert({R"({"_id":1})"});
        const auto handle = m_data->collection();
        auto open = handle->scan(Direction::Forward);
        need(m_data->catalog->drop({"db", "c"}));
        QCOMPARE(codeOf(handle->beginWrite()), 175);
        QCOMPARE(codeOf(handle->findById(bson::Value::of(1))), 175);
        QVERIFY(!open->next());
        QCOMPARE(codeOf(open->status()), 175);
        const auto later = handle->scanIndex("_id_", {}, Direction::Forward);
        QVERIFY(!later->next());
        QCOMPARE(codeOf(later->status()), 175);
    }

    void aNameCanBeUsedAgainAfterADrop()
    {
        m_data->insert({R"({"_id":1})"});
        need(m_data->catalog->drop({"db", "c"}));
        m_data->insert({R"({"_id":1})"});
        QCOMPARE(m_data->collection()->figures().documents, std::int64_t{1});
        QCOMPARE(m_data->firstProblem(), std::string());
    }

    void droppingADatabaseTakesItsCollectionsOnly()
    {
        for (const char* name : {"a.x", "a.y", "ab.x"}) {
            need(m_data->catalog->create(*protocol::Namespace::parse(name), {}));
        }
        QCOMPARE(need(m_data->catalog->dropDatabase("a")), 2);
        QCOMPARE(names(""), std::string("ab.x"));
        QCOMPARE(need(m_data->catalog->dropDatabase("a")), 0);
    }

    void renamingKeepsDocumentsIndexesAndHandles()
    {
        m_data->createIndex(indexOn(R"({"a":1})", "a_1"));
        m_data->insert({R"({"_id":1,"a":5})"});
        const auto handle = m_data->collection();
        need(m_data->catalog->rename({"db", "c"}, {"other", "d"}, false));
        QVERIFY(m_data->catalog->find({"db", "c"}) == nullptr);
        QVERIFY(m_data->catalog->find({"other", "d"}) == handle);
        QCOMPARE(handle->ns().text(), std::string("other.d"));
        m_data->reopen();
        const auto reopened = m_data->catalog->find({"other", "d"});
        QVERIFY(reopened != nullptr);
        QCOMPARE(reopened->indexes().size(), std::size_t{2});
        QVERIFY(need(reopened->verifyAll()).problems.empty());
    }

    void renamingOntoAnotherNeedsDropTarget()
    {
        m_data->insert({R"({"_id":1})"});
        const auto target = need(m_data->catalog->create({"db", "d"}, {}));
        QCOMPARE(codeOf(m_data->catalog->rename({"db", "c"}, {"db", "d"}, false)), 48);
        need(m_data->catalog->rename({"db", "c"}, {"db", "d"}, true));
        QVERIFY(target->dropped());
        QCOMPARE(m_data->catalog->find({"db", "d"})->figures().documents, std::int64_t{1});
        QCOMPARE(names(""), std::string("db.d"));
    }

    void renamingRefusesAMissingSourceAndItself()
    {
        QCOMPARE(codeOf(m_data->catalog->rename({"db", "x"}, {"db", "y"}, false)), 26);
        need(m_data->catalog->create({"db", "c"}, {}));
        QCOMPARE(codeOf(m_data->catalog->rename({"db", "c"}, {"db", "c"}, false)), 20);
    }

    void optionsUuidAndNamesOutliveAReopening()
    {
        const auto made = m_data->collection();
        const auto uuid = made->uuid();
        need(m_data->catalog->setOptions({"db", "c"}, {doc(R"({"validator":{}})")}));
        QCOMPARE(codeOf(m_data->catalog->setOptions({"db", "x"}, {})), 26);
        m_data->reopen();
        QCOMPARE(bson::toJson(m_data->collection()->options().listed),
                 std::string(R"({"validator":{}})"));
        QVERIFY(m_data->collection()->uuid() == uuid);
    }

private:
    std::string names(std::string_view database)
    {
        std::string text;
        for (const auto& each : m_data->catalog->collections(database)) {
            text += (text.empty() ? "" : " ") + each->ns().text();
        }
        return text;
    }
    template <typename T>
    static int codeOf(const Result<T>& result)
    {
        return result ? 0 : result.error().serverCode;
    }
    int countKeys(engine::storage::Family family)
    {
        int count = 0;
        const auto keys = m_data->store->iterate(family, {}, {}, nullptr);
        for (keys->seekToFirst(); keys->valid(); keys->next()) {
            ++count;
        }
        return count;
    }

    std::unique_ptr<CatalogFixture> m_data;
};

SANDGLASS_PLAIN_TEST(TestNamespaces)
} // namespace tst_catalog_namespaces

#include "tst_catalog_namespaces.moc"
