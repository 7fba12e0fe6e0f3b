// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/match_leaf.h"

#include "app/bson/compare.h"
#include "app/bson/decimal128.h"
#include "app/bson/json.h"
#include "app/engine/query/bad_value.h"
#include "app/engine/query/match_bounds.h"
#include "app/engine/query/match_parse.h"
#include "app/engine/query/pattern.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <utility>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

bool isMinOrMaxKey(Type type)
{
    return type == Type::MinKey || type == Type::MaxKey;
}

std::string_view nameOf(Comparison comparison)
{
    switch (comparison) {
    case Comparison::Equal:
        return "$eq";
    case Comparison::Less:
        return "$lt";
    case Comparison::LessOrEqual:
        return "$lte";
    case Comparison::Greater:
        return "$gt";
    case Comparison::GreaterOrEqual:
        return "$gte";
    }
    return "";
}

bool holds(Comparison comparison, std::strong_ordering order)
{
    switch (comparison) {
    case Comparison::Equal:
        return std::is_eq(order);
    case Comparison::Less:
        return std::is_lt(order);
    case Comparison::LessOrEqual:
        return std::is_lteq(order);
    case Comparison::Greater:
        return std::is_gt(order);
    case Comparison::GreaterOrEqual:
        return std::is_gteq(order);
    }
    return false;
}

// null >= null holds, and so does NaN <= NaN
bool includesEqual(Comparison comparison)
{
    return comparison != Comparison::Less && comparison != Comparison::Greater;
}

// A bracket is a group of types that compare with each other, such as all numbers. Comparisons in
// filters never match across brackets, although the sort order spans them.
bool sameBracket(Type left, Type right)
{
    return left == right || bson::canonicalOrder(left) == bson::canonicalOrder(right);
}

class ComparisonPredicate final : public Predicate
{
public:
    ComparisonPredicate(Comparison comparison, ValueView operand, bson::CollationPtr collation)
        : m_comparison(comparison)
        , m_operand(operand)
        , m_operandIsNan(operand.isNan())
        , m_collation(std::move(collation))
    {
    }

    bool test(ValueView value, MatchPosition /*position*/) const override
    {
        const ValueView operand = m_operand.view();
        // the most frequent case of TTL filters, without the detour over brackets
        if (value.type() == Type::Date && operand.type() == Type::Date) {
            return holds(m_comparison, value.asDate().millis <=> operand.asDate().millis);
        }
        // missing equals null
        if (value.isNullish() && operand.isNull()) {
            return includesEqual(m_comparison);
        }
        if (!sameBracket(value.type(), operand.type())) {
            return acrossBrackets();
        }
        // compare() orders NaN, but only NaN itself matches NaN
        if (m_operandIsNan || value.isNan()) {
            return m_operandIsNan && value.isNan() && includesEqual(m_comparison);
        }
        return holds(m_comparison, bson::compare(value, operand, m_collation.get()));
    }

    // for the planner: the part of an index that can hold matches
    std::optional<PathBounds> bounds() const override
    {
        return comparisonBounds(m_comparison, m_operand);
    }
    const bson::Value* equality() const override
    {
        return m_comparison == Comparison::Equal ? &m_operand : nullptr;
    }
    bool allowedInPartialIndex() const override { return true; }
    std::string describe() const override
    {
        return std::string(nameOf(m_comparison)) + " " + bson::toShellText(m_operand);
    }

private:
    // MaxKey is above and MinKey below all other types; nothing else compares across types.
    bool acrossBrackets() const
    {
        const bool less
            = m_comparison == Comparison::Less || m_comparison == Comparison::LessOrEqual;
        if (m_comparison == Comparison::Equal || !isMinOrMaxKey(m_operand.type())) {
            return false;
        }
        return less == (m_operand.type() == Type::MaxKey);
    }

    Comparison m_comparison;
    bson::Value m_operand;
    bool m_operandIsNan;
    bson::CollationPtr m_collation;
};

class RegexPredicate final : public Predicate
{
public:
    explicit RegexPredicate(Pattern pattern)
        : m_pattern(std::move(pattern))
    {
    }

