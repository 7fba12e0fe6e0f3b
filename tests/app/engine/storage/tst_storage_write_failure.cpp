// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/log.h"
#include "app/engine/storage/journal_mark.h"
#include "app/engine/storage/open_store.h"
#include "app/platform/files.h"
#include "tests/support/damaged_table.h"
#include "tests/support/null_log.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <random>
#include <string>
#include <thread>

using namespace sandglass;
using namespace sandglass::engine::storage;

namespace {

std::atomic<int> syncError{0}; ///< errno of every fdatasync; 0: none fails

} // namespace

// Called by the storage library instead of the system's.
extern "C" int fdatasync(int descriptor)
{
    if (syncError != 0) {
        errno = syncError;
        return -1;
    }
    return static_cast<int>(::syscall(SYS_fdatasync, descriptor));
}

namespace {

constexpr rlim_t kLargestFile = 2'000'000;
constexpr int kWrongBehaviour = 3;

class CountingLog final : public base::Log
{
public:
    void write(const base::LogEntry& entry) override
    {
        errors += entry.severity == base::Severity::Error ? 1 : 0;
    }
    std::atomic<int> errors{0}; // threads of the store write too
};

Result<void> put(KeyValueStore& store, int number)
{
    // bytes that do not compress: they must fill a disk
    std::mt19937 random(static_cast<std::mt19937::result_type>(number));
    std::string value(1000, '\0');
    std::ranges::generate(value, [&random] { return static_cast<char>(random()); });
    const auto batch = store.makeBatch();
    batch->put(Family::Records, std::to_string(number), value);
    return store.commit(*batch, Durability::Process);
}

// Runs in a process of its own in which no file may grow beyond a limit: writes until the journal
// is full, then looks at how the store behaves. Prints the number of acknowledged records.
int fillUp(const char* folder)
{
    CountingLog log;
    auto store = openStore(folder, {}, log);
    if (!store) {
        return kWrongBehaviour;
    }
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{kLargestFile, RLIM_INFINITY};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) {
        return kWrongBehaviour;
    }

    int acknowledged = 0;
    while (acknowledged < 10'000 && put(**store, acknowledged)) {
        ++acknowledged;
    }
    const rlimit none{RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &none);
    // there is room again, but a journal with a hole in it must not go on
    const Result<void> second = put(**store, acknowledged);
    std::string value;
    const bool readable = (*store)->get(Family::Records, "0", value, nullptr).value_or(false);
    const bool synced = (*store)->syncJournal().has_value();
    if (second || second.error().code != Errc::Storage || !(*store)->writesRefused() || !readable
        || synced || log.errors != 1) {
        return kWrongBehaviour;
    }
    std::printf("%d\n", acknowledged);
    store->reset(); // aborts when anything is written to the failed journal
    return 0;
}

// The store works in the background, and takes and gives room meanwhile.
bool fillAllButALittle(const char* folder, const char* ballast)
{
    constexpr std::uint64_t kLeftFree = 2U << 20U; // bytes
    for (int attempt = 0; attempt < 100'000; ++attempt) {
        const std::uint64_t free = std::filesystem::space(folder).available;
        if (free > 2 * kLeftFree && platform::reserveSpace(ballast, free - kLeftFree)) {
            return true;
        }
        std::this_thread::yield();
    }
    return false;
}

// Ends a child: the line says what was wrong.
int wrongAt(int line)
{
    std::fprintf(stderr, "wrong behaviour, see line %d\n", line);
    return kWrongBehaviour;
}

