// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace sandglass::presenters {
class ConnectionPresenter;
}

namespace sandglass::ui {

/// Asks for the name of a production connection before it is unlocked. It closes when the
/// connection changes.
class UnlockDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenter must outlive the dialog.
    explicit UnlockDialog(presenters::ConnectionPresenter& presenter, QWidget* parent = nullptr);

private:
    /// Arranges the children.
    void buildLayout();
    /// The name that was typed, see widgets::meantName().
    QString typedName() const;
    /// Enables the button when the name has been typed.
    void showState();

    presenters::ConnectionPresenter& m_presenter;
    const QString m_wanted; // the name when the dialog was opened
    QLineEdit* m_name;
    QPushButton* m_unlock = nullptr;
};

} // namespace sandglass::ui