    bool test(ValueView value, MatchPosition /*position*/) const override
    {
        // symbols are an old form of strings
        if (value.type() == Type::String || value.type() == Type::Symbol) {
            return m_pattern.found(value.asString());
        }
        // a stored regular expression matches an equal one
        if (value.type() != Type::Regex) {
            return false;
        }
        const bson::Regex stored = value.asRegex();
        return stored.pattern == m_pattern.text() && stored.options == m_pattern.options();
    }

    std::string describe() const override
    {
        return "$regex /" + m_pattern.text() + "/" + m_pattern.options();
    }

private:
    Pattern m_pattern;
};

// $in: equality with any value of the list, or a match of any of its regular expressions.
class InPredicate final : public Predicate
{
public:
    InPredicate(bson::Document list, std::vector<bson::Value> values,
                std::vector<PredicatePtr> regexes, bson::CollationPtr collation)
        : m_list(std::move(list))
        , m_values(std::move(values))
        , m_regexes(std::move(regexes))
        , m_collation(std::move(collation))
    {
        // sorted once, because every document searches the list
        std::sort(m_values.begin(), m_values.end(), Before{m_collation.get()});
        m_hasNull = std::any_of(m_values.begin(), m_values.end(),
                                [](const bson::Value& value) { return value.view().isNull(); });
    }

    bool test(ValueView value, MatchPosition position) const override
    {
        // undefined and missing match null as well
        if (value.isNullish()) {
            return m_hasNull;
        }
        const auto found
            = std::lower_bound(m_values.begin(), m_values.end(), value, Before{m_collation.get()});
        if (found != m_values.end() && bson::equal(*found, value, m_collation.get())) {
            return true;
        }
        return std::any_of(m_regexes.begin(), m_regexes.end(),
                           [&](const PredicatePtr& regex) { return regex->test(value, position); });
    }

    std::optional<PathBounds> bounds() const override
    {
        const auto isArray = [](const bson::Value& value) { return value.type() == Type::Array; };
        // null and arrays need more than the stored keys; a regular expression needs all strings
        if (m_hasNull || m_values.empty() || !m_regexes.empty()
            || std::any_of(m_values.begin(), m_values.end(), isArray)) {
            return std::nullopt;
        }
        PathBounds bounds;
        bounds.equals = m_values;
        return bounds;
    }
    const bson::Value* equality() const override
    {
        // a list of one value is an equality, for upserts
        return m_values.size() == 1 && m_regexes.empty() ? &m_values.front() : nullptr;
    }
    bool allowedInPartialIndex() const override { return true; }
    std::string describe() const override
    {
        return "$in " + bson::toShellText(bson::Value::array(m_list));
    }

private:
    struct Before
    {
        const bson::Collation* collation;
        bool operator()(ValueView left, ValueView right) const
        {
            return std::is_lt(bson::compare(left, right, collation));
        }
    };

    bson::Document m_list; // as the user wrote it, for describe()
    std::vector<bson::Value> m_values; // sorted
    std::vector<PredicatePtr> m_regexes;
    bson::CollationPtr m_collation;
    bool m_hasNull = false;
};

class ExistsPredicate final : public Predicate
{
public:
    bool test(ValueView value, MatchPosition /*position*/) const override
    {
        return !value.isMissing();
    }
    // an array exists or not as a whole
    bool entersArrays() const override { return false; }
    bool allowedInPartialIndex() const override { return true; }
    std::string describe() const override { return "$exists"; }
};

class ModPredicate final : public Predicate
{
public:
    ModPredicate(std::int64_t divisor, std::int64_t remainder)
        : m_divisor(divisor)
        , m_remainder(remainder)
    {
    }

    bool test(ValueView value, MatchPosition /*position*/) const override
    {
        if (!value.isNumber()) {
            return false;
        }
        const double number = value.toDouble();
        // a double or decimal outside int64
        if (!bson::fitsInt64(number) && value.type() != Type::Int64) {
            return false;
        }
        // every integer is divisible, and the smallest int64 / -1 overflows
        if (m_divisor == -1) {
            return m_remainder == 0; // nothing else leaves a remainder
        }
        // truncates toward zero, as MongoDB does
        const std::int64_t whole = value.type() == Type::Decimal128
            ? bson::truncatedToInt64(value.asDecimal128())
            : value.toInt64();
        return whole % m_divisor == m_remainder;
    }
    std::string describe() const override
    {
        return "mod " + std::to_string(m_divisor) + " % x == " + std::to_string(m_remainder);
    }

private:
    std::int64_t m_divisor;
    std::int64_t m_remainder;
};

