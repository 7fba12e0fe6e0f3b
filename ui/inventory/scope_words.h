// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QString>

namespace sandglass::ui {

/// What the page of a server and that of one of its databases say differently.
struct ScopeWords
{
    QString heading; ///< empty: none
    QString table; ///< accessible name of the table
    QString nothingExpires; ///< title of the timeline without a rule
    QString noRules; ///< instead of the table's rows
    QString noMatch; ///< the same, with a filter
};

/// The words for a database, or for the whole server if `database` is empty. GUI thread.
ScopeWords scopeWords(const QString& database);

/// Makes the heading of a page; hidden without a text. The caller owns it.
QLabel* makeHeading(const QString& text, QWidget* parent);

} // namespace sandglass::ui
