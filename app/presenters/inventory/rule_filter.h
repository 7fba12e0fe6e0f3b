// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/inventory/ttl_rules_model.h"

#include <QSortFilterProxyModel>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace sandglass::presenters {

/// One condition of the filter box: a comparison of a number ("overdue > 0"), a finding ("NaN",
/// "two rules"), or a text that any column may contain. Exactly one of `column`, `finding`, `text`
/// and `problem` is set.
struct RuleCondition
{
    /// Why a comparison cannot be read.
    enum class Problem {
        None,
        Column, ///< there is no such column with numbers
        Number, ///< it does not end with a number
        Unit, ///< the unit is not known, or not one of this column
    };

    /// The operator between the number of the rule and that of the condition.
    enum class Compare { Less, AtMost, Equal, NotEqual, AtLeast, More };

    QString text; ///< the text to look for
    std::optional<ttl::doctor::CheckId> finding; ///< the check that must have failed
    const RuleColumn* column = nullptr; ///< the column to compare, one of ruleColumns()
    Compare compare = Compare::Equal;
    double number = 0.0; ///< documents; seconds for a duration; 0…1 for a share
    Problem problem = Problem::None; ///< of a comparison that cannot be read
    QString typed; ///< the condition as it was typed
};

/// Parses a filter: conditions separated by ",", ";" or "and", all of which must hold. A number may
/// have separators of thousands, and a unit: of time for a duration ("2 minutes", "1 d 12 h"), "%"
/// for a share, "k" or "M" for documents. A column has its English and its displayed name. Without
/// a sign of comparison it is a finding or a text; "*" is no condition. GUI thread, for the
/// displayed names.
std::vector<RuleCondition> parseRuleFilter(const QString& typed);

/// What is wrong with the first condition that cannot be read, a sentence; empty: nothing.
QString problemText(const std::vector<RuleCondition>& conditions);

/// Useful filters to offer, in the syntax of parseRuleFilter().
QStringList ruleFilterExamples();

/// Whether a rule matches a comparison or a finding; true for a text, false for a comparison that
/// cannot be read. An unknown number matches no comparison. Pure; any thread.
bool fulfils(const RuleRow& rule, const RuleCondition& condition);

/// The rows of the inventory, filtered by conditions and two switches. GUI thread.
class RuleFilter final : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    /// `rules` must outlive this object.
    explicit RuleFilter(TtlRulesModel& rules, QObject* parent = nullptr);

    /// Sets the conditions, as parseRuleFilter() takes them.
    void setTyped(const QString& typed);
    /// As problemText(), of these conditions.
    QString problem() const { return problemText(m_conditions); }
    /// Whether there is any condition or switch.
    bool isFiltering() const { return !m_conditions.empty() || m_onlyFindings || m_onlyOverdue; }
    /// Whether to show only rules with a finding.
    void setOnlyFindings(bool only);
    /// Whether to show only rules with overdue documents.
    void setOnlyOverdue(bool only);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    /// Whether any cell of a row contains `text`, in upper or lower case.
    bool contains(int row, const QString& text) const;

    TtlRulesModel& m_rules;
    std::vector<RuleCondition> m_conditions;
    bool m_onlyFindings = false;
    bool m_onlyOverdue = false;
};

} // namespace sandglass::presenters