Result<std::int64_t> modArgument(ValueView value, std::string_view what)
{
    if (!value.isNumber()) {
        return badValue("malformed mod, " + std::string(what) + " not a number");
    }
    if (bson::isInteger(value.type())) {
        return value.toInt64();
    }
    const double number = value.toDouble();
    // -2^63 is excluded too, as in MongoDB
    if (!std::isfinite(number) || std::fabs(number) >= bson::kTwoTo63) {
        return badValue("malformed mod, " + std::string(what) + " value is invalid :: caused by :: "
                        + (std::isfinite(number) ? "Out of bounds coercing to integral value"
                                                 : "Unable to coerce NaN/Inf to integral type"));
    }
    // decimals are rounded half to even
    return value.type() == Type::Double ? static_cast<std::int64_t>(number) : value.toInt64();
}

} // namespace

Result<PredicatePtr> comparisonPredicate(Comparison comparison, ValueView operand,
                                         std::string_view path, bson::CollationPtr collation)
{
    if (operand.type() == Type::Undefined) {
        return badValue("cannot compare to undefined");
    }
    // the order of regular expressions has no meaning, so only equality is allowed
    if (operand.type() == Type::Regex && comparison != Comparison::Equal) {
        return badValue("Can't have RegEx as arg to predicate over field '" + std::string(path)
                        + "'.");
    }
    return PredicatePtr(
        std::make_shared<ComparisonPredicate>(comparison, operand, std::move(collation)));
}

Result<PredicatePtr> inPredicate(ValueView operand, bson::CollationPtr collation)
{
    std::vector<bson::Value> values;
    std::vector<PredicatePtr> regexes;
    for (const bson::Element& element : operand.asDocument()) {
        const ValueView value = element.value;
        if (value.type() == Type::Undefined) {
            return badValue("InMatchExpression equality cannot be undefined");
        }
        // {$in: [{$gt: 1}]} would be read as a document to equal
        if (isOperatorDocument(value)) {
            return badValue("cannot nest $ under $in");
        }
        if (value.type() != Type::Regex) {
            values.emplace_back(value);
            continue;
        }
        auto regex = regexPredicate(value.asRegex().pattern, value.asRegex().options);
        TRY(regex);
        regexes.push_back(std::move(*regex));
    }
    return PredicatePtr(std::make_shared<InPredicate>(bson::Document(operand.asDocument()),
                                                      std::move(values), std::move(regexes),
                                                      std::move(collation)));
}

PredicatePtr existsPredicate()
{
    return std::make_shared<ExistsPredicate>();
}

Result<PredicatePtr> modPredicate(ValueView operand)
{
    if (operand.type() != Type::Array) {
        return badValue("malformed mod, needs to be an array");
    }
    const bson::DocumentView arguments = operand.asDocument();
    const std::size_t count = arguments.count();
    if (count < 2) {
        return badValue("malformed mod, not enough elements");
    }
    if (count > 2) {
        return badValue("malformed mod, too many elements");
    }
    const auto divisor = modArgument(arguments.begin()->value, "divisor");
    TRY(divisor);
    const auto remainder = modArgument(std::next(arguments.begin())->value, "remainder");
    TRY(remainder);
    // last, after both arguments were read, as in MongoDB
    if (*divisor == 0) {
        return badValue("divisor cannot be 0");
    }
    return PredicatePtr(std::make_shared<ModPredicate>(*divisor, *remainder));
}

Result<PredicatePtr> regexPredicate(std::string_view pattern, std::string_view options)
{
    auto compiled = Pattern::compile(pattern, options);
    TRY(compiled);
    return PredicatePtr(std::make_shared<RegexPredicate>(std::move(*compiled)));
}

} // namespace sandglass::engine::query
