// SPDX-License-Identifier: GPL-3.0-or-later
// What the desktop wants of all programs, where its palette and its style do not say it.
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "widgets/style/appearance.h"
#include "widgets/style/colors.h"
#include "widgets/style/high_contrast.h"

#include <QApplication>
#include <QPalette>
#include <QSignalSpy>
#include <QTest>
#include <QWidget>

namespace tst_style_desktop {

using namespace sandglass::widgets;

class TestDesktopLook : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { sandglass::resources::initResources(); }
    void whatTheDesktopSaysCountsMoreThanItsPalette();
    void aDesktopThatWantsContrastGetsBlackAndWhite();
    void nothingMovesWhereTheDesktopWantsNoMotion();
};

void TestDesktopLook::whatTheDesktopSaysCountsMoreThanItsPalette()
{
    Appearance& appearance = Appearance::instance();
    appearance.apply(Theme::System);
    const bool before = appearance.isDark();
    const QSignalSpy changes(&appearance, &Appearance::changed);
    appearance.setDesktop({!before, {}, {}});
    QCOMPARE(appearance.isDark(), !before);
    QCOMPARE(QApplication::palette().color(QPalette::Window), color(ColorRole::Window, !before));
    QCOMPARE(changes.size(), 1);
    appearance.setDesktop({!before, {}, {}});
    QCOMPARE(changes.size(), 1);
    // a theme that the user has chosen stays
    appearance.apply(before ? Theme::Dark : Theme::Light);
    QCOMPARE(appearance.isDark(), before);
    appearance.apply(Theme::System);
    appearance.setDesktop({});
    QCOMPARE(appearance.isDark(), before);
}

void TestDesktopLook::aDesktopThatWantsContrastGetsBlackAndWhite()
{
    Appearance& appearance = Appearance::instance();
    appearance.apply(Theme::System);
    for (const bool dark : {false, true}) {
        appearance.setDesktop({dark, true, {}});
        QVERIFY(appearance.isHighContrast());
        QCOMPARE(appearance.isDark(), dark);
        QCOMPARE(color(ColorRole::Window), QColor(dark ? Qt::black : Qt::white));
        QCOMPARE(color(ColorRole::Text), QColor(dark ? Qt::white : Qt::black));
        QVERIFY(isHighContrast(appearance.palette()));
    }
    appearance.setDesktop({});
    QVERIFY(!appearance.isHighContrast());
}

void TestDesktopLook::nothingMovesWhereTheDesktopWantsNoMotion()
{
    Appearance& appearance = Appearance::instance();
    appearance.apply(Theme::Light);
    QApplication::setEffectEnabled(Qt::UI_General, true);
    QApplication::setEffectEnabled(Qt::UI_AnimateMenu, true);
    QVERIFY(QApplication::isEffectEnabled(Qt::UI_AnimateMenu));
    const bool moved = appearance.isAnimated();
    appearance.setDesktop({{}, {}, false});
    QVERIFY(!appearance.isAnimated());
    QVERIFY(!QApplication::isEffectEnabled(Qt::UI_AnimateMenu));
    QWidget widget;
    QVERIFY(!isAnimated(widget));
    appearance.setDesktop({});
    QCOMPARE(appearance.isAnimated(), moved);
    QCOMPARE(QApplication::isEffectEnabled(Qt::UI_AnimateMenu), moved);
}

SANDGLASS_GUI_TEST(TestDesktopLook)
} // namespace tst_style_desktop

#include "tst_style_desktop.moc"
