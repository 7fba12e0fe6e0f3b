// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/doctor/finding_icons.h"

#include "app/presenters/doctor/doctor_model.h"
#include "app/presenters/explorer/inspector_presenter.h"
#include "widgets/style/icon.h"
#include "widgets/views/visible_text.h"

namespace sandglass::ui {

using presenters::DoctorModel;

namespace {

widgets::ColorRole roleOf(int tone)
{
    switch (static_cast<presenters::Tone>(tone)) {
    case presenters::Tone::Good:
        return widgets::ColorRole::OkText;
    case presenters::Tone::Warning:
        return widgets::ColorRole::WarningText;
    case presenters::Tone::Bad:
        return widgets::ColorRole::ErrorText;
    case presenters::Tone::Plain:
        break;
    }
    return widgets::ColorRole::MutedText;
}

} // namespace

FindingIcons::FindingIcons(QObject* parent)
    : QIdentityProxyModel(parent)
{
}

QVariant FindingIcons::data(const QModelIndex& index, int role) const
{
    if (role == Qt::DecorationRole && index.column() == DoctorModel::StateColumn) {
        return widgets::icon(index.data(DoctorModel::IconNameRole).toString(),
                             roleOf(index.data(DoctorModel::ToneRole).toInt()));
    }
    // evidence quotes names and values that come from a server
    const QVariant value = QIdentityProxyModel::data(index, role);
    return role == Qt::DisplayRole ? QVariant(widgets::visibleText(value.toString())) : value;
}

} // namespace sandglass::ui

#include "moc_finding_icons.cpp"
