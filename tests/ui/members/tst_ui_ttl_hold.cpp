// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"

#include <QLabel>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace tst_ui_ttl_hold {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::need;
using tests::WindowFixture;

namespace {

/// The window on a server that waits for a confirmation.
struct HeldWindow : WindowFixture
{
    HeldWindow()
    {
        tests::fillShop(*this);
        ttl::TtlMetrics metrics;
        metrics.passes = 1;
        metrics.hold = ttl::TtlHold{{}, {{"shop.sessions", "at_1", 12'345}}};
        server->setMetrics(metrics);
    }
    bool isReleased() const
    {
        return std::ranges::any_of(server->commands(), [](const bson::Document& command) {
            return command["sandglassTtlHold"].asString() == "none";
        });
    }
    QPushButton* button() const
    {
        return need<QPushButton>(window.get(), u"releaseTtlHoldButton"_s);
    }
};

} // namespace

/// The banner about deletion that the engine holds back.
class TestTtlHoldBanner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itSaysWhatWaitsAndAsksFirst()
    {
        HeldWindow fixture;
        QVERIFY(fixture.open());
        QTRY_VERIFY(fixture.button()->isVisible());
        const QString text = need<QLabel>(fixture.window.get(), u"ttlHoldLabel"_s)->text();
        QVERIFY2(text.contains(u"12,345"_s) && text.contains(u"shop.sessions"_s), qPrintable(text));
        QVERIFY(!fixture.button()->accessibleName().isEmpty());

        fixture.button()->click();
        auto* box = fixture.window->findChild<QMessageBox*>(u"ttlHoldQuestion"_s);
        QVERIFY(box);
        QVERIFY2(box->text().contains(u"12,345"_s), qPrintable(box->text()));
        need<QPushButton>(box, u"cancelReleaseButton"_s)->click();
        QVERIFY(!fixture.isReleased());

        fixture.button()->click();
        box = nullptr;
        QTRY_VERIFY((box = fixture.window->findChild<QMessageBox*>(u"ttlHoldQuestion"_s))
                    && box->isVisible());
        need<QPushButton>(box, u"confirmReleaseButton"_s)->click();
        QTRY_VERIFY(fixture.isReleased());
        fixture.server->setMetrics({});
        fixture.set.monitor.poll();
        QTRY_VERIFY(!fixture.button()->isVisible());
    }

    void withoutAHoldThereIsNoBanner()
    {
        WindowFixture fixture;
        tests::fillShop(fixture);
        QVERIFY(fixture.open());
        QVERIFY(!need<QPushButton>(fixture.window.get(), u"releaseTtlHoldButton"_s)->isVisible());
    }
};

SANDGLASS_GUI_TEST(TestTtlHoldBanner)
} // namespace tst_ui_ttl_hold

#include "tst_ui_ttl_hold.moc"
