// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/log.h"
#include "app/engine/storage/key_codec.h"
#include "app/engine/storage/open_store.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace tst_storage_open {

using namespace sandglass;
using namespace sandglass::engine::storage;
namespace fs = std::filesystem;

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

class TestOpen : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_log.entries.clear();
    }
    void cleanup() { m_folder.reset(); }

    void aSmallDiskHasSmallBuffers()
    {
        const StoreOptions usual;
        const StoreOptions large = fitted(usual, 100ULL << 30U);
        QCOMPARE(large.bufferBytes, usual.bufferBytes);
        QCOMPARE(large.journalBytes, usual.journalBytes);
        QCOMPARE(large.tableBytes, usual.tableBytes);
        const std::uint64_t disk = 60ULL << 20U;
        const StoreOptions small = fitted(usual, disk);
        QVERIFY(small.bufferBytes + small.journalBytes + small.tableBytes < disk / 3);
        QVERIFY(fitted(usual, 0).bufferBytes > 0);
    }

    void aLinkToAFolderIsFollowedUnlessItHasGone()
    {
        QVERIFY(QDir().mkdir(path("data")));
        QVERIFY(QFile::link(path("data"), path("link")));
        QVERIFY(open("link").has_value());
        QVERIFY(QFileInfo::exists(path("data/CURRENT")));
        QVERIFY(QFile::link(path("unmounted"), path("dangling")));
        const auto refused = open("dangling");
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.find("a link to a folder that does not exist")
                     != std::string::npos,
                 refused.error().message.c_str());
        QVERIFY(!QFileInfo::exists(path("unmounted")));
    }

    void aMissingFolderIsMadeForTheOwnerOnly()
    {
        QVERIFY(open("new/deep").has_value());
        const auto open600 = QFile::permissions(path("new/deep"));
        QVERIFY(!(open600
                  & (QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther
                     | QFile::WriteOther | QFile::ExeOther)));
    }

    void anEmptyFolderIsMadePrivate()
    {
        QVERIFY(QDir().mkpath(path("made")));
        QVERIFY(QFile::setPermissions(path("made"), QFile::Permissions::fromInt(0x7775)));
        QVERIFY(open("made").has_value());
        QVERIFY(!(QFile::permissions(path("made")) & QFile::Permissions::fromInt(0x0077)));
    }

    void aFolderThatEveryUserMayWriteIsRefused()
    {
        QVERIFY(open("shared").has_value());
        QVERIFY(QFile::setPermissions(path("shared"), QFile::Permissions::fromInt(0x7777)));
        const auto opened = open("shared");
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, Errc::InvalidInput);
        QVERIFY(mentions(opened.error(), "chmod 700"));
        QVERIFY(mentions(opened.error(), path("shared").toStdString().c_str()));
        // its permissions are the user's matter
        QVERIFY(QFile::permissions(path("shared")) & QFile::WriteOther);
        QVERIFY(QFile::setPermissions(path("shared"), QFile::Permissions::fromInt(0x7755)));
        QVERIFY(open("shared").has_value());
    }

    void pathsMayHoldBlanksPercentAndForeignLetters()
    {
        QVERIFY(open(std::string("a b/100% \u00e4\u00f6 ") + std::string(150, 'x')).has_value());
    }

    void aFileInPlaceOfTheFolderIsRefused()
    {
        writeFile(path("file"), "text");
        const auto opened = open("file");
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, Errc::InvalidInput);
        QVERIFY(mentions(opened.error(), "is a file"));
    }

    void aFolderBelowAFileCannotBeMade()
    {
        writeFile(path("file"), "text");
        const auto opened = open("file/data");
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, Errc::Storage);
    }

    void anEmptyNameIsRefused()
    {
        const auto opened = openStore("", {}, m_log);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, Errc::InvalidInput);
    }

    void aSecondStoreOnTheFolderIsRefusedByName()
    {
        const auto first = open("data");
        QVERIFY(first.has_value());
        const auto second = open("data");
        QVERIFY(!second);
        QCOMPARE(second.error().code, Errc::Conflict);
        QVERIFY(mentions(second.error(), path("data").toStdString().c_str()));
    }

    void theFolderIsFreeAgainAfterClosing()
    {
        QVERIFY(open("data").has_value());
        QVERIFY(open("data").has_value());
    }

    void itIsKnownWhenTheFolderWasWrittenLast()
    {
        {
            const auto first = open("data");
            QVERIFY(first.has_value());
            QVERIFY(!(*first)->lastWritten()); // it is new
        }
        const base::Time written{base::Millis(1'000'000'000'000)};
        const fs::path folder = path("data").toStdString();
        fs::last_write_time(folder / "SYNCED", fs::file_time_type::clock::from_sys(written));
        const auto second = open("data");
        QVERIFY(second.has_value());
        QVERIFY((*second)->lastWritten() == written);
    }

    void aFolderIsToldFromItsCopies()
    {
        std::string identity;
        for (int start = 0; start < 2; ++start) {
            const auto store = open("data");
            QVERIFY(store.has_value());
            QVERIFY(start == 0 || (*store)->identity() == identity);
            identity = (*store)->identity();
            put(**store, std::to_string(start));
        }
        QVERIFY(!identity.empty());
        fs::copy(path("data").toStdString(), path("copy").toStdString(),
                 fs::copy_options::recursive);
        const auto copy = open("copy");
        QVERIFY(copy.has_value());
        QVERIFY((*copy)->identity() != identity);
        QCOMPARE(countRecords(**copy), 2);
        // moved, and not copied
        QVERIFY(QDir().rename(path("data"), path("moved")));
        const auto moved = open("moved");
        QVERIFY(moved.has_value());
        QCOMPARE((*moved)->identity(), identity);
    }

    void anUnknownFormatVersionIsRefused()
    {
        {
            auto store = open("data");
            QVERIFY(store.has_value());
            std::string version;
            appendU32(version, kFormatVersion + 1);
            const auto batch = (*store)->makeBatch();
            batch->put(Family::Meta, formatKey(), version);
            QVERIFY((*store)->commit(*batch, Durability::Process).has_value());
        }
        const auto opened = open("data");
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, Errc::Storage);
        QVERIFY(mentions(opened.error(), "format version 4"));
    }

    void dataWithoutAFormatVersionIsRefused()
    {
        {
            auto store = open("data");
            QVERIFY(store.has_value());
            const auto batch = (*store)->makeBatch();
            batch->remove(Family::Meta, formatKey());
            batch->put(Family::Meta, "other", "x");
            QVERIFY((*store)->commit(*batch, Durability::Process).has_value());
        }
        const auto opened = open("data");
        QVERIFY(!opened);
        QVERIFY(mentions(opened.error(), "another program"));
    }

    void theFormatVersionIsTheFirstMetaKey()
    {
        auto store = open("data");
        QVERIFY(store.has_value());
        const auto keys = (*store)->iterate(Family::Meta, {}, {}, nullptr);
        keys->seekToFirst();
        QVERIFY(keys->valid());
        QCOMPARE(std::string(keys->key()), formatKey());
        QCOMPARE(readU32(keys->value()), kFormatVersion);
    }

    void aFolderWhoseMakingWasInterruptedIsMadeAnew()
    {
        QVERIFY(QDir().mkpath(path("data")));
        writeFile(path("data/MANIFEST-000001"), "");
        writeFile(path("data/000003.log"), "");
        QVERIFY(open("data").has_value());
    }

    void aMissingCurrentFileIsNotTakenForAnEmptyFolder()
    {
        QVERIFY(open("data").has_value());
        QVERIFY(QFile::remove(path("data/CURRENT")));
        const auto opened = open("data");
        QVERIFY(!opened);
        QVERIFY(mentions(opened.error(), "CURRENT"));
    }

    void anEmptyManifestIsAClearError()
    {
        QVERIFY(open("data").has_value());
        const QStringList manifests = QDir(path("data")).entryList({QStringLiteral("MANIFEST-*")});
        QVERIFY(!manifests.isEmpty());
        for (const QString& name : manifests) {
            writeFile(path("data/") + name, "");
        }
        const auto opened = open("data");
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, Errc::Storage);
        QVERIFY(mentions(opened.error(), path("data").toStdString().c_str()));
    }

    void aCheckpointHoldsWhatWasCommittedBefore()
    {
        auto store = open("data");
        QVERIFY(store.has_value());
        put(**store, "before");
        QVERIFY((*store)->checkpoint(path("copy").toStdString()).has_value());
        put(**store, "after");
        const auto copy = open("copy");
        QVERIFY2(copy.has_value(), copy ? "" : copy.error().message.c_str());
        QCOMPARE(countRecords(**copy), 1);
        QCOMPARE(countRecords(**store), 2);
    }

    void aCheckpointNeverOverwrites()
    {
        auto store = open("data");
        QVERIFY(store.has_value());
        writeFile(path("copy"), "text");
        const auto made = (*store)->checkpoint(path("copy").toStdString());
        QVERIFY(!made);
        QCOMPARE(made.error().code, Errc::Conflict);
        QCOMPARE(QFileInfo(path("copy")).size(), 4);
    }

    void aFailedCheckpointLeavesNothingAndTheStoreGoesOn()
    {
        auto store = open("data");
        QVERIFY(store.has_value());
        const auto made = (*store)->checkpoint(path("missing/copy").toStdString());
        QVERIFY(!made);
        QCOMPARE(made.error().code, Errc::Storage);
        QVERIFY(!QFileInfo::exists(path("missing")));
        QVERIFY(!(*store)->writesRefused());
        put(**store, "more");
        QCOMPARE(countRecords(**store), 1);
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
    static std::string formatKey() { return {"\0format", 7}; }
    static bool mentions(const base::Error& error, const char* text)
    {
        return error.message.find(text) != std::string::npos;
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
    static int countRecords(KeyValueStore& store)
    {
        int count = 0;
        const auto records = store.iterate(Family::Records, {}, {}, nullptr);
        for (records->seekToFirst(); records->valid(); records->next()) {
            ++count;
        }
        return count;
    }

    KeptLog m_log;
    std::unique_ptr<QTemporaryDir> m_folder;
};

SANDGLASS_PLAIN_TEST(TestOpen)
} // namespace tst_storage_open

#include "tst_storage_open.moc"
