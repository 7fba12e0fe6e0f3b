// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/appearance.h"

#include "widgets/style/colors.h"
#include "widgets/style/metrics.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QFile>
#include <QFont>
#include <QPalette>
#include <QPointer>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QWidget>

#include <algorithm>
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
    WindowStyle()
        : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
    {
    }

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* returned) const override
    {
        switch (hint) {
        case SH_DialogButtonLayout:
            return QDialogButtonBox::MacLayout;
        case SH_DialogButtonBox_ButtonsHaveIcons:
            return 0;
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
    , m_systemDark(isDarkColor(QGuiApplication::palette().color(QPalette::Window)))
    , m_dark(m_systemDark)
{
}

void Appearance::apply(Theme theme)
{
    m_theme = theme;
    const bool dark = theme == Theme::Dark || (theme == Theme::System && m_systemDark);
    // no repainting for the same look
    if (m_applied && dark == m_dark) {
        return;
    }
    m_applied = true;
    m_dark = dark;
    const OwnFonts fonts = ownFonts();
    QApplication::setStyle(new WindowStyle);
    QApplication::setPalette(themePalette(dark));
    qApp->setStyleSheet(themeStyleSheet(dark));
    giveBack(fonts);
    Q_EMIT changed();
}

QString themeStyleSheet(bool dark)
{
    QFile file(QStringLiteral(":/styles/sandglass.qss"));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QString sheet = QString::fromUtf8(file.readAll());
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
        sheet.replace(name, color(role, dark).name());
    }
    const QPalette palette = themePalette(dark);
    sheet.replace(QStringLiteral("@button@"), palette.color(QPalette::Button).name());
    sheet.replace(QStringLiteral("@faded@"),
                  palette.color(QPalette::Disabled, QPalette::ButtonText).name());
    // pictures in a style sheet cannot follow the palette, so each theme has its own
    sheet.replace(QStringLiteral("@check@"),
                  dark ? QStringLiteral("check-dark") : QStringLiteral("check-light"));
    return sheet;
}

} // namespace sandglass::widgets

#include "moc_appearance.cpp"
