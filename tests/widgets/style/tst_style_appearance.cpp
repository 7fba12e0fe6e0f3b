// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "widgets/style/appearance.h"
#include "widgets/style/colors.h"
#include "widgets/style/high_contrast.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"

#include <QApplication>
#include <QImage>
#include <QPalette>
#include <QPushButton>
#include <QSignalSpy>
#include <QStyle>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>

namespace tst_style_appearance {

using namespace sandglass::widgets;

namespace {

bool hasColor(const QImage& image, const QColor& wanted)
{
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixelColor(x, y) == wanted) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

class TestAppearance : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { sandglass::resources::initResources(); }
    void textIsReadableInBothThemes_data();
    void textIsReadableInBothThemes();
    void everyPairOfThePaletteIsReadable_data();
    void everyPairOfThePaletteIsReadable();
    void barsStandOutFromTheBackground_data();
    void barsStandOutFromTheBackground();
    void thePaletteOfTheChartIsTheAgreedOne();
    void aNameKeepsItsColourWhateverIsBesideIt();
    void namesThatFallOnOneColourAreToldApart();
    void membersOfAStackDoNotLookDeleted();
    void applyingAThemeSetsThePaletteAndEmitsOnce();
    void systemFollowsTheDesktop();
    void iconsFollowTheTheme();
    void anUnknownIconIsNull();
    void theArrowOfASelectedNodeIsVisible_data();
    void theArrowOfASelectedNodeIsVisible();
    void theStyleSheetHasNoNamesLeft();
    void sizesGrowWithTheFont();
    void iconsGrowWithTheFont_data();
    void iconsGrowWithTheFont();
    void iconsDoNotShrinkWithTheFont();
    void ordinaryPalettesAreNotOfHighContrast();
    void aDesktopOfHighContrastGivesItsColours_data() { desktops(); }
    void aDesktopOfHighContrastGivesItsColours();
    void everyPairOfHighContrastIsReadable_data() { desktops(); }
    void everyPairOfHighContrastIsReadable();
    void theStyleSheetOfHighContrastHasNoNamesLeft_data() { desktops(); }
    void theStyleSheetOfHighContrastHasNoNamesLeft();
    void seriesOfHighContrastHaveAPatternEach();
    void aChosenThemeIsNotOverruledByHighContrast();

private:
    void desktops() const;
};

namespace {

/// The palette of a desktop with these two colours.
QPalette desktopOf(const QColor& text, const QColor& ground, const QColor& selection)
{
    QPalette palette(ground, ground);
    for (const auto role : {QPalette::Window, QPalette::Base, QPalette::Button}) {
        palette.setColor(role, ground);
    }
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(role, text);
    }
    palette.setColor(QPalette::Highlight, selection);
    palette.setColor(QPalette::HighlightedText, ground);
    return palette;
}

/// Shows the look of a desktop until it ends, and then that of the desktop before.
class Desktop
{
public:
    explicit Desktop(const QPalette& palette)
        : m_before(QApplication::palette())
    {
        QApplication::setPalette(palette);
        Appearance::instance().apply(Theme::System);
    }
    ~Desktop()
    {
        QApplication::setPalette(m_before);
        Appearance::instance().apply(Theme::System);
    }

    Desktop(const Desktop&) = delete;
    Desktop& operator=(const Desktop&) = delete;

private:
    const QPalette m_before;
};

} // namespace

void TestAppearance::textIsReadableInBothThemes_data()
{
    QTest::addColumn<ColorRole>("role");
    QTest::addColumn<bool>("dark");
    const QVector<std::pair<const char*, ColorRole>> roles{
        {"text", ColorRole::Text},       {"muted", ColorRole::MutedText},
        {"ok", ColorRole::OkText},       {"warning", ColorRole::WarningText},
        {"error", ColorRole::ErrorText}, {"info", ColorRole::InfoText},
    };
    for (const auto& [name, role] : roles) {
        QTest::addRow("%s, light", name) << role << false;
        QTest::addRow("%s, dark", name) << role << true;
    }
}

void TestAppearance::textIsReadableInBothThemes()
{
    QFETCH(ColorRole, role);
    QFETCH(bool, dark);
    for (const auto ground : {ColorRole::Window, ColorRole::Base, ColorRole::Raised}) {
        QVERIFY(contrastRatio(color(role, dark), color(ground, dark)) >= 4.5);
    }
}

