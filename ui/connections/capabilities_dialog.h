// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/capability.h"

#include <QDialog>

#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;

namespace sandglass::presenters {
class CapabilityPresenter;
}

namespace sandglass::widgets {
class ErrorBanner;
}

namespace sandglass::ui {

/// What the connected server can do: one line for each capability with the answer, where it comes
/// from, and a box to overrule it. Deletes itself when closed.
class CapabilitiesDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenter must outlive the dialog.
    explicit CapabilitiesDialog(presenters::CapabilityPresenter& presenter,
                                QWidget* parent = nullptr);

    /// Opens the dialog over `parent`, which owns it, or brings the open one to the front.
    static void openOver(presenters::CapabilityPresenter& presenter, QWidget* parent);

private:
    /// The widgets of one line.
    struct Line
    {
        QLabel* title;
        QLabel* answer;
        QLabel* source;
        QComboBox* choice;
    };

    /// Adds the line of a capability.
    void addLine(QGridLayout& grid, ttl::Capability capability);
    /// Arranges the lines above the buttons.
    void buildLayout();
    /// Shows the presenter's state.
    void showState();

    presenters::CapabilityPresenter& m_presenter;
    QLabel* m_server;
    widgets::ErrorBanner* m_banner;
    QPushButton* m_again;
    std::vector<Line> m_lines; // one for each capability, in order
};

} // namespace sandglass::ui
