// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/effect/edit_state.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace sandglass::widgets {
class DialogButtons;
}

namespace sandglass::ui {

class RestoreOfferBox;

/// The bottom of the dialogs that change something: the offer of a restore point, why the change
/// cannot be made yet, the field for the name that has to be typed, Cancel, and the button with
/// verb and number. Enter presses Cancel if the change deletes.
class ConfirmRow : public QWidget
{
    Q_OBJECT

public:
    explicit ConfirmRow(QWidget* parent = nullptr);

    /// Shows what the change requires before it can be confirmed.
    void setConfirm(const presenters::ConfirmState& confirm);
    /// Gives the focus to Cancel. (As focus proxy of the row, Cancel would make Tab skip what is
    /// before it.)
    void focusCancel();

Q_SIGNALS:
    /// The text in the field for the name has changed.
    void nameTyped(const QString& name);
    /// The user pressed the button with the verb.
    void confirmed();
    /// The user pressed Cancel.
    void cancelled();
    /// The user ticked or unticked "Make a restore point first".
    void restoreWanted(bool wanted);
    /// The user wants to try the change in a copy whose clock runs `rate` times faster.
    void rehearseRequested(int rate);
    /// The user wants to unlock the connection.
    void unlockRequested();

private:
    /// Arranges the offer above the buttons.
    void buildLayout();
    /// Connects the controls with the signals.
    void connectSignals();

    QString m_nameToType; // as it is, not as it is shown
    RestoreOfferBox* m_restore;
    QLabel* m_reason;
    QPushButton* m_unlock;
    QLineEdit* m_name;
    widgets::DialogButtons* m_buttons;
    QPushButton* m_confirm;
    QPushButton* m_cancel;
};

} // namespace sandglass::ui