void TestAppearance::everyPairOfThePaletteIsReadable_data()
{
    using Role = QPalette::ColorRole;
    QTest::addColumn<Role>("text");
    QTest::addColumn<Role>("ground");
    QTest::addRow("window") << QPalette::WindowText << QPalette::Window;
    QTest::addRow("field") << QPalette::Text << QPalette::Base;
    QTest::addRow("stripe of a table") << QPalette::Text << QPalette::AlternateBase;
    QTest::addRow("button") << QPalette::ButtonText << QPalette::Button;
    QTest::addRow("selection") << QPalette::HighlightedText << QPalette::Highlight;
    QTest::addRow("tool tip") << QPalette::ToolTipText << QPalette::ToolTipBase;
    QTest::addRow("placeholder") << QPalette::PlaceholderText << QPalette::Base;
    QTest::addRow("placeholder on a stripe")
        << QPalette::PlaceholderText << QPalette::AlternateBase;
    QTest::addRow("link in a field") << QPalette::Link << QPalette::Base;
    QTest::addRow("link in a window") << QPalette::Link << QPalette::Window;
    QTest::addRow("visited link") << QPalette::LinkVisited << QPalette::Base;
    QTest::addRow("alarm") << QPalette::BrightText << QPalette::Window;
}

void TestAppearance::everyPairOfThePaletteIsReadable()
{
    QFETCH(QPalette::ColorRole, text);
    QFETCH(QPalette::ColorRole, ground);
    for (const bool dark : {false, true}) {
        const QPalette palette = themePalette(dark);
        for (const auto group : {QPalette::Active, QPalette::Inactive}) {
            const double contrast
                = contrastRatio(palette.color(group, text), palette.color(group, ground));
            QVERIFY2(contrast >= 4.5, qPrintable(QString::number(contrast)));
        }
    }
}

void TestAppearance::barsStandOutFromTheBackground_data()
{
    QTest::addColumn<ColorRole>("role");
    QTest::addRow("scheduled") << ColorRole::Scheduled;
    QTest::addRow("overdue") << ColorRole::Overdue;
    QTest::addRow("deleted") << ColorRole::Deleted;
    QTest::addRow("cumulative") << ColorRole::Cumulative;
    QTest::addRow("frame of a control") << ColorRole::ControlFrame;
}

void TestAppearance::barsStandOutFromTheBackground()
{
    QFETCH(ColorRole, role);
    for (const bool dark : {false, true}) {
        QVERIFY(contrastRatio(color(role, dark), color(ColorRole::Base, dark)) >= 3);
    }
}

void TestAppearance::thePaletteOfTheChartIsTheAgreedOne()
{
    QCOMPARE(color(ColorRole::Scheduled, false).name(), QStringLiteral("#0072b2"));
    QCOMPARE(color(ColorRole::Overdue, true).name(), QStringLiteral("#d55e00"));
    QCOMPARE(color(ColorRole::Deleted, false).name(), QStringLiteral("#009e73"));
    QCOMPARE(color(ColorRole::Cumulative, false).name(), QStringLiteral("#000000"));
    QCOMPARE(color(ColorRole::Cumulative, true).name(), QStringLiteral("#f0f0f0"));
    QCOMPARE(color(ColorRole::WhatIf, false).name(), QStringLiteral("#cc79a7"));
    QCOMPARE(color(ColorRole::Never, true).name(), QStringLiteral("#999999"));
    QCOMPARE(color(ColorRole::Sampled, false).name(), QStringLiteral("#56b4e9"));
    QCOMPARE(seriesRole(0), ColorRole::Scheduled);
    QCOMPARE(seriesRole(8), ColorRole::OtherSeries);
}

void TestAppearance::aNameKeepsItsColourWhateverIsBesideIt()
{
    const QStringList few{QStringLiteral("log.events"), QStringLiteral("shop.carts")};
    const auto before = seriesRoles(few);
    QVERIFY(before.at(0) != before.at(1));
    QCOMPARE(seriesRoles({few.at(1), few.at(0)}), (QVector<ColorRole>{before.at(1), before.at(0)}));
    QCOMPARE(seriesRoles({few.at(0)}).first(), seriesRoles({few.at(0), few.at(0)}).last());
    // the hash is the same in every run and on every machine
    QCOMPARE(seriesRoles({QStringLiteral("a")}), seriesRoles({QStringLiteral("a")}));
}

