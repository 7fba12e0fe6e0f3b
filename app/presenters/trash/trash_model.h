// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"
#include "app/presenters/words/rows_model.h"

#include <QString>
#include <QTimeZone>

#include <string>
#include <vector>

namespace sandglass::presenters {

/// A deleted document in the trash, for display.
struct TrashRow
{
    bson::Value entry; ///< `_id` of its entry in the trash
    std::string key; ///< the same as JSON, for comparing
    base::Time deletedAt;
    QString collection; ///< "shop.sessions"
    QString index; ///< the TTL index that deleted it
    QString id; ///< the document's `_id`
    QString document; ///< relaxed JSON in one line, shortened
};

/// A page of the trash as a table, latest first. GUI thread.
class TrashModel : public RowsModel<TrashRow>
{
    Q_OBJECT
public:
    /// The columns, from left to right.
    enum Column { DeletedAt, Collection, Index, Id, Document };

    explicit TrashModel(QObject* parent = nullptr);

    /// Replaces the page; rows that stay keep their selection. `zone`: of the times.
    void setRows(std::vector<TrashRow> rows, const QTimeZone& zone);
};

} // namespace sandglass::presenters
