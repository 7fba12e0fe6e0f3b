// SPDX-License-Identifier: GPL-3.0-or-later
// Which table files a reclaim removes, rewrites and leaves, and that nothing else changes.
#include "app/bson/builder.h"
#include "tests/support/catalog_fixture.h"
#include "tests/support/null_log.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTest>

#include <algorithm>
#include <iterator>
#include <set>

namespace tst_catalog_reclaimed_tables {

using namespace sandglass;
using namespace sandglass::engine::catalog;
using namespace sandglass::tests;
using engine::storage::Durability;
using engine::storage::Family;

namespace {

constexpr base::Time kNow{base::Millis(1'000'000)};
constexpr std::int64_t kLater = 2'000'000;
constexpr int kDocuments = 40'000;

} // namespace

class TestReclaimedTables : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_data = std::make_unique<CatalogFixture>();
        m_data->createIndex(ttlIndexOn(R"({"t":1})", "t", 0));
    }
    void cleanup() { m_data.reset(); }

    void tablesOfLivingDocumentsStayAsTheyAre()
    {
        insert(1, kDocuments / 2, true);
        flush();
        insert(kDocuments / 2 + 1, kDocuments, false);
        flush();
        const std::set<QString> before = tables();
        expire();
        need(m_data->catalog->reclaim(m_data->ns));
        QCOMPARE(m_data->collection()->unreclaimed(), std::int64_t{0});
        // those of the later documents: documents, entries of _id, dates
        const std::set<QString> after = tables();
        std::set<QString> kept;
        std::ranges::set_intersection(before, after, std::inserter(kept, kept.end()));
        QVERIFY2(kept.size() >= 3, qPrintable(QString::number(kept.size())));
        QCOMPARE(storedRecords(), kDocuments / 2);
        check(kDocuments / 2);
    }

    void whereEveryOtherDocumentIsDueAllTablesAreRewritten()
    {
        {
            auto unit = need(m_data->collection()->beginWrite());
            for (int id = 1; id <= kDocuments; ++id) {
                need(unit->insert(document(id, id % 2 == 0)));
            }
            need(unit->commit(Durability::Process));
        }
        flush();
        expire();
        need(m_data->catalog->reclaim(m_data->ns));
        QCOMPARE(storedRecords(), kDocuments / 2);
        check(kDocuments / 2);
    }

    // RocksDB writes the tables of three families at the same time here; a table may come into use
    // after the call that has written it.
    void everyReclaimLeavesNothing()
    {
        constexpr int kRounds = 100;
        m_data->createIndex(indexOn(R"({"x":1})", "x"));
        for (int round = 0; round < kRounds; ++round) {
            insert(1, 5, true);
            expire();
            need(m_data->catalog->reclaim(m_data->ns));
            QVERIFY(need(m_data->collection()->verifyAll()).problems.empty());
        }
        QCOMPARE(storedRecords(), 0);
    }

    void aDocumentWrittenAmongRemovedDatesStays()
    {
        insert(1, kDocuments / 2, true);
        insert(kDocuments / 2 + 1, kDocuments, false);
        flush();
        expire();
        // its keys lie between those of removed documents, in a table of its own
        auto unit = need(m_data->collection()->beginWrite());
        need(unit->insert(bson::makeDocument("_id", 17, "t", bson::Date{50})));
        need(unit->commit(Durability::Process));
        need(m_data->catalog->reclaim(m_data->ns));
        QVERIFY(need(m_data->collection()->findById(bson::Value::of(17))).has_value());
        check(kDocuments / 2 + 1);
    }

    void anotherCollectionKeepsItsDocuments()
    {
        const auto other = need(m_data->catalog->findOrCreate({"db", "other"}, nullptr));
        for (int part = 0; part < 4; ++part) {
            insert(part * 10'000 + 1, (part + 1) * 10'000, true);
            auto unit = need(other->beginWrite());
            for (int id = 0; id < 1'000; ++id) {
                need(unit->insert(bson::makeDocument("_id", part * 1'000 + id)));
            }
            need(unit->commit(Durability::Process));
        }
        flush();
        expire();
        need(m_data->catalog->reclaim(m_data->ns));
        QCOMPARE(other->figures().documents, std::int64_t{4'000});
        const auto verification = need(other->verifyAll());
        QVERIFY(verification.problems.empty());
        QCOMPARE(verification.documents, std::int64_t{4'000});
        check(0);
    }

private:
    static bson::Document document(int id, bool due)
    {
        return bson::makeDocument("_id", id, "t", bson::Date{due ? id % 1000 : kLater + id}, "x",
                                  std::string(50, 'x'));
    }
    void insert(int first, int last, bool due)
    {
        auto unit = need(m_data->collection()->beginWrite());
        for (int id = first; id <= last; ++id) {
            need(unit->insert(document(id, due)));
        }
        need(unit->commit(Durability::Process));
    }
    void expire()
    {
        const auto collection = m_data->collection();
        const auto removal = collection->bulkRemoval("t");
        for (bool drained = false; !drained;) {
            const auto rule = collection->expiryRule("t").value();
            drained = need(removal->step(rule, kNow, 1000)).value().drained;
        }
    }
    void flush() { QVERIFY(m_data->store->endJournal().has_value()); }
    std::set<QString> tables() const
    {
        const QStringList names = QDir(QString::fromStdString(m_data->path()))
                                      .entryList({QStringLiteral("*.sst")}, QDir::Files);
        return {names.begin(), names.end()};
    }
    /// Documents as they lie in the store, with nothing hidden.
    int storedRecords()
    {
        m_data->close();
        int count = 0;
        {
            tests::NullLog log;
            const auto store = need(engine::storage::openStore(m_data->path(), {}, log));
            const auto records = store->iterate(Family::Records, {}, {}, nullptr);
            for (records->seekToFirst(); records->valid(); records->next()) {
                ++count;
            }
        }
        m_data->open();
        return count;
    }
    void check(int documents)
    {
        const auto now = need(m_data->collection()->verifyAll());
        QVERIFY2(now.problems.empty(), now.problems.empty() ? "" : now.problems.front().c_str());
        QCOMPARE(now.documents, std::int64_t{documents});
        m_data->reopen();
        const auto again = need(m_data->collection()->verifyAll());
        QVERIFY(again.problems.empty());
        QCOMPARE(again.documents, std::int64_t{documents});
    }

    std::unique_ptr<CatalogFixture> m_data;
};

SANDGLASS_PLAIN_TEST(TestReclaimedTables)
} // namespace tst_catalog_reclaimed_tables

#include "tst_catalog_reclaimed_tables.moc"