void TestAppearance::namesThatFallOnOneColourAreToldApart()
{
    QStringList names;
    for (int i = 0; i < 8; ++i) {
        names += QStringLiteral("db.collection%1").arg(i);
    }
    const auto roles = seriesRoles(names);
    for (int i = 0; i < roles.size(); ++i) {
        QCOMPARE(roles.count(roles.at(i)), 1);
        QVERIFY(roles.at(i) != ColorRole::OtherSeries);
    }
    names += QStringLiteral("one too many");
    QCOMPARE(seriesRoles(names).count(ColorRole::OtherSeries), 1);
    QVERIFY(seriesRoles({}).isEmpty());
}

void TestAppearance::membersOfAStackDoNotLookDeleted()
{
    for (const bool dark : {false, true}) {
        const int deleted = color(ColorRole::Deleted, dark).hsvHue();
        for (int i = 0; i < 8; ++i) {
            const QColor member = color(seriesRole(i), dark);
            QVERIFY2(std::abs(member.hsvHue() - deleted) > 30, qPrintable(member.name()));
        }
    }
}

void TestAppearance::applyingAThemeSetsThePaletteAndEmitsOnce()
{
    Appearance& appearance = Appearance::instance();
    appearance.apply(Theme::Light);
    const QSignalSpy changes(&appearance, &Appearance::changed);
    appearance.apply(Theme::Dark);
    appearance.apply(Theme::Dark);
    QCOMPARE(changes.size(), 1);
    QVERIFY(appearance.isDark());
    QCOMPARE(QApplication::palette().color(QPalette::Window), color(ColorRole::Window, true));
}

void TestAppearance::systemFollowsTheDesktop()
{
    Appearance& appearance = Appearance::instance();
    appearance.apply(Theme::System);
    QCOMPARE(appearance.theme(), Theme::System);
    QCOMPARE(appearance.isDark(), appearance.isSystemDark());
}

void TestAppearance::iconsFollowTheTheme()
{
    Appearance::instance().apply(Theme::Light);
    const QIcon edit = icon(QStringLiteral("edit"));
    const auto draw = [&edit] { return edit.pixmap(QSize(64, 64)).toImage(); };
    QVERIFY(hasColor(draw(), color(ColorRole::Text, false)));
    Appearance::instance().apply(Theme::Dark);
    QVERIFY(hasColor(draw(), color(ColorRole::Text, true)));
    QVERIFY(!hasColor(draw(), color(ColorRole::Text, false)));
    const QIcon red = icon(QStringLiteral("error"), ColorRole::ErrorText);
    QVERIFY(hasColor(red.pixmap(QSize(64, 64)).toImage(), color(ColorRole::ErrorText, true)));
}

void TestAppearance::anUnknownIconIsNull()
{
    QVERIFY(icon(QStringLiteral("no-such-icon")).isNull());
}

void TestAppearance::theArrowOfASelectedNodeIsVisible_data()
{
    QTest::addColumn<Theme>("theme");
    QTest::newRow("light") << Theme::Light;
    QTest::newRow("dark") << Theme::Dark;
}

void TestAppearance::theArrowOfASelectedNodeIsVisible()
{
    QFETCH(Theme, theme);
    Appearance::instance().apply(theme);
    QTreeWidget tree;
    auto* node = new QTreeWidgetItem(&tree, {QStringLiteral("shop")});
    new QTreeWidgetItem(node, {QStringLiteral("sessions")});
    tree.setCurrentItem(node);
    node->setSelected(true);
    tree.show();
    const QRect row = tree.visualItemRect(node);
    const QRect branch(0, row.top(), row.left(), row.height());
    const QImage drawn = tree.viewport()->grab(branch).toImage();
    QVERIFY(drawn.width() > 4);
    const QColor ground = drawn.pixelColor(0, 1);
    double highest = 1.0;
    for (int y = 0; y < drawn.height(); ++y) {
        for (int x = 0; x < drawn.width(); ++x) {
            highest = std::max(highest, contrastRatio(drawn.pixelColor(x, y), ground));
        }
    }
    QCOMPARE_GE(highest, 3.0); // WCAG 2.1, 1.4.11: parts of controls
}

