// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "widgets/style/metrics.h"

#include <QDialog>
#include <QScreen>
#include <QTest>
#include <QWidget>

namespace tst_style_metrics {

using namespace sandglass;
using widgets::emPixels;
using widgets::sizeOnScreen;

class TestMetrics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSizeThatFitsIsKept();
    void aSizeIsWithinTheScreenBelowATitleBar();
    void aDialogMayBeAsLargeAsItsWindow();
    void aWindowGrowsAsFarAsItsScreenHasRoom();
    void aWindowThatGrowsStaysOnItsScreen();
};

void TestMetrics::aSizeThatFitsIsKept()
{
    const QDialog dialog;
    QCOMPARE(sizeOnScreen(&dialog, 20, 10), QSize(emPixels(&dialog, 20), emPixels(&dialog, 10)));
}

void TestMetrics::aSizeIsWithinTheScreenBelowATitleBar()
{
    const QDialog dialog;
    const QSize screen = dialog.screen()->availableSize();
    const QSize size = sizeOnScreen(&dialog, 10'000, 10'000);
    QCOMPARE(size.width(), screen.width());
    QVERIFY(size.height() < screen.height());
    QVERIFY(size.height() > screen.height() / 2);
}

void TestMetrics::aDialogMayBeAsLargeAsItsWindow()
{
    QWidget window;
    window.resize(window.screen()->availableSize() * 2);
    const QDialog dialog(&window);
    QCOMPARE(sizeOnScreen(&dialog, 10'000, 10'000), window.size());
}

void TestMetrics::aWindowGrowsAsFarAsItsScreenHasRoom()
{
    QDialog dialog;
    dialog.resize(200, 100);
    widgets::growOnScreen(&dialog, 50);
    QCOMPARE(dialog.size(), QSize(200, 150));
    // it never becomes lower
    widgets::growOnScreen(&dialog, 0);
    widgets::growOnScreen(&dialog, -50);
    QCOMPARE(dialog.size(), QSize(200, 150));
    widgets::growOnScreen(&dialog, 10'000);
    QCOMPARE(dialog.size(), QSize(200, widgets::roomOnScreen(&dialog).height()));
}

void TestMetrics::aWindowThatGrowsStaysOnItsScreen()
{
    QDialog dialog;
    const QRect screen = dialog.screen()->availableGeometry();
    dialog.resize(200, 100);
    dialog.move(screen.left() + 10, screen.bottom() - 150);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    widgets::growOnScreen(&dialog, 200);
    QCOMPARE(dialog.height(), 300);
    QTRY_VERIFY(dialog.frameGeometry().bottom() <= screen.bottom());
    QVERIFY(dialog.frameGeometry().top() >= screen.top());
}

SANDGLASS_GUI_TEST(TestMetrics)
} // namespace tst_style_metrics

#include "tst_style_metrics.moc"
