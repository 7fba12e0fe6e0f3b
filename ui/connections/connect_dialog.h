// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLayout;
class QPushButton;

namespace sandglass::presenters {
class ConnectFormPresenter;
class ConnectionPresenter;
} // namespace sandglass::presenters

namespace sandglass::widgets {
class BusyOverlay;
class ErrorBanner;
class PageScroll;
class VerdictLabel;
} // namespace sandglass::widgets

namespace sandglass::ui {

class ConnectionForm;
class SavedConnectionsView;
class TestStagesView;

/// The dialog that connects to a server, by a form or by its connection string (each follows the
/// other), or to the local engine. It also saves connections and tests one in stages. It closes
/// once connected; a failed attempt is shown in a banner and leaves it open. Cancel ends an attempt
/// in progress, and the window keeps the connection that it had. On a small screen the form scrolls
/// together with what a test found, and the buttons stay in sight.
class ConnectDialog : public QDialog
{
    Q_OBJECT

public:
    /// Both presenters must outlive the dialog. `presenter`: of the server in front. `form` belongs
    /// to this dialog alone.
    ConnectDialog(presenters::ConnectionPresenter& presenter,
                  presenters::ConnectFormPresenter& form, QWidget* parent = nullptr);
    /// A child that has the focus loses it when it is destroyed, after this class has ended, and
    /// must not be heard then.
    ~ConnectDialog() override;

private:
    /// Arranges saved connections, form, connection string, test stages and buttons.
    void buildLayout();
    /// The part that scrolls: form, connection string, test stages.
    QWidget* buildPage();
    /// Prepares the list of connection strings and its verdict.
    void buildUri();
    /// The row of buttons; owned by the dialog.
    QWidget* buildButtons();
    /// Connects the controls with both presenters.
    void connectSignals();
    /// Starts an attempt: to the local engine if `local`, otherwise to what the form describes.
    /// showConnection() receives the result.
    void connectNow(bool local);
    /// Connects, if the user asked for that before the keychain had answered.
    void connectAfterReading();
    /// Shows the form presenter's state: connection string, verdict, buttons, test stages.
    void showForm();
    /// Offers to add the server to the window, if that can be.
    void showPlace();
    /// Covers the form while an attempt is in progress.
    void showWaiting();
    /// Ends the attempt; the form stays for another one.
    void stopWaiting();
    /// Closes the dialog or shows the failure, if the attempt was started here.
    void showConnection();

    presenters::ConnectionPresenter& m_presenter;
    presenters::ConnectFormPresenter& m_form;
    // in the order of the dialog, which is that of Tab
    widgets::ErrorBanner* m_banner;
    SavedConnectionsView* m_saved;
    ConnectionForm* m_parts;
    QComboBox* m_uri;
    widgets::VerdictLabel* m_verdict;
    TestStagesView* m_stages;
    widgets::PageScroll* m_page = nullptr;
    widgets::BusyOverlay* m_busy = nullptr;
    QCheckBox* m_add = nullptr;
    QPushButton* m_test = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_connect = nullptr;
    QPushButton* m_local = nullptr;
    QString m_connectWhenRead; // the saved connection to connect to once its password is read
    bool m_waiting = false; // an attempt that was started here has not ended
    bool m_waitingForEngine = false; // the attempt is one to the local engine
    bool m_followsTest = false; // what a test finds is kept in sight
    bool m_showing = false; // showForm() is writing the string: not an edit by the user
};

} // namespace sandglass::ui
