// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace sandglass::presenters {
class ServerHealthPresenter;
}
namespace sandglass::widgets {
class ErrorBanner;
}

namespace sandglass::ui {

/// The bar at the top of the window that says that the server takes no writes or has lost data.
class ServerHealthNotice : public QWidget
{
    Q_OBJECT

public:
    /// `presenter` must outlive the notice.
    explicit ServerHealthNotice(presenters::ServerHealthPresenter& presenter,
                                QWidget* parent = nullptr);

private:
    /// Shows or hides the bar.
    void showState();

    presenters::ServerHealthPresenter& m_presenter;
    widgets::ErrorBanner* m_banner;
};

} // namespace sandglass::ui
