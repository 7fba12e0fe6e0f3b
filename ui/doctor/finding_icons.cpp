// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/doctor/finding_icons.h"

#include "app/presenters/doctor/doctor_model.h"
#include "ui/words/tone_mapping.h"
#include "widgets/style/icon.h"
#include "widgets/views/visible_text.h"

namespace sandglass::ui {

using presenters::DoctorModel;

FindingIcons::FindingIcons(QObject* parent)
    : QIdentityProxyModel(parent)
{
}

QVariant FindingIcons::data(const QModelIndex& index, int role) const
{
    if (role == Qt::DecorationRole && index.column() == DoctorModel::StateColumn) {
        return widgets::icon(
            index.data(DoctorModel::IconNameRole).toString(),
            roleOf(static_cast<presenters::Tone>(index.data(DoctorModel::ToneRole).toInt()),
                   widgets::ColorRole::MutedText));
    }
    // evidence quotes names and values that come from a server
    const QVariant value = QIdentityProxyModel::data(index, role);
    return role == Qt::DisplayRole ? QVariant(widgets::visibleText(value.toString())) : value;
}

} // namespace sandglass::ui

#include "moc_finding_icons.cpp"
