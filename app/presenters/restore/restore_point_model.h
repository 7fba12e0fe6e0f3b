// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/words/rows_model.h"

#include <QString>

#include <vector>

namespace sandglass::presenters {

/// One restore point as the table shows it.
struct RestorePointRow
{
    QString id;
    QString madeAt; ///< in the chosen zone
    QString cause; ///< "before a change of shop.sessions"
    QString change; ///< the command that followed; may be empty
    QString documents; ///< "1 284 310"; "–" when not counted
    QString size; ///< of its files
    QString frees; ///< what deleting it gives back

    bool operator==(const RestorePointRow&) const = default;
};

/// The restore points as a table, newest first. GUI thread.
class RestorePointModel : public RowsModel<RestorePointRow>
{
    Q_OBJECT
public:
    /// The columns, from left to right.
    enum Column { MadeAt, Cause, Documents, Size, Frees };

    explicit RestorePointModel(QObject* parent = nullptr);

    /// Equal rows change nothing, so that a selection stays.
    void setRows(std::vector<RestorePointRow> rows);
    /// The point of a row; empty for no row.
    QString idAt(int row) const;
};

} // namespace sandglass::presenters
