// SPDX-License-Identifier: GPL-3.0-or-later
// What Qt finds out about the same computer is the reference.
#include "app/platform/host.h"
#include "tests/support/test_program.h"

#include <QSysInfo>
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
