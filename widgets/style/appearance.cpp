// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/appearance.h"

#include "widgets/style/colors.h"
#include "widgets/style/high_contrast.h"
#include "widgets/style/metrics.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QFile>
#include <QFont>
#include <QPainter>
#include <QPalette>
#include <QPointer>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTabBar>
#include <QWidget>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace sandglass::widgets {

namespace {

bool isDarkColor(const QColor& shade)
{
    return shade.lightnessF() < 0.5;
}

/// Fusion with icons that grow with the font, since its own are 16 pixels high, which goes with a
/// font of 12. All rows of buttons in dialogs are arranged alike, whatever the desktop: further
/// buttons at the left, Cancel and then the button that does it at the right, none with an icon of
/// the desktop's theme.
class WindowStyle : public QProxyStyle
{
public:
    /// `contrast`: whether controls have an outline in the colour of the text, as Fusion's own
    /// cannot be seen on black. `animated`: whether anything moves.
    WindowStyle(bool contrast, bool animated)
        : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
        , m_contrast(contrast)
        , m_animated(animated)
    {
    }

    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                            QPainter* painter, const QWidget* widget) const override
    {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        if (m_contrast && (control == CC_ComboBox || control == CC_SpinBox)) {
            drawOutline(*painter, *option, option->rect);
        } else if (m_contrast && control == CC_ScrollBar) {
            drawOutline(*painter, *option, option->rect);
            painter->fillRect(subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget)
                                  .adjusted(3, 3, -3, -3),
                              option->palette.color(QPalette::WindowText));
        }
    }

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override
    {
        if (m_contrast && element == PE_FrameFocusRect) {
            // a tab has a border of its own, and the frame would be drawn over its text
            if (!qobject_cast<const QTabBar*>(widget)) {
                const auto* focus = qstyleoption_cast<const QStyleOptionFocusRect*>(option);
                drawFocus(*painter, *option, focus ? focus->backgroundColor : QColor());
            }
            return;
        }
        if (element == PE_FrameTabBarBase) {
            drawTabBase(*painter, *option, widget);
            return;
        }
        if (element == PE_IndicatorBranch && option->state.testFlag(State_Selected)) {
            // Fusion draws the arrow in the colour of the text, also on the selection
            QStyleOption arrow(*option);
            arrow.palette.setColor(QPalette::WindowText,
                                   option->palette.color(QPalette::HighlightedText));
            QProxyStyle::drawPrimitive(element, &arrow, painter, widget);
            return;
        }
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (m_contrast
            && (element == PE_Frame || element == PE_FrameGroupBox || element == PE_FrameMenu)) {
            drawOutline(*painter, *option, option->rect);
        }
    }

    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override
    {
        const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option);
        if (!m_animated && element == CE_ProgressBarContents && bar && bar->minimum == 0
            && bar->maximum == 0) {
            // Fusion moves stripes over the bar while the progress is not known
            painter->fillRect(option->rect.adjusted(2, 2, -2, -2),
                              QBrush(option->palette.color(QPalette::Highlight), Qt::BDiagPattern));
            return;
        }
        QProxyStyle::drawControl(element, option, painter, widget);
        if (m_contrast && element == CE_ProgressBarGroove) {
            drawOutline(*painter, *option, option->rect);
        }
    }

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* returned) const override
    {
        switch (hint) {
        case SH_DialogButtonLayout:
            return QDialogButtonBox::MacLayout;
        case SH_DialogButtonBox_ButtonsHaveIcons:
            return 0;
        case SH_Widget_Animate:
        case SH_Widget_Animation_Duration:
            return m_animated ? QProxyStyle::styleHint(hint, option, widget, returned) : 0;
        default:
            return QProxyStyle::styleHint(hint, option, widget, returned);
        }
    }

    int pixelMetric(PixelMetric metric, const QStyleOption* option,
                    const QWidget* widget) const override
    {
        const int pixels = QProxyStyle::pixelMetric(metric, option, widget);
        switch (metric) {
        case PM_ButtonIconSize:
        case PM_SmallIconSize:
        case PM_TabBarIconSize:
        case PM_ToolBarIconSize:
            break;
        default:
            return pixels;
        }
        const QFont font = widget ? widget->font() : QApplication::font();
        return std::max(pixels, emPixels(font, pixels / 12.0));
    }