// Fills a file system that a test has made small, with a file beside the data, until writes fail;
// makes room and lets writes resume. Returns 0, or kWrongBehaviour.
int fillAndResume(const char* folder, const char* ballast)
{
    CountingLog log;
    auto store = openStore(folder, {}, log);
    if (!store) {
        return wrongAt(__LINE__);
    }
    int acknowledged = 0;
    for (int round = 0; round < 3; ++round) {
        // all but a little: to resume, what was written is replayed and compacted, which takes as
        // much room again
        if (!fillAllButALittle(folder, ballast)) {
            return wrongAt(__LINE__);
        }
        Result<void> last;
        while (acknowledged < 200'000 && (last = put(**store, acknowledged))) {
            ++acknowledged;
        }
        if (last || last.error().serverCode != 14031 || !(*store)->writesRefused()) {
            return wrongAt(__LINE__);
        }
        // without room nothing changes, and reads go on
        std::string value;
        static_cast<void>((*store)->resumeWrites({[] {}}).has_value());
        if (!(*store)->get(Family::Records, "0", value, nullptr).value_or(false)) {
            return wrongAt(__LINE__);
        }
        std::remove(ballast);
        // somebody reads: not now
        auto reader = (*store)->iterate(Family::Records, {}, {}, nullptr);
        if ((*store)->writesRefused() && (*store)->resumeWrites({[] {}}).value_or(true)) {
            return wrongAt(__LINE__);
        }
        const Result<bool> resumed = (*store)->resumeWrites({[&reader] { reader.reset(); }});
        if ((*store)->writesRefused()) {
            std::fprintf(stderr, "%s\n", resumed ? "in use" : resumed.error().message.c_str());
            return wrongAt(__LINE__);
        }
        if (!put(**store, acknowledged) || !(*store)->syncJournal()) {
            return wrongAt(__LINE__);
        }
        ++acknowledged;
        // the write that failed left nothing
        for (int number : {0, acknowledged / 2, acknowledged - 1}) {
            if (!(*store)
                     ->get(Family::Records, std::to_string(number), value, nullptr)
                     .value_or(false)) {
                return wrongAt(__LINE__);
            }
        }
    }
    store->reset();
    store = openStore(folder, {}, log);
    if (!store || (*store)->lostJournal()) {
        return wrongAt(__LINE__);
    }
    int found = 0;
    const auto all = (*store)->iterate(Family::Records, {}, {}, nullptr);
    for (all->seekToFirst(); all->valid(); all->next()) {
        ++found;
    }
    return found == acknowledged ? 0 : kWrongBehaviour;
}

// Lets the process open no more files, writes until the journal needs a new one, and lets it open
// files again. Returns 0, or kWrongBehaviour.
int runOutOfDescriptors(const char* folder)
{
    CountingLog log;
    StoreOptions options;
    options.bufferBytes = 16U << 20U; // so that the journal changes soon
    auto store = openStore(folder, options, log);
    rlimit before{};
    if (!store || getrlimit(RLIMIT_NOFILE, &before) != 0) {
        return kWrongBehaviour;
    }
    const rlimit few{4, before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
    int acknowledged = 0;
    Result<void> last;
    while (acknowledged < 100'000 && (last = put(**store, acknowledged))) {
        ++acknowledged;
    }
    std::string value;
    if (last || last.error().serverCode != 264 || last.error().serverCodeName != "TooManyFilesOpen"
        || !(*store)->get(Family::Records, "0", value, nullptr).value_or(false)) {
        return kWrongBehaviour;
    }
    setrlimit(RLIMIT_NOFILE, &before);
    const Result<bool> resumed = (*store)->resumeWrites({[] {}});
    if (!resumed.value_or(false) || !put(**store, acknowledged)) {
        return kWrongBehaviour;
    }
    store->reset();
    store = openStore(folder, options, log);
    for (int number = 0; store && number <= acknowledged; ++number) {
        if (!(*store)
                 ->get(Family::Records, std::to_string(number), value, nullptr)
                 .value_or(false)) {
            return kWrongBehaviour;
        }
    }
    return store && !(*store)->lostJournal() ? 0 : kWrongBehaviour;
}

} // namespace

