// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/effect/edit_state.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace sandglass::ui {

class RestoreOfferBox;

/// The foot of a create or change dialog: the offer of a restore point, the name to type when that
/// is asked for, the button that carries verb and number, and Cancel, which is the default.
class ConfirmRow : public QWidget
{
    Q_OBJECT

public:
    explicit ConfirmRow(QWidget* parent = nullptr);

    void setConfirm(const presenters::ConfirmState& confirm);

Q_SIGNALS:
    void nameTyped(const QString& name);
    void confirmed();
    void cancelled();
    /// The box "Make a restore point first" was ticked or unticked.
    void restoreWanted(bool wanted);
    /// The change is to be tried in a copy whose clock runs `rate` times faster.
    void rehearseRequested(int rate);

private:
    void buildLayout();

    RestoreOfferBox* m_restore;
    QLabel* m_reason;
    QLineEdit* m_name;
    QPushButton* m_confirm;
    QPushButton* m_cancel;
};

} // namespace sandglass::ui
