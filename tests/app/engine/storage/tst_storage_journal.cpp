// SPDX-License-Identifier: GPL-3.0-or-later
// What a start makes of a journal that is torn, shorter, missing or damaged.
#include "app/base/log.h"
#include "app/engine/storage/journal_mark.h"
#include "app/engine/storage/key_codec.h"
#include "app/engine/storage/open_store.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace tst_storage_journal {

using namespace sandglass;
using namespace sandglass::engine::storage;

namespace {

class KeptLog final : public base::Log
{
public:
    void write(const base::LogEntry& entry) override { entries.push_back(entry); }
    int count(base::Severity severity) const
    {
        int found = 0;
        for (const base::LogEntry& entry : entries) {
            found += entry.severity == severity ? 1 : 0;
        }
        return found;
    }
    std::vector<base::LogEntry> entries;
};

} // namespace

class TestJournal : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_log.entries.clear();
    }
    void cleanup() { m_folder.reset(); }

    void aTornEndOfTheJournalIsDroppedSilently()
    {
        fill("data", 20);
        // a crash in the middle of a write: these bytes were never synced
        QFile file(journal());
        QVERIFY(file.open(QIODevice::Append));
        file.write(QByteArray("\x01\x02\x03\x04\x40\x00\x01half", 11));
        file.close();
        const auto opened = open("data");
        QVERIFY(opened.has_value());
        QCOMPARE(countRecords(**opened), 20);
        QCOMPARE(m_log.count(base::Severity::Warning), 0);
        QVERIFY(!(*opened)->lostJournal());
    }

    void aTornEndOfAnOlderFolderIsDroppedSilently()
    {
        fill("data", 20, 2); // the last version that kept no mark
        cutJournal(3);
        QVERIFY(QFile::remove(path("data/SYNCED")));
        const auto opened = open("data");
        QVERIFY(opened.has_value());
        QCOMPARE(countRecords(**opened), 19);
        QCOMPARE(m_log.count(base::Severity::Warning), 0);
    }

    void aMissingMarkIsSaidOnce_data()
    {
        QTest::addColumn<bool>("journalToo");
        QTest::newRow("the mark") << false;
        QTest::newRow("the mark and the newest journal file") << true;
    }
    void aMissingMarkIsSaidOnce()
    {
        QFETCH(bool, journalToo);
        fill("data", 20);
        QVERIFY(QFile::remove(path("data/SYNCED")));
        if (journalToo) {
            QVERIFY(QFile::remove(journal()));
        }
        {
            const auto opened = open("data");
            QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
            QCOMPARE(countRecords(**opened), journalToo ? 0 : 20);
            QCOMPARE(m_log.count(base::Severity::Warning), 1);
            QVERIFY(std::ranges::any_of(m_log.entries, [](const base::LogEntry& entry) {
                return entry.severity == base::Severity::Warning
                    && entry.message.find("SYNCED") != std::string::npos;
            }));
            QVERIFY(!(*opened)->lostJournal());
        }
        QVERIFY(open("data").has_value());
        QCOMPARE(m_log.count(base::Severity::Warning), 1);
    }

    void aCopyNeedsNoMark()
    {
        {
            const auto opened = open("data");
            QVERIFY(opened.has_value());
            put(**opened, "a");
            QVERIFY((*opened)->checkpoint(path("copy").toStdString()).has_value());
        }
        const auto copy = open("copy");
        QVERIFY(copy.has_value());
        QCOMPARE(countRecords(**copy), 1);
        QCOMPARE(m_log.count(base::Severity::Warning), 0);
    }

    void aJournalThatIsShorterThanItWasIsReported()
    {
        fill("data", 20);
        cutJournal(3000);
        const qint64 left = QFileInfo(journal()).size();
        const auto opened = open("data");
        QVERIFY(opened.has_value());
        QVERIFY(countRecords(**opened) < 20);
        QVERIFY(countRecords(**opened) > 0);
        QCOMPARE(m_log.count(base::Severity::Warning), 1);
        const auto lost = (*opened)->lostJournal();
        QVERIFY(lost.has_value());
        QVERIFY2(lost->find("ends at byte " + std::to_string(left)) != std::string::npos,
                 lost->c_str());
        QVERIFY2(lost->find("at least 3000 bytes") != std::string::npos, lost->c_str());
        QVERIFY(QFileInfo::exists(path("data/damaged-journal-1")));
    }

    void aMissingJournalIsReportedOnce()
    {
        fill("data", 20);
        const QString file = journal();
        const qint64 size = QFileInfo(file).size();
        QVERIFY(QFile::remove(file));
        {
            const auto opened = open("data");
            QVERIFY(opened.has_value());
            const auto lost = (*opened)->lostJournal();
            QVERIFY(lost.has_value());
            const std::string words = QFileInfo(file).fileName().toStdString()
                + " is missing: at least " + std::to_string(size) + " bytes";
            QVERIFY2(lost->find(words) != std::string::npos, lost->c_str());
            QCOMPARE(m_log.count(base::Severity::Warning), 1);
            put(**opened, "more");
        }
        const auto again = open("data");
        QVERIFY(again.has_value());
        QVERIFY(!(*again)->lostJournal());
        QCOMPARE(m_log.count(base::Severity::Warning), 1);
        QCOMPARE(countRecords(**again), 1);
    }

    void nothingIsReplayedAfterAMissingJournal()
    {
        const QString first = twoJournals();
        QVERIFY(QFile::remove(first));
        const auto opened = open("data");
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
        QCOMPARE(countRecords(**opened), 0);
        QVERIFY((*opened)->lostJournal().has_value());
        QCOMPARE(m_log.count(base::Severity::Warning), 1);
        // what could not be used is kept
        QCOMPARE(QDir(path("data/damaged-journal-1")).entryList(QDir::Files).size(), 1);
    }

    void nothingIsReplayedAfterAShorterJournal()
    {
        const QString first = twoJournals();
        QFile file(first);
        QVERIFY(file.resize(0));
        const auto opened = open("data");
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
        QCOMPARE(countRecords(**opened), 0);
        QVERIFY((*opened)->lostJournal().has_value());
    }

    void aJournalThatIsNotNeededMayBeMissing()
    {
        fill("data", 20);
        {
            auto store = open("data");
            QVERIFY(store.has_value());
            put(**store, "more");
            QVERIFY((*store)->syncJournal().has_value());
            QVERIFY((*store)->endJournal().has_value());
        }
        const auto opened = open("data");
        QVERIFY(opened.has_value());
        QCOMPARE(countRecords(**opened), 21);
        QVERIFY(!(*opened)->lostJournal());
        QCOMPARE(m_log.count(base::Severity::Warning), 0);
    }

    void aMarkIsThereFromTheStartAndSurvivesTheNext()
    {
        {
            const auto first = open("data");
            QVERIFY(first.has_value());
            // nothing was synced yet, which is known
            QVERIFY(JournalMark::read(path("data").toStdString()).has_value());
        }
        fill("data", 20);
        const auto before = JournalMark::read(path("data").toStdString());
        QVERIFY(before && !before->empty());
        const JournalMark next(path("data").toStdString());
        QVERIFY(JournalMark::read(path("data").toStdString()) == before);
    }

    void aMarkThatIsNotWholeSaysNothing()
    {
        fill("data", 20);
        writeFile(path("data/SYNCED"), QByteArray(512, 'x'));
        QVERIFY(!JournalMark::read(path("data").toStdString()));
        writeFile(path("data/SYNCED"), "sandglass synced");
        QVERIFY(!JournalMark::read(path("data").toStdString()));
        const auto opened = open("data");
        QVERIFY(opened.has_value());
        QCOMPARE(countRecords(**opened), 20);
    }

    void damageInsideTheJournalIsReportedAndWhatIsBeforeItKept()
    {
        fill("data", 20);
        damageJournal();
        const auto opened = open("data");
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
        QVERIFY(countRecords(**opened) < 20);
        QCOMPARE(m_log.count(base::Severity::Warning), 1);
        const auto lost = (*opened)->lostJournal();
        QVERIFY(lost.has_value());
        // the damage is in the middle, so about half of the bytes are lost
        QVERIFY2(lost->find("is damaged from byte ") != std::string::npos, lost->c_str());
    }

    void damageInWhatWasNeverSyncedIsNoLossOfSynced()
    {
        fill("data", 20);
        const std::int64_t synced = QFileInfo(journal()).size();
        // a power failure: a whole record of zeros, and a record that no crash would leave behind
        // it
        QFile file(journal());
        QVERIFY(file.open(QIODevice::Append));
        file.write(QByteArray("\x01\x02\x03\x04\x04\x00\x01half", 11));
        file.write(QByteArray(100, 'x'));
        file.close();
        const auto opened = open("data");
        QVERIFY(opened.has_value());
        QCOMPARE(countRecords(**opened), 20);
        QVERIFY(!(*opened)->lostJournal());
        const bool said
            = std::ranges::any_of(m_log.entries.back().attributes, [&](const auto& each) {
                  const auto* number = std::get_if<std::int64_t>(&each.second);
                  return each.first == "fromByte" && number != nullptr && *number == synced;
              });
        QVERIFY(said);
    }

    void aRecordThatASyncCoveredInPartWasNotSynced_data()
    {
        QTest::addColumn<int>("marked"); // bytes of the last record that the mark covers
        QTest::addColumn<bool>("lost");
        QTest::newRow("up to its beginning") << 0 << false;
        QTest::newRow("a part of its head") << 3 << false;
        QTest::newRow("its head and a part of its content") << 20 << false;
        QTest::newRow("all but a byte") << -1 << false;
        QTest::newRow("all of it") << 1000 << true;
    }

    void aRecordThatASyncCoveredInPartWasNotSynced()
    {
        QFETCH(int, marked);
        QFETCH(bool, lost);
        fill("data", 20);
        const int record = recordBytes();
        const qint64 begin = QFileInfo(journal()).size() - record;
        const int covered = std::min(marked < 0 ? record + marked : marked, record);
        mark({{journalNumber(), static_cast<std::uint64_t>(begin + covered)}});
        // its last byte is gone in any case; what follows does not look like the end of a journal
        const int left = std::min(covered, record - 1);
        overwrite(begin + left, QByteArray(record - left, '\0') + QByteArray(100, 'y'));
        const auto opened = open("data");
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
        QCOMPARE(countRecords(**opened), 19);
        QCOMPARE((*opened)->lostJournal().has_value(), lost);
    }

    void aFileThatTheMarkDoesNotNameIsJudgedByItsAge_data()
    {
        QTest::addColumn<int>("other"); // the file that is named, from the damaged one on
        QTest::addColumn<bool>("lost");
        QTest::newRow("newer than all that are named") << -1 << false;
        QTest::newRow("older than one that is named") << 1 << true;
        QTest::newRow("no mark") << 0 << true;
        QTest::newRow("a mark that names none") << 2 << false;
    }

    void aFileThatTheMarkDoesNotNameIsJudgedByItsAge()
    {
        QFETCH(int, other);
        QFETCH(bool, lost);
        fill("data", 20);
        if (other == 0) {
            QVERIFY(QFile::remove(path("data/SYNCED")));
        } else if (other == 2) {
            mark({});
        } else {
            mark({{journalNumber() + static_cast<std::uint64_t>(other), 0}});
        }
        damageJournal();
        const auto opened = open("data");
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
        QVERIFY(countRecords(**opened) < 20);
        QCOMPARE((*opened)->lostJournal().has_value(), lost);
    }

    void aDamagedJournalIsKeptBeforeItIsCut()
    {
        fill("data", 20);
        damageJournal();
        const QString name = QFileInfo(journal()).fileName();
        QFile before(journal());
        QVERIFY(before.open(QIODevice::ReadOnly));
        const QByteArray bytes = before.readAll();
        QVERIFY(QDir().mkpath(path("data/damaged-journal-1"))); // of an earlier repair
        QVERIFY(open("data").has_value());
        QFile kept(path("data/damaged-journal-2/") + name);
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), bytes);
        // once
        QVERIFY(open("data").has_value());
        QVERIFY(!QFileInfo::exists(path("data/damaged-journal-3")));
    }

