// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIdentityProxyModel>

namespace sandglass::ui {

/// A DoctorModel as shown: with an icon beside each result, and with text from the server made
/// safe. GUI thread.
class FindingIcons : public QIdentityProxyModel
{
    Q_OBJECT

public:
    explicit FindingIcons(QObject* parent = nullptr);

    QVariant data(const QModelIndex& index, int role) const override;
};

} // namespace sandglass::ui
