// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/write_recovery.h"
#include "tests/support/engine_data.h"
#include "tests/support/failing_store.h"
#include "tests/support/test_program.h"

#include <QFileInfo>
#include <QTest>

namespace tst_server_write_recovery {

using namespace sandglass;
using namespace sandglass::tests;
using engine::server::WriteRecovery;

namespace {

constexpr int kReadOnlyLogId = 9100110;
constexpr int kWritableLogId = 9100111;
constexpr int kReadersEndedLogId = 9100121;

/// A store on which a write has failed.
struct Full
{
    void write()
    {
        const auto batch = store.makeBatch();
        batch->put(engine::storage::Family::Meta, "x", "y");
        static_cast<void>(store.commit(*batch, engine::storage::Durability::Process).has_value());
    }
    bson::Document shown() const
    {
        bson::Builder section;
        recovery.append(section);
        return section.take();
    }

    EngineData data;
    FailingStore store{*data.store};
    int closed = 0;
    int ended = 0;
    engine::storage::UseGate::Pass reader; ///< ends when it is asked to
    WriteRecovery recovery{store, data.folder.path().toStdString(), data.clock, data.log,
                           engine::storage::StoreReaders{[this] { ++closed; },
                                                         [this] {
                                                             ++ended;
                                                             reader = {};
                                                         }}};
};

} // namespace

class TestWriteRecovery : public QObject
{
    Q_OBJECT

private slots:
    void aFailedWriteIsShownWithSinceAndReason()
    {
        Full full;
        QVERIFY(!full.recovery.refuses());
        QVERIFY(full.shown().view().empty());
        full.store.failAfter(0);
        full.write();
        full.write();
        QVERIFY(full.recovery.refuses());
        const bson::Document section = full.shown();
        const bson::DocumentView shown = section["readOnly"].asDocument();
        QCOMPARE(shown["since"].asDate(), bson::Date::from(full.data.clock.now()));
        QCOMPARE(shown["reason"].asString(), std::string_view("writing: No space left on device"));
        QCOMPARE(full.data.log.count(kReadOnlyLogId), 1);
        QCOMPARE(full.recovery.refusal().serverCode, 14031);
        QCOMPARE(full.recovery.refusal().serverCodeName, std::string("OutOfDiskSpace"));
    }

    void withoutRoomItStaysReadOnly()
    {
        Full full;
        full.store.failAfter(0);
        full.write();
        full.recovery.look();
        QVERIFY(full.recovery.refuses());
        QCOMPARE(full.closed, 0);
        QCOMPARE(full.data.log.count(kWritableLogId), 0);
    }

    void whenThereIsRoomWritesResume()
    {
        Full full;
        full.store.failAfter(0);
        full.write();
        full.store.setRoom(true);
        full.recovery.look();
        QVERIFY(!full.recovery.refuses());
        QVERIFY(!full.store.writesRefused());
        QCOMPARE(full.closed, 1);
        QVERIFY(full.shown().view().empty());
        QCOMPARE(full.data.log.count(kWritableLogId), 1);
        // the room that the next full disk will need
        QVERIFY(QFileInfo::exists(full.data.folder.filePath(QStringLiteral("RESERVE"))));
        full.recovery.look();
        QCOMPARE(full.data.log.count(kWritableLogId), 1);
    }

    // One that takes hours must not keep the writes out as long.
    void aReadThatDoesNotEndIsEndedAfterAWhile()
    {
        Full full;
        full.store.failAfter(0);
        full.write();
        full.store.setRoom(true);
        full.reader = full.store.uses().enter();
        for (int look = 0; look < WriteRecovery::kPatientLooks; ++look) {
            full.recovery.look();
            QVERIFY(full.recovery.refuses());
            QCOMPARE(full.ended, 0);
        }
        full.recovery.look();
        QVERIFY(!full.recovery.refuses());
        QCOMPARE(full.ended, 1);
        QCOMPARE(full.closed, 1);
        QCOMPARE(full.data.log.count(kReadersEndedLogId), 1);
        // everybody is let in again
        QVERIFY(bool(full.store.uses().enter(base::Millis(0))));
    }

    void aReadThatEndsInTimeIsNotDisturbed()
    {
        Full full;
        full.store.failAfter(0);
        full.write();
        full.store.setRoom(true);
        full.reader = full.store.uses().enter();
        full.recovery.look();
        QVERIFY(full.recovery.refuses());
        full.reader = {};
        full.recovery.look();
        QVERIFY(!full.recovery.refuses());
        QCOMPARE(full.ended, 0);
        QCOMPARE(full.data.log.count(kReadersEndedLogId), 0);
    }

    void theReserveCanBeGivenUp()
    {
        Full full;
        const std::string folder = full.data.folder.path().toStdString();
        QVERIFY(!WriteRecovery::giveUpReserve(folder));
        full.recovery.start();
        const QFileInfo reserve(full.data.folder.filePath(QStringLiteral("RESERVE")));
        QVERIFY(reserve.size() > 0);
        QVERIFY(reserve.size() <= qint64{WriteRecovery::kReserveBytes});
        QVERIFY(WriteRecovery::giveUpReserve(folder));
    }
};

SANDGLASS_PLAIN_TEST(TestWriteRecovery)
} // namespace tst_server_write_recovery

#include "tst_server_write_recovery.moc"
