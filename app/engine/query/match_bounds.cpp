// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/match_bounds.h"

#include "app/bson/compare.h"

#include <limits>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::Value;

// The first and last value of a type bracket. `lastInclusive`: false if `last` belongs to the next
// bracket.
struct Bracket
{
    Value first;
    Value last;
    bool lastInclusive = true;
};

Value undefinedValue()
{
    return {Type::Undefined, {}};
}

Value objectIdOf(std::uint8_t byte)
{
    bson::ObjectId id;
    id.bytes.fill(byte);
    return Value::of(id);
}

Value emptyBinary()
{
    // the payload of binary data: four bytes of length, a subtype
    return {Type::Binary, {0, 0, 0, 0, 0}};
}

std::optional<Bracket> bracketOf(Type type)
{
    constexpr double kBeyondAll = std::numeric_limits<double>::infinity();
    using Limits64 = std::numeric_limits<std::int64_t>;
    constexpr auto kMax32 = std::numeric_limits<std::uint32_t>::max();
    switch (type) {
    case Type::Undefined:
    case Type::Null:
        // missing values and empty arrays are indexed as undefined
        return Bracket{undefinedValue(), Value::null()};
    case Type::Int32:
    case Type::Int64:
    case Type::Double:
    case Type::Decimal128:
        // NaN is below -infinity and is compared by equality only
        return Bracket{Value::of(-kBeyondAll), Value::of(kBeyondAll)};
    case Type::String:
    case Type::Symbol:
        // there is no largest string: the next bracket begins with the empty document
        return Bracket{Value::of(""), Value::document(bson::Document()), false};
    case Type::Document:
        return Bracket{Value::document(bson::Document()), Value::array(bson::Document()), false};
    case Type::Binary:
        return Bracket{emptyBinary(), objectIdOf(0), false};
    case Type::ObjectId:
        return Bracket{objectIdOf(0), objectIdOf(0xff)};
    case Type::Bool:
        return Bracket{Value::of(false), Value::of(true)};
    case Type::Date:
        return Bracket{Value::of(bson::Date{Limits64::min()}),
                       Value::of(bson::Date{Limits64::max()})};
    case Type::Timestamp:
        return Bracket{Value::of(bson::Timestamp{0, 0}),
                       Value::of(bson::Timestamp{kMax32, kMax32})};
    default:
        // regular expressions, code and DBPointer: too rare in indexes to be worth the care
        return std::nullopt;
    }
}

PathBounds equalTo(bson::ValueView operand)
{
    PathBounds bounds;
    bounds.equals.emplace_back(operand);
    return bounds;
}

// The stricter of two lower bounds.
void raiseLower(PathBounds& bounds, const Value& lower, bool inclusive,
                const bson::Collation* collation)
{
    const auto order = bounds.lower ? bson::compare(lower, *bounds.lower, collation)
                                    : std::strong_ordering::greater;
    if (order == std::strong_ordering::greater) {
        bounds.lower = lower;
        bounds.lowerInclusive = inclusive;
        // an exclusive bound is stricter
    } else if (order == std::strong_ordering::equal) {
        bounds.lowerInclusive = bounds.lowerInclusive && inclusive;
    }
}

// The stricter of two upper bounds.
void dropUpper(PathBounds& bounds, const Value& upper, bool inclusive,
               const bson::Collation* collation)
{
    const auto order = bounds.upper ? bson::compare(upper, *bounds.upper, collation)
                                    : std::strong_ordering::less;
    if (order == std::strong_ordering::less) {
        bounds.upper = upper;
        bounds.upperInclusive = inclusive;
    } else if (order == std::strong_ordering::equal) {
        bounds.upperInclusive = bounds.upperInclusive && inclusive;
    }
}

} // namespace

std::optional<PathBounds> comparisonBounds(Comparison comparison, bson::ValueView operand)
{
    // an index stores the elements, not the array
    if (operand.type() == Type::Array) {
        return std::nullopt;
    }
    if (operand.isNullish()) {
        // $lt and $gt of null match nothing; the range of nulls is a harmless superset
        const auto nulls = bracketOf(Type::Null);
        return PathBounds{{}, nulls->first, nulls->last, true, true};
    }
    // NaN only equals itself, whatever the comparison
    if (comparison == Comparison::Equal || operand.isNan()) {
        return equalTo(operand);
    }
    const auto bracket = bracketOf(operand.type());
    if (!bracket) {
        return std::nullopt;
    }
    PathBounds bounds{{}, bracket->first, bracket->last, true, bracket->lastInclusive};
    const Value value(operand);
    switch (comparison) {
    case Comparison::Less:
    case Comparison::LessOrEqual:
        bounds.upper = value;
        bounds.upperInclusive = comparison == Comparison::LessOrEqual;
        break;
    case Comparison::Greater:
    case Comparison::GreaterOrEqual:
        bounds.lower = value;
        bounds.lowerInclusive = comparison == Comparison::GreaterOrEqual;
        break;
    case Comparison::Equal:
        break;
    }
    return bounds;
}

PathBounds intersected(PathBounds left, const PathBounds& right, const bson::Collation* collation)
{
    // the shorter list is enough: the filter is applied anyway
    if (!left.equals.empty() && !right.equals.empty()) {
        return left.equals.size() <= right.equals.size() ? left : right;
    }
    // a list is always stricter than a range
    if (!left.equals.empty()) {
        return left;
    }
    if (!right.equals.empty()) {
        return right;
    }
    if (right.lower) {
        raiseLower(left, *right.lower, right.lowerInclusive, collation);
    }
    if (right.upper) {
        dropUpper(left, *right.upper, right.upperInclusive, collation);
    }
    return left;
}

} // namespace sandglass::engine::query
