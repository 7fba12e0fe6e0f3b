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

/// One TTL rule of the server.
struct RuleRow
{
    ttl::IndexRef index; ///< name empty for a collection-level rule
    QString field;
    std::optional<std::int64_t> expireAfterSeconds; ///< unset: unusable value
    bool hidden = false;
    bool partial = false;
    bool collectionLevel = false;
    std::optional<std::int64_t> documents; ///< unset: not counted yet or not permitted
    std::optional<std::int64_t> dated; ///< of them with a usable date
    std::optional<std::int64_t> overdue;
    std::optional<base::Time> nextWaveAt; ///< start of the largest coming bucket
    std::int64_t nextWave = 0; ///< its documents
    base::Time asOf{}; ///< when this was counted
    bool exact = true; ///< false: the numbers are estimates from a sample …
    bool overdueExact = true; ///< … but for the overdue ones, if this is true
    std::optional<base::Time> changedAt; ///< last change in this program's journal
    bool created = false; ///< that change was the creation
    std::vector<ttl::doctor::Finding> findings; ///< of the rule and its collection: only trouble
    QString problem; ///< why it could not be counted; empty: it was
};

/// One column of the inventory, with all that table, file, filter and page know of it.
struct RuleColumn
{
    RowColumn<RuleRow> cell;
    int place = 0; ///< from the left on the page: what administrators look for first stands first
    const char16_t* filterName = nullptr; ///< in conditions, beside the header; none: no conditions
    /// What conditions compare; unset for a rule where it is not known.
    std::optional<double> (*filterNumber)(const RuleRow& row) = nullptr;
    bool isShare = false; ///< 0 to 1, shown as percent
};

/// The columns in the order of the file that is exported.
std::span<const RuleColumn> ruleColumns();

/// The inventory table; one row per rule. GUI thread.
class TtlRulesModel : public RowsModel<RuleRow>
{
    Q_OBJECT
public:
    /// The columns that others ask for by name. ruleColumns() begins with them and has more.
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
    };
    /// What a cell has for the page besides its text.
    enum Role {
        IndexRefRole = FirstOwnRole, ///< ttl::IndexRef
        NamespaceRole, ///< protocol::Namespace
        OverdueRole, ///< bool: has overdue documents
        FindingRole, ///< bool: has a finding
    };

    explicit TtlRulesModel(QObject* parent = nullptr);

    /// Replaces the rows. Rows of the same rules in the same order keep their selection.
    void setRows(std::vector<RuleRow> rows, const QTimeZone& zone);

protected:
    QVariant special(const RuleRow& row, int column, int role) const override;
};

} // namespace sandglass::presenters
