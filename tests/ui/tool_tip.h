// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemView>
#include <QApplication>
#include <QHelpEvent>
#include <QTextDocument>
#include <QToolTip>

namespace sandglass::tests {

/// A tool tip as a user reads it: Qt takes one that looks like HTML for HTML.
inline QString readToolTip(const QString& text)
{
    if (!Qt::mightBeRichText(text)) {
        return text;
    }
    QTextDocument page;
    page.setHtml(text);
    return page.toPlainText();
}

/// What is read after the pointer rested on a cell; empty when no tool tip comes.
inline QString toolTipAt(QAbstractItemView* view, const QModelIndex& index)
{
    QToolTip::hideText();
    const QPoint place = view->visualRect(index).center();
    QHelpEvent hovers(QEvent::ToolTip, place, view->viewport()->mapToGlobal(place));
    QApplication::sendEvent(view->viewport(), &hovers);
    return readToolTip(QToolTip::text());
}

} // namespace sandglass::tests
