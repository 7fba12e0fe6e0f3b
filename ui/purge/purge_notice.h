// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/floating_message.h"

class QPushButton;

namespace sandglass::presenters {
class PurgeNoticePresenter;
}

namespace sandglass::ui {

/// A message over the pages: a staged purge is running, or one of an earlier run can be resumed.
/// Once dismissed it stays away until it is about something else.
class PurgeNotice : public widgets::FloatingMessage
{
    Q_OBJECT

public:
    /// The presenter must outlive the notice.
    explicit PurgeNotice(presenters::PurgeNoticePresenter& presenter, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The user wants to see the purge, or to resume it.
    void openRequested();

private:
    /// Shows the presenter's state; hides the message if there is no purge.
    void showState();

    presenters::PurgeNoticePresenter& m_presenter;
    QPushButton* m_open;
    QPushButton* m_discard;
    QString m_dismissed; // the button's text of what was dismissed; empty: nothing was
};

} // namespace sandglass::ui