private:
    static void drawOutline(QPainter& painter, const QStyleOption& option, const QRect& rect)
    {
        const bool focus = option.state.testFlag(State_HasFocus);
        const int width = focus ? 2 : 1;
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(
            QPen(option.palette.color(focus ? QPalette::Highlight : QPalette::WindowText), width));
        painter.drawRect(rect.adjusted(width / 2, width / 2, -1, -1));
        painter.restore();
    }

    /// The line below tabs. Fusion draws it above tabs that a style sheet describes. A widget in
    /// the corner beside them, for which the QTabWidget draws it, may have another height.
    static void drawTabBase(QPainter& painter, const QStyleOption& option, const QWidget* bar)
    {
        const bool corner = bar != nullptr && painter.device() != bar;
        const int y = corner ? bar->geometry().bottom() : option.rect.bottom();
        painter.fillRect(QRect(option.rect.left(), y, option.rect.width(), 1),
                         option.palette.color(QPalette::Mid));
    }

    /// `ground`: what is behind the frame; invalid if not known.
    static void drawFocus(QPainter& painter, const QStyleOption& option, const QColor& ground)
    {
        const QColor text = option.palette.color(QPalette::WindowText);
        const QColor other = option.palette.color(QPalette::Window);
        const bool visible = !ground.isValid() || contrastRatio(text, ground) >= kHighContrast;
        painter.save();
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(visible ? text : other, 2, Qt::DotLine));
        painter.drawRect(option.rect.adjusted(1, 1, -1, -1));
        painter.restore();
    }

    const bool m_contrast;
    const bool m_animated;
};

/// Widgets with a font of their own, such as headings.
using OwnFonts = std::vector<std::pair<QPointer<QWidget>, QFont>>;

OwnFonts ownFonts()
{
    OwnFonts fonts;
    for (QWidget* widget : QApplication::allWidgets()) {
        if (widget->testAttribute(Qt::WA_SetFont)) {
            fonts.emplace_back(widget, widget->font());
        }
    }
    return fonts;
}

/// Another style sheet may take a widget its font.
void giveBack(const OwnFonts& fonts)
{
    for (const auto& [widget, font] : fonts) {
        if (widget && widget->font() != font) {
            widget->setFont(font);
        }
    }
}

} // namespace

Appearance& Appearance::instance()
{
    // a test may create one application after another
    static QPointer<Appearance> appearance;
    if (!appearance) {
        appearance = new Appearance(QCoreApplication::instance());
    }
    return *appearance;
}

Appearance::Appearance(QObject* parent)
    : QObject(parent)
    , m_desktop(QGuiApplication::palette())
    , m_palette(themePalette(isSystemDark()))
    , m_dark(isSystemDark())
{
    readAnimations();
    setAnimated(wantsAnimations());
}

void Appearance::readAnimations()
{
    m_styleMoves
        = QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, nullptr)
        > 0;
}

bool Appearance::wantsAnimations() const
{
    return m_styleMoves && m_look.animations.value_or(true);
}

void Appearance::setAnimated(bool animated)
{
    m_animated = animated;
    if (animated) {
        for (const Qt::UIEffect effect : std::exchange(m_effects, {})) {
            QApplication::setEffectEnabled(effect, true);
        }
        return;
    }
    for (const auto effect : {Qt::UI_AnimateMenu, Qt::UI_FadeMenu, Qt::UI_AnimateCombo,
                              Qt::UI_AnimateTooltip, Qt::UI_FadeTooltip, Qt::UI_AnimateToolBox}) {
        if (QApplication::isEffectEnabled(effect)) {
            m_effects.push_back(effect);
            QApplication::setEffectEnabled(effect, false);
        }
    }
}

bool Appearance::isSystemDark() const
{
    return m_look.dark.value_or(isDarkColor(m_desktop.color(QPalette::Window)));
}

std::optional<QPalette> Appearance::highContrast() const
{
    if (widgets::isHighContrast(m_desktop)) {
        return m_desktop;
    }
    if (m_look.highContrast.value_or(false)) {
        return plainPalette(isSystemDark());
    }
    return std::nullopt;
}

