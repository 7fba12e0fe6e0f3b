// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/presenters/words/rows_model.h"
#include "app/ttl/doctor/finding.h"
#include "app/ttl/types.h"

#include <QString>
#include <QStringList>
#include <QTimeZone>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sandglass::presenters {

/// One TTL rule of the server. All counts are documents.
struct RuleRow
{
    ttl::IndexRef index; ///< name empty for a collection-level rule
    QString field; ///< dotted path of the date
    std::optional<std::int64_t> expireAfterSeconds; ///< unset: the value is unusable
    bool hidden = false; ///< queries do not use the index
    bool partial = false; ///< it has a partial filter
    bool collectionLevel = false; ///< the collection's own rule, not an index
    std::optional<std::int64_t> documents; ///< in the collection; unset: not counted
    std::optional<std::int64_t> dated; ///< with a usable date
    std::optional<std::int64_t> overdue; ///< due already
    std::optional<base::Time> nextWaveAt; ///< start of the fullest hour of the next seven days;
                                          ///< unset: nothing becomes due in any, or not counted
    std::optional<std::int64_t> nextWave; ///< documents in that hour; unset: not counted
    base::Time asOf{}; ///< server time of the counts
    bool exact = true; ///< false: the counts are estimated from a sample
    bool overdueExact = true; ///< false: so is `overdue`
    std::optional<base::Time> changedAt; ///< last change in this program's journal; unset: none
    bool created = false; ///< that change was the creation
    std::vector<ttl::doctor::Finding> findings; ///< failures about the rule or its collection
    QString problem; ///< why it could not be counted; empty: it was counted
};

/// A column of the inventory: everything that table, file, filter and page need.
struct RuleColumn
{
    RowColumn<RuleRow> cell;
    int place = 0; ///< on the page, from the left, starting with what administrators need first
    const char16_t* filterName = nullptr; ///< English name in conditions; null: no conditions
    /// The number that conditions compare; unset for a rule without it.
    std::optional<double> (*filterNumber)(const RuleRow& row) = nullptr;
    bool isShare = false; ///< the number is 0…1 and shown as a percentage
};

/// The columns in the order of the exported file.
std::span<const RuleColumn> ruleColumns();

/// The table of the inventory, one row for each rule. GUI thread.
class TtlRulesModel : public RowsModel<RuleRow>
{
    Q_OBJECT
public:
    /// The first columns of ruleColumns(), for those who need one by name.
    enum Column {
        NamespaceColumn,
        FieldColumn,
        ModeColumn,
        DurationColumn,
        HiddenColumn,
        PartialColumn,
        DocumentsColumn,
        DatedColumn,
        OverdueColumn,
        NextWaveColumn,
        LastChangeColumn,
    };
    /// Roles of the rules, the same for all cells of a row.
    enum Role {
        IndexRefRole = FirstOwnRole, ///< ttl::IndexRef
        NamespaceRole, ///< protocol::Namespace
        OverdueRole, ///< bool: there are overdue documents
        FindingRole, ///< bool: there is a finding
    };

    explicit TtlRulesModel(QObject* parent = nullptr);

    /// Replaces the rows. If they are the same rules in the same order, views keep their selection.
    /// `zone`: of the times.
    void setRows(std::vector<RuleRow> rows, const QTimeZone& zone);
    /// The zone of the times.
    const QTimeZone& zone() const { return clock().zone; }

protected:
    QVariant special(const RuleRow& row, int column, int role) const override;
};

} // namespace sandglass::presenters
