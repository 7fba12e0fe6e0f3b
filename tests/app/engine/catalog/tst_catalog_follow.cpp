// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/collation/collation.h"
#include "app/engine/storage/standby_store.h"
#include "tests/support/catalog_fixture.h"
#include "tests/support/null_log.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <string>

namespace tst_catalog_follow {

using namespace sandglass;
using namespace sandglass::engine::catalog;
using namespace sandglass::tests;
using engine::storage::StandbyStore;

class TestFollow : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_primary = std::make_unique<CatalogFixture>();
        m_scratch = std::make_unique<QTemporaryDir>();
        insert(1);
        m_store = need(
            StandbyStore::open(m_primary->path(), m_scratch->path().toStdString(), {}, m_log));
        m_standby = need(Catalog::openStandby(*m_store, m_clock, compileEquality));
    }
    void cleanup()
    {
        m_standby.reset();
        m_store.reset();
        m_primary.reset();
    }

    void whatWasThereAtTheStartIsThere()
    {
        QCOMPARE(countAll(), 1);
        QCOMPARE(m_standby->find({"db", "c"})->figures().documents, std::int64_t{1});
    }

    void documentsAndFiguresFollow()
    {
        insert(2);
        QCOMPARE(countAll(), 1);
        follow();
        QCOMPARE(countAll(), 2);
        QCOMPARE(m_standby->find({"db", "c"})->figures().documents, std::int64_t{2});
    }

    void aHandleThatWasTakenBeforeSeesWhatFollows()
    {
        const auto collection = m_standby->find({"db", "c"});
        insert(2);
        follow();
        QVERIFY(need(collection->findById(bson::Value::of(2))).has_value());
    }

    void newCollectionsAndDropsFollow()
    {
        const auto before = m_standby->find({"db", "c"});
        need(m_primary->catalog->create({"db", "other"}, {}));
        need(m_primary->catalog->drop({"db", "c"}));
        follow();
        QVERIFY(m_standby->find({"db", "other"}) != nullptr);
        QVERIFY(m_standby->find({"db", "c"}) == nullptr);
        QVERIFY(before->dropped());
    }

    // A secondary of RocksDB keeps what it has read of the journal; what was removed and turned
    // into tables before it looked again would come back from there.
    void whatIsRemovedAndCompactedBetweenTwoLooksStaysGone()
    {
        insert(2);
        follow();
        {
            auto unit = need(m_primary->collection()->beginWrite());
            const auto found = need(m_primary->collection()->findById(bson::Value::of(2)));
            QVERIFY(need(unit->remove(found->first)));
            need(unit->commit(engine::storage::Durability::Process));
        }
        need(m_primary->store->endJournal());
        using engine::storage::Family;
        for (const Family family : {Family::Records, Family::Indexes, Family::Meta}) {
            need(m_primary->store->compact(family, {}, {}));
        }
        insert(3);
        follow();
        QCOMPARE(countAll(), 2);
        QVERIFY(need(m_standby->find({"db", "c"})->verifyAll()).problems.empty());
    }

    void aRenameKeepsTheHandle()
    {
        const auto before = m_standby->find({"db", "c"});
        need(m_primary->catalog->rename({"db", "c"}, {"db", "d"}, false));
        follow();
        QCOMPARE(m_standby->find({"db", "d"}), before);
        QCOMPARE(QString::fromStdString(before->ns().text()), QStringLiteral("db.d"));
    }

    void anIndexThatIsMadeServesReads()
    {
        need(m_primary->catalog->createIndexes({"db", "c"}, {ttlIndexOn(R"({"t":1})", "t", 60)}));
        follow();
        const auto collection = m_standby->find({"db", "c"});
        QCOMPARE(collection->expiryRule("t")->expireAfterSeconds, std::int64_t{60});
        QCOMPARE(need(collection->countDates("t", bson::Date{0}, bson::Date{10'000})),
                 std::int64_t{1});
        QVERIFY(need(collection->verifyAll()).problems.empty());
    }

    void aChangedRuleFollows()
    {
        IndexDefinition index = ttlIndexOn(R"({"t":1})", "t", 60);
        need(m_primary->catalog->createIndexes({"db", "c"}, {index}));
        follow();
        index.expireAfterSeconds = bson::Value::of(std::int32_t{3600});
        need(m_primary->catalog->modifyIndex({"db", "c"}, index));
        follow();
        QCOMPARE(m_standby->find({"db", "c"})->expiryRule("t")->expireAfterSeconds,
                 std::int64_t{3600});
    }

    void anOpenCursorKeepsItsMomentWhileTheStandbyMovesOn()
    {
        insert(2);
        follow();
        const auto cursor = m_standby->find({"db", "c"})->scan(Direction::Forward);
        QVERIFY(cursor->next());
        insert(3);
        for (int i = 0; i <= StandbyStore::kPatience; ++i) {
            follow();
        }
        QCOMPARE(countAll(), 3);
        int rest = 0;
        while (cursor->next()) {
            ++rest;
        }
        QCOMPARE(rest, 1);
    }

    void countsByDateAreExactAfterEachStep()
    {
        need(m_primary->catalog->createIndexes({"db", "c"}, {ttlIndexOn(R"({"t":1})", "t", 60)}));
        for (int id = 2; id < 5; ++id) {
            insert(id);
            follow();
            QCOMPARE(need(m_standby->find({"db", "c"})
                              ->countDates("t", bson::Date{0}, bson::Date{10'000})),
                     std::int64_t{id});
        }
    }

    void sortKeysOfAnotherIcuAreNotRead()
    {
        IndexDefinition index = indexOn(R"({"s":1})", "s");
        index.collation = collationSettings();
        need(m_primary->catalog->createIndexes({"db", "c"}, {index, indexOn(R"({"s":1})", "n")}));
        follow();
        const auto kept = m_standby->find({"db", "c"});
        QVERIFY(kept->scanIndex("s", {}, Direction::Forward) != nullptr);
        putOrderVersion("1.0");
        QVERIFY(kept->scanIndex("s", {}, Direction::Forward) == nullptr);
        QVERIFY(!kept->index("s")->ready);
        QVERIFY(kept->scanIndex("n", {}, Direction::Forward) != nullptr);
        QVERIFY(need(kept->verifyAll()).problems.empty());
        // a new index is as useless, also for a standby that starts now
        index.name = "s2";
        index.key = doc(R"({"s":-1})");
        need(m_primary->catalog->createIndexes({"db", "c"}, {index}));
        follow();
        QVERIFY(kept->scanIndex("s2", {}, Direction::Forward) == nullptr);
        m_standby = need(Catalog::openStandby(*m_store, m_clock, compileEquality));
        QVERIFY(!m_standby->find({"db", "c"})->index("s")->ready);
        putOrderVersion(engine::collation::orderVersion());
        QVERIFY(m_standby->find({"db", "c"})->index("s")->ready);
        QVERIFY(need(m_standby->find({"db", "c"})->verifyAll()).problems.empty());
    }

    void nothingCanBeWritten()
    {
        QCOMPARE(m_standby->create({"db", "new"}, {}).error().serverCode, 10107);
        QCOMPARE(m_standby->drop({"db", "c"}).error().serverCode, 10107);
        QVERIFY(!m_standby->find({"db", "c"})->beginWrite());
    }

private:
    void insert(int id)
    {
        const std::string number = std::to_string(id);
        m_primary->insert(
            {R"({"_id":)" + number + R"(,"t":{"$date":{"$numberLong":")" + number + R"("}}})"});
    }
    void follow()
    {
        need(m_store->prepare());
        need(m_standby->follow([this] { return m_store->advance(); }));
    }
    // What the primary says of the ICU that made its sort keys.
    void putOrderVersion(std::string_view version)
    {
        const auto batch = m_primary->store->makeBatch();
        batch->put(engine::storage::Family::Meta, "ucol", version);
        need(m_primary->store->commit(*batch, engine::storage::Durability::Process));
        follow();
    }
    static bson::Document collationSettings()
    {
        const bson::Document given = doc(R"({"locale":"en","strength":2})");
        const bson::ValueView value(bson::Type::Document, given.bytes());
        return need(engine::collation::parseCollation("collation", value))->settings();
    }
    int countAll()
    {
        int count = 0;
        const auto cursor = m_standby->find({"db", "c"})->scan(Direction::Forward);
        while (cursor->next()) {
            ++count;
        }
        return count;
    }

    tests::NullLog m_log;
    FakeClock m_clock;
    std::unique_ptr<CatalogFixture> m_primary;
    std::unique_ptr<QTemporaryDir> m_scratch;
    std::unique_ptr<StandbyStore> m_store;
    std::unique_ptr<Catalog> m_standby;
};

SANDGLASS_TEST(TestFollow)
} // namespace tst_catalog_follow

#include "tst_catalog_follow.moc"
