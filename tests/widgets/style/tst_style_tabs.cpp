// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "widgets/style/appearance.h"

#include <QApplication>
#include <QImage>
#include <QPalette>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>

namespace tst_style_tabs {

using namespace sandglass::widgets;

class TestTabs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { sandglass::resources::initResources(); }
    void theLineBelowTabsIsOne_data();
    void theLineBelowTabsIsOne();
};

void TestTabs::theLineBelowTabsIsOne_data()
{
    QTest::addColumn<int>("cornerHeight");
    for (const int height : {12, 17, 24, 27, 28, 29, 30, 40}) {
        QTest::addRow("%d", height) << height;
    }
}

void TestTabs::theLineBelowTabsIsOne()
{
    QFETCH(int, cornerHeight);
    Appearance::instance().apply(Theme::Light);
    QTabWidget tabs;
    tabs.setDocumentMode(true);
    tabs.addTab(new QWidget, QStringLiteral("Indexes"));
    auto* corner = new QWidget;
    corner->setFixedSize(80, cornerHeight);
    tabs.setCornerWidget(corner);
    tabs.resize(600, 200);
    tabs.show();
    QVERIFY(QTest::qWaitForWindowExposed(&tabs));
    const QImage image = tabs.grab().toImage();
    const int bottom = tabs.tabBar()->geometry().bottom();
    // beside the tabs, below the widget in the corner, and nowhere else
    for (const int x : {300, 560}) {
        for (int y = 0; y < bottom; ++y) {
            QCOMPARE(image.pixelColor(x, y), image.pixelColor(300, 2));
        }
        QCOMPARE(image.pixelColor(x, bottom), QApplication::palette().color(QPalette::Mid));
    }
}

SANDGLASS_GUI_TEST(TestTabs)
} // namespace tst_style_tabs

#include "tst_style_tabs.moc"
