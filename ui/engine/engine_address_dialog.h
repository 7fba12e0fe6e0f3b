// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QCheckBox;
class QLabel;
class QLayout;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace sandglass::presenters {
class EnginePresenter;
}

namespace sandglass::ui {

/// Where other programs reach the local engine, and whether they may use a fixed port of this
/// computer and must log in there. Deletes itself when closed.
class EngineAddressDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenter must outlive the dialog.
    explicit EngineAddressDialog(presenters::EnginePresenter& presenter, QWidget* parent = nullptr);

private:
    /// Arranges address, port, user and what it means.
    void buildLayout();
    /// The rows with the user and the password.
    QLayout* userRows();
    /// Names the controls for tests and screen readers.
    void nameControls();
    /// Forwards what is clicked.
    void connectControls();
    /// Shows the presenter's state.
    void showState();
    /// The port that is chosen; 0: none.
    int chosenPort() const;
    /// The user that is chosen; empty: none.
    QString chosenUser() const;
    /// Shows the password as far as the presenter has it.
    void showPassword();
    /// Enables what fits the choice.
    void showChoice();

    presenters::EnginePresenter& m_presenter;
    QLineEdit* m_address;
    QPushButton* m_copy;
    QCheckBox* m_fixed;
    QSpinBox* m_port;
    QPushButton* m_apply;
    QCheckBox* m_login;
    QLineEdit* m_user;
    QLineEdit* m_password;
    QPushButton* m_show;
    QPushButton* m_renew;
    QPushButton* m_copyAll;
    QLabel* m_state;
    QLabel* m_passwordState;
    QLabel* m_note;
};

} // namespace sandglass::ui
