// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/help/help_search.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QStackedWidget;

namespace sandglass::ui {

/// The left part of the help window: a field that searches all pages, and below it the list of
/// pages or, while there is a text in the field, the places that were found. GUI thread.
class HelpSidebar : public QWidget
{
    Q_OBJECT

public:
    explicit HelpSidebar(QWidget* parent = nullptr);

    /// Selects the page in the list of pages, without a signal.
    void setPage(const QString& page);
    /// The search field.
    QLineEdit& searchField() { return *m_query; }
    /// Empties the search field, which brings the list of pages back. Returns whether there was a
    /// text in it.
    bool endSearch();

Q_SIGNALS:
    /// The user chose a page or a place: "doctor" or "doctor#checks". `match`: the text that was
    /// searched, as the page spells it; empty for a page.
    void placeChosen(const QString& place, const QString& match);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// Sets up the list of pages.
    void buildContents();
    /// Sets up the field and the list of results.
    void buildSearch();
    /// Searches for the text of the field and shows the result.
    void search();
    /// Chooses a result.
    void choose(const QListWidgetItem* item);

    QLineEdit* m_query;
    QLabel* m_summary; // how many places there are
    QStackedWidget* m_stack;
    QListWidget* m_contents;
    QListWidget* m_results;
    HelpSearch m_search; // filled on first use
    QString m_page;
};

} // namespace sandglass::ui
