// SPDX-License-Identifier: GPL-3.0-or-later
// What a compaction that meets a damaged table does to a store.
#include "app/base/log.h"
#include "app/engine/storage/open_store.h"
#include "tests/support/damaged_table.h"
#include "tests/support/test_program.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <vector>

namespace tst_storage_damage {

using namespace sandglass;
using namespace sandglass::tests;
using namespace sandglass::engine::storage;

namespace {

constexpr int kDamageLogId = 9100118;
constexpr int kNoDamageLogId = 9100119;
constexpr int kKeys = 400;

class KeptLog final : public base::Log
{
public:
    void write(const base::LogEntry& entry) override
    {
        const std::lock_guard lock(m_mutex);
        m_entries.push_back(entry);
    }
    int count(int id) const
    {
        const std::lock_guard lock(m_mutex);
        return static_cast<int>(std::ranges::count(m_entries, id, &base::LogEntry::id));
    }

private:
    mutable std::mutex m_mutex;
    std::vector<base::LogEntry> m_entries; // guarded by m_mutex
};

std::string key(int number)
{
    char text[16];
    std::snprintf(text, sizeof(text), "k%06d", number);
    return text;
}

// Bytes that do not compress, so that a table is as large as what it holds.
std::string value(int number)
{
    std::mt19937 random(static_cast<std::mt19937::result_type>(number));
    std::string bytes(1000, '\0');
    std::ranges::generate(bytes, [&random] { return static_cast<char>(random()); });
    return bytes;
}

} // namespace

class TestDamage : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_log = std::make_unique<KeptLog>();
        m_options = {};
        open();
    }
    void cleanup()
    {
        m_store.reset();
        m_folder.reset();
    }

    void aCompactionThatMeetsDamageDoesNotStopWrites()
    {
        writeTables(2);
        damage(1);
        const auto compacted = m_store->compact(Family::Records, {}, {});
        QVERIFY(!compacted);
        QCOMPARE(compacted.error().code, Errc::Storage);
        QVERIFY(!m_store->writesRefused());
        QVERIFY(put("other", "value").has_value());
        QVERIFY(m_store->endJournal().has_value());
        std::string read;
        QVERIFY(m_store->get(Family::Records, "other", read, nullptr).value_or(false));
        QVERIFY(m_store->get(Family::Records, key(kKeys - 1), read, nullptr).value_or(false));
    }

    void theTableIsNamedWithItsKeys()
    {
        writeTables(2);
        damage(1);
        std::atomic<int> told{0};
        m_store->setDamageListener([&told] { ++told; });
        QVERIFY(m_store->damagedTables().empty());
        QVERIFY(!m_store->compact(Family::Records, {}, {}));
        QTRY_COMPARE(told.load(), 1);
        const std::vector<DamagedTable> tables = m_store->damagedTables();
        QCOMPARE(tables.size(), std::size_t{1});
        QCOMPARE(tables[0].family, Family::Records);
        QCOMPARE(qulonglong{tables[0].file}, QFileInfo(m_damaged).baseName().toULongLong());
        QCOMPARE(tables[0].keys.from, key(0));
        QCOMPARE(tables[0].keys.to, key(kKeys - 1));
        QVERIFY(tables[0].resting);
        QVERIFY(tables[0].error.find("checksum") != std::string::npos);
        // a second attempt finds nothing new
        QVERIFY(!m_store->compact(Family::Records, {}, {}));
        QTRY_COMPARE(told.load(), 2);
        QCOMPARE(m_log->count(kDamageLogId), 1);
        m_store->setDamageListener({});
    }

    void aDamagedTableIsReadAloneAndBehindTheDamage()
    {
        writeTables(2);
        damage(1);
        QVERIFY(!m_store->compact(Family::Records, {}, {}));
        QTRY_COMPARE(m_store->damagedTables().size(), std::size_t{1});
        QVERIFY(put(key(kKeys), "only in memory").has_value());
        DamagedTable table = m_store->damagedTables().front();
        const auto keys = m_store->iterateTable(table);
        int before = 0;
        for (keys->seekToFirst(); keys->valid(); keys->next()) {
            QCOMPARE(std::string(keys->key()), key(before));
            ++before;
        }
        QVERIFY(before > 0 && before < kKeys);
        QVERIFY(!keys->status());
        int behind = 0;
        for (keys->seek(key(kKeys * 3 / 4)); keys->valid(); keys->next()) {
            ++behind;
        }
        QVERIFY(keys->status().has_value());
        QCOMPARE(behind, kKeys / 4); // and no other table, nor what is in memory

        // up to a bound, whatever is behind it; and then without one
        const auto bounded = m_store->iterateTable(table);
        bounded->endBefore(key(10));
        bounded->seek(key(3));
        for (int number = 3; number < 10; ++number) {
            QVERIFY(bounded->valid());
            QCOMPARE(std::string(bounded->key()), key(number));
            bounded->next();
        }
        QVERIFY(!bounded->valid());
        QVERIFY(bounded->status().has_value());
        bounded->endBefore(key(kKeys));
        for (bounded->seek(key(kKeys * 3 / 4)); bounded->valid(); bounded->next()) {
            --behind;
        }
        QCOMPARE(behind, 0);

        table.file = 999'999; // as one that a compaction has replaced
        const auto gone = m_store->iterateTable(table);
        gone->endBefore(key(1));
        gone->seekToFirst();
        QVERIFY(!gone->valid());
        QVERIFY(gone->status().has_value());
    }

    // With compactions that fail for ever, files of the first level pile up beyond all limits.
    void writesNeverWaitForCompactionsThatCannotSucceed()
    {
        constexpr int kMoreThanTheLimit = 45;
        writeTables(2);
        damage(1);
        QVERIFY(!m_store->compact(Family::Records, {}, {}));
        QTRY_COMPARE(m_store->damagedTables().size(), std::size_t{1});
        for (int table = 0; table < kMoreThanTheLimit; ++table) {
            QVERIFY(put(key(0), std::to_string(table)).has_value());
            QVERIFY(put(key(kKeys), std::to_string(table)).has_value());
            QVERIFY(m_store->endJournal().has_value());
        }
        QVERIFY(m_store->damagedTables().front().resting);
    }

    void automaticCompactionsTryAgainAfterTheRest()
    {
        m_options.damageRest = base::Millis(20);
        writeTables(3);
        damage(2);
        writeTables(1); // the fourth one begins a compaction
        QTRY_VERIFY(m_log->count(kDamageLogId) > 0);
        QVERIFY(put("other", "value").has_value());
        // now it can be read: as after a fault of the memory or of a cable
        QVERIFY(invertBytes(m_damaged, kPlace));
        QTRY_VERIFY(m_store->damagedTables().empty());
        QTRY_COMPARE(m_log->count(kNoDamageLogId), 1);
        std::string read;
        for (int number = 0; number < kKeys; ++number) {
            QVERIFY(m_store->get(Family::Records, key(number), read, nullptr).value_or(false));
            QCOMPARE(read, value(number));
        }
    }

    void droppedDataTakeTheDamageWithThem()
    {
        writeTables(2);
        QVERIFY(m_store->compact(Family::Records, {}, {}).has_value());
        damage(0);
        QVERIFY(!m_store->compact(Family::Records, {}, {}));
        QTRY_COMPARE(m_store->damagedTables().size(), std::size_t{1});
        const auto batch = m_store->makeBatch();
        batch->removeRange(Family::Records, "k", "l");
        QVERIFY(m_store->commit(*batch, Durability::Disk).has_value());
        std::atomic<bool> cancelled{false};
        QVERIFY(m_store->dropRange(Family::Records, {"k", "l"}, cancelled).value_or(false));
        QTRY_VERIFY(m_store->damagedTables().empty());
        QTRY_COMPARE(m_log->count(kNoDamageLogId), 1);
    }

    void aRestartMeetsTheDamageAgain()
    {
        writeTables(2);
        damage(1);
        QVERIFY(!m_store->compact(Family::Records, {}, {}));
        m_store.reset();
        open();
        QVERIFY(m_store->damagedTables().empty());
        QVERIFY(put("other", "value").has_value());
        QVERIFY(!m_store->compact(Family::Records, {}, {}));
        QTRY_COMPARE(m_store->damagedTables().size(), std::size_t{1});
        QVERIFY(put("other", "value").has_value());
    }

