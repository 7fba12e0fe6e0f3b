// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/doctor/doctor_dialog.h"

#include "app/presenters/doctor/doctor_presenter.h"
#include "ui/doctor/doctor_tab.h"
#include "widgets/style/metrics.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/open_over.h"

#include <QVBoxLayout>

namespace sandglass::ui {

DoctorDialog::DoctorDialog(presenters::DoctorPresenter& presenter, QWidget* parent)
    : QDialog(parent)
{
    setObjectName(QStringLiteral("doctorDialog"));
    setWindowTitle(tr("Doctor for This Server"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* buttons = new widgets::DialogButtons(this);
    buttons->addClose(QStringLiteral("closeDoctorButton"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    auto* tab = new DoctorTab(presenter, this);
    connect(tab, &DoctorTab::remedyRequested, this, &DoctorDialog::remedyRequested);
    // the dialog has margins of its own
    tab->layout()->setContentsMargins(0, 0, 0, 0);
    column->addWidget(tab, 1);
    column->addWidget(buttons);
    resize(widgets::sizeOnScreen(this, 80, 36));
    // and not Close: a key pressed by mistake must not end the dialog
    tab->setFocus();
    presenter.check();
}

DoctorDialog* DoctorDialog::openOver(presenters::DoctorPresenter& presenter, QWidget* parent)
{
    // modeless: the user follows its advice in the window behind
    return &widgets::openOver<DoctorDialog>(parent, presenter);
}

} // namespace sandglass::ui

#include "moc_doctor_dialog.cpp"
