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

SANDGLASS_GUI_TEST(TestMetrics)
} // namespace tst_style_metrics

#include "tst_style_metrics.moc"
