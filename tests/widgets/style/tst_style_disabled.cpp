// SPDX-License-Identifier: GPL-3.0-or-later
// Boxes and radio buttons that cannot be pressed look so, also when they are checked.
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "widgets/style/appearance.h"
#include "widgets/style/colors.h"
#include "widgets/style/high_contrast.h"

#include <QApplication>
#include <QCheckBox>
#include <QGroupBox>
#include <QImage>
#include <QPalette>
#include <QRadioButton>
#include <QTest>

namespace tst_style_disabled {

using namespace sandglass::widgets;

namespace {

/// How many pixels of the widget have exactly that colour.
int pixelsOf(QWidget& widget, const QColor& wanted)
{
    const QImage drawn = widget.grab().toImage();
    int found = 0;
    for (int y = 0; y < drawn.height(); ++y) {
        for (int x = 0; x < drawn.width(); ++x) {
            found += drawn.pixelColor(x, y).rgb() == wanted.rgb() ? 1 : 0;
        }
    }
    return found;
}

} // namespace

class TestDisabled : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { sandglass::resources::initResources(); }
    void init() { m_before = QApplication::palette(); }
    void cleanup();
    void aCheckedControlThatCannotBePressedIsMuted_data();
    void aCheckedControlThatCannotBePressedIsMuted();

private:
    QPalette m_before;
};

void TestDisabled::cleanup()
{
    QApplication::setPalette(m_before);
    Appearance::instance().apply(Theme::Light);
}

void TestDisabled::aCheckedControlThatCannotBePressedIsMuted_data()
{
    QTest::addColumn<Theme>("theme");
    QTest::addColumn<QString>("kind");
    const std::pair<const char*, Theme> looks[]
        = {{"light", Theme::Light}, {"dark", Theme::Dark}, {"high contrast", Theme::System}};
    for (const auto& [name, theme] : looks) {
        for (const char* kind : {"check box", "group box", "radio button"}) {
            QTest::addRow("%s, %s", kind, name) << theme << QString::fromLatin1(kind);
        }
    }
}

void TestDisabled::aCheckedControlThatCannotBePressedIsMuted()
{
    QFETCH(Theme, theme);
    QFETCH(QString, kind);
    if (theme == Theme::System) {
        QPalette desktop = plainPalette(true);
        desktop.setColor(QPalette::Highlight, QColor(0x1a, 0xeb, 0xff));
        QApplication::setPalette(desktop);
    }
    Appearance::instance().apply(theme);
    QCOMPARE(Appearance::instance().isHighContrast(), theme == Theme::System);
    QCheckBox check;
    check.setChecked(true);
    QGroupBox group(QStringLiteral(" "));
    group.setCheckable(true);
    group.setChecked(true);
    group.resize(60, 60);
    QRadioButton radio;
    radio.setChecked(true);
    QWidget& control = kind == QLatin1String("check box") ? static_cast<QWidget&>(check)
        : kind == QLatin1String("group box")              ? static_cast<QWidget&>(group)
                                                          : static_cast<QWidget&>(radio);
    const QColor accent = color(ColorRole::Accent);
    const QColor faded = QApplication::palette().color(QPalette::Disabled, QPalette::ButtonText);
    QVERIFY(pixelsOf(control, accent) > 0);
    control.setEnabled(false);
    QCOMPARE(pixelsOf(control, accent), 0);
    // a filled box or ring, and not a thin line
    QCOMPARE_GE(pixelsOf(control, faded), 10);
}

SANDGLASS_GUI_TEST(TestDisabled)
} // namespace tst_style_disabled

#include "tst_style_disabled.moc"
