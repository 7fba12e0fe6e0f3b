// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QHBoxLayout;
class QKeySequence;
class QLabel;
class QLineEdit;
class QUrl;

namespace sandglass::ui {

class HelpBrowser;
class HelpSidebar;

/// The built-in help: contents and search at the left, the page at the right, with back and
/// forward, find in page, and zoom. It has no parent, so that no modal dialog blocks it. GUI
/// thread.
class HelpWindow : public QWidget
{
    Q_OBJECT

public:
    HelpWindow();

    /// Shows a page, or a section of it, in the language of the program: "inventory" or
    /// "inventory#figures". The first page if there is no such page; the top of the page if there
    /// is no such section.
    void showPlace(const QString& place);
    /// The name of the page that is shown, such as "inventory".
    QString page() const { return m_page; }

protected:
    void changeEvent(QEvent* event) override;

private:
    /// Adds the buttons for history and text size.
    void buildTools(QHBoxLayout& row);
    /// Adds the field to find a text in the page.
    void buildFind(QHBoxLayout& row);
    /// Adds the keys that belong to no button.
    void addKeys();
    /// Adds an action that moves the focus to a field and selects its text.
    void keyFor(QLineEdit& field, const QString& name, const QString& text,
                const QKeySequence& keys);
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

    HelpSidebar* m_sidebar;
    HelpBrowser* m_browser;
    QLineEdit* m_find;
    QLabel* m_findResult; // "Not found", or empty
    QString m_page;
};

} // namespace sandglass::ui