private:
    static constexpr double kPlace = 0.5;

    std::string path() const { return m_folder->path().toStdString() + "/data"; }
    void open()
    {
        auto opened = openStore(path(), m_options, *m_log);
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
        m_store = std::move(*opened);
    }
    Result<void> put(const std::string& name, const std::string& bytes)
    {
        const auto batch = m_store->makeBatch();
        batch->put(Family::Records, name, bytes);
        return m_store->commit(*batch, Durability::Process);
    }
    /// Writes all keys, once for each table.
    void writeTables(int count)
    {
        for (int table = 0; table < count; ++table) {
            for (int number = 0; number < kKeys; ++number) {
                QVERIFY(put(key(number), value(number)).has_value());
            }
            QVERIFY(m_store->endJournal().has_value());
        }
    }
    /// Damages a table, counted from the oldest, while the store is closed.
    void damage(int table)
    {
        m_store.reset();
        const QStringList tables = largeTables(path());
        QVERIFY(tables.size() > table);
        m_damaged = tables.at(table);
        QVERIFY(invertBytes(m_damaged, kPlace));
        open();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<KeptLog> m_log;
    StoreOptions m_options;
    QString m_damaged; ///< path of the damaged table
    std::unique_ptr<KeyValueStore> m_store;
};

SANDGLASS_TEST(TestDamage)
} // namespace tst_storage_damage

#include "tst_storage_damage.moc"
