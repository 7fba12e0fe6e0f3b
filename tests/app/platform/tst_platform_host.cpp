// SPDX-License-Identifier: GPL-3.0-or-later
// What Qt finds out about the same computer is the reference.
#include "app/platform/host.h"
#include "app/platform/linux/memory_limit.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

#include <vector>

namespace tst_platform_host {

using namespace sandglass;

class PlatformHostTest : public QObject
{
    Q_OBJECT

private slots:
    void theFactsAreThoseOfTheKernel()
    {
        const platform::HostFacts facts = platform::hostFacts();
        QCOMPARE(QString::fromStdString(facts.systemType).toLower(), QSysInfo::kernelType());
        QCOMPARE(QString::fromStdString(facts.systemVersion), QSysInfo::kernelVersion());
        QCOMPARE(QString::fromStdString(facts.hostName), QSysInfo::machineHostName());
        QVERIFY(!facts.architecture.empty());
        QVERIFY(!facts.systemName.empty());
    }

    void theNameIsThatOfTheFacts()
    {
        QCOMPARE(platform::hostName(), platform::hostFacts().hostName);
    }

    void memoryIsAWholeNumberOfPages()
    {
        const platform::HostFacts facts = platform::hostFacts();
        QCOMPARE(facts.pageBytes, std::int64_t{::sysconf(_SC_PAGESIZE)});
        QVERIFY(facts.memoryBytes > 0);
        QCOMPARE(facts.memoryBytes % facts.pageBytes, std::int64_t{0});
        QVERIFY(facts.memoryLimitBytes > 0);
        QVERIFY(facts.memoryLimitBytes <= facts.memoryBytes);
    }

    void theLeastLimitOfAllGroupsCounts_data()
    {
        QTest::addColumn<QString>("membership");
        QTest::addColumn<qint64>("limit");
        QTest::newRow("version 2") << "0::/a/b\n" << qint64{2'000};
        QTest::newRow("its parent") << "0::/a\n" << qint64{5'000};
        QTest::newRow("without a limit") << "0::/free\n" << qint64{0};
        QTest::newRow("of the host, not there") << "0::/elsewhere/x\n" << qint64{0};
        QTest::newRow("version 1") << "4:cpu,memory:/c\n3:cpuset:/a/b\n0::/\n" << qint64{3'000};
        QTest::newRow("version 1, not there") << "4:memory:/d/e\n" << qint64{9'000};
        QTest::newRow("no line of it") << "3:cpuset:/a\nnothing\n" << qint64{0};
    }
    void theLeastLimitOfAllGroupsCounts()
    {
        QFETCH(QString, membership);
        QFETCH(qint64, limit);
        const QTemporaryDir root;
        const auto write = [&root](const char* file, const char* text) {
            const QString path = root.filePath(QString::fromLatin1(file));
            QVERIFY(QDir().mkpath(QFileInfo(path).path()));
            QFile out(path);
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(text);
        };
        write("a/memory.max", "5000\n");
        write("a/b/memory.max", "2000\n");
        write("free/memory.max", "max\n");
        write("memory/memory.limit_in_bytes", "9000\n");
        write("memory/c/memory.limit_in_bytes", "3000\n");
        QCOMPARE(
            qint64{platform::groupMemoryLimit(membership.toStdString(), root.path().toStdString())},
            limit);
    }

    void memoryOfThisProcessGrowsWithWhatItUses()
    {
        constexpr std::size_t kBytes = std::size_t{64} << 20U;
        const platform::ProcessMemory before = platform::processMemory();
        const std::vector<char> used(kBytes, 'x');
        const platform::ProcessMemory after = platform::processMemory();
        QVERIFY(before.residentBytes > 0);
        QVERIFY(before.virtualBytes >= before.residentBytes);
        QVERIFY(after.residentBytes - before.residentBytes > static_cast<std::int64_t>(kBytes / 2));
        QCOMPARE(used.back(), 'x');
    }

    void processorTimeIsCounted()
    {
        const std::int64_t before = platform::processUsage().userMicros;
        // ends as soon as the counter moves; a counter that stands still runs into ctest's limit
        while (platform::processUsage().userMicros <= before) { }
        const platform::ProcessUsage used = platform::processUsage();
        QVERIFY(used.maxResidentKilobytes > 0);
        QVERIFY(used.pageReclaims > 0);
        QVERIFY(used.systemMicros >= 0);
    }

    void theFolderOfZonesHasZones()
    {
        QVERIFY(std::filesystem::exists(platform::zoneFolder() / "Europe" / "Berlin"));
    }
};

SANDGLASS_PLAIN_TEST(PlatformHostTest)
} // namespace tst_platform_host

#include "tst_platform_host.moc"
