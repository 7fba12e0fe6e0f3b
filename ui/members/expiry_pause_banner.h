// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/notice_banner.h"

class QPushButton;

namespace sandglass::presenters {
class ExpiryPausePresenter;
class MembersPresenter;
} // namespace sandglass::presenters

namespace sandglass::ui {

/// Says above the pages that this program has paused expiry, until it is resumed. Hidden otherwise.
class ExpiryPauseBanner : public widgets::NoticeBanner
{
    Q_OBJECT

public:
    /// Both presenters must outlive the banner. `members`: of the dialog that it opens.
    ExpiryPauseBanner(presenters::ExpiryPausePresenter& presenter,
                      presenters::MembersPresenter& members, QWidget* parent = nullptr);

private:
    /// Shows the presenter's state.
    void showState();

    presenters::ExpiryPausePresenter& m_presenter;
    QPushButton* m_resume;
    QPushButton* m_keep;
    QPushButton* m_show;
};

} // namespace sandglass::ui