void TestAppearance::theStyleSheetHasNoNamesLeft()
{
    const QString sheet = themeStyleSheet(true);
    QVERIFY(!sheet.isEmpty());
    QVERIFY(!sheet.section(QStringLiteral("*/"), 2).contains(u'@'));
}

void TestAppearance::sizesGrowWithTheFont()
{
    QFont small;
    small.setPixelSize(10);
    QFont large;
    large.setPixelSize(20);
    QCOMPARE(emPixels(small, 1.5), 15);
    QCOMPARE(emPixels(large, 1.5), 30);
    QCOMPARE(emPixels(small, 0.01), 1);
}

void TestAppearance::iconsGrowWithTheFont_data()
{
    QTest::addColumn<int>("font");
    QTest::addColumn<int>("icon");
    QTest::newRow("100 %") << 12 << 16;
    QTest::newRow("150 %") << 18 << 24;
    QTest::newRow("200 %") << 24 << 32;
}

// Source: ui/DESIGN.md, For everyone. Everything follows the size of the text.
void TestAppearance::iconsGrowWithTheFont()
{
    QFETCH(int, font);
    QFETCH(int, icon);
    Appearance::instance().apply(Theme::Light); // sets the style
    QPushButton button;
    QFont text = button.font();
    text.setPixelSize(font);
    button.setFont(text);
    QCOMPARE(qApp->style()->pixelMetric(QStyle::PM_ButtonIconSize, nullptr, &button), icon);
    QCOMPARE(qApp->style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, &button), icon);
    QCOMPARE(button.iconSize(), QSize(icon, icon));
}

void TestAppearance::iconsDoNotShrinkWithTheFont()
{
    Appearance::instance().apply(Theme::Light);
    QPushButton button;
    QFont text = button.font();
    text.setPixelSize(6);
    button.setFont(text);
    QCOMPARE(button.iconSize(), QSize(16, 16));
}

void TestAppearance::desktops() const
{
    QTest::addColumn<QPalette>("desktop");
    const QColor yellow(0xff, 0xff, 0);
    QTest::newRow("white on black") << desktopOf(Qt::white, Qt::black, QColor(0x1a, 0xeb, 0xff));
    QTest::newRow("black on white") << desktopOf(Qt::black, Qt::white, QColor(0x37, 0, 0x6e));
    QTest::newRow("yellow on black") << desktopOf(yellow, Qt::black, yellow);
    QTest::newRow("green on black, weak selection")
        << desktopOf(QColor(0, 0xff, 0), Qt::black, QColor(0x40, 0, 0x40));
    QPalette weak = desktopOf(Qt::white, Qt::black, Qt::white);
    weak.setColor(QPalette::Link, QColor(0, 0, 0xff));
    weak.setColor(QPalette::PlaceholderText, QColor(0x40, 0x40, 0x40));
    weak.setColor(QPalette::HighlightedText, Qt::white);
    QTest::newRow("weak link, weak placeholder, no selected text") << weak;
}

void TestAppearance::ordinaryPalettesAreNotOfHighContrast()
{
    QVERIFY(!isHighContrast(themePalette(false)));
    QVERIFY(!isHighContrast(themePalette(true)));
    // Fusion's own
    QVERIFY(!isHighContrast(QPalette(QColor(0xef, 0xef, 0xef))));
    // grey on black is dark, but not more
    QVERIFY(!isHighContrast(desktopOf(QColor(0xc0, 0xc0, 0xc0), Qt::black, Qt::blue)));
}

void TestAppearance::aDesktopOfHighContrastGivesItsColours()
{
    QFETCH(QPalette, desktop);
    QVERIFY(isHighContrast(desktop));
    const Desktop look(desktop);
    QVERIFY(Appearance::instance().isHighContrast());
    QCOMPARE(color(ColorRole::Text), desktop.color(QPalette::WindowText));
    QCOMPARE(color(ColorRole::Window), desktop.color(QPalette::Window));
    QCOMPARE(QApplication::palette().color(QPalette::Base), desktop.color(QPalette::Base));
    QCOMPARE(Appearance::instance().isDark(), desktop.color(QPalette::Window).lightnessF() < 0.5F);
}

