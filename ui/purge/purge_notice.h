// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace sandglass::presenters {
class PurgeNoticePresenter;
}

namespace sandglass::ui {

/// A line above the pages: a staged purge is running, or one of an earlier run can be resumed.
/// Hidden otherwise.
class PurgeNotice : public QFrame
{
    Q_OBJECT

public:
    /// The presenter must outlive the notice.
    explicit PurgeNotice(presenters::PurgeNoticePresenter& presenter, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The user wants to see the purge, or to resume it.
    void openRequested();

private:
    /// Shows the presenter's state; hides the line if there is no purge.
    void showState();

    presenters::PurgeNoticePresenter& m_presenter;
    QLabel* m_text;
    QPushButton* m_open;
    QPushButton* m_discard;
};

} // namespace sandglass::ui
