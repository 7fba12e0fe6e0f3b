// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/inventory/ttl_rules_model.h"

#include <QSortFilterProxyModel>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace sandglass::presenters {

/// One condition of the inventory's filter box: a comparison of a number ("overdue > 0"), a finding
/// ("NaN", "two rules"), or else a text that any column may contain.
struct RuleCondition
{
    /// How a number of the rule stands to the one in the condition.
    enum class Compare { Less, AtMost, Equal, NotEqual, AtLeast, More };

    QString text; ///< for texts: what to look for
    std::optional<ttl::doctor::CheckId> finding; ///< for findings: what failed
    const RuleColumn* column = nullptr; ///< for comparisons: one of ruleColumns()
    Compare compare = Compare::Equal;
    double number = 0.0; ///< documents, seconds for the duration, 0…1 for the dated share
};

/// Reads what was typed: conditions parted by "," or ";", all of which must hold. Numbers may bear
/// a unit of time (s, min, h, d, w, y), "%" or "k" and "M"; columns go by their English and by
/// their shown name. What is no condition is looked for as text. Pure; GUI thread for the shown
/// names.
std::vector<RuleCondition> parseRuleFilter(const QString& typed);

/// Conditions worth offering, as parseRuleFilter() takes them.
QStringList ruleFilterExamples();

/// Whether a rule fulfils a condition that is no text. A number that is not known fulfils none.
bool fulfils(const RuleRow& rule, const RuleCondition& condition);

/// The inventory's rows, filtered by conditions and two switches. GUI thread.
class RuleFilter final : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    /// `rules` outlives the filter.
    explicit RuleFilter(TtlRulesModel& rules, QObject* parent = nullptr);

    void setTyped(const QString& typed);
    void setOnlyFindings(bool only);
    void setOnlyOverdue(bool only);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    bool contains(int row, const QString& text) const;

    TtlRulesModel& m_rules;
    std::vector<RuleCondition> m_conditions;
    bool m_onlyFindings = false;
    bool m_onlyOverdue = false;
};

} // namespace sandglass::presenters
