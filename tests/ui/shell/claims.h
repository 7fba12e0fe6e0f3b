// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/error.h"
#include "widgets/charts/forecast_chart.h"
#include "widgets/views/elided_label.h"
#include "widgets/views/figure_tile.h"
#include "widgets/views/table_view.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QDockWidget>
#include <QLabel>
#include <QRegularExpression>
#include <QSet>
#include <QStringList>

#include <string>

namespace sandglass::tests {

/// What servers say to a user without the privilege, and what the driver makes of it: `code`.
inline base::Error refusal(base::Errc code, const std::string& command)
{
    base::Error error = base::serverError(13, "Unauthorized",
                                          "not authorized on shop to execute command { " + command
                                              + ": 1, $db: \"shop\" }");
    error.code = code;
    return error;
}

/// Whether a text claims that there is nothing.
inline bool claimsNothing(const QString& text)
{
    // 0 is part of no other number or time, and may end a sentence or a part of it
    static const QRegularExpression zero(
        QStringLiteral(R"((^|[^\d.,:/])0($|[^\d.,:/]|[.,:](\s|$)))"));
    static const QRegularExpression none(QStringLiteral(R"(\b(no|none|nothing|never|empty)\b)"),
                                         QRegularExpression::CaseInsensitiveOption);
    // these limit what they say to what may be read
    static const QRegularExpression limited(
        QStringLiteral("this user may|not permitted|may not|could not be"));
    return (zero.match(text).hasMatch() || none.match(text).hasMatch())
        && !limited.match(text).hasMatch();
}

/// Whether a text claims that all was counted.
inline bool claimsExactness(const QString& text)
{
    static const QRegularExpression exact(QStringLiteral(R"(\bexact\b)"));
    return exact.match(text).hasMatch();
}

/// What the texts of a window claim.
struct Claims
{
    QSet<QString> nothing; ///< that there is nothing, or of a test that could not look
    QSet<QString> exact; ///< that all was counted
};

/// Adds every cell below `parent` to `texts`, with its title, its tool tip and what a screen reader
/// says.
inline void addCells(const QAbstractItemModel& model, const QModelIndex& parent, QStringList& texts)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex cell = model.index(row, column, parent);
            const QString heading
                = model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
            texts << heading + QStringLiteral(": ") + cell.data().toString();
            texts << cell.data(Qt::AccessibleTextRole).toString();
            texts << cell.data(Qt::ToolTipRole).toString();
        }
        addCells(model, model.index(row, 0, parent), texts);
    }
}

/// Every text of a window or a dialog that is on the screen, and its title.
inline QStringList shownTexts(const QWidget& window)
{
    QStringList texts{window.windowTitle()};
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible()) {
            continue;
        }
        if (const auto* label = qobject_cast<const QLabel*>(widget)) {
            texts << label->text();
        } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
            texts << button->text();
        } else if (const auto* tile = qobject_cast<const widgets::FigureTile*>(widget)) {
            const widgets::Figure& figure = tile->figure();
            texts << figure.caption + QStringLiteral(": ") + figure.value << figure.detail;
        } else if (const auto* view = qobject_cast<const QAbstractItemView*>(widget)) {
            if (view->model()) {
                addCells(*view->model(), view->rootIndex(), texts);
            }
        }
        if (const auto* label = qobject_cast<const widgets::ElidedLabel*>(widget)) {
            texts << label->text();
        }
        if (const auto* chart = qobject_cast<const widgets::ForecastChart*>(widget)) {
            texts << chart->accessibleDescription();
        }
        if (const auto* table = qobject_cast<const widgets::TableView*>(widget);
            table && table->model() && table->model()->rowCount() == 0) {
            texts << table->placeholderText();
        }
    }
    return texts;
}

/// Brings up the inspector and the activity beside the pages of a window.
inline void showDocks(const QWidget& window)
{
    for (auto* dock : window.findChildren<QDockWidget*>()) {
        const QString name = dock->objectName();
        if (name == QStringLiteral("inspectorDock") || name == QStringLiteral("activityDock")) {
            dock->show();
        }
    }
}

/// Adds what the texts of a window or a dialog claim.
inline void addClaims(const QWidget& window, Claims& found)
{
    for (const QString& text : shownTexts(window)) {
        if (claimsNothing(text)) {
            found.nothing.insert(text);
        }
        if (claimsExactness(text)) {
            found.exact.insert(text);
        }
    }
}

} // namespace sandglass::tests
