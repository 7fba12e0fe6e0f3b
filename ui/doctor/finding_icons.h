// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIdentityProxyModel>

namespace sandglass::ui {

/// Puts an icon of the product beside each result of a DoctorModel. GUI thread.
class FindingIcons : public QIdentityProxyModel
{
    Q_OBJECT

public:
    explicit FindingIcons(QObject* parent = nullptr);

    QVariant data(const QModelIndex& index, int role) const override;
};

} // namespace sandglass::ui