void Appearance::setDesktop(const DesktopLook& look)
{
    if (look == m_look) {
        return;
    }
    m_look = look;
    if (m_applied) {
        apply(m_theme);
    }
}

void Appearance::apply(Theme theme)
{
    m_theme = theme;
    // a palette that is not ours is a new one of the desktop
    if (m_applied && QGuiApplication::palette() != m_set) {
        m_desktop = QGuiApplication::palette();
    }
    const std::optional<QPalette> desktop
        = theme == Theme::System ? highContrast() : std::optional<QPalette>();
    const bool dark = desktop ? isDarkColor(desktop->color(QPalette::Window))
                              : theme == Theme::Dark || (theme == Theme::System && isSystemDark());
    const QPalette palette = desktop ? contrastPalette(*desktop) : themePalette(dark);
    // no repainting for the same look
    if (m_applied && m_style && palette == m_palette && QGuiApplication::palette() == m_set
        && wantsAnimations() == m_animated) {
        return;
    }
    if (!m_style) {
        readAnimations();
    }
    setAnimated(wantsAnimations());
    m_applied = true;
    m_dark = dark;
    m_contrast = desktop.has_value();
    m_palette = palette;
    const OwnFonts fonts = ownFonts();
    m_style = new WindowStyle(m_contrast, m_animated);
    QApplication::setStyle(m_style);
    QApplication::setPalette(palette);
    m_set = QGuiApplication::palette();
    qApp->setStyleSheet(m_contrast ? contrastStyleSheet(palette) : themeStyleSheet(dark));
    giveBack(fonts);
    Q_EMIT changed();
}

bool isAnimated(const QWidget& widget)
{
    return widget.style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, &widget) > 0;
}

namespace {

using ColorOf = std::function<QColor(ColorRole)>;

QString resourceText(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Replaces the names of a style sheet. `colorOf`: the colours of the look; `palette`: its palette.
QString filledIn(QString sheet, const ColorOf& colorOf, const QPalette& palette)
{
    const std::pair<QString, ColorRole> names[] = {
        {QStringLiteral("@text@"), ColorRole::Text},
        {QStringLiteral("@muted@"), ColorRole::MutedText},
        {QStringLiteral("@window@"), ColorRole::Window},
        {QStringLiteral("@base@"), ColorRole::Base},
        {QStringLiteral("@raised@"), ColorRole::Raised},
        {QStringLiteral("@frame@"), ColorRole::Frame},
        {QStringLiteral("@control@"), ColorRole::ControlFrame},
        {QStringLiteral("@accent@"), ColorRole::Accent},
        {QStringLiteral("@danger@"), ColorRole::ErrorText},
    };
    for (const auto& [name, role] : names) {
        sheet.replace(name, colorOf(role).name());
    }
    // texts stay readable on what is pressed
    const bool readable = contrastRatio(colorOf(ColorRole::Text), colorOf(ColorRole::Frame)) >= 4.5;
    sheet.replace(QStringLiteral("@pressed@"),
                  colorOf(readable ? ColorRole::Frame : ColorRole::Base).name());
    sheet.replace(QStringLiteral("@button@"), palette.color(QPalette::Button).name());
    sheet.replace(QStringLiteral("@faded@"),
                  palette.color(QPalette::Disabled, QPalette::ButtonText).name());
    // pictures in a style sheet cannot follow the palette: a dark tick on what is light, and the
    // other way round
    sheet.replace(QStringLiteral("@check@"),
                  contrastRatio(colorOf(ColorRole::Accent), Qt::white) < 4.5
                      ? QStringLiteral("check-dark")
                      : QStringLiteral("check-light"));
    return sheet;
}

} // namespace

QString themeStyleSheet(bool dark)
{
    return filledIn(
        resourceText(QStringLiteral(":/styles/sandglass.qss")),
        [dark](ColorRole role) { return color(role, dark); }, themePalette(dark));
}

QString contrastStyleSheet(const QPalette& palette)
{
    return filledIn(
        resourceText(QStringLiteral(":/styles/sandglass.qss"))
            + resourceText(QStringLiteral(":/styles/high-contrast.qss")),
        [&palette](ColorRole role) { return contrastColor(role, palette); }, palette);
}

} // namespace sandglass::widgets

#include "moc_appearance.cpp"
