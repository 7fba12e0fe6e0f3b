// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/edit_state.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace sandglass::ui {

/// The foot of a create or change dialog: the name to type when that is asked for, the button that
/// carries verb and number, and Cancel, which is the default.
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

private:
    QLabel* m_reason;
    QLineEdit* m_name;
    QPushButton* m_confirm;
    QPushButton* m_cancel;
};

} // namespace sandglass::ui
