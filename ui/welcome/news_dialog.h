// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QTextBrowser;

namespace sandglass::ui {

/// "What is new": the changes of each version on one page. Modeless. It deletes itself when closed.
/// GUI thread.
class NewsDialog : public QDialog
{
    Q_OBJECT

public:
    explicit NewsDialog(QWidget* parent);

    /// Shows the dialog over `parent`, or brings the one that is open to the front.
    static NewsDialog* openOver(QWidget* parent);

private:
    /// Loads the page in the colours of the theme; the scroll position stays.
    void load();

    QTextBrowser* m_page;
};

} // namespace sandglass::ui
