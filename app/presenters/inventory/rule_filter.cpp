// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/inventory/rule_filter.h"

#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

using Compare = RuleCondition::Compare;
using ttl::doctor::CheckId;

// What a unit is for.
enum class UnitKind { Documents, Time, Share };

struct Unit
{
    const char16_t* name;
    UnitKind kind;
    double factor;
};

// Case is ignored. "m" means a million documents, and in a duration minutes.
constexpr auto kUnits = std::to_array<Unit>({
    {u"%", UnitKind::Share, 0.01},
    {u"k", UnitKind::Documents, 1e3},
    {u"m", UnitKind::Documents, 1e6},
    {u"万", UnitKind::Documents, 1e4},
    {u"s", UnitKind::Time, 1.0},
    {u"sec", UnitKind::Time, 1.0},
    {u"second", UnitKind::Time, 1.0},
    {u"秒", UnitKind::Time, 1.0},
    {u"m", UnitKind::Time, 60.0},
    {u"min", UnitKind::Time, 60.0},
    {u"minute", UnitKind::Time, 60.0},
    {u"分", UnitKind::Time, 60.0},
    {u"分钟", UnitKind::Time, 60.0},
    {u"h", UnitKind::Time, 3'600.0},
    {u"hour", UnitKind::Time, 3'600.0},
    {u"小时", UnitKind::Time, 3'600.0},
    {u"d", UnitKind::Time, 86'400.0},
    {u"day", UnitKind::Time, 86'400.0},
    {u"天", UnitKind::Time, 86'400.0},
    {u"日", UnitKind::Time, 86'400.0},
    {u"w", UnitKind::Time, 604'800.0},
    {u"week", UnitKind::Time, 604'800.0},
    {u"周", UnitKind::Time, 604'800.0},
    {u"month", UnitKind::Time, 2'592'000.0},
    {u"个月", UnitKind::Time, 2'592'000.0},
    {u"y", UnitKind::Time, 31'536'000.0},
    {u"year", UnitKind::Time, 31'536'000.0},
    {u"年", UnitKind::Time, 31'536'000.0},
});

// Words for findings in a filter; several can mean the same finding.
const std::array<std::pair<const char16_t*, CheckId>, 8> kFindings{
    std::pair{u"nan", CheckId::NotNan},
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

UnitKind unitKindOf(const RuleColumn& column)
{
    if (column.isShare) {
        return UnitKind::Share;
    }
    return QStringView(column.filterName) == u"duration" ? UnitKind::Time : UnitKind::Documents;
}

// Words have a plural: "minutes".
bool isUnit(const QString& name, QStringView unit)
{
    return name.compare(unit, Qt::CaseInsensitive) == 0
        || (unit.size() > 2 && name.compare(unit.toString() + u's', Qt::CaseInsensitive) == 0);
}

std::optional<double> unitFactor(const QString& name, UnitKind kind)
{
    if (name.isEmpty()) {
        // "dated < 50" means 50 percent, too
        return kind == UnitKind::Share ? 0.01 : 1.0;
    }
    const auto* found = std::ranges::find_if(kUnits, [&](const Unit& unit) {
        return unit.kind == kind && isUnit(name, QStringView(unit.name));
    });
    return found == kUnits.end() ? std::nullopt : std::optional(found->factor);
}

// A number with or without separators of thousands, which are those of the locale, a comma, a
// blank or an apostrophe.
std::optional<double> numberOf(QString digits)
{
    static const QRegularExpression kSeparators(uR"([,'’\s\x{00A0}\x{202F}])"_s);
    digits.remove(kSeparators);
    static const QRegularExpression kDotted(uR"(^\d{1,3}(\.\d{3})+$)"_s);
    if (QLocale().groupSeparator() == u"."_s && kDotted.match(digits).hasMatch()) {
        digits.remove(u'.');
    }
    bool valid = false;
    const double number = digits.toDouble(&valid);
    return valid ? std::optional(number) : std::nullopt;
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

// Reads "1,000", "2 minutes" or "1 d 12 h" into the condition, or says what is wrong with it.
void readAmount(const QString& typed, UnitKind kind, RuleCondition& condition)
{
    using Problem = RuleCondition::Problem;
    // possessive: a long text without a match must not be tried in all ways
    static const QRegularExpression kShape(
        uR"(^(?:\s*+\d[\d.,'’\s\x{00A0}\x{202F}]*+(?:\pL++|%)?+)++\s*$)"_s);
    static const QRegularExpression kPart(uR"((\d[\d.,'’\s\x{00A0}\x{202F}]*)(\pL+|%)?)"_s);
    if (!kShape.match(typed).hasMatch()) {
        condition.problem = Problem::Number;
        return;
    }
    QRegularExpressionMatchIterator parts = kPart.globalMatch(typed);
    while (parts.hasNext()) {
        const QRegularExpressionMatch part = parts.next();
        const std::optional<double> number = numberOf(part.captured(1));
        const std::optional<double> factor = unitFactor(part.captured(2), kind);
        if (!number || !factor) {
            condition.problem = number ? Problem::Unit : Problem::Number;
            return;
        }
        condition.number += *number * *factor;
    }
}

// Nothing if the text has no sign of a comparison.
std::optional<RuleCondition> comparison(const QString& typed)
{
    static const QRegularExpression kShape(uR"(^(.*?)\s*(<=|>=|!=|==|<|>|=|≤|≥|≠)\s*(.*)$)"_s);
    const QRegularExpressionMatch match = kShape.match(typed);
    if (!match.hasMatch()) {
        return {};
    }
    RuleCondition condition;
    const RuleColumn* column = columnOf(match.captured(1).trimmed());
    if (!column) {
        condition.problem = RuleCondition::Problem::Column;
        return condition;
    }
    condition.compare = compareOf(match.captured(2));
    readAmount(match.captured(3), unitKindOf(*column), condition);
    if (condition.problem == RuleCondition::Problem::None) {
        condition.column = column;
    }
    return condition;
}

RuleCondition conditionOf(const QString& typed)
{
    if (std::optional<RuleCondition> compared = comparison(typed)) {
        compared->typed = typed;
        return *compared;
    }
    RuleCondition condition;
    condition.typed = typed;
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
    // a Chinese keyboard types the wide comma and semicolon; a comma before three digits separates
    // thousands
    static const QRegularExpression kBetween(uR"([;，；]|(?<!\d),|,(?!\d{3}(?!\d))|\s+and\s+)"_s,
                                             QRegularExpression::CaseInsensitiveOption);
    std::vector<RuleCondition> conditions;
    const QStringList parts = typed.split(kBetween, Qt::SkipEmptyParts);
    for (const QString& part : parts) {
        // "*" means any name to many, so it is no condition
        if (const QString trimmed = part.trimmed(); !trimmed.isEmpty() && trimmed != u"*"_s) {
            conditions.push_back(conditionOf(trimmed));
        }
    }
    return conditions;
}

namespace {

// "Documents, Overdue": what a condition can compare.
QString comparedColumns()
{
    QStringList names;
    for (const RuleColumn& column : ruleColumns()) {
        if (column.filterName) {
            names << column.cell.header();
        }
    }
    return names.join(u", "_s);
}

} // namespace

QString problemText(const std::vector<RuleCondition>& conditions)
{
    using Problem = RuleCondition::Problem;
    const auto unread = std::ranges::find_if(conditions, [](const RuleCondition& condition) {
        return condition.problem != Problem::None;
    });
    if (unread == conditions.end()) {
        return {};
    }
    switch (unread->problem) {
    case Problem::Column:
        //: %1 is what was typed, such as "foo > 5"; %2 is a list of columns
        return RuleFilter::tr("\"%1\" is not a condition. These columns can be compared: %2.")
            .arg(unread->typed, comparedColumns());
    case Problem::Unit:
        return RuleFilter::tr("\"%1\" has a unit that does not belong to this column. Examples: "
                              "duration > 2 minutes, documents > 1 M, dated < 100 %.")
            .arg(unread->typed);
    default:
        return RuleFilter::tr("\"%1\" does not end with a number.").arg(unread->typed);
    }
}

QStringList ruleFilterExamples()
{
    return {u"overdue > 0"_s,         u"NaN"_s,           u"two rules"_s,
            u"hidden but deleting"_s, u"dated < 100 %"_s, u"duration > 30 d"_s,
            u"documents > 1 M"_s};
}

bool fulfils(const RuleRow& rule, const RuleCondition& condition)
{
    if (condition.problem != RuleCondition::Problem::None) {
        return false;
    }
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
