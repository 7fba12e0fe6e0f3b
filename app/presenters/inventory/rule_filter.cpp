// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/inventory/rule_filter.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

using Compare = RuleCondition::Compare;
using ttl::doctor::CheckId;

// What a number is multiplied by. Case is ignored, so "m" and "M" are both a million, and minutes
// are "min".
const std::array<std::pair<const char16_t*, double>, 14> kUnits{
    std::pair{u"", 1.0},
    std::pair{u"%", 0.01},
    std::pair{u"k", 1e3},
    std::pair{u"m", 1e6},
    std::pair{u"s", 1.0},
    std::pair{u"sec", 1.0},
    std::pair{u"min", 60.0},
    std::pair{u"h", 3'600.0},
    std::pair{u"d", 86'400.0},
    std::pair{u"day", 86'400.0},
    std::pair{u"days", 86'400.0},
    std::pair{u"w", 604'800.0},
    std::pair{u"month", 2'592'000.0},
    std::pair{u"y", 31'536'000.0},
};

// Words for findings in a filter; several can mean the same finding.
const std::array<std::pair<const char16_t*, CheckId>, 8> kFindings{
    std::pair{u"nan", CheckId::RuleObeyed},
    std::pair{u"unusable", CheckId::RuleObeyed},
    std::pair{u"two rules", CheckId::TwoRules},
    std::pair{u"hidden but deleting", CheckId::HiddenDeletes},
    std::pair{u"late", CheckId::DueDeleted},
    std::pair{u"nothing dated", CheckId::SomeDated},
    std::pair{u"building", CheckId::IndexReady},
    std::pair{u"not ready", CheckId::IndexReady},
};

// The column with this English or displayed name, if it has numbers to compare; otherwise null.
const RuleColumn* columnOf(const QString& name)
{
    for (const RuleColumn& column : ruleColumns()) {
        if (column.filterName
            && (name.compare(QStringView(column.filterName), Qt::CaseInsensitive) == 0
                || name.compare(column.cell.header(), Qt::CaseInsensitive) == 0)) {
            return &column;
        }
    }
    return nullptr;
}

std::optional<double> unitOf(const QString& name)
{
    const auto* found = std::ranges::find_if(kUnits, [&](const auto& unit) {
        return name.compare(QStringView(unit.first), Qt::CaseInsensitive) == 0;
    });
    return found == kUnits.end() ? std::nullopt : std::optional(found->second);
}

Compare compareOf(const QString& sign)
{
    if (sign == u"<"_s) {
        return Compare::Less;
    }
    if (sign == u"<="_s || sign == u"≤"_s) {
        return Compare::AtMost;
    }
    if (sign == u">"_s) {
        return Compare::More;
    }
    if (sign == u">="_s || sign == u"≥"_s) {
        return Compare::AtLeast;
    }
    return sign == u"!="_s || sign == u"≠"_s ? Compare::NotEqual : Compare::Equal;
}

bool holds(double value, Compare compare, double number)
{
    switch (compare) {
    case Compare::Less:
        return value < number;
    case Compare::AtMost:
        return value <= number;
    case Compare::AtLeast:
        return value >= number;
    case Compare::More:
        return value > number;
    case Compare::NotEqual:
        return value < number || value > number;
    case Compare::Equal:
        break;
    }
    return !(value < number) && !(value > number);
}

// Nothing if the text is not a comparison of a known column; it is then looked for as text.
std::optional<RuleCondition> comparison(const QString& typed)
{
    static const QRegularExpression kShape(
        uR"(^(.+?)\s*(<=|>=|!=|<|>|=|≤|≥|≠)\s*([0-9]+(?:\.[0-9]+)?)\s*(\pL*|%)$)"_s);
    const QRegularExpressionMatch match = kShape.match(typed);
    if (!match.hasMatch()) {
        return {};
    }
    const RuleColumn* column = columnOf(match.captured(1).trimmed());
    const std::optional<double> unit = unitOf(match.captured(4));
    if (!column || !unit) {
        return {};
    }
    RuleCondition condition;
    condition.column = column;
    condition.compare = compareOf(match.captured(2));
    condition.number = match.captured(3).toDouble() * *unit;
    // "dated < 50" means 50 percent, too
    if (column->isShare && match.captured(4).isEmpty()) {
        condition.number /= 100.0;
    }
    return condition;
}

RuleCondition conditionOf(const QString& typed)
{
    if (const std::optional<RuleCondition> compared = comparison(typed)) {
        return *compared;
    }
    RuleCondition condition;
    const auto* found = std::ranges::find_if(kFindings, [&](const auto& finding) {
        return typed.compare(QStringView(finding.first), Qt::CaseInsensitive) == 0;
    });
    if (found != kFindings.end()) {
        condition.finding = found->second;
    } else {
        condition.text = typed;
    }
    return condition;
}

} // namespace

std::vector<RuleCondition> parseRuleFilter(const QString& typed)
{
    // a Chinese keyboard types the wide comma and semicolon
    static const QRegularExpression kBetween(u"[,;，；]"_s);
    std::vector<RuleCondition> conditions;
    const QStringList parts = typed.split(kBetween, Qt::SkipEmptyParts);
    for (const QString& part : parts) {
        if (const QString trimmed = part.trimmed(); !trimmed.isEmpty()) {
            conditions.push_back(conditionOf(trimmed));
        }
    }
    return conditions;
}

QStringList ruleFilterExamples()
{
    return {u"overdue > 0"_s,         u"NaN"_s,           u"two rules"_s,
            u"hidden but deleting"_s, u"dated < 100 %"_s, u"duration > 30 d"_s,
            u"documents > 1 M"_s};
}

bool fulfils(const RuleRow& rule, const RuleCondition& condition)
{
    if (condition.finding) {
        return std::ranges::find(rule.findings, *condition.finding, &ttl::doctor::Finding::check)
            != rule.findings.end();
    }
    if (condition.column) {
        const std::optional<double> value = condition.column->filterNumber(rule);
        return value && holds(*value, condition.compare, condition.number);
    }
    return true;
}

RuleFilter::RuleFilter(TtlRulesModel& rules, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_rules(rules)
{
    setSourceModel(&rules);
    setSortRole(TtlRulesModel::SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
    setDynamicSortFilter(true);
}

void RuleFilter::setTyped(const QString& typed)
{
    m_conditions = parseRuleFilter(typed);
    invalidateRowsFilter();
}

void RuleFilter::setOnlyFindings(bool only)
{
    m_onlyFindings = only;
    invalidateRowsFilter();
}

void RuleFilter::setOnlyOverdue(bool only)
{
    m_onlyOverdue = only;
    invalidateRowsFilter();
}

bool RuleFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (parent.isValid()) {
        return false;
    }
    const RuleRow& rule = m_rules.row(row);
    if ((m_onlyFindings && rule.findings.empty())
        || (m_onlyOverdue && rule.overdue.value_or(0) <= 0)) {
        return false;
    }
    return std::ranges::all_of(m_conditions, [&](const RuleCondition& condition) {
        return fulfils(rule, condition)
            && (condition.text.isEmpty() || contains(row, condition.text));
    });
}

bool RuleFilter::contains(int row, const QString& text) const
{
    for (int column = 0; column < m_rules.columnCount(); ++column) {
        if (m_rules.index(row, column).data().toString().contains(text, Qt::CaseInsensitive)) {
            return true;
        }
    }
    return false;
}

} // namespace sandglass::presenters

#include "moc_rule_filter.cpp"
