// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/notice_banner.h"

class QPushButton;

namespace sandglass::presenters {
class TtlHoldPresenter;
}

namespace sandglass::ui {

/// Says that the engine holds deletion back, and why, above all pages; asks before it goes on.
class TtlHoldBanner : public widgets::NoticeBanner
{
    Q_OBJECT

public:
    /// `presenter` must outlive it.
    explicit TtlHoldBanner(presenters::TtlHoldPresenter& presenter, QWidget* parent = nullptr);

private:
    /// Shows the presenter's state.
    void showState();
    /// Asks, and lets deletion go on.
    void askAndRelease();

    presenters::TtlHoldPresenter& m_presenter;
    QPushButton* m_release;
};

} // namespace sandglass::ui
