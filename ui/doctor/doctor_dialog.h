// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace sandglass::presenters {
class DoctorPresenter;
struct DoctorRemedy;
} // namespace sandglass::presenters

namespace sandglass::ui {

/// The doctor for all rules of the server, in a modeless dialog. Deletes itself when closed.
class DoctorDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenter must outlive the dialog. Starts a check.
    explicit DoctorDialog(presenters::DoctorPresenter& presenter, QWidget* parent = nullptr);

    /// Opens the dialog over `parent`, which owns it, or brings the open one to the front. Never
    /// null.
    static DoctorDialog* openOver(presenters::DoctorPresenter& presenter, QWidget* parent);

Q_SIGNALS:
    /// The user wants to apply the remedy of a finding; "check again" is done here.
    void remedyRequested(const sandglass::presenters::DoctorRemedy& remedy);
};

} // namespace sandglass::ui
