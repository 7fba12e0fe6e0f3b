// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"
#include "app/presenters/words/rows_model.h"
#include "app/ttl/expiry_rule.h"

#include <QString>
#include <QTimeZone>

#include <optional>
#include <vector>

namespace sandglass::presenters {

/// One document with what the chosen rule says of it.
struct DocumentRow
{
    bson::Document document;
    bson::Value id;
    ttl::Verdict verdict;
    std::string valueType; ///< type alias of what stands in the rule's field
    bool hasRule = false; ///< false: the collection has no TTL rule; no countdown is shown
};

/// A page of documents with live countdowns. GUI thread.
class DocumentTableModel : public RowsModel<DocumentRow>
{
    Q_OBJECT
public:
    /// The columns, from left to right.
    enum Column { IdColumn, DateColumn, CountdownColumn };
    /// What a cell has for the page besides its text.
    enum Role {
        JsonRole = FirstOwnRole, ///< QString: the whole document, indented, canonical extended JSON
        OverdueRole, ///< bool
        NeverRole, ///< bool
    };

    explicit DocumentTableModel(QObject* parent = nullptr);

    /// Replaces the page. `now`: server time.
    void setRows(std::vector<DocumentRow> rows, base::Time now, const QTimeZone& zone);
    /// Moves the countdowns on; only their cells change.
    void setNow(base::Time now);
    void setZone(const QTimeZone& zone);

protected:
    QVariant special(const DocumentRow& row, int column, int role) const override;
};

} // namespace sandglass::presenters
