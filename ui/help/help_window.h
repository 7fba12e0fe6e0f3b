// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QHBoxLayout;
class QKeySequence;
class QLabel;
class QLineEdit;
class QListWidget;
class QTextBrowser;
class QUrl;

namespace sandglass::ui {

/// The built-in help: contents at the left, the page at the right, with back and forward, find in
/// page, and zoom. It has no parent, so that no modal dialog blocks it. GUI thread.
class HelpWindow : public QWidget
{
    Q_OBJECT

public:
    HelpWindow();

    /// Shows a page in the language of the program; the first page if there is no such page.
    void showPage(const QString& page);
    /// The name of the page that is shown, such as "inventory".
    QString page() const { return m_page; }

protected:
    void changeEvent(QEvent* event) override;

private:
    /// Adds the buttons for history and text size.
    void buildTools(QHBoxLayout& row);
    /// Adds the field to find a text in the page.
    void buildFind(QHBoxLayout& row);
    /// Lists the titles of all pages.
    void fillContents();
    /// Adds a button with an action. `name`: of its icon; `keys`: its shortcuts, the first of which
    /// is in the tool tip.
    QAction* tool(QHBoxLayout& row, const QString& name, const QString& text,
                  const QList<QKeySequence>& keys);
    /// Opens another help page, or an https link in the browser.
    void followLink(const QUrl& link);
    /// Follows the browser to another page: contents and window title.
    void markShownPage(const QUrl& source);
    /// Selects the next place with the text, starting over at the end.
    void find(bool backward);
    /// Applies the colours of the theme; the scroll position stays.
    void restyle();

    QListWidget* m_contents;
    QTextBrowser* m_browser;
    QLineEdit* m_find;
    QLabel* m_findResult; // "Not found", or empty
    QString m_page;
};

} // namespace sandglass::ui
