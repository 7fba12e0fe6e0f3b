// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/effect/edit_state.h"

#include <QWidget>

#include <vector>

class QLabel;
class QListWidget;

namespace sandglass::ui {

/// The fields of a sample, each with its types, to choose one of them.
class FieldList : public QWidget
{
    Q_OBJECT

public:
    explicit FieldList(QWidget* parent = nullptr);

    /// Shows the fields. `why`: why there are none; empty if there are.
    void setFields(const std::vector<presenters::CandidateRow>& fields, const QString& why);

Q_SIGNALS:
    /// The user chose a field, by a click or Enter.
    void chosen(const QString& path);

private:
    QLabel* m_caption;
    QListWidget* m_list;
};

} // namespace sandglass::ui
