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
/// the page and zoom. A window of its own without a parent, so that no dialog blocks it. GUI
/// thread.
class HelpWindow : public QWidget
{
    Q_OBJECT

public:
    HelpWindow();

    /// Shows a page in the language of the program; an unknown one shows the first page.
    void showPage(const QString& page);
    /// The name of the page that is shown, such as "inventory".
    QString page() const { return m_page; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void buildTools(QHBoxLayout& row);
    void buildFind(QHBoxLayout& row);
    void fillContents();
    QAction* tool(QHBoxLayout& row, const QString& name, const QString& text,
                  const QList<QKeySequence>& keys);
    void followLink(const QUrl& link);
    void markShownPage(const QUrl& source);
    void find(bool backward);
    void restyle();

    QListWidget* m_contents;
    QTextBrowser* m_browser;
    QLineEdit* m_find;
    QLabel* m_findResult;
    QString m_page;
};

} // namespace sandglass::ui
