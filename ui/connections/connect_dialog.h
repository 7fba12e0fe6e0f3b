// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QComboBox;
class QPushButton;

namespace sandglass::presenters {
class ConnectionPresenter;
}

namespace sandglass::widgets {
class ErrorBanner;
class VerdictLabel;
} // namespace sandglass::widgets

namespace sandglass::ui {

/// Connects to a server by its connection string, or to the local engine. It closes when connected;
/// a failure is shown in it.
class ConnectDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenter outlives the dialog.
    explicit ConnectDialog(presenters::ConnectionPresenter& presenter, QWidget* parent = nullptr);

private:
    void buildLayout();
    void judge();
    void connectNow(bool local);
    void showState();

    presenters::ConnectionPresenter& m_presenter;
    QComboBox* m_uri;
    widgets::VerdictLabel* m_verdict;
    widgets::ErrorBanner* m_banner;
    QPushButton* m_connect = nullptr;
    bool m_waiting = false;
};

} // namespace sandglass::ui
