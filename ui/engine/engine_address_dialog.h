// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace sandglass::presenters {
class EnginePresenter;
}

namespace sandglass::ui {

/// Where other programs reach the local engine, and whether they may use a fixed port of this
/// computer. Deletes itself when closed.
class EngineAddressDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenter must outlive the dialog.
    explicit EngineAddressDialog(presenters::EnginePresenter& presenter, QWidget* parent = nullptr);

private:
    /// Arranges address, port and what it means.
    void buildLayout();
    /// Shows the presenter's state.
    void showState();
    /// The port that is chosen; 0: none.
    int chosenPort() const;
    /// Enables what fits the choice.
    void showChoice();

    presenters::EnginePresenter& m_presenter;
    QLineEdit* m_address;
    QPushButton* m_copy;
    QCheckBox* m_fixed;
    QSpinBox* m_port;
    QLabel* m_state;
    QPushButton* m_apply;
};

} // namespace sandglass::ui
