// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/open_store.h"
#include "app/engine/storage/standby_store.h"
#include "tests/support/null_log.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <string>

namespace tst_storage_standby {

using namespace sandglass;
using namespace sandglass::engine::storage;

class TestStandby : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_scratch = std::make_unique<QTemporaryDir>();
        auto primary = openStore(m_folder->path().toStdString(), {}, m_log);
        QVERIFY(primary.has_value());
        m_primary = std::move(*primary);
        put("a", "1");
        auto standby = StandbyStore::open(m_folder->path().toStdString(),
                                          m_scratch->path().toStdString(), {}, m_log);
        QVERIFY2(standby.has_value(), standby ? "" : standby.error().message.c_str());
        m_standby = std::move(*standby);
    }
    void cleanup()
    {
        m_standby.reset();
        m_primary.reset();
    }

    void whatThePrimaryHasWrittenIsSeenWhileItRuns() { QCOMPARE(get("a"), std::string("1")); }

    void anAdvanceTakesOverNewWrites()
    {
        put("b", "2");
        QCOMPARE(get("b"), std::string("(none)"));
        QCOMPARE(advance(), true);
        QCOMPARE(get("b"), std::string("2"));
    }

    void anAdvanceWithoutNewsSaysSo() { QCOMPARE(advance(), false); }

    void aSnapshotKeepsItsStateWhileTheStoreMovesOn()
    {
        const auto snapshot = m_standby->snapshot();
        put("a", "changed");
        put("b", "2");
        bool advanced = false;
        for (int tries = 0; tries <= StandbyStore::kPatience && !advanced; ++tries) {
            advanced = advance();
        }
        QVERIFY(advanced);
        QCOMPARE(get("a"), std::string("changed"));
        QCOMPARE(get("a", snapshot.get()), std::string("1"));
        QCOMPARE(get("b", snapshot.get()), std::string("(none)"));
        const auto walk = m_standby->iterate(Family::Records, {}, {}, snapshot.get());
        int keys = 0;
        for (walk->seekToFirst(); walk->valid(); walk->next()) {
            ++keys;
        }
        QCOMPARE(keys, 1);
    }

    void aReaderIsWaitedForBeforeAnotherInstanceIsOpened()
    {
        auto snapshot = m_standby->snapshot();
        put("b", "2");
        QCOMPARE(advance(), false);
        snapshot.reset();
        QCOMPARE(advance(), true);
        QCOMPARE(get("b"), std::string("2"));
    }

    void filesThatThePrimaryCompactsAwayCanStillBeRead()
    {
        for (int i = 0; i < 1000; ++i) {
            put("k" + std::to_string(i), std::string(1000, 'x'));
        }
        QVERIFY(m_primary->compact(Family::Records, {}, {}).has_value());
        QCOMPARE(advance(), true);
        const auto snapshot = m_standby->snapshot();
        const auto walk = m_standby->iterate(Family::Records, {}, {}, snapshot.get());
        walk->seekToFirst();
        const auto gone = m_primary->makeBatch();
        gone->removeRange(Family::Records, "a", "z");
        QVERIFY(m_primary->commit(*gone, Durability::Process).has_value());
        QVERIFY(m_primary->compact(Family::Records, {}, {}).has_value());
        int keys = 0;
        for (; walk->valid(); walk->next()) {
            ++keys;
        }
        QVERIFY(walk->status().has_value());
        QCOMPARE(keys, 1001);
    }

    void everyWriteIsRefusedWithTheCodeOfASecondary()
    {
        const auto batch = m_standby->makeBatch();
        batch->put(Family::Records, "c", "3");
        const auto refused = m_standby->commit(*batch, Durability::Process);
        QVERIFY(!refused);
        QCOMPARE(refused.error().serverCode, 10107);
        QVERIFY(!m_standby->checkpoint(m_scratch->path().toStdString() + "/copy"));
        QVERIFY(m_standby->writesRefused());
    }

    void aFolderWithoutAStoreIsNamedInTheError()
    {
        const QTemporaryDir empty;
        const auto opened = StandbyStore::open(empty.path().toStdString(),
                                               m_scratch->path().toStdString(), {}, m_log);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, Errc::NotFound);
        QVERIFY(opened.error().message.find(empty.path().toStdString()) != std::string::npos);
    }

private:
    bool advance()
    {
        return m_standby->prepare().has_value() && m_standby->advance().value_or(false);
    }
    void put(const std::string& key, const std::string& value)
    {
        const auto batch = m_primary->makeBatch();
        batch->put(Family::Records, key, value);
        QVERIFY(m_primary->commit(*batch, Durability::Process).has_value());
    }
    std::string get(const std::string& key, const Snapshot* snapshot = nullptr)
    {
        std::string value;
        const auto found = m_standby->get(Family::Records, key, value, snapshot);
        if (!found) {
            return "error: " + found.error().message;
        }
        return *found ? value : "(none)";
    }

    tests::NullLog m_log;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QTemporaryDir> m_scratch;
    std::unique_ptr<KeyValueStore> m_primary;
    std::unique_ptr<StandbyStore> m_standby;
};

SANDGLASS_TEST(TestStandby)
} // namespace tst_storage_standby

#include "tst_storage_standby.moc"
