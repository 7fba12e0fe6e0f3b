// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/engine/net/net_fixture.h"
#include "tests/support/engine_in_process.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <sys/syscall.h>
#include <unistd.h>

#include <condition_variable>
#include <mutex>
#include <vector>

namespace tst_server_group_commit {

using namespace sandglass;
using engine::net::test::Raw;
using engine::net::test::RawClient;

namespace {

/// The disk as a test wants it: a sync that begins while it is held waits until it is released.
class Disk
{
public:
    void hold()
    {
        const std::lock_guard lock(m_mutex);
        m_held = true;
        m_begun = 0;
    }
    void release()
    {
        const std::lock_guard lock(m_mutex);
        m_held = false;
        m_released.notify_all();
    }
    void beginSync()
    {
        std::unique_lock lock(m_mutex);
        ++m_begun;
        m_released.wait(lock, [this] { return !m_held; });
    }
    /// Syncs since hold().
    int begun() const
    {
        const std::lock_guard lock(m_mutex);
        return m_begun;
    }

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_released;
    bool m_held = false; // guarded by m_mutex
    int m_begun = 0; // guarded by m_mutex
};

Disk& disk()
{
    static Disk theDisk;
    return theDisk;
}

Raw command(const bson::Document& body)
{
    bson::Builder whole;
    whole.appendAll(body).append("$db", "db");
    return sandglass::tests::writeMsg(1, 0, whole.take());
}

Raw durableInsert(int id)
{
    return command(
        bson::makeDocument("insert", "c", "documents",
                           bson::Value::array(bson::makeArray(bson::makeDocument("_id", id))),
                           "writeConcern", bson::makeDocument("j", true)));
}

} // namespace

// The storage library's syncs of its journal come here: the program's own function is found first.
extern "C" int fdatasync(int descriptor)
{
    disk().beginSync();
    return static_cast<int>(::syscall(SYS_fdatasync, descriptor));
}

class ServerGroupCommitTest : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { disk().release(); }

    void insertsThatWaitForTheDiskShareASync()
    {
        constexpr int kWriters = 8;
        tests::EngineInProcess engine(base::Time(std::chrono::seconds(1'700'000'000)));
        engine.start();
        const auto reader = RawClient::toPort(engine.port());
        QVERIFY(reader.send(durableInsert(0)));
        QCOMPARE(reader.reply(), 1);
        disk().hold();
        std::vector<RawClient> writers;
        for (int id = 1; id <= kWriters; ++id) {
            writers.push_back(RawClient::toPort(engine.port()));
            QVERIFY(writers.back().send(durableInsert(id)));
        }
        // all are written, and readers see them, while the first sync still goes on
        const Raw count = command(bson::makeDocument("count", "c"));
        QTRY_VERIFY(reader.send(count) && reader.reply() == 1 + kWriters);
        QTRY_COMPARE(disk().begun(), 1);
        disk().release();
        for (const RawClient& writer : writers) {
            QCOMPARE(writer.reply(), 1);
        }
        // the one under way covered some of them, one more the others
        QVERIFY2(disk().begun() <= 2, qPrintable(QString::number(disk().begun())));
    }

    void aDurableInsertIsNotAnsweredBeforeTheSync()
    {
        tests::EngineInProcess engine(base::Time(std::chrono::seconds(1'700'000'000)));
        engine.start();
        const auto writer = RawClient::toPort(engine.port());
        QVERIFY(writer.send(durableInsert(0)));
        QCOMPARE(writer.reply(), 1);
        disk().hold();
        QVERIFY(writer.send(durableInsert(1)));
        QTRY_COMPARE(disk().begun(), 1);
        QVERIFY(!writer.hasReply());
        disk().release();
        QCOMPARE(writer.reply(), 1);
    }
};

SANDGLASS_PLAIN_TEST(ServerGroupCommitTest)
} // namespace tst_server_group_commit

#include "tst_server_group_commit.moc"
