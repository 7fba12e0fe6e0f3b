// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace sandglass::presenters {
class DoctorPresenter;
struct DoctorRemedy;
} // namespace sandglass::presenters

namespace sandglass::ui {

/// The doctor for every rule of the server, in a window of its own that leaves the main one usable.
/// Deletes itself when closed.
class DoctorDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenter outlives the dialog. Checks at once.
    explicit DoctorDialog(presenters::DoctorPresenter& presenter, QWidget* parent = nullptr);

    /// Shows a dialog over `parent`; the one that is there already comes to the front.
    static DoctorDialog* openOver(presenters::DoctorPresenter& presenter, QWidget* parent);

Q_SIGNALS:
    /// The button beside a finding was pressed.
    void remedyRequested(const sandglass::presenters::DoctorRemedy& remedy);
};

} // namespace sandglass::ui
