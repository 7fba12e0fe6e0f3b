// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/open_store.h"
#include "tests/support/null_log.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace tst_storage_store {

using namespace sandglass;
using namespace sandglass::engine::storage;

class TestStore : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        open();
    }
    void cleanup()
    {
        m_store.reset();
        m_folder.reset();
    }

    void aCommittedKeyIsFoundInItsFamilyOnly()
    {
        put(Family::Records, "a", "1");
        QCOMPARE(get(Family::Records, "a"), std::string("1"));
        QCOMPARE(get(Family::Indexes, "a"), std::string("(none)"));
    }

    void anUncommittedBatchChangesNothing()
    {
        const auto batch = m_store->makeBatch();
        batch->put(Family::Records, "a", "1");
        QCOMPARE(batch->operations(), std::size_t{1});
        QVERIFY(batch->bytes() > 0);
        QCOMPARE(get(Family::Records, "a"), std::string("(none)"));
    }

    void aBatchAppliesItsOperationsInOrder()
    {
        put(Family::Records, "b", "old");
        const auto batch = m_store->makeBatch();
        batch->put(Family::Records, "a", "1");
        batch->remove(Family::Records, "a");
        batch->remove(Family::Records, "b");
        batch->put(Family::Records, "b", "new");
        QVERIFY(m_store->commit(*batch, Durability::Process).has_value());
        QCOMPARE(get(Family::Records, "a"), std::string("(none)"));
        QCOMPARE(get(Family::Records, "b"), std::string("new"));
    }

    void aRangeRemovalTakesTheLowerButNotTheUpperEnd()
    {
        for (const char* key : {"a", "b", "c", "d"}) {
            put(Family::Dates, key, "");
        }
        const auto batch = m_store->makeBatch();
        batch->removeRange(Family::Dates, "b", "d");
        QVERIFY(m_store->commit(*batch, Durability::Process).has_value());
        QCOMPARE(keys(Family::Dates, {}, {}), std::string("a d"));
    }

    void anIteratorStaysInsideItsBounds()
    {
        for (const char* key : {"a", "b", "c", "d"}) {
            put(Family::Indexes, key, "");
        }
        QCOMPARE(keys(Family::Indexes, "b", "d"), std::string("b c"));
        QCOMPARE(keys(Family::Indexes, {}, "c"), std::string("a b"));
        QCOMPARE(keys(Family::Indexes, "c", {}), std::string("c d"));
    }

    void anIteratorWalksBothWaysAndSeeks()
    {
        for (const char* key : {"a", "c", "e"}) {
            put(Family::Indexes, key, std::string("v") + key);
        }
        const auto iterator = m_store->iterate(Family::Indexes, "a", "e", nullptr);
        iterator->seekToLast();
        QVERIFY(iterator->valid());
        QCOMPARE(std::string(iterator->key()), std::string("c"));
        QCOMPARE(std::string(iterator->value()), std::string("vc"));
        iterator->previous();
        QCOMPARE(std::string(iterator->key()), std::string("a"));
        iterator->previous();
        QVERIFY(!iterator->valid());
        iterator->seek("b");
        QCOMPARE(std::string(iterator->key()), std::string("c"));
        iterator->seekForPrevious("b");
        QCOMPARE(std::string(iterator->key()), std::string("a"));
        QVERIFY(iterator->status().has_value());
    }

    void aSnapshotKeepsTheOldState()
    {
        put(Family::Records, "a", "1");
        const auto snapshot = m_store->snapshot();
        put(Family::Records, "a", "2");
        put(Family::Records, "b", "2");
        std::string value;
        QVERIFY(m_store->get(Family::Records, "a", value, snapshot.get()).value_or(false));
        QCOMPARE(value, std::string("1"));
        const auto iterator = m_store->iterate(Family::Records, {}, {}, snapshot.get());
        iterator->seekToLast();
        QCOMPARE(std::string(iterator->key()), std::string("a"));
    }

    void committedKeysAreThereAfterReopening()
    {
        put(Family::Records, "a", "1");
        m_store.reset();
        open();
        QCOMPARE(get(Family::Records, "a"), std::string("1"));
    }

    void waitersForTheJournalAllGetTheirSync()
    {
        std::vector<std::thread> writers;
        std::atomic<int> failures{0};
        std::mutex oneWriter; // as the engine's writer lock does
        for (int writer = 0; writer < 4; ++writer) {
            writers.emplace_back([this, writer, &failures, &oneWriter] {
                for (int i = 0; i < 25; ++i) {
                    const auto batch = m_store->makeBatch();
                    batch->put(Family::Records, std::to_string(writer * 100 + i), "x");
                    std::unique_lock lock(oneWriter);
                    const bool committed = m_store->commit(*batch, Durability::Process).has_value();
                    lock.unlock();
                    if (!committed || !m_store->syncJournal()) {
                        ++failures;
                    }
                }
            });
        }
        for (std::thread& writer : writers) {
            writer.join();
        }
        QCOMPARE(failures.load(), 0);
    }

    void aDurableCommitIsThereAfterReopening()
    {
        const auto batch = m_store->makeBatch();
        batch->put(Family::Records, "a", "1");
        QVERIFY(m_store->commit(*batch, Durability::Disk).has_value());
        m_store.reset();
        open();
        QCOMPARE(get(Family::Records, "a"), std::string("1"));
    }

    void compactingGivesTheSpaceOfRemovedKeysBack()
    {
        const std::string value(10'000, 'x');
        for (int i = 0; i < 500; ++i) {
            put(Family::Records, std::to_string(i), value + std::to_string(i * 7919));
        }
        QVERIFY(m_store->compact(Family::Records, {}, {}).has_value());
        QVERIFY(m_store->figures().fileBytes > 0);
        const auto batch = m_store->makeBatch();
        batch->removeRange(Family::Records, "0", ":");
        QVERIFY(m_store->commit(*batch, Durability::Process).has_value());
        QVERIFY(m_store->compact(Family::Records, {}, {}).has_value());
        QCOMPARE(m_store->approximateBytes(Family::Records, "0", ":").sum(), std::uint64_t{0});
    }

    void aDroppedRangeGivesItsTablesBackAndKeepsItsNeighbours()
    {
        for (int i = 0; i < 200; ++i) {
            put(Family::Records, "b" + std::to_string(i), noise(i, 10'000));
        }
        put(Family::Records, "a", "before");
        put(Family::Records, "c", "after");
        QVERIFY(m_store->compact(Family::Records, {}, {}).has_value());
        QVERIFY(m_store->figures().fileBytes > 1'000'000);
        const auto batch = m_store->makeBatch();
        batch->removeRange(Family::Records, "b", "c");
        QVERIFY(m_store->commit(*batch, Durability::Disk).has_value());
        const Result<bool> dropped = m_store->dropRange(Family::Records, {"b", "c"}, m_cancelled);
        QVERIFY(dropped.has_value());
        QVERIFY(*dropped);
        QVERIFY(m_store->figures().fileBytes < 100'000);
        QCOMPARE(keys(Family::Records, {}, {}), std::string("a c"));
        m_store.reset();
        open();
        QCOMPARE(keys(Family::Records, {}, {}), std::string("a c"));
    }

    void aRangeIsNotDroppedUnderAnOlderSnapshot()
    {
        put(Family::Records, "b", "1");
        QVERIFY(m_store->endJournal().has_value());
        auto snapshot = m_store->snapshot();
        const auto batch = m_store->makeBatch();
        batch->removeRange(Family::Records, "b", "c");
        QVERIFY(m_store->commit(*batch, Durability::Disk).has_value());
        QCOMPARE(m_store->dropRange(Family::Records, {"b", "c"}, m_cancelled).value_or(true),
                 false);
        std::string value;
        QVERIFY(m_store->get(Family::Records, "b", value, snapshot.get()).value_or(false));
        snapshot.reset();
        QCOMPARE(m_store->dropRange(Family::Records, {"b", "c"}, m_cancelled).value_or(false),
                 true);
    }

    void figuresTellOfTheJournalAndTheBuffers()
    {
        put(Family::Records, "a", std::string(100'000, 'x'));
        const StoreFigures figures = m_store->figures();
        QVERIFY(figures.journalBytes >= 100'000);
        QVERIFY(figures.memtableBytes >= 100'000);
    }

private:
    /// Bytes that do not compress; the same for the same seed.
    static std::string noise(int seed, std::size_t bytes)
    {
        std::mt19937 random(static_cast<std::mt19937::result_type>(seed));
        std::string text(bytes, '\0');
        std::ranges::generate(text, [&random] { return static_cast<char>(random()); });
        return text;
    }
    void open()
    {
        auto opened = openStore(m_folder->path().toStdString() + "/data", {}, m_log);
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
        m_store = *std::move(opened);
    }
    void put(Family family, const std::string& key, const std::string& value)
    {
        const auto batch = m_store->makeBatch();
        batch->put(family, key, value);
        QVERIFY(m_store->commit(*batch, Durability::Process).has_value());
    }
    std::string get(Family family, const std::string& key)
    {
        std::string value;
        return m_store->get(family, key, value, nullptr).value_or(false) ? value : "(none)";
    }
    std::string keys(Family family, const std::string& lower, const std::string& upper)
    {
        std::string found;
        const auto iterator = m_store->iterate(family, lower, upper, nullptr);
        for (iterator->seekToFirst(); iterator->valid(); iterator->next()) {
            found.append(found.empty() ? "" : " ").append(iterator->key());
        }
        return found;
    }

    tests::NullLog m_log;
    std::atomic<bool> m_cancelled{false};
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<KeyValueStore> m_store;
};

SANDGLASS_PLAIN_TEST(TestStore)
} // namespace tst_storage_store

#include "tst_storage_store.moc"