class TestWriteFailure : public QObject
{
    Q_OBJECT

private slots:
    void afterAFailedWriteTheStoreOnlyReadsAndEndsCleanly()
    {
        QProcess child;
        QVERIFY(runChild(child));
        QVERIFY(child.readAllStandardOutput().toInt() > 100);
    }

    void whatWasAcknowledgedBeforeTheFailureIsThereAfterARestart()
    {
        QProcess child;
        QVERIFY(runChild(child));
        const int acknowledged = child.readAllStandardOutput().toInt();
        tests::NullLog log;
        auto store = openStore(data(), {}, log);
        QVERIFY2(store.has_value(), store ? "" : store.error().message.c_str());
        for (int i = 0; i < acknowledged; ++i) {
            std::string value;
            QVERIFY(
                (*store)->get(Family::Records, std::to_string(i), value, nullptr).value_or(false));
        }
        QVERIFY(put(**store, acknowledged).has_value());
    }

    void onAFullDiskWritesResumeWhenThereIsRoom()
    {
        // a small file system in memory, in a namespace of mounts that ends with the process
        QProcess child;
        child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        const QString script
            = QStringLiteral("mount -t tmpfs -o size=%1 none '%2' && exec '%3' --resume '%2/data'"
                             " '%2/ballast'");
        for (const char* size : {"24m", "40m"}) {
            child.start(QStringLiteral("unshare"),
                        {QStringLiteral("-rm"), QStringLiteral("sh"), QStringLiteral("-c"),
                         script.arg(QLatin1String(size), m_folder.path(),
                                    QCoreApplication::applicationFilePath())});
            QVERIFY(child.waitForFinished(120'000));
            if (child.exitCode() == 1) {
                QSKIP("this system lets nobody mount a file system");
            }
            QCOMPARE(child.exitStatus(), QProcess::NormalExit);
            QCOMPARE(child.exitCode(), 0);
        }
    }

    void whenTooManyFilesWereOpenWritesResumeWhenThereAreFewer()
    {
#ifdef __SANITIZE_ADDRESS__
        QSKIP("the sanitizer opens pipes of its own to look at memory, and takes a refusal for a "
              "fault");
#endif
        QProcess child;
        child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        child.start(QCoreApplication::applicationFilePath(),
                    {QStringLiteral("--descriptors"), QString::fromStdString(data() + "-few")});
        QVERIFY(child.waitForFinished(120'000));
        QCOMPARE(child.exitStatus(), QProcess::NormalExit);
        QCOMPARE(child.exitCode(), 0);
    }

    // A second sync would succeed, although the system has dropped what the first one had to write.
    void afterAFailedSyncTheJournalIsReplaced()
    {
        const std::string folder = data() + "-sync";
        CountingLog log;
        auto store = openStore(folder, {}, log);
        QVERIFY(store.has_value());
        const std::uint64_t journal = (*store)->oldestJournal();
        QVERIFY(put(**store, 0).has_value());
        syncError = ENOSPC;
        const Result<void> synced = (*store)->syncJournal();
        QVERIFY(!synced);
        QCOMPARE(synced.error().serverCode, 14031);
        QVERIFY((*store)->writesRefused());
        // the attempt fails too, and what it found out about the journal is not forgotten
        QVERIFY(!(*store)->resumeWrites({[] {}}).has_value());
        syncError = 0;
        QVERIFY((*store)->resumeWrites({[] {}}).value_or(false));
        QVERIFY(put(**store, 1).has_value());
        QVERIFY((*store)->oldestJournal() > journal);
        QVERIFY((*store)->syncJournal().has_value());
        store->reset();
        store = openStore(folder, {}, log);
        QVERIFY(store.has_value());
        QVERIFY(!(*store)->lostJournal());
        std::string value;
        for (const char* key : {"0", "1"}) {
            QVERIFY((*store)->get(Family::Records, key, value, nullptr).value_or(false));
        }
    }

    void aDamagedJournalStaysReadableAndIsNotCut()
    {
        constexpr int kRecords = 20;
        const std::string folder = data() + "-damaged";
        CountingLog log;
        auto store = openStore(folder, {}, log);
        QVERIFY(store.has_value());
        for (int number = 0; number < kRecords; ++number) {
            QVERIFY(put(**store, number).has_value());
        }
        // RocksDB does not begin another journal by itself, as it does on a full disk
        syncError = EDQUOT;
        const bool synced = (*store)->syncJournal().has_value();
        syncError = 0;
        QVERIFY(!synced);
        const SyncedFile before = journalFiles(folder).back();
        const std::string path = journalPath(folder, before.number);
        QVERIFY(tests::invertBytes(QString::fromStdString(path), 0.5));
        const Result<bool> resumed = (*store)->resumeWrites({[] {}});
        QVERIFY(!resumed);
        QCOMPARE(resumed.error().code, Errc::InvalidInput);
        QVERIFY((*store)->writesRefused());
        // it is not cut; the store may have written more to it, or begun another one
        QVERIFY(std::filesystem::file_size(path) >= before.bytes);
        // what is in memory is read on
        QVERIFY(bool((*store)->uses().enter(base::Millis(0))));
        std::string value;
        for (int number = 0; number < kRecords; ++number) {
            QVERIFY((*store)
                        ->get(Family::Records, std::to_string(number), value, nullptr)
                        .value_or(false));
        }
        // only a restart helps
        QVERIFY(!(*store)->resumeWrites({[] {}}).value_or(true));
        store->reset();
        store = openStore(folder, {}, log);
        QVERIFY(store.has_value());
        QVERIFY((*store)->get(Family::Records, "0", value, nullptr).value_or(false));
    }

    void aSyncThatFailsForAnotherReasonIsNotResumed()
    {
        CountingLog log;
        auto store = openStore(data() + "-broken", {}, log);
        QVERIFY(store.has_value() && put(**store, 0).has_value());
        syncError = EIO;
        QVERIFY(!(*store)->syncJournal());
        syncError = 0;
        QVERIFY(!(*store)->resumeWrites({[] {}}).value_or(true));
        QVERIFY((*store)->writesRefused());
    }

    void aQuotaAndALimitOfFilesAreLikeAFullDisk_data()
    {
        QTest::addColumn<int>("number");
        QTest::addRow("quota") << EDQUOT;
        QTest::addRow("limit") << EFBIG;
    }

    void aQuotaAndALimitOfFilesAreLikeAFullDisk()
    {
        QFETCH(int, number);
        CountingLog log;
        auto store = openStore(data() + '-' + QTest::currentDataTag(), {}, log);
        QVERIFY(store.has_value() && put(**store, 0).has_value());
        syncError = number;
        QCOMPARE((*store)->syncJournal().error().serverCode, 14031);
        syncError = 0;
        QVERIFY((*store)->resumeWrites({[] {}}).value_or(false));
    }

private:
    std::string data() const
    {
        return m_folder.path().toStdString() + "/data";
    }
    bool runChild(QProcess& child)
    {
        child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        child.start(QCoreApplication::applicationFilePath(),
                    {QStringLiteral("--fill"), QString::fromStdString(data())});
        return child.waitForFinished(60'000) && child.exitStatus() == QProcess::NormalExit
            && child.exitCode() == 0;
    }

    QTemporaryDir m_folder;
};

int main(int argc, char** argv)
{
    if (argc == 3 && std::string(argv[1]) == "--fill") {
        return fillUp(argv[2]);
    }
    if (argc == 3 && std::string(argv[1]) == "--descriptors") {
        return runOutOfDescriptors(argv[2]);
    }
    if (argc == 4 && std::string(argv[1]) == "--resume") {
        return fillAndResume(argv[2], argv[3]);
    }
    const QCoreApplication app(argc, argv);
    TestWriteFailure test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_storage_write_failure.moc"
