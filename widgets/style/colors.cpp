// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/colors.h"

#include "widgets/style/appearance.h"
#include "widgets/style/high_contrast.h"

#include <QHash>
#include <QPalette>

#include <array>
#include <cmath>
#include <utility>

namespace sandglass::widgets {

namespace {

struct Shade
{
    QRgb light;
    QRgb dark;
};

// In the order of ColorRole.
constexpr std::array<Shade, 28> kShades{{
    {0xff1b2026, 0xffe6e9ed}, // Text
    {0xff57606b, 0xffa3acb8}, // MutedText
    {0xff00663f, 0xff5fd3a4}, // OkText
    {0xff8a5000, 0xfff2b84b}, // WarningText
    {0xffb3261e, 0xffff9188}, // ErrorText
    {0xff005f96, 0xff6cc1f5}, // InfoText
    {0xfff4f5f7, 0xff21252b}, // Window
    {0xffffffff, 0xff181b20}, // Base
    {0xffffffff, 0xff2a2f37}, // Raised
    {0xffd3d7dd, 0xff3a4049}, // Frame
    {0xff868f9b, 0xff717b88}, // ControlFrame
    {0xffe6e8ec, 0xff2c3138}, // Grid
    {0xff0068a6, 0xff4fb2ec}, // Accent
    {0xff0072b2, 0xff0072b2}, // Scheduled
    {0xffd55e00, 0xffd55e00}, // Overdue
    {0xff009e73, 0xff009e73}, // Deleted
    {0xff000000, 0xfff0f0f0}, // Cumulative
    {0xffcc79a7, 0xffcc79a7}, // WhatIf
    {0xff999999, 0xff999999}, // Never
    {0xff56b4e9, 0xff56b4e9}, // Sampled
    {0xffddaa33, 0xffddaa33}, // Series2
    {0xff332288, 0xff8c82d9}, // Series3
    {0xff6ca6cd, 0xff88ccee}, // Series4
    {0xff882255, 0xffc0507f}, // Series5
    {0xff999933, 0xff999933}, // Series6
    {0xffaa4499, 0xffb965ab}, // Series7
    {0xff7a5230, 0xffb08560}, // Series8
    {0xff6b7280, 0xff7d8694}, // OtherSeries
}};
static_assert(kShades.size() == static_cast<std::size_t>(ColorRole::OtherSeries) + 1);

// Source: WCAG 2.1, relative luminance
double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& shade)
{
    return 0.2126 * linear(shade.redF()) + 0.7152 * linear(shade.greenF())
        + 0.0722 * linear(shade.blueF());
}

void setDisabledColors(QPalette& palette, const QColor& faded, const QColor& flat)
{
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
                            QPalette::HighlightedText, QPalette::Link}) {
        palette.setColor(QPalette::Disabled, role, faded);
    }
    palette.setColor(QPalette::Disabled, QPalette::Highlight, flat);
}

} // namespace

QColor color(ColorRole role, bool dark)
{
    const Shade& shade = kShades.at(static_cast<std::size_t>(role));
    return QColor::fromRgb(dark ? shade.dark : shade.light);
}

QColor color(ColorRole role)
{
    const Appearance& look = Appearance::instance();
    return look.isHighContrast() ? contrastColor(role, look.palette()) : color(role, look.isDark());
}

Qt::BrushStyle rolePattern(ColorRole role)
{
    if (!Appearance::instance().isHighContrast()) {
        return Qt::SolidPattern;
    }
    // no two that are seen in one chart are alike; BDiagPattern is for samples
    switch (role) {
    case ColorRole::Overdue:
        return Qt::Dense3Pattern;
    case ColorRole::Deleted:
        return Qt::DiagCrossPattern;
    case ColorRole::Series2:
        return Qt::Dense4Pattern;
    case ColorRole::Series3:
        return Qt::HorPattern;
    case ColorRole::Series4:
        return Qt::Dense6Pattern;
    case ColorRole::Series5:
        return Qt::VerPattern;
    case ColorRole::Series6:
        return Qt::CrossPattern;
    case ColorRole::Series7:
        return Qt::Dense2Pattern;
    case ColorRole::Series8:
        return Qt::FDiagPattern;
    case ColorRole::OtherSeries:
        return Qt::Dense7Pattern;
    default:
        return Qt::SolidPattern;
    }
}

double fadedOpacity(double usual)
{
    const Appearance& look = Appearance::instance();
    if (!look.isHighContrast()) {
        return usual;
    }
    return leastShare(look.palette().color(QPalette::WindowText),
                      look.palette().color(QPalette::Window));
}

