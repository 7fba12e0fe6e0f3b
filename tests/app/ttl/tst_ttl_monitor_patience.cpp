// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/monitor_patience.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_ttl_monitor_patience {

using namespace sandglass;
using namespace std::chrono_literals;

class TestMonitorPatience : public QObject
{
    Q_OBJECT

private slots:
    void aServerThatReportsNothingGetsTheUsualPeriod()
    {
        QCOMPARE(ttl::monitorPatience({}), 130s);
        QCOMPARE(ttl::monitorPatience(ttl::TtlMetrics()), 130s);
    }

    void twoPeriodsAndAGrace()
    {
        ttl::TtlMetrics metrics;
        metrics.sleepSeconds = 5;
        QCOMPARE(ttl::monitorPatience(metrics), 20s);
    }

    void aFastClockGetsWhatPassesBetweenTwoReadings()
    {
        ttl::TtlMetrics metrics;
        metrics.clockRate = 3'600;
        QCOMPARE(ttl::monitorPatience(metrics), 130s + 2s * 3'599);
    }

    void senselessPeriodsAreBroughtIntoRange()
    {
        ttl::TtlMetrics metrics;
        metrics.sleepSeconds = -4;
        QCOMPARE(ttl::monitorPatience(metrics), 12s);
        metrics.sleepSeconds = std::numeric_limits<std::int64_t>::max();
        QCOMPARE(ttl::monitorPatience(metrics), std::chrono::seconds(2 * 86'400 + 10));
    }
};

SANDGLASS_TEST(TestMonitorPatience)
} // namespace tst_ttl_monitor_patience

#include "tst_ttl_monitor_patience.moc"
