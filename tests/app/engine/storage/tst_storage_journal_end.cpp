// SPDX-License-Identifier: GPL-3.0-or-later
// How far a journal can be read, and what of its end is cut before writes resume.
#include "app/engine/storage/journal_mark.h"
#include "app/engine/storage/journal_scan.h"
#include "app/engine/storage/open_store.h"
#include "tests/support/damaged_table.h"
#include "tests/support/null_log.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <cstdint>
#include <memory>
#include <string>

namespace tst_storage_journal_end {

using namespace sandglass;
using namespace sandglass::engine::storage;

namespace {

constexpr int kRecords = 20;

} // namespace

class TestJournalEnd : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        tests::NullLog log;
        const auto store = openStore(data(), {}, log);
        QVERIFY(store.has_value());
        for (int number = 0; number < kRecords; ++number) {
            QVERIFY(put(**store, std::to_string(number), 200));
        }
    }
    void cleanup() { m_folder.reset(); }

    void aWholeJournalIsNotCut()
    {
        constexpr std::uint64_t kBehindAll = 1'000'000; // as when a new file has begun
        const qint64 bytes = QFileInfo(journal()).size();
        const auto end = checkJournalTo(data(), kBehindAll);
        QVERIFY(end.has_value());
        QVERIFY(!*end); // what is behind may still come into the file
        QVERIFY(endJournalAfter(data(), kBehindAll, *end).has_value());
        QCOMPARE(QFileInfo(journal()).size(), bytes);
    }

    // Behind damage there may be what was acknowledged.
    void aDamagedJournalIsNotCutWhenWritesResume()
    {
        const std::uint64_t last = lastSequence();
        const qint64 bytes = QFileInfo(journal()).size();
        QVERIFY(tests::invertBytes(journal(), 0.5));
        isRefused(last, bytes);
        // only what nobody was promised is behind it
        const auto scan = scanJournal(journal().toStdString());
        QVERIFY(scan.has_value());
        QVERIFY(scan->damaged);
        QVERIFY(scan->lastSequence > 0 && scan->lastSequence < last);
        QVERIFY(checkJournalTo(data(), scan->lastSequence).has_value());
        QCOMPARE(QFileInfo(journal()).size(), bytes);
        QVERIFY(endJournalAfter(data(), scan->lastSequence).has_value());
        QCOMPARE(static_cast<std::uint64_t>(QFileInfo(journal()).size()), scan->wholeBytes);
    }

    // A record that seems to be longer than the file looks like the torn last one.
    void aWrongLengthIsDamageToo()
    {
        constexpr qint64 kLengthAt = 4; // within the head of a record
        const std::uint64_t last = lastSequence();
        const qint64 bytes = QFileInfo(journal()).size();
        const auto before = scanJournal(journal().toStdString(), last - kRecords / 2);
        QVERIFY(before.has_value());
        QFile file(journal());
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.seek(static_cast<qint64>(before->wholeBytes) + kLengthAt));
        QCOMPARE(file.write(QByteArray("\x00\x70", 2)), qint64{2});
        file.close();
        const auto scan = scanJournal(journal().toStdString());
        QVERIFY(scan.has_value());
        QVERIFY(!scan->damaged);
        QCOMPARE(scan->wholeBytes, before->wholeBytes);
        isRefused(last, bytes);
    }

    // What a full disk leaves of a write that failed.
    void aTornEndIsCut()
    {
        const std::uint64_t last = lastSequence();
        const qint64 bytes = QFileInfo(journal()).size();
        appendTorn();
        QVERIFY(checkJournalTo(data(), last).has_value());
        QVERIFY(QFileInfo(journal()).size() > bytes);
        QVERIFY(endJournalAfter(data(), last).has_value());
        QCOMPARE(QFileInfo(journal()).size(), bytes);
    }

    // The file is long, and nobody is served meanwhile. Damage in it shows whether it was read.
    void anEndThatWasFoundIsCutWithoutReadingAgain()
    {
        const std::uint64_t last = lastSequence();
        const qint64 bytes = QFileInfo(journal()).size();
        appendTorn();
        const auto end = checkJournalTo(data(), last);
        QVERIFY(end.has_value() && end->has_value());
        QCOMPARE((*end)->bytes, static_cast<std::uint64_t>(bytes));
        QVERIFY(tests::invertBytes(journal(), 0.5));
        QVERIFY(!endJournalAfter(data(), last));
        QVERIFY(endJournalAfter(data(), last, *end).has_value());
        QCOMPARE(QFileInfo(journal()).size(), bytes);
    }

    // What was found in one file says nothing about another, nor about one that is shorter now.
    void anEndThatDoesNotFitIsNotCut()
    {
        const std::uint64_t last = lastSequence();
        const qint64 bytes = QFileInfo(journal()).size();
        const auto end = checkJournalTo(data(), last);
        QVERIFY(end.has_value() && end->has_value());
        const SyncedFile other{(*end)->number + 1, 0};
        QVERIFY(endJournalAfter(data(), last, other).has_value());
        QCOMPARE(QFileInfo(journal()).size(), bytes);
        const SyncedFile longer{(*end)->number, (*end)->bytes + 1};
        QVERIFY(endJournalAfter(data(), last, longer).has_value());
        QCOMPARE(QFileInfo(journal()).size(), bytes);
    }

    // The number of a batch is at its beginning, of which a fragment at the end of a block has
    // little room.
    void aBatchThatBeginsAtTheEndOfABlockIsKnown()
    {
        constexpr qint64 kBlock = 32'768;
        constexpr qint64 kLeft = 12; // the head of a fragment and five bytes
        constexpr qint64 kFirstBytes = 12'000;
        tests::NullLog log;
        std::uint64_t before = 0;
        {
            const auto store = openStore(data(), {}, log);
            QVERIFY(store.has_value());
            QVERIFY(put(**store, "a", 5000));
            const qint64 empty = QFileInfo(journal()).size();
            QVERIFY(put(**store, "b", kFirstBytes));
            const qint64 filled = QFileInfo(journal()).size();
            // as long as the first one but for the value, whose length takes as many bytes
            const qint64 around = filled - empty - kFirstBytes;
            const qint64 second = kBlock - kLeft - filled - around;
            QVERIFY(second > 128 && second < 16'384);
            QVERIFY(put(**store, "c", second));
            QCOMPARE(QFileInfo(journal()).size(), kBlock - kLeft);
            before = lastSequence();
            QVERIFY(put(**store, "d", 200));
        }
        const std::uint64_t last = lastSequence();
        QCOMPARE(last, before + 1);
        const auto shorter = scanJournal(journal().toStdString(), before);
        QVERIFY(shorter.has_value());
        QCOMPARE(shorter->wholeBytes, static_cast<std::uint64_t>(kBlock - kLeft));
        const qint64 bytes = QFileInfo(journal()).size();
        appendTorn();
        QVERIFY(endJournalAfter(data(), last).has_value());
        QCOMPARE(QFileInfo(journal()).size(), bytes);
    }

    // The write that failed can be the first one of its file.
    void aFileWithNothingButATornRecordIsCut()
    {
        const std::uint64_t last = lastSequence();
        QFile file(journal());
        QVERIFY(file.resize(5)); // less than a head
        QVERIFY(checkJournalTo(data(), last).has_value());
        QVERIFY(endJournalAfter(data(), last).has_value());
        QCOMPARE(QFileInfo(journal()).size(), qint64{0});
    }

    // The first page of a process's memory is never there.
    void whatCannotBeReadIsNotTheEndOfAJournal()
    {
#ifndef __linux__
        QSKIP("only Linux has a file that can be opened and not be read");
#endif
        const auto scan = scanJournal("/proc/self/mem");
        QVERIFY(scan.has_value());
        QVERIFY(scan->damaged);
    }

private:
    std::string data() const
    {
        return m_folder->path().toStdString() + "/data";
    }
    static bool put(KeyValueStore& store, const std::string& key, qint64 bytes)
    {
        const auto batch = store.makeBatch();
        batch->put(Family::Records, key, std::string(static_cast<std::size_t>(bytes), 'x'));
        return store.commit(*batch, Durability::Process).has_value();
    }
    /// Adds the beginning of a record.
    void appendTorn() const
    {
        QFile file(journal());
        QVERIFY(file.open(QIODevice::Append));
        file.write(QByteArray("\x01\x02\x03\x04\x40\x00\x01half", 11));
    }
    /// The path of the newest journal file, which holds all records.
    QString journal() const
    {
        return QString::fromStdString(journalPath(data(), journalFiles(data()).back().number));
    }
    /// The number of the last operation in the journal.
    std::uint64_t lastSequence() const
    {
        const auto scan = scanJournal(journal().toStdString());
        return scan ? scan->lastSequence : 0;
    }
    /// Checks that a journal of so many bytes is neither good nor cut.
    void isRefused(std::uint64_t last, qint64 bytes) const
    {
        const auto found = checkJournalTo(data(), last);
        QVERIFY(!found);
        QCOMPARE(found.error().code, Errc::InvalidInput);
        const auto ended = endJournalAfter(data(), last);
        QVERIFY(!ended);
        QCOMPARE(ended.error().code, Errc::InvalidInput);
        QCOMPARE(QFileInfo(journal()).size(), bytes);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

SANDGLASS_PLAIN_TEST(TestJournalEnd)
} // namespace tst_storage_journal_end

#include "tst_storage_journal_end.moc"
