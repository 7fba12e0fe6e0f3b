// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/help/help_pages.h"
#include "ui/help/help_window.h"

#include <QApplication>
#include <QFile>
#include <QRegularExpression>
#include <QStringList>

namespace sandglass::tests {

/// The compiled-in text of a page in a language, "en" or "zh_CN"; empty if there is none.
inline QString helpText(const QString& page, const QString& language)
{
    QFile file(QStringLiteral(":/help/%1/%2.html").arg(language, page));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// What a pattern captures first, every time that it matches.
inline QStringList capturesOf(const QString& text, const QString& pattern)
{
    const QRegularExpression expression(pattern, QRegularExpression::DotMatchesEverythingOption);
    QStringList found;
    for (auto each = expression.globalMatch(text); each.hasNext();) {
        found << each.next().captured(1);
    }
    return found;
}

/// The anchors of a page.
inline QStringList anchorsOf(const QString& page, const QString& language)
{
    return capturesOf(helpText(page, language), QStringLiteral("\\bid=\"([^\"]*)\""));
}

/// Whether a place such as "doctor#checks" exists in a language.
inline bool isHelpPlace(const QString& place, const QString& language)
{
    const QString anchor = place.section(QLatin1Char('#'), 1);
    const QString page = place.section(QLatin1Char('#'), 0, 0);
    return !helpText(page, language).isEmpty()
        && (anchor.isEmpty() || anchorsOf(page, language).contains(anchor));
}

/// The help window that is open; null when it is closed.
inline ui::HelpWindow* shownHelp()
{
    const QWidgetList windows = QApplication::topLevelWidgets();
    for (QWidget* window : windows) {
        if (auto* help = qobject_cast<ui::HelpWindow*>(window); help && help->isVisible()) {
            return help;
        }
    }
    return nullptr;
}

} // namespace sandglass::tests
