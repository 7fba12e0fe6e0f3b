// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"
#include "app/presenters/words/rows_model.h"
#include "app/ttl/expiry_rule.h"
#include "app/ttl/rule.h"

#include <QString>
#include <QTimeZone>

#include <optional>
#include <vector>

namespace sandglass::presenters {

/// One document and its expiry by the chosen rule.
struct DocumentRow
{
    bson::Document document;
    bson::Value id; ///< its _id
    ttl::Verdict verdict; ///< of the chosen rule
    std::string valueType; ///< type alias of the value in the rule's field: "date", "string" …
    bool hasRule = false; ///< false: there is no rule, so no countdown is shown
};

/// The row of a document with the verdict of `rule`; without a rule there is none.
/// `outsideFilter`: the server found that the partial filter of the rule does not match, which
/// takes precedence. Pure; any thread.
DocumentRow documentRow(const bson::Document& document, const std::optional<ttl::Rule>& rule,
                        bool outsideFilter);

/// A page of documents as a table with countdowns. GUI thread.
class DocumentTableModel : public RowsModel<DocumentRow>
{
    Q_OBJECT
public:
    /// The columns, from left to right.
    enum Column { IdColumn, DateColumn, CountdownColumn, DocumentColumn };
    /// Roles of the documents, the same for all cells of a row.
    enum Role {
        OverdueRole = FirstOwnRole, ///< bool
        NeverRole, ///< bool
    };

    explicit DocumentTableModel(QObject* parent = nullptr);

    /// Replaces the page; documents that stay keep their selection. `now`: server time. `zone`: of
    /// the dates.
    void setRows(std::vector<DocumentRow> rows, base::Time now, const QTimeZone& zone);
    /// Advances the countdowns to a server time; only their cells change.
    void setNow(base::Time now);
    /// Sets the zone of the dates.
    void setZone(const QTimeZone& zone);

protected:
    QVariant special(const DocumentRow& row, int column, int role) const override;
};

} // namespace sandglass::presenters
