// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QComboBox;
class QDialogButtonBox;
class QLayout;
class QPushButton;

namespace sandglass::presenters {
class ConnectFormPresenter;
class ConnectionPresenter;
} // namespace sandglass::presenters

namespace sandglass::widgets {
class ErrorBanner;
class VerdictLabel;
} // namespace sandglass::widgets

namespace sandglass::ui {

class SavedConnectionsView;
class TestStagesView;

/// Connects to a server by a form or by its connection string, which follow one another, or to the
/// local engine; keeps connections; tries one in stages. It closes when connected; a failure is
/// shown in it.
class ConnectDialog : public QDialog
{
    Q_OBJECT

public:
    /// Both presenters outlive the dialog; `form` is its own.
    ConnectDialog(presenters::ConnectionPresenter& presenter,
                  presenters::ConnectFormPresenter& form, QWidget* parent = nullptr);

private:
    void buildLayout();
    void buildUri();
    QDialogButtonBox* buildButtons();
    void connectSignals();
    void connectNow(bool local);
    void showForm();
    void showConnection();

    presenters::ConnectionPresenter& m_presenter;
    presenters::ConnectFormPresenter& m_form;
    SavedConnectionsView* m_saved;
    QComboBox* m_uri;
    widgets::VerdictLabel* m_verdict;
    widgets::ErrorBanner* m_banner;
    TestStagesView* m_stages;
    QPushButton* m_test = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_connect = nullptr;
    QPushButton* m_local = nullptr;
    bool m_waiting = false; // for the window's connection
    bool m_showing = false; // what the form says, so that it does not come back as typed
};

} // namespace sandglass::ui
