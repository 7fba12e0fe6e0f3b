// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/log.h"
#include "app/engine/storage/open_store.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <string>

using namespace sandglass;
using namespace sandglass::engine::storage;

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
    int errors = 0;
};

Result<void> put(KeyValueStore& store, int number)
{
    const auto batch = store.makeBatch();
    batch->put(Family::Records, std::to_string(number), std::string(1000, 'x'));
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
        base::NullLog log;
        auto store = openStore(data(), {}, log);
        QVERIFY2(store.has_value(), store ? "" : store.error().message.c_str());
        for (int i = 0; i < acknowledged; ++i) {
            std::string value;
            QVERIFY(
                (*store)->get(Family::Records, std::to_string(i), value, nullptr).value_or(false));
        }
        QVERIFY(put(**store, acknowledged).has_value());
    }

private:
    std::string data() const { return m_folder.path().toStdString() + "/data"; }
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
    const QCoreApplication app(argc, argv);
    TestWriteFailure test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_storage_write_failure.moc"
