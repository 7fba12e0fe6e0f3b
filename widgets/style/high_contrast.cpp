// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/high_contrast.h"

#include <QPalette>

#include <algorithm>
#include <cmath>

namespace sandglass::widgets {

namespace {

constexpr double kSameGround = 1.05; // contrast of two grounds that look the same
constexpr double kStrong
    = 15; // contrast of texts that an ordinary theme does not have on one ground

QColor mixed(const QColor& text, const QColor& ground, double share)
{
    const auto channel = [share](int ink, int paper) {
        return static_cast<int>(std::lround(ink * share + paper * (1 - share)));
    };
    return {channel(text.red(), ground.red()), channel(text.green(), ground.green()),
            channel(text.blue(), ground.blue())};
}

/// `wanted` if it stands out from the ground, otherwise `instead`.
QColor strongOr(const QColor& wanted, const QColor& ground, const QColor& instead)
{
    return contrastRatio(wanted, ground) >= kHighContrast ? wanted : instead;
}

void setDisabled(QPalette& palette, const QColor& faded, const QColor& ground)
{
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
                            QPalette::PlaceholderText, QPalette::Link, QPalette::Highlight}) {
        palette.setColor(QPalette::Disabled, role, faded);
    }
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, ground);
}

} // namespace

bool isHighContrast(const QPalette& desktop)
{
    const auto shade
        = [&desktop](QPalette::ColorRole role) { return desktop.color(QPalette::Active, role); };
    const QColor window = shade(QPalette::Window);
    const QColor base = shade(QPalette::Base);
    return contrastRatio(window, base) <= kSameGround
        && contrastRatio(shade(QPalette::WindowText), window) >= kStrong
        && contrastRatio(shade(QPalette::Text), base) >= kStrong;
}

double leastShare(const QColor& text, const QColor& ground)
{
    constexpr int kSteps = 100;
    for (int step = 1; step < kSteps; ++step) {
        const double share = static_cast<double>(step) / kSteps;
        if (contrastRatio(mixed(text, ground, share), ground) >= kHighContrast) {
            return share;
        }
    }
    return 1;
}

QPalette plainPalette(bool dark)
{
    const QColor ground = dark ? Qt::black : Qt::white;
    const QColor text = dark ? Qt::white : Qt::black;
    QPalette palette(ground, ground);
    for (const auto role : {QPalette::Window, QPalette::Base, QPalette::HighlightedText}) {
        palette.setColor(role, ground);
    }
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
                            QPalette::Highlight, QPalette::Link}) {
        palette.setColor(role, text);
    }
    return palette;
}

QPalette contrastPalette(const QPalette& desktop)
{
    const auto shade
        = [&desktop](QPalette::ColorRole role) { return desktop.color(QPalette::Active, role); };
    const QColor ground = shade(QPalette::Window);
    const QColor text = shade(QPalette::WindowText);
    const QColor accent = strongOr(shade(QPalette::Highlight), ground, text);
    const QColor onAccent = strongOr(shade(QPalette::HighlightedText), accent, ground);
    const QColor link = strongOr(shade(QPalette::Link), ground, text);

    QPalette palette;
    for (const auto role : {QPalette::Window, QPalette::Base, QPalette::AlternateBase,
                            QPalette::Button, QPalette::ToolTipBase}) {
        palette.setColor(role, ground);
    }
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText,
          QPalette::PlaceholderText, QPalette::BrightText,
          // the colours of bevels and frames
          QPalette::Light, QPalette::Midlight, QPalette::Mid, QPalette::Dark, QPalette::Shadow}) {
        palette.setColor(role, text);
    }
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, onAccent);
    palette.setColor(QPalette::Link, link);
    palette.setColor(QPalette::LinkVisited, strongOr(shade(QPalette::LinkVisited), ground, link));
    setDisabled(palette, mixed(text, ground, leastShare(text, ground)), ground);
    return palette;
}

QColor contrastColor(ColorRole role, const QPalette& palette)
{
    switch (role) {
    case ColorRole::Window:
    case ColorRole::Base:
    case ColorRole::Raised:
        return palette.color(QPalette::Active, QPalette::Window);
    case ColorRole::Accent:
    case ColorRole::Overdue:
    case ColorRole::WhatIf:
        return palette.color(QPalette::Active, QPalette::Highlight);
    case ColorRole::InfoText:
        return palette.color(QPalette::Active, QPalette::Link);
    case ColorRole::Grid:
        return palette.color(QPalette::Disabled, QPalette::WindowText);
    default:
        return palette.color(QPalette::Active, QPalette::WindowText);
    }
}

} // namespace sandglass::widgets
