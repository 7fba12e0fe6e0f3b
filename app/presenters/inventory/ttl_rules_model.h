// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/ttl/types.h"

#include <QAbstractTableModel>
#include <QString>
#include <QStringList>
#include <QTimeZone>

#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::presenters {

/// Something noteworthy about a rule.
enum class Finding { InvalidValue, TwoRules, HiddenButDeleting, Overdue, NothingDated, NotReady };

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
    std::vector<Finding> findings;
    QString problem; ///< why it could not be counted; empty: it was
};

/// The inventory table; one row per rule. GUI thread.
class TtlRulesModel : public QAbstractTableModel
{
    Q_OBJECT
public:
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
        FindingsColumn,
        ColumnCount
    };
    enum Role {
        SortRole
        = Qt::UserRole + 1, ///< numbers as numbers, texts as texts: for QSortFilterProxyModel
        IndexRefRole, ///< ttl::IndexRef
        NamespaceRole, ///< protocol::Namespace
        OverdueRole, ///< bool: has overdue documents
        FindingRole, ///< bool: has a finding
        PlainRole, ///< the cell for a file: numbers without separators, whole moments
    };

    explicit TtlRulesModel(QObject* parent = nullptr);

    /// Replaces the rows. Rows of the same rules in the same order keep their selection.
    void setRows(std::vector<RuleRow> rows, QTimeZone zone);
    const RuleRow& row(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString cellText(const RuleRow& row, int column) const;
    QString plainText(const RuleRow& row, int column) const;
    QString nextWaveText(const RuleRow& row, bool whole) const;
    QString findingsText(const RuleRow& row) const;
    QString toolTip(const RuleRow& row, int column) const;
    QVariant sortKey(const RuleRow& row, int column) const;

    std::vector<RuleRow> m_rows;
    QTimeZone m_zone;
};

/// The words of a finding: "two rules on one collection".
QString findingText(Finding finding);

} // namespace sandglass::presenters
