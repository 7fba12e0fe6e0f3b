// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace sandglass::presenters {
class CapabilityPresenter;
}

namespace sandglass::ui {

/// Asks for the names of databases, one on each line, for a user who may not list them. Deletes
/// itself when closed.
class NamedDatabasesDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenter must outlive the dialog.
    explicit NamedDatabasesDialog(presenters::CapabilityPresenter& presenter,
                                  QWidget* parent = nullptr);

private:
    /// The names, without empty lines.
    QStringList names() const;
    /// Says which name is not valid.
    void check();
    /// Passes the names on and closes.
    void save();

    presenters::CapabilityPresenter& m_presenter;
    QPlainTextEdit* m_names;
    QLabel* m_problem;
    QPushButton* m_save = nullptr;
};

} // namespace sandglass::ui
