// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace sandglass::presenters {
class PurgeNoticePresenter;
}

namespace sandglass::ui {

/// A line above the pages: a staged purge is under way, or one of an earlier run can be resumed.
/// Takes no room while there is none.
class PurgeNotice : public QFrame
{
    Q_OBJECT

public:
    /// The presenter outlives the notice.
    explicit PurgeNotice(presenters::PurgeNoticePresenter& presenter, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The user wants to see it, or to resume it.
    void openRequested();

private:
    void showState();

    presenters::PurgeNoticePresenter& m_presenter;
    QLabel* m_text;
    QPushButton* m_open;
    QPushButton* m_discard;
};

} // namespace sandglass::ui
