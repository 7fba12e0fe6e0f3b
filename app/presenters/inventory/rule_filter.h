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
/// "two rules"), or a text that any column may contain. Exactly one of `column`, `finding` and
/// `text` is set.
struct RuleCondition
{
    /// The operator between the number of the rule and that of the condition.
    enum class Compare { Less, AtMost, Equal, NotEqual, AtLeast, More };

    QString text; ///< the text to look for
    std::optional<ttl::doctor::CheckId> finding; ///< the check that must have failed
    const RuleColumn* column = nullptr; ///< the column to compare, one of ruleColumns()
    Compare compare = Compare::Equal;
    double number = 0.0; ///< documents; seconds for a duration; 0…1 for a share
};

/// Parses a filter: conditions separated by "," or ";", all of which must hold. A number may have a
/// unit of time (s, min, h, d, w, month, y), "%", "k" or "M". A column has its English and its
/// displayed name. Anything else is a text. GUI thread, for the displayed names.
std::vector<RuleCondition> parseRuleFilter(const QString& typed);

/// Useful filters to offer, in the syntax of parseRuleFilter().
QStringList ruleFilterExamples();

/// Whether a rule matches a comparison or a finding; true for a text. An unknown number matches no
/// comparison. Pure; any thread.
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
