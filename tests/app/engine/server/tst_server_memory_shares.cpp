// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/work_memory.h"
#include "app/engine/server/memory_shares.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_server_memory_shares {

using namespace sandglass::engine;
using server::MemoryShares;

class ServerMemorySharesTest : public QObject
{
    Q_OBJECT

private slots:
    void theWorkHasAQuarterOfTheMemory_data()
    {
        QTest::addColumn<qint64>("available"); // in megabytes
        QTest::addColumn<qint64>("work");
        QTest::addColumn<qint64>("cursors");
        QTest::newRow("a small container") << qint64{300} << qint64{256} << qint64{128};
        QTest::newRow("a small computer") << qint64{2'000} << qint64{500} << qint64{250};
        QTest::newRow("a server") << qint64{64'000} << qint64{16'000} << qint64{2'048};
        QTest::newRow("unknown") << qint64{0} << qint64{1'024} << qint64{512};
    }
    void theWorkHasAQuarterOfTheMemory()
    {
        QFETCH(qint64, available);
        QFETCH(qint64, work);
        QFETCH(qint64, cursors);
        constexpr qint64 kMegabyte = qint64{1} << 20U;
        const MemoryShares shares = server::memorySharesOf(available * kMegabyte);
        QCOMPARE(static_cast<qint64>(shares.work), work * kMegabyte);
        QCOMPARE(static_cast<qint64>(shares.cursors), cursors * kMegabyte);
    }

    void theShareOfThisComputerIsTheTotal()
    {
        const MemoryShares shares = server::shareMemory();
        QCOMPARE(query::WorkMemory::total(), shares.work);
        QVERIFY(shares.cursors < shares.work);
    }
};

SANDGLASS_PLAIN_TEST(ServerMemorySharesTest)
} // namespace tst_server_memory_shares

#include "tst_server_memory_shares.moc"