void TestAppearance::everyPairOfHighContrastIsReadable()
{
    QFETCH(QPalette, desktop);
    const Desktop look(desktop);
    for (const auto text :
         {ColorRole::Text, ColorRole::MutedText, ColorRole::OkText, ColorRole::WarningText,
          ColorRole::ErrorText, ColorRole::InfoText, ColorRole::Accent, ColorRole::ControlFrame,
          ColorRole::Frame, ColorRole::Overdue, ColorRole::Deleted, ColorRole::Cumulative}) {
        for (const auto ground : {ColorRole::Window, ColorRole::Base, ColorRole::Raised}) {
            QVERIFY(contrastRatio(color(text), color(ground)) >= kHighContrast);
        }
    }
    // filled buttons and switches
    QVERIFY(contrastRatio(color(ColorRole::Base), color(ColorRole::Accent)) >= kHighContrast);
    const QPalette palette = QApplication::palette();
    const std::pair<QPalette::ColorRole, QPalette::ColorRole> pairs[] = {
        {QPalette::WindowText, QPalette::Window},
        {QPalette::Text, QPalette::Base},
        {QPalette::Text, QPalette::AlternateBase},
        {QPalette::ButtonText, QPalette::Button},
        {QPalette::HighlightedText, QPalette::Highlight},
        {QPalette::ToolTipText, QPalette::ToolTipBase},
        {QPalette::PlaceholderText, QPalette::Base},
        {QPalette::Link, QPalette::Base},
        {QPalette::LinkVisited, QPalette::Window},
        {QPalette::BrightText, QPalette::Window},
        {QPalette::Highlight, QPalette::Base}, // the selection itself is seen
    };
    for (const auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled}) {
        for (const auto& [text, ground] : pairs) {
            QVERIFY(contrastRatio(palette.color(group, text), palette.color(group, ground))
                    >= kHighContrast);
        }
    }
    // what is disabled is still told apart
    QVERIFY(palette.color(QPalette::Disabled, QPalette::Text) != palette.color(QPalette::Text));
}

void TestAppearance::theStyleSheetOfHighContrastHasNoNamesLeft()
{
    QFETCH(QPalette, desktop);
    const QString sheet = contrastStyleSheet(contrastPalette(desktop));
    QVERIFY(sheet.contains(QStringLiteral("3px solid")));
    QVERIFY(!sheet.section(QStringLiteral("*/"), 2).contains(u'@'));
    const auto ground = desktop.color(QPalette::Window);
    // no colour of the light or the dark theme is left
    for (const auto role : {ColorRole::Window, ColorRole::Text, ColorRole::Accent}) {
        for (const bool dark : {false, true}) {
            QVERIFY(color(role, dark) == ground || !sheet.contains(color(role, dark).name()));
        }
    }
}

void TestAppearance::seriesOfHighContrastHaveAPatternEach()
{
    QCOMPARE(rolePattern(ColorRole::Series4), Qt::SolidPattern);
    QCOMPARE(fadedOpacity(0.5), 0.5);
    const Desktop look(desktopOf(Qt::white, Qt::black, Qt::white));
    QVector<Qt::BrushStyle> patterns{rolePattern(ColorRole::Deleted),
                                     rolePattern(ColorRole::Overdue), Qt::BDiagPattern};
    for (int i = 0; i < 9; ++i) {
        patterns += rolePattern(seriesRole(i));
    }
    for (const Qt::BrushStyle each : patterns) {
        QCOMPARE(patterns.count(each), 1);
    }
    QVERIFY(fadedOpacity(0.1) > 0.5);
}

void TestAppearance::aChosenThemeIsNotOverruledByHighContrast()
{
    const Desktop look(desktopOf(Qt::white, Qt::black, Qt::white));
    Appearance& appearance = Appearance::instance();
    const QSignalSpy changes(&appearance, &Appearance::changed);
    appearance.apply(Theme::Light);
    QVERIFY(!appearance.isHighContrast());
    QCOMPARE(color(ColorRole::Window), color(ColorRole::Window, false));
    appearance.apply(Theme::System);
    QVERIFY(appearance.isHighContrast());
    appearance.apply(Theme::System);
    QCOMPARE(changes.size(), 2);
}

SANDGLASS_GUI_TEST(TestAppearance)
} // namespace tst_style_appearance

#include "tst_style_appearance.moc"
