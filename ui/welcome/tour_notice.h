// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

namespace sandglass::presenters {
class TourPresenter;
}

namespace sandglass::ui {

/// The bar above the pages that offers the tour once, after sample data was loaded.
class TourNotice : public QFrame
{
    Q_OBJECT

public:
    /// The presenter must outlive the notice.
    explicit TourNotice(presenters::TourPresenter& presenter, QWidget* parent = nullptr);

private:
    /// Shows or hides the bar.
    void showState();

    presenters::TourPresenter& m_presenter;
    bool m_shown = false;
};

} // namespace sandglass::ui
