// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/engine/engine_presenter.h"
#include "app/presenters/engine/log_model.h"
#include "app/services/forecast/monitor_service.h"
#include "app/services/journal/journal_service.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/window_fixture.h"

#include <QAbstractAnimation>
#include <QSignalSpy>

#include <algorithm>
#include <chrono>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace tst_ui_idle_memory {

using namespace sandglass;
using namespace std::chrono_literals;
using tests::WindowFixture;

namespace {

// A reading every 10 s: the hour that is remembered is full after 360. Caches of texts and of
// painting are full later.
constexpr auto kPause = 10s;
constexpr int kUntilFull = 1'400;
constexpr int kPolls = 1'000;
constexpr int kPollsBetweenRefreshes = 50;
// Less than what an answer leaves behind that is kept. Measured: 50, and 2 after 5 000 polls.
constexpr std::size_t kMostBytesPerPoll = 120;

/// What must not grow while nothing happens.
struct Kept
{
    qsizetype objects = 0; ///< of the window, without animations, which come and go
    std::size_t readings = 0;
    std::size_t journal = 0;
    int logLines = 0;
    std::size_t heap = 0; ///< bytes in use; 0: not known here
};

std::size_t heapInUse()
{
#ifdef __GLIBC__
    return mallinfo2().uordblks + mallinfo2().hblkhd;
#else
    return 0;
#endif
}

Kept keptBy(WindowFixture& fixture)
{
    const auto lasts = [](const QObject* object) {
        return qobject_cast<const QAbstractAnimation*>(object) == nullptr;
    };
    return {std::ranges::count_if(fixture.window->findChildren<QObject*>(), lasts),
            fixture.set.monitor.readings().size(), fixture.set.journal.entries().size(),
            fixture.workspace.engine().log().rowCount(), heapInUse()};
}

/// The polls with these numbers read the counters, and everything on screen now and then. False
/// when an answer does not come.
bool poll(WindowFixture& fixture, int first, int last)
{
    QSignalSpy answered(&fixture.set.monitor, &services::MonitorService::changed);
    for (int at = first; at < last; ++at) {
        fixture.clock.advance(kPause);
        ttl::TtlMetrics metrics;
        metrics.passes = at / 6;
        metrics.deletedDocuments = at;
        fixture.server->setMetrics(metrics);
        answered.clear();
        fixture.set.monitor.poll();
        if (answered.isEmpty() && !answered.wait()) {
            return false;
        }
        if (at % kPollsBetweenRefreshes == 0) {
            fixture.workspace.refreshAll();
            if (!QTest::qWaitFor([&fixture] { return fixture.window->pageReady(); })) {
                return false;
            }
        }
    }
    return true;
}

} // namespace

/// The memory of a window that is looked at and not touched.
class TestIdleMemory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aThousandPollsLeaveNothingBehind_data()
    {
        QTest::addColumn<QString>("page");
        QTest::newRow("inventory") << QStringLiteral("inventory");
        QTest::newRow("collection") << QStringLiteral("shop.sessions");
    }

    void aThousandPollsLeaveNothingBehind()
    {
        QFETCH(QString, page);
        WindowFixture fixture;
        tests::fillShop(fixture);
        QVERIFY(fixture.open());
        QVERIFY(fixture.openPage(page));
        QVERIFY(poll(fixture, 0, kUntilFull));
        const Kept before = keptBy(fixture);
        QVERIFY(poll(fixture, kUntilFull, kUntilFull + kPolls));
        const Kept after = keptBy(fixture);
        QCOMPARE(after.objects, before.objects);
        QCOMPARE(after.readings, before.readings);
        QCOMPARE(after.journal, before.journal);
        QCOMPARE(after.logLines, before.logLines);
        const std::size_t grown = after.heap - std::min(after.heap, before.heap);
        QVERIFY2(grown < kMostBytesPerPoll * kPolls,
                 qPrintable(QStringLiteral("%1 bytes more").arg(grown)));
    }
};

SANDGLASS_GUI_TEST(TestIdleMemory)
} // namespace tst_ui_idle_memory

#include "tst_ui_idle_memory.moc"
