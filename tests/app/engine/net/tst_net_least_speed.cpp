// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/net/least_speed.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_net_least_speed {

using sandglass::engine::net::isTooSlow;
using std::chrono::milliseconds;

/// What a peer must move of a message or a reply.
class NetLeastSpeedTest : public QObject
{
    Q_OBJECT

private slots:
    void itHoldsAfterTheTimeOfGrace_data()
    {
        QTest::addColumn<qulonglong>("moved");
        QTest::addColumn<int>("seconds");
        QTest::addColumn<bool>("tooSlow");
        const auto row = [](const char* name, qulonglong moved, int seconds, bool tooSlow) {
            QTest::newRow(name) << moved << seconds << tooSlow;
        };
        row("nothing yet", 0, 29, false);
        row("nothing", 0, 30, true);
        row("one byte too few", 479'999, 30, true);
        row("just enough", 480'000, 30, false);
        row("fast, then a byte at a time", 480'030, 60, true);
        row("16 MB in a minute", 16'000'000, 60, false);
        row("16 MB in a thousand seconds", 16'000'000, 1000, false);
        row("16 MB in an hour", 16'000'000, 3600, true);
    }
    void itHoldsAfterTheTimeOfGrace()
    {
        QFETCH(qulonglong, moved);
        QFETCH(int, seconds);
        QFETCH(bool, tooSlow);
        QCOMPARE(isTooSlow(static_cast<std::size_t>(moved), milliseconds(seconds * 1000),
                           milliseconds(30'000)),
                 tooSlow);
    }
};

SANDGLASS_PLAIN_TEST(NetLeastSpeedTest)
} // namespace tst_net_least_speed

#include "tst_net_least_speed.moc"
