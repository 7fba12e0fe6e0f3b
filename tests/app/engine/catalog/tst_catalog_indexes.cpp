// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "tests/support/catalog_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace tst_catalog_indexes {

using namespace sandglass;
using namespace sandglass::engine::catalog;
using namespace sandglass::tests;
using engine::storage::Durability;
using engine::storage::Family;

namespace {

// Times that a test tries to have two threads meet, on a machine that may be busy.
constexpr int kMostRounds = 50;

} // namespace

class TestIndexes : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_data = std::make_unique<CatalogFixture>(); }
    void cleanup() { m_data.reset(); }

    void anIndexOnExistingDocumentsIsComplete()
    {
        fill(2500);
        m_data->createIndex(indexOn(R"({"a":1})", "a"));
        QVERIFY(m_data->collection()->index("a")->ready);
        const auto verification = need(m_data->collection()->verifyAll());
        QVERIFY(verification.problems.empty());
        QCOMPARE(verification.documents, std::int64_t{2500});
        QCOMPARE(verification.entries, std::int64_t{5000});
    }

    void theSizeOfFewDocumentsIsMeasuredAlsoBesideOthers()
    {
        fill(9000); // beside these, the store's own estimates are far off
        std::set<std::uint64_t> sizes;
        for (const char* name : {"d", "e", "f", "g", "h", "i"}) {
            const auto few = need(m_data->catalog->findOrCreate({"db", name}, nullptr));
            QCOMPARE(few->indexBytes("_id_"), std::uint64_t{0});
            auto unit = need(few->beginWrite());
            for (int i = 0; i < 500; ++i) {
                need(unit->insert(bson::makeDocument("_id", i)));
            }
            need(unit->commit(Durability::Process));
            sizes.insert(few->indexBytes("_id_"));
            sizes.insert(few->storageBytes());
        }
        QCOMPARE(sizes.size(), std::size_t{2}); // the same documents, the same sizes
        QVERIFY(*sizes.begin() > 500);
        QVERIFY(*sizes.rbegin() < 50'000);
    }

    void aCollectionMadeWithIndexesHasThemFromItsFirstMoment()
    {
        const std::vector<IndexDefinition> indexes{indexOn(R"({"a":1})", "a"),
                                                   ttlIndexOn(R"({"t":1})", "t")};
        const auto made = need(m_data->catalog->createIndexed(m_data->ns, {}, indexes));
        QCOMPARE(made->indexes().size(), std::size_t{3});
        QVERIFY(made->index("t")->ready);
        m_data->insert({R"({"_id":1,"a":1})"});
        m_data->reopen();
        QCOMPARE(m_data->collection()->indexes().size(), std::size_t{3});
        QVERIFY(need(m_data->collection()->verifyAll()).problems.empty());
    }

    void severalIndexesAreBuiltInOneCallInTheirOrder()
    {
        fill(10);
        need(m_data->catalog->createIndexes(m_data->ns,
                                            {indexOn(R"({"a":1})", "a"),
                                             ttlIndexOn(R"({"t":1})", "t"),
                                             indexOn(R"({"h":"hashed"})", "h")}));
        const auto indexes = m_data->collection()->indexes();
        QCOMPARE(indexes.size(), std::size_t{4});
        QCOMPARE(indexes[1].definition.name, std::string("a"));
        QCOMPARE(indexes[3].definition.name, std::string("h"));
        QVERIFY(indexes[3].ready);
        QCOMPARE(m_data->firstProblem(), std::string());
    }

    void definitionsOutliveAReopening()
    {
        IndexDefinition definition = ttlIndexOn(R"({"t":1})", "t", 77);
        definition.partialFilter = doc(R"({"a":1})");
        definition.unique = true;
        definition.hidden = true;
        definition.otherOptions = doc(R"({"background":true})");
        m_data->createIndex(definition);
        const std::string listed
            = bson::toJson(m_data->collection()->index("t")->definition.listEntry());
        m_data->reopen();
        QCOMPARE(bson::toJson(m_data->collection()->index("t")->definition.listEntry()), listed);
        QVERIFY(m_data->collection()->expiryRule("t")->inFilter);
    }

    void writersMayGoOnWhileAnIndexIsBuilt()
    {
        fill(5000);
        const auto collection = m_data->collection();
        std::atomic<bool> stop{false};
        std::atomic<int> written{0};
        std::thread writer([&] {
            for (int i = 0; !stop; ++i, ++written) {
                auto unit = need(collection->beginWrite());
                need(unit->insert(bson::makeDocument("_id", 100'000 + i, "a", i)));
                const RecordId old = static_cast<RecordId>(i % 5000 + 1);
                if (i % 2 == 0) {
                    need(unit->remove(old));
                } else if (need(unit->fetch(old))) {
                    need(unit->replace(old, bson::makeDocument("_id", i % 5000, "a", -i)));
                }
                need(unit->commit(Durability::Process));
            }
        });
        // until a write fell into the building of an index, whatever the threads got to run
        bool met = false;
        for (int round = 0; round < kMostRounds && !met; ++round) {
            const int before = written;
            m_data->createIndex(indexOn(R"({"a":1})", "a"));
            m_data->createIndex(ttlIndexOn(R"({"t":1})", "t"));
            met = written > before;
            if (!met) {
                need(m_data->catalog->dropIndexes(m_data->ns, {"a", "t"}));
            }
        }
        stop = true;
        writer.join();
        QVERIFY(met);
        QCOMPARE(m_data->firstProblem(), std::string());
    }

    void aUniqueIndexOverDuplicatesLeavesNothing()
    {
        fill(1200);
        m_data->insert({R"({"_id":5000,"a":7})"});
        IndexDefinition unique = indexOn(R"({"a":1})", "a");
        unique.unique = true;
        const auto made
            = m_data->catalog->createIndexes(m_data->ns, {indexOn(R"({"b":1})", "b"), unique});
        QVERIFY(!made);
        QCOMPARE(made.error().serverCode, 11000);
        QCOMPARE(m_data->collection()->indexes().size(), std::size_t{1});
        QCOMPARE(countKeys(Family::Indexes), 1201);
        m_data->reopen();
        QCOMPARE(m_data->collection()->indexes().size(), std::size_t{1});
    }

    void anInterruptedBuildLeavesNothing()
    {
        fill(2500);
        int looks = 0;
        const auto made = m_data->catalog->createIndexes(
            m_data->ns, {indexOn(R"({"b":1})", "b"), ttlIndexOn(R"({"t":1})", "t")},
            [&looks]() -> Result<void> {
                ++looks;
                return looks < 3 ? Result<void>()
                                 : base::serverError(11601, "Interrupted", "interrupted");
            });
        QVERIFY(!made);
        QCOMPARE(made.error().serverCode, 11601);
        QCOMPARE(looks, 3); // before each part of a thousand documents
        QCOMPARE(m_data->collection()->indexes().size(), std::size_t{1});
        QCOMPARE(countKeys(Family::Indexes), 2500);
        QCOMPARE(countKeys(Family::Dates), 0);
        m_data->reopen();
        QCOMPARE(m_data->collection()->indexes().size(), std::size_t{1});
        QCOMPARE(m_data->firstProblem(), std::string());
    }

    void anIndexThatTwoArraysForbidIsRefused()
    {
        m_data->insert({R"({"_id":1,"a":[1],"b":[1]})"});
        const auto made
            = m_data->catalog->createIndexes(m_data->ns, {indexOn(R"({"a":1,"b":1})", "ab")});
        QVERIFY(!made);
        QCOMPARE(made.error().serverCode, 171);
        QVERIFY(!m_data->collection()->index("ab"));
    }

    void creatingTheSameIndexAgainChangesNothing()
    {
        m_data->createIndex(indexOn(R"({"a":1})", "a"));
        const auto id = m_data->collection()->index("a")->id;
        m_data->createIndex(indexOn(R"({"a":1})", "a"));
        QCOMPARE(m_data->collection()->index("a")->id, id);
        QCOMPARE(m_data->catalog->createIndexes(m_data->ns, {indexOn(R"({"b":1})", "a")})
                     .error()
                     .serverCode,
                 86);
        QCOMPARE(m_data->catalog->createIndexes({"db", "x"}, {}).error().serverCode, 26);
    }

    void aSparseIndexLeavesOutDocumentsWithoutTheField()
    {
        IndexDefinition sparse = indexOn(R"({"a":1})", "a");
        sparse.sparse = true;
        m_data->insert({R"({"_id":1,"a":1})", R"({"_id":2})", R"({"_id":3,"a":null})"});
        m_data->createIndex(sparse);
        m_data->insert({R"({"_id":4})"});
        QCOMPARE(m_data->scan("a"), std::string("3 1"));
        QCOMPARE(m_data->firstProblem(), std::string());
    }

    void aPartialIndexFollowsItsFilter()
    {
        IndexDefinition partial = indexOn(R"({"a":1})", "a");
        partial.partialFilter = doc(R"({"live":true})");
        m_data->createIndex(partial);
        const auto ids = m_data->insert({R"({"_id":1,"a":1,"live":true})", R"({"_id":2,"a":2})"});
        QCOMPARE(m_data->scan("a"), std::string("1"));
        auto unit = need(m_data->collection()->beginWrite());
        need(unit->replace(ids[0], doc(R"({"_id":1,"a":1,"live":false})")));
        need(unit->replace(ids[1], doc(R"({"_id":2,"a":2,"live":true})")));
        need(unit->commit(Durability::Process));
        QCOMPARE(m_data->scan("a"), std::string("2"));
        QCOMPARE(m_data->firstProblem(), std::string());
    }

    void aUniquePartialIndexOnlyWatchesItsDocuments()
    {
        IndexDefinition partial = indexOn(R"({"a":1})", "a");
        partial.partialFilter = doc(R"({"live":true})");
        partial.unique = true;
        m_data->createIndex(partial);
        m_data->insert(
            {R"({"_id":1,"a":1})", R"({"_id":2,"a":1,"live":true})", R"({"_id":3,"a":1})"});
        auto unit = need(m_data->collection()->beginWrite());
        QCOMPARE(unit->insert(doc(R"({"_id":4,"a":1,"live":true})")).error().serverCode, 11000);
    }

    void droppedIndexesTakeTheirEntriesAlong()
    {
        fill(20);
        m_data->createIndex(indexOn(R"({"a":1})", "a"));
        m_data->createIndex(ttlIndexOn(R"({"t":1})", "t"));
        need(m_data->catalog->dropIndexes(m_data->ns, {"a", "t"}));
        QCOMPARE(m_data->collection()->indexes().size(), std::size_t{1});
        QCOMPARE(countKeys(Family::Indexes), 20);
        QCOMPARE(countKeys(Family::Dates), 0);
        QVERIFY(m_data->collection()->scanIndex("a", {}, Direction::Forward) == nullptr);
    }

    void droppingIsAllOrNothing()
    {
        m_data->createIndex(indexOn(R"({"a":1})", "a"));
        QCOMPARE(m_data->catalog->dropIndexes(m_data->ns, {"a", "none"}).error().serverCode, 27);
        QCOMPARE(m_data->catalog->dropIndexes(m_data->ns, {"a", "_id_"}).error().serverCode, 72);
        QCOMPARE(m_data->catalog->dropIndexes({"db", "x"}, {"a"}).error().serverCode, 26);
        QVERIFY(m_data->collection()->index("a").has_value());
    }

    void theDatesOfATtlIndexLiveOnlyInTheirFamily()
    {
        m_data->createIndex(ttlIndexOn(R"({"t":-1})", "t"));
        m_data->insert(
            {R"({"_id":1,"t":{"$date":"2024-01-01T00:00:00Z"}})", R"({"_id":2,"t":5})",
             R"({"_id":3,"t":[{"$date":"2024-01-01T00:00:00Z"},{"$date":"2025-01-01T00:00:00Z"},"x"]})"});
        QCOMPARE(countKeys(Family::Dates), 3);
        QCOMPARE(countKeys(Family::Indexes), 3 + 2);
        QCOMPARE(m_data->firstProblem(), std::string());
    }

    void anOrdinaryIndexBecomesATtlIndexWithAllItsDates()
    {
        fill(2300);
        m_data->createIndex(indexOn(R"({"t":1})", "t"));
        QCOMPARE(countKeys(Family::Dates), 0);
        m_data->scan("t");
        need(m_data->catalog->modifyIndex(m_data->ns, ttlIndexOn(R"({"t":1})", "t", 60)));
        const auto info = m_data->collection()->index("t");
        QVERIFY(info->ready);
        QCOMPARE(info->uses, std::uint64_t{0});
        QCOMPARE(countKeys(Family::Dates), 2300);
        QCOMPARE(countKeys(Family::Indexes), 2300);
        QCOMPARE(m_data->collection()->expiryRule("t")->expireAfterSeconds, std::int64_t{60});
        QCOMPARE(m_data->firstProblem(), std::string());
        m_data->reopen();
        QCOMPARE(m_data->firstProblem(), std::string());
        QVERIFY(m_data->collection()->index("t")->definition.isTtl());
    }

    void aUniqueIndexBecomesATtlIndexAndStaysUnique()
    {
        IndexDefinition unique = indexOn(R"({"t":1})", "t");
        unique.unique = true;
        m_data->createIndex(unique);
        fill(50);
        IndexDefinition changed = ttlIndexOn(R"({"t":1})", "t", 60);
        changed.unique = true;
        need(m_data->catalog->modifyIndex(m_data->ns, changed));
        QCOMPARE(m_data->firstProblem(), std::string());
        auto unit = need(m_data->collection()->beginWrite());
        QCOMPARE(
            unit->insert(bson::makeDocument("_id", 999, "t", bson::Date{10})).error().serverCode,
            11000);
    }

    void writersMayGoOnWhileDatesAreMoved()
    {
        m_data->createIndex(indexOn(R"({"t":1})", "t"));
        fill(5000);
        const auto collection = m_data->collection();
        std::atomic<bool> stop{false};
        std::atomic<int> written{0};
        std::thread writer([&] {
            for (int i = 0; !stop; ++i, ++written) {
                auto unit = need(collection->beginWrite());
                const RecordId old = static_cast<RecordId>(i * 37 % 5000 + 1);
                if (i % 2 == 0) {
                    need(unit->remove(old));
                } else if (const auto kept = need(unit->fetch(old))) {
                    need(unit->replace(old,
                                       bson::makeDocument("_id", kept->view()["_id"], "x", 1, "t",
                                                          kept->view()["t"])));
                }
                need(unit->commit(Durability::Process));
            }
        });
        bool met = false;
        for (int round = 0; round < kMostRounds && !met; ++round) {
            const int before = written;
            need(m_data->catalog->modifyIndex(m_data->ns, ttlIndexOn(R"({"t":1})", "t", 60)));
            met = written > before;
            if (!met) {
                need(m_data->catalog->dropIndexes(m_data->ns, {"t"}));
                m_data->createIndex(indexOn(R"({"t":1})", "t"));
            }
        }
        stop = true;
        writer.join();
        QVERIFY(met);
        QCOMPARE(m_data->firstProblem(), std::string());
    }

    void secondsAndHiddenAreChangedTheRestIsKept()
    {
        m_data->createIndex(ttlIndexOn(R"({"t":-1})", "t", 60));
        IndexDefinition change = ttlIndexOn(R"({"other":1})", "t", 120);
        change.hidden = true;
        m_data->clock.advance(base::Millis(5000));
        need(m_data->catalog->modifyIndex(m_data->ns, change));
        const auto info = m_data->collection()->index("t");
        QCOMPARE(bson::toJson(info->definition.key), std::string(R"({"t":-1})"));
        QVERIFY(info->definition.hidden);
        QCOMPARE(info->definition.rule().expireAfterSeconds, std::int64_t{120});
        QVERIFY(info->usesSince == m_data->clock.now());
        QCOMPARE(m_data->catalog->modifyIndex(m_data->ns, indexOn(R"({"t":1})", "none"))
                     .error()
                     .serverCode,
                 27);
    }

    void specialIndexesAreKeptWithoutEntries()
    {
        fill(3);
        for (const char* pattern : {R"({"a":"hashed"})", R"({"a":"text"})", R"({"a":"2d"})",
                                    R"({"a":"2dsphere"})", R"({"$**":1})"}) {
            m_data->createIndex(indexOn(pattern, pattern));
        }
        m_data->insert({R"({"_id":77})"});
        QCOMPARE(m_data->collection()->indexes().size(), std::size_t{6});
        QCOMPARE(countKeys(Family::Indexes), 4);
        QCOMPARE(m_data->firstProblem(), std::string());
    }

    void aBrokenIndexIsFoundByVerifying()
    {
        m_data->createIndex(indexOn(R"({"a":1})", "a"));
        fill(3);
        const auto entries = m_data->store->iterate(Family::Indexes, {}, {}, nullptr);
        entries->seekToLast();
        const std::string entry(entries->key());
        const auto batch = m_data->store->makeBatch();
        batch->remove(Family::Indexes, entry);
        need(m_data->store->commit(*batch, Durability::Process));
        QVERIFY(m_data->firstProblem().find("an entry is missing") != std::string::npos);
    }

    void anEntryWithoutADocumentIsFoundByVerifying()
    {
        m_data->createIndex(indexOn(R"({"a":1})", "a"));
        fill(3);
        const auto entries = m_data->store->iterate(Family::Indexes, {}, {}, nullptr);
        entries->seekToLast();
        std::string entry(entries->key());
        entry.back() = 99; // a record id that nobody has
        const auto batch = m_data->store->makeBatch();
        batch->put(Family::Indexes, entry, {});
        need(m_data->store->commit(*batch, Durability::Process));
        QVERIFY(m_data->firstProblem().find("not there") != std::string::npos);
    }

private:
    // _id and a are 0 … count − 1, t is a date of ten milliseconds times that
    void fill(int count)
    {
        auto unit = need(m_data->collection()->beginWrite());
        for (int i = 0; i < count; ++i) {
            need(unit->insert(bson::makeDocument("_id", i, "a", i, "t", bson::Date{i * 10})));
        }
        need(unit->commit(Durability::Process));
    }
    int countKeys(Family family)
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

SANDGLASS_PLAIN_TEST(TestIndexes)
} // namespace tst_catalog_indexes

#include "tst_catalog_indexes.moc"
