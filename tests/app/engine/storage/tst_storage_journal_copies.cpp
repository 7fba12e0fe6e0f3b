// SPDX-License-Identifier: GPL-3.0-or-later
// The copies of a damaged journal are on the disk before the journal itself is cut or removed.
#include "app/engine/storage/open_store.h"
#include "tests/support/null_log.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

using namespace sandglass;
using namespace sandglass::engine::storage;

namespace {

/// A file or folder that was synced.
struct Synced
{
    ino_t number = 0;
    bool before = false; ///< the journal was still what it had been
};

std::mutex mutex;
std::string watched; ///< the damaged journal file; empty: nothing is noted
off_t watchedBytes = 0;
bool refused = false; ///< the folder of the copies cannot be synced
std::vector<Synced> synced; ///< guarded by the mutex, as all of these

bool isWhole()
{
    struct stat now = {};
    return ::stat(watched.c_str(), &now) == 0 && now.st_size == watchedBytes;
}

ino_t numberOf(const QString& path)
{
    struct stat facts = {};
    return ::stat(QFile::encodeName(path).constData(), &facts) == 0 ? facts.st_ino : 0;
}

/// The place in the list after the first sync of that file or folder at `from` or later, while the
/// journal was whole; 0: there is none.
std::size_t afterSync(const QString& path, std::size_t from)
{
    const ino_t number = numberOf(path);
    const std::lock_guard lock(mutex);
    for (std::size_t at = from; at < synced.size(); ++at) {
        if (number != 0 && synced[at].number == number && synced[at].before) {
            return at + 1;
        }
    }
    return 0;
}

/// Whether the descriptor is open on the folder of the copies.
bool isOfCopies(int descriptor)
{
    std::array<char, PATH_MAX> path{};
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    const ssize_t length = ::readlink(link.c_str(), path.data(), path.size());
    return length > 0
        && std::string_view(path.data(), static_cast<std::size_t>(length))
               .ends_with("/damaged-journal-1");
}

} // namespace

// Called in place of the system's, also by RocksDB.
extern "C" int fsync(int descriptor)
{
    struct stat facts = {};
    const int result = static_cast<int>(::syscall(SYS_fsync, descriptor));
    const std::lock_guard lock(mutex);
    if (refused && isOfCopies(descriptor)) {
        errno = EIO;
        return -1;
    }
    if (!watched.empty() && ::fstat(descriptor, &facts) == 0) {
        synced.push_back({facts.st_ino, isWhole()});
    }
    return result;
}

class TestJournalCopies : public QObject
{
    Q_OBJECT

private slots:
    void copiesAreOnTheDiskBeforeTheJournalIsCut()
    {
        const QTemporaryDir folder;
        const QString data = folder.filePath(QStringLiteral("data"));
        const QString journal = damaged(data);
        QVERIFY(!journal.isEmpty());
        watch(journal);
        tests::NullLog log;
        {
            const auto opened = openStore(data.toStdString(), {}, log);
            QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
        }
        const QString kept = data + QStringLiteral("/damaged-journal-1");
        const QString copy = kept + u'/' + QFileInfo(journal).fileName();
        QVERIFY(QFileInfo::exists(copy));
        const std::size_t afterCopy = afterSync(copy, 0);
        QVERIFY(afterCopy > 0);
        // a file whose name is not on the disk is lost all the same, and so is a folder's
        const std::size_t afterFolder = afterSync(kept, afterCopy);
        QVERIFY(afterFolder > 0);
        QVERIFY(afterSync(data, afterFolder) > 0);
    }

    void copiesThatMayBeLostKeepTheJournalAsItIs()
    {
        const QTemporaryDir folder;
        const QString data = folder.filePath(QStringLiteral("data"));
        const QString journal = damaged(data);
        QVERIFY(!journal.isEmpty());
        const QByteArray before = contents(journal);
        refuse(true);
        tests::NullLog log;
        const auto opened = openStore(data.toStdString(), {}, log);
        refuse(false);
        QVERIFY(!opened.has_value());
        QCOMPARE(opened.error().code, Errc::Storage);
        QVERIFY(!QFileInfo::exists(data + QStringLiteral("/damaged-journal-1")));
        QCOMPARE(contents(journal), before);
    }

private:
    /// Fills a data folder and damages its journal. Returns the journal's file; empty: it failed.
    static QString damaged(const QString& data)
    {
        fill(data);
        const QString journal = largestJournal(data);
        QFile file(journal);
        const bool done = !journal.isEmpty() && file.open(QIODevice::ReadWrite)
            && file.seek(file.size() / 2) && file.write("#damage#") == 8;
        return done ? journal : QString();
    }
    static QByteArray contents(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static void refuse(bool folderOfCopies)
    {
        const std::lock_guard lock(mutex);
        refused = folderOfCopies;
    }
    static void fill(const QString& folder)
    {
        tests::NullLog log;
        const auto store = openStore(folder.toStdString(), {}, log);
        QVERIFY(store.has_value());
        for (int i = 0; i < 20; ++i) {
            const auto batch = (*store)->makeBatch();
            batch->put(Family::Records, std::to_string(i), std::string(200, 'x'));
            QVERIFY((*store)->commit(*batch, Durability::Process).has_value());
        }
    }
    static QString largestJournal(const QString& folder)
    {
        const QDir files(folder);
        const QStringList names
            = files.entryList({QStringLiteral("*.log")}, QDir::Files, QDir::Size);
        return names.isEmpty() ? QString() : files.filePath(names.first());
    }
    static void watch(const QString& journal)
    {
        const std::lock_guard lock(mutex);
        watched = journal.toStdString();
        watchedBytes = static_cast<off_t>(QFileInfo(journal).size());
    }
};

QTEST_GUILESS_MAIN(TestJournalCopies)

#include "tst_storage_journal_copies.moc"
