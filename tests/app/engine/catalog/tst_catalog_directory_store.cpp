// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/key_codec.h"
#include "tests/support/catalog_fixture.h"
#include "tests/support/null_log.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <string>
#include <vector>

using namespace sandglass;
using namespace sandglass::engine::catalog;
using namespace sandglass::tests;
using engine::storage::Durability;
using engine::storage::Family;

namespace {

/// Another catalog over a folder.
struct Opened
{
    explicit Opened(const std::string& folder)
        : store(need(engine::storage::openStore(folder, {}, log)))
        , catalog(need(engine::catalog::Catalog::open(*store, clock, compileEquality)))
    {
    }
    std::int64_t upTo(std::int64_t date) const
    {
        const std::vector<bson::Date> bounds{{date}};
        return need(catalog->find({"db", "c"})->dateClasses("t", bounds, DatePrecision::Exact))
            ->classes.front()
            .documents;
    }
    bool hasDirectory() const { return catalog->find({"db", "c"})->index("t")->dateDirectory; }

    tests::NullLog log;
    FakeClock clock;
    std::unique_ptr<engine::storage::KeyValueStore> store;
    std::unique_ptr<engine::catalog::Catalog> catalog;
};

std::string dated(int id)
{
    return R"({"_id":)" + std::to_string(id) + R"(,"t":{"$date":{"$numberLong":")"
        + std::to_string(id) + R"("}}})";
}

} // namespace

/// Block directories over restarts, copies and formats.
class TestDirectoryStore : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_data = std::make_unique<CatalogFixture>();
        m_data->createIndex(ttlIndexOn(R"({"t":1})", "t"));
        std::vector<std::string> documents;
        for (int id = 1; id <= 2000; ++id) {
            documents.push_back(dated(id));
        }
        m_data->insert(documents);
    }
    void cleanup() { m_data.reset(); }

    void aNewTtlIndexHasADirectoryAtOnce()
    {
        QVERIFY(m_data->collection()->index("t")->dateDirectory);
        QVERIFY(!m_data->collection()->index("_id_")->dateDirectory);
    }

    void closingSavesIt()
    {
        m_data->close();
        const Opened again(m_data->path());
        QVERIFY(again.hasDirectory());
        QCOMPARE(again.upTo(1234), std::int64_t{1234});
    }

    void afterACrashItIsBuiltInTheBackground()
    {
        const QTemporaryDir folder;
        const std::string crashed = folder.path().toStdString() + "/crashed";
        // a copy of the bare store is what a crash leaves
        need(m_data->store->checkpoint(crashed));
        const Opened again(crashed);
        QCOMPARE(again.upTo(1234), std::int64_t{1234});
        again.catalog->settle();
        QVERIFY(again.hasDirectory());
        QCOMPARE(again.upTo(1234), std::int64_t{1234});
    }

    void whatIsWrittenAfterSavingIsNotForgotten()
    {
        const QTemporaryDir folder;
        m_data->reopen();
        m_data->insert({dated(3000)});
        const std::string crashed = folder.path().toStdString() + "/crashed";
        need(m_data->store->checkpoint(crashed));
        const Opened again(crashed);
        QCOMPARE(again.upTo(5000), std::int64_t{2001});
        again.catalog->settle();
        QCOMPARE(again.upTo(5000), std::int64_t{2001});
    }

    void aCheckpointHasIt()
    {
        const QTemporaryDir folder;
        const std::string copy = folder.path().toStdString() + "/copy";
        need(m_data->catalog->checkpoint(copy));
        m_data->insert({dated(3000)});
        const Opened again(copy);
        QVERIFY(again.hasDirectory());
        QCOMPARE(again.upTo(5000), std::int64_t{2000});
    }

    void aDamagedOneIsBuiltAnew()
    {
        m_data->close();
        {
            tests::NullLog log;
            const auto store = need(engine::storage::openStore(m_data->path(), {}, log));
            const auto saved = store->iterate(Family::Meta, "b", "c", nullptr);
            saved->seekToFirst();
            QVERIFY(saved->valid());
            const auto batch = store->makeBatch();
            batch->put(Family::Meta, saved->key(), "too short");
            need(store->commit(*batch, Durability::Disk));
        }
        const Opened again(m_data->path());
        QCOMPARE(again.upTo(1234), std::int64_t{1234});
        again.catalog->settle();
        QVERIFY(again.hasDirectory());
    }

    // Format 1 had nothing beside the dates, and knew no dead records.
    void aFolderOfTheFirstFormatIsUpgraded()
    {
        m_data->insert({R"({"_id":5000,"t":[{"$date":{"$numberLong":"5000"}},
                            {"$date":{"$numberLong":"6000"}}]})"});
        m_data->close();
        {
            tests::NullLog log;
            const auto store = need(engine::storage::openStore(m_data->path(), {}, log));
            const auto batch = store->makeBatch();
            const auto dates = store->iterate(Family::Dates, {}, {}, nullptr);
            for (dates->seekToFirst(); dates->valid(); dates->next()) {
                batch->put(Family::Dates, dates->key(), {});
            }
            std::string first;
            engine::storage::appendU32(first, 1);
            batch->put(Family::Meta, engine::storage::kFormatKey, first);
            batch->remove(Family::Meta, "s");
            need(store->commit(*batch, Durability::Disk));
        }
        m_data->open();
        QCOMPARE(m_data->firstProblem(), std::string());
        std::string version;
        QVERIFY(
            need(m_data->store->get(Family::Meta, engine::storage::kFormatKey, version, nullptr)));
        QCOMPARE(engine::storage::readU32(version), engine::storage::kFormatVersion);
        m_data->catalog->settle();
        const std::vector<bson::Date> bounds{{4999}, {5500}, {9000}};
        const auto counted
            = need(m_data->collection()->dateClasses("t", bounds, DatePrecision::Exact));
        QCOMPARE(counted->classes[1].documents, std::int64_t{1});
        QCOMPARE(counted->classes[2].documents, std::int64_t{0});
    }

private:
    std::unique_ptr<CatalogFixture> m_data;
};

SANDGLASS_PLAIN_TEST(TestDirectoryStore)

#include "tst_catalog_directory_store.moc"