ColorRole toneRole(Tone tone)
{
    switch (tone) {
    case Tone::Ok:
        return ColorRole::OkText;
    case Tone::Warning:
        return ColorRole::WarningText;
    case Tone::Error:
        return ColorRole::ErrorText;
    case Tone::Normal:
        break;
    }
    return ColorRole::Text;
}

ColorRole seriesRole(int index)
{
    static constexpr std::array kOrder{ColorRole::Scheduled, ColorRole::Series2, ColorRole::Series3,
                                       ColorRole::Series4,   ColorRole::Series5, ColorRole::Series6,
                                       ColorRole::Series7,   ColorRole::Series8};
    const auto place = static_cast<std::size_t>(index);
    return index >= 0 && place < kOrder.size() ? kOrder.at(place) : ColorRole::OtherSeries;
}

QVector<ColorRole> seriesRoles(const QStringList& names)
{
    constexpr unsigned kRoles = 8;
    // FNV-1a, because std::hash and qHash() may differ from run to run
    const auto placeOf = [](const QString& name) {
        quint32 hash = 2'166'136'261U;
        for (const char byte : name.toUtf8()) {
            hash = (hash ^ static_cast<unsigned char>(byte)) * 16'777'619U;
        }
        return (hash ^ (hash >> 16U)) % kRoles;
    };
    QStringList sorted = names;
    sorted.sort();
    sorted.removeDuplicates();
    QHash<QString, ColorRole> roles;
    std::array<bool, kRoles> taken{};
    // first all names get what is theirs, so that as few as possible depend on the others
    for (const bool own : {true, false}) {
        for (const QString& name : std::as_const(sorted)) {
            unsigned place = placeOf(name);
            for (unsigned step = 0; !own && step < kRoles && taken.at(place); ++step) {
                place = (place + 1) % kRoles;
            }
            if (!roles.contains(name) && !taken.at(place)) {
                taken.at(place) = true;
                roles.insert(name, seriesRole(static_cast<int>(place)));
            }
        }
    }
    QVector<ColorRole> result;
    for (const QString& name : names) {
        result += roles.value(name, ColorRole::OtherSeries);
    }
    return result;
}

double contrastRatio(const QColor& a, const QColor& b)
{
    const double first = luminance(a) + 0.05;
    const double second = luminance(b) + 0.05;
    return first > second ? first / second : second / first;
}

QPalette themePalette(bool dark)
{
    const auto shade = [dark](ColorRole role) { return color(role, dark); };
    const QColor button = dark ? QColor(0x30, 0x36, 0x3f) : QColor(0xfc, 0xfc, 0xfd);
    const QColor stripe = dark ? QColor(0x1d, 0x21, 0x27) : QColor(0xf7, 0xf8, 0xfa);
    const QColor faded = dark ? QColor(0x6b, 0x73, 0x7f) : QColor(0x9a, 0xa1, 0xab);
    const QColor highlight = dark ? QColor(0x1f, 0x5f, 0x8f) : shade(ColorRole::Accent);

    QPalette palette;
    palette.setColor(QPalette::Window, shade(ColorRole::Window));
    palette.setColor(QPalette::WindowText, shade(ColorRole::Text));
    palette.setColor(QPalette::Base, shade(ColorRole::Base));
    palette.setColor(QPalette::AlternateBase, stripe);
    palette.setColor(QPalette::ToolTipBase, shade(ColorRole::Raised));
    palette.setColor(QPalette::ToolTipText, shade(ColorRole::Text));
    palette.setColor(QPalette::PlaceholderText, shade(ColorRole::MutedText));
    palette.setColor(QPalette::Text, shade(ColorRole::Text));
    palette.setColor(QPalette::Button, button);
    palette.setColor(QPalette::ButtonText, shade(ColorRole::Text));
    palette.setColor(QPalette::BrightText, shade(ColorRole::ErrorText));
    palette.setColor(QPalette::Light, dark ? button.lighter(130) : QColor(Qt::white));
    palette.setColor(QPalette::Midlight, dark ? button.lighter(115) : QColor(0xee, 0xf0, 0xf3));
    palette.setColor(QPalette::Mid, shade(ColorRole::Frame));
    palette.setColor(QPalette::Dark, dark ? QColor(0x12, 0x15, 0x19) : QColor(0xb4, 0xba, 0xc3));
    palette.setColor(QPalette::Shadow, dark ? QColor(0x08, 0x0a, 0x0c) : QColor(0x7d, 0x84, 0x8e));
    palette.setColor(QPalette::Highlight, highlight);
    palette.setColor(QPalette::HighlightedText, QColor(Qt::white));
    palette.setColor(QPalette::Link, shade(ColorRole::InfoText));
    palette.setColor(QPalette::LinkVisited, shade(ColorRole::InfoText));
    setDisabledColors(palette, faded, shade(ColorRole::Frame));
    return palette;
}

} // namespace sandglass::widgets
