// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <string>

class QLineEdit;
class QPushButton;

namespace sandglass::presenters {
class MembersPresenter;
}

namespace sandglass::ui {

/// Says what pausing expiry on a member means, and asks before it is done; on production it asks
/// for the name of the connection. Deletes itself when closed.
class PauseDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenter must outlive the dialog.
    PauseDialog(presenters::MembersPresenter& presenter, std::string host,
                QWidget* parent = nullptr);

private:
    /// Arranges the children.
    void buildLayout();
    /// The name that was typed, see widgets::meantName().
    QString typedName() const;
    /// Enables the button when the name has been typed.
    void showState();

    presenters::MembersPresenter& m_presenter;
    const std::string m_host;
    const QString m_wanted; // empty: nothing must be typed
    QLineEdit* m_name;
    QPushButton* m_pause = nullptr;
};

} // namespace sandglass::ui
