// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/words/rows_model.h"

#include <QString>

#include <vector>

namespace sandglass::presenters {

/// One restore point, for display.
struct RestorePointRow
{
    QString id;
    base::Time at; ///< time of the data
    QString cause; ///< "before a change of shop.sessions"
    QString change; ///< the command that followed; may be empty
    QString documents; ///< "1 284 310"; "–" if they were not counted
    QString size; ///< of its files: "3.1 MiB"
    QString frees; ///< the space that deleting it frees: "1.2 MiB"

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

    /// Replaces the rows. If they are equal, nothing happens, so views keep their selection.
    /// `zone`: of the times.
    void setRows(std::vector<RestorePointRow> rows, const QTimeZone& zone);
    /// The id of the restore point in a row; empty for a row that does not exist.
    QString idAt(int row) const;
};

} // namespace sandglass::presenters
