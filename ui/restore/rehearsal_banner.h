// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/notice_banner.h"

class QLabel;

namespace sandglass::presenters {
class RehearsalPresenter;
}

namespace sandglass::ui {

/// Says at the top of a window that it is a rehearsal, and shows the clock of the rehearsal. Hidden
/// in a window with real data.
class RehearsalBanner : public widgets::NoticeBanner
{
    Q_OBJECT

public:
    /// The presenter must outlive the banner.
    explicit RehearsalBanner(presenters::RehearsalPresenter& presenter, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The user ends the rehearsal.
    void endRequested();

private:
    /// Shows the sentence, a problem in the copy, and the clock.
    void showState();

    presenters::RehearsalPresenter& m_presenter;
    QLabel* m_clock;
};

} // namespace sandglass::ui
