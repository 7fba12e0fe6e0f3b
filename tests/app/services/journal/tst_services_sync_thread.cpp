// SPDX-License-Identifier: GPL-3.0-or-later
// Which threads wait until something is on the disk: never that of the GUI.
#include "app/services/journal/journal_file.h"
#include "tests/support/purge_fixture.h"

#include <QCoreApplication>
#include <QFile>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <future>
#include <string>
#include <system_error>
#include <thread>

using namespace sandglass;
using namespace Qt::StringLiterals;
using services::JournalEntry;
using services::JournalFile;
using services::JournalStatus;
using services::PurgePhase;
using tests::kLogs;
using tests::PurgeFixture;

namespace {

const std::thread::id mainThread = std::this_thread::get_id();
std::atomic<int> syncsOfMain{0};
std::atomic<int> syncsOfWorkers{0};
std::atomic<int> waiting{0};
std::atomic<bool> slow{false}; ///< a worker's sync does not return

// Qt saves the settings in the GUI thread: they are not what a change waits for.
bool isAboutAChange(int descriptor)
{
    std::error_code unknown;
    const std::string path
        = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor), unknown)
              .string();
    return path.find("journal.jsonl") != std::string::npos
        || path.find("/purges/") != std::string::npos
        || path.find("/archives/") != std::string::npos;
}

int countedSync(long number, int descriptor)
{
    if (!isAboutAChange(descriptor)) {
        return static_cast<int>(::syscall(number, descriptor));
    }
    if (std::this_thread::get_id() == mainThread) {
        ++syncsOfMain;
    } else {
        ++syncsOfWorkers;
        ++waiting;
        slow.wait(true);
        --waiting;
    }
    return static_cast<int>(::syscall(number, descriptor));
}

void goOn()
{
    slow = false;
    slow.notify_all();
}

void forget()
{
    syncsOfMain = 0;
    syncsOfWorkers = 0;
}

JournalEntry entry(std::uint64_t id)
{
    JournalEntry entry;
    entry.id = id;
    entry.ns = {"shop", "carts"};
    return entry;
}

} // namespace

// Called in place of the system's, also by Qt.
extern "C" int fdatasync(int descriptor)
{
    return countedSync(SYS_fdatasync, descriptor);
}

extern "C" int fsync(int descriptor)
{
    return countedSync(SYS_fsync, descriptor);
}

class TestSyncThread : public QObject
{
    Q_OBJECT

private slots:
    void aPurgeSyncsItsJournalAndItsStateOnWorkers()
    {
        PurgeFixture fixture;
        QVERIFY(fixture.connect());
        forget();
        QVERIFY(fixture.set.purges.start(fixture.request()));
        QVERIFY(fixture.reaches(PurgePhase::Ended));
        QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{1});
        QCOMPARE(syncsOfMain.load(), 0);
        // the journal, the state, and the state again before each of three batches
        QVERIFY2(syncsOfWorkers >= 5, qPrintable(QString::number(syncsOfWorkers)));
    }

    void soDoesAPurgeWithAnArchiveThatIsPausedAndResumed()
    {
        PurgeFixture fixture;
        QVERIFY(fixture.connect());
        forget();
        QVERIFY(fixture.waitsAfterABatch(fixture.archiving(archive::Format::Bson)));
        fixture.set.purges.pause();
        QVERIFY(fixture.pausedFor(services::PauseReason::User));
        QVERIFY(fixture.set.purges.resume());
        QTRY_COMPARE(fixture.server->documentCount(kLogs), std::size_t{6});
        fixture.set.purges.cancel();
        QVERIFY(fixture.reaches(PurgePhase::Ended));
        QCOMPARE(syncsOfMain.load(), 0);
        QVERIFY(syncsOfWorkers > 0);
    }

    void soDoesLoadingSampleData()
    {
        tests::ServiceFixture fixture;
        QVERIFY(fixture.connect());
        forget();
        QSignalSpy finished(&fixture.set.samples, &services::SampleDataService::finished);
        fixture.set.samples.load();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60'000);
        QCOMPARE(syncsOfMain.load(), 0);
        QVERIFY(syncsOfWorkers > 0);
    }

    void nothingIsSentBeforeTheJournalIsOnTheDisk()
    {
        PurgeFixture fixture;
        QVERIFY(fixture.connect());
        const int calls = fixture.server->calls("runCommand");
        const auto end = qScopeGuard(goOn); // also of a test that fails
        slow = true;
        QVERIFY(fixture.set.purges.start(fixture.request()));
        QTRY_COMPARE(waiting.load(), 1);
        QCOMPARE(fixture.server->calls("runCommand"), calls);
        QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{26});
        QVERIFY(fixture.set.journal.entries().empty()); // it is not known to be there
        goOn();
        QVERIFY(fixture.reaches(PurgePhase::Ended));
        QCOMPARE(fixture.set.journal.entries().size(), std::size_t{1});
    }

    void whoEndsAnEntryDoesNotWaitForTheSyncOfAnother_data()
    {
        QTest::addColumn<bool>("replaced");
        QTest::newRow("the same file") << false;
        QTest::newRow("a file that was removed") << true;
    }

    void whoEndsAnEntryDoesNotWaitForTheSyncOfAnother()
    {
        QFETCH(bool, replaced);
        const QTemporaryDir folder;
        JournalFile journal(folder.filePath(u"journal.jsonl"_s));
        QVERIFY(std::async(std::launch::async, [&] {
                    return journal.begin(entry(1)).has_value();
                }).get());
        std::future<bool> second;
        std::future<bool> ended;
        const auto end = qScopeGuard(goOn); // before both are waited for
        slow = true;
        second
            = std::async(std::launch::async, [&] { return journal.begin(entry(2)).has_value(); });
        QTRY_COMPARE(waiting.load(), 1);
        // the file is another one by now: the old one is closed
        QVERIFY(!replaced || QFile::remove(journal.path()));
        ended = std::async(std::launch::async, [&] {
            JournalEntry first = entry(1);
            first.status = JournalStatus::Succeeded;
            journal.end(first);
            return journal.isUnknown(2);
        });
        const bool atOnce = ended.wait_for(std::chrono::seconds(20)) == std::future_status::ready;
        goOn();
        QVERIFY(atOnce);
        QVERIFY(!ended.get());
        QVERIFY(second.get());
        JournalEntry last = entry(2);
        last.status = JournalStatus::Succeeded;
        journal.end(last); // with its first line, if that went away with the file
        const auto entries = journal.read();
        QCOMPARE(entries.size(), std::size_t{2});
        QCOMPARE(entries.front().status, JournalStatus::Succeeded);
    }
};

QTEST_GUILESS_MAIN(TestSyncThread)

#include "tst_services_sync_thread.moc"
