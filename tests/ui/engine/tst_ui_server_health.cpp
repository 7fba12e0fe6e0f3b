// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/forecast/monitor_service.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"

#include <QLabel>
#include <QToolButton>

namespace tst_ui_server_health {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::need;
using tests::WindowFixture;

/// The bar that says that the server takes no writes.
class TestServerHealthNotice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itComesWithAFullDiskAndGoesWithRoom()
    {
        WindowFixture fixture;
        tests::fillShop(fixture);
        QVERIFY(fixture.open());
        auto* bar = need<QWidget>(fixture.window.get(), u"serverHealthBanner"_s);
        QVERIFY(!bar->isVisible());
        ttl::TtlMetrics metrics;
        metrics.passes = 1;
        metrics.readOnly = {fixture.clock.now(), "No space left on device"};
        fixture.server->setMetrics(metrics);
        fixture.set.monitor.poll();
        QTRY_VERIFY(bar->isVisible());
        const QString what = need<QLabel>(bar, u"whatLabel"_s)->text();
        QVERIFY2(what.contains(u"the disk is full"_s), qPrintable(what));
        // closed by the keyboard, too
        auto* close = need<QToolButton>(bar, u"closeButton"_s);
        QVERIFY(!close->accessibleName().isEmpty());
        close->setFocus();
        QTest::keyClick(close, Qt::Key_Space);
        QTRY_VERIFY(!bar->isVisible());
        metrics.damaged = {{"shop.sessions", "at_1", {}}};
        fixture.server->setMetrics(metrics);
        fixture.set.monitor.poll();
        QTRY_VERIFY(bar->isVisible()); // there is something else to tell
        fixture.server->setMetrics({});
        fixture.set.monitor.poll();
        QTRY_VERIFY(!bar->isVisible());
    }
};

SANDGLASS_GUI_TEST(TestServerHealthNotice)
} // namespace tst_ui_server_health

#include "tst_ui_server_health.moc"