private:
    static void put(KeyValueStore& store, const std::string& key)
    {
        const auto batch = store.makeBatch();
        batch->put(Family::Records, key, "value");
        QVERIFY(store.commit(*batch, Durability::Process).has_value());
    }
    QString path(const char* name) const
    {
        return m_folder->path() + u'/' + QString::fromUtf8(name);
    }
    Result<std::unique_ptr<KeyValueStore>> open(const std::string& name)
    {
        return openStore(path(name.c_str()).toStdString(), {}, m_log);
    }
    static void writeFile(const QString& name, const QByteArray& bytes)
    {
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    void fill(const char* name, int records, std::uint32_t format = kFormatVersion)
    {
        auto store = open(name);
        QVERIFY(store.has_value());
        if (format != kFormatVersion) {
            std::string version;
            appendU32(version, format);
            const auto batch = (*store)->makeBatch();
            batch->put(Family::Meta, kFormatKey, version);
            QVERIFY((*store)->commit(*batch, Durability::Process).has_value());
        }
        for (int i = 0; i < records; ++i) {
            const auto batch = (*store)->makeBatch();
            batch->put(Family::Records, std::to_string(i), std::string(200, 'x'));
            QVERIFY((*store)->commit(*batch, Durability::Process).has_value());
        }
    }
    // Bytes of the last record that fill() writes to the journal.
    int recordBytes()
    {
        const auto sizeOf = [this](const char* name, int records) {
            fill(name, records);
            const QDir folder(path(name));
            const QStringList names
                = folder.entryList({QStringLiteral("*.log")}, QDir::Files, QDir::Size);
            return QFileInfo(folder.filePath(names.first())).size();
        };
        return static_cast<int>(sizeOf("longer", 20) - sizeOf("shorter", 19));
    }
    std::uint64_t journalNumber() const { return QFileInfo(journal()).baseName().toULongLong(); }
    void mark(const std::vector<SyncedFile>& files) const
    {
        JournalMark(path("data").toStdString()).write(files);
    }
    void overwrite(qint64 from, const QByteArray& bytes) const
    {
        QFile file(journal());
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.seek(from));
        file.write(bytes);
    }
    static int countRecords(KeyValueStore& store)
    {
        int count = 0;
        const auto records = store.iterate(Family::Records, {}, {}, nullptr);
        for (records->seekToFirst(); records->valid(); records->next()) {
            ++count;
        }
        return count;
    }
    // Makes two journal files with data that are in no table; returns the first.
    QString twoJournals()
    {
        fill("data", 20);
        const QString first = journal();
        {
            // a folder whose tables need nothing of a second file, but the file is there
            QFile copy(first);
            const std::uint64_t number = QFileInfo(first).baseName().toULongLong() + 5;
            const QString second
                = QString::fromStdString(journalPath(path("data").toStdString(), number));
            if (!copy.copy(second)) {
                qFatal("the journal cannot be copied");
            }
        }
        return first;
    }
    // the journal that holds the records is the largest one
    QString journal() const
    {
        const QDir folder(path("data"));
        const QStringList names
            = folder.entryList({QStringLiteral("*.log")}, QDir::Files, QDir::Size);
        return names.isEmpty() ? QString() : folder.filePath(names.first());
    }
    void cutJournal(qint64 bytes) const
    {
        QFile file(journal());
        QVERIFY(file.resize(file.size() - bytes));
    }
    void damageJournal() const
    {
        QFile file(journal());
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.size() > 2000);
        file.seek(file.size() / 2);
        file.write("#damage#");
    }

    KeptLog m_log;
    std::unique_ptr<QTemporaryDir> m_folder;
};

SANDGLASS_PLAIN_TEST(TestJournal)
} // namespace tst_storage_journal

#include "tst_storage_journal.moc"
