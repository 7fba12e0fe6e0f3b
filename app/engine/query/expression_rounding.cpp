// SPDX-License-Identifier: GPL-3.0-or-later
// $abs, $ceil, $floor, $round, $trunc.
#include "app/bson/decimal128.h"
#include "app/engine/query/expression_table.h"
#include "app/engine/query/numeric.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace sandglass::engine::query {

namespace {

using bson::Decimal128;
using bson::Type;
using bson::ValueView;

enum class Direction { HalfEven, Down, Up, TowardZero };

// built once; too slow to compute for every call
const Decimal128 kZero = bson::decimalFrom(std::int64_t{0});
const Decimal128 kOne = bson::decimalFrom(std::int64_t{1});

Decimal128 powerOfTen(int exponent)
{
    return *bson::decimalFromText("1E" + std::to_string(exponent));
}

// Rounds to an integer. Adding and subtracting 10^33 leaves no digit for a fraction: half even.
Decimal128 wholeDecimal(Decimal128 value, Direction direction)
{
    if (bson::isNan(value) || bson::isInfinite(value)) {
        return value;
    }
    const bool negative = bson::isNegative(value);
    const Decimal128 big = powerOfTen(33);
    const Decimal128 size = negative ? bson::subtract(kZero, value) : value;
    // such a number has no fraction
    if (bson::compare(size, big) != std::strong_ordering::less) {
        return value;
    }
    Decimal128 whole = bson::subtract(bson::add(size, big), big);
    const bool above = bson::compare(whole, size) == std::strong_ordering::greater;
    const bool below = bson::compare(whole, size) == std::strong_ordering::less;
    // "away" increases the magnitude: down for negative numbers, up for positive ones
    const bool away = direction == (negative ? Direction::Down : Direction::Up);
    if (direction != Direction::HalfEven && above && !away) {
        whole = bson::subtract(whole, kOne);
    }
    if (below && away) {
        whole = bson::add(whole, kOne);
    }
    return negative ? bson::subtract(kZero, whole) : whole;
}

Decimal128 roundedDecimal(Decimal128 value, int place, Direction direction)
{
    if (place == 0 || bson::isNan(value) || bson::isInfinite(value)) {
        return wholeDecimal(value, direction);
    }
    // decimal arithmetic, because a binary fraction would be rounded at the wrong digit
    const Decimal128 scaled = bson::multiply(value, powerOfTen(place));
    return bson::multiply(wholeDecimal(scaled, direction), powerOfTen(-place));
}

double wholeDouble(double value, Direction direction)
{
    switch (direction) {
    case Direction::Down:
        return std::floor(value);
    case Direction::Up:
        return std::ceil(value);
    case Direction::TowardZero:
        return std::trunc(value);
    case Direction::HalfEven:
        break;
    }
    return std::nearbyint(value); // half even is the default rounding mode of every thread
}

double roundedDouble(double value, int place, Direction direction)
{
    if (place == 0 || !std::isfinite(value)) {
        return wholeDouble(value, direction);
    }
    std::array<char, 64> text{};
    // 34 digits, as many as a decimal has
    std::snprintf(text.data(), text.size(), "%.34g", value);
    const std::optional<Decimal128> decimal = bson::decimalFromText(text.data());
    return decimal ? bson::toDouble(roundedDecimal(*decimal, place, direction)) : value;
}

// Rounds to a multiple of 10^places. With 0 places the number stays the same.
Wide roundedWhole(std::int64_t value, int places, Direction direction)
{
    // 10^20 exceeds twice the largest int64
    if (places > 19) {
        return 0;
    }
    Wide unit = 1;
    for (int i = 0; i < places; ++i) {
        unit *= 10;
    }
    const Wide rest = Wide{value} % unit;
    const Wide cut = Wide{value} - rest;
    if (direction == Direction::TowardZero) {
        return cut;
    }
    const Wide size = rest < 0 ? -rest : rest;
    const bool odd = (cut / unit) % 2 != 0;
    // half even: the even multiple wins
    if (size * 2 < unit || (size * 2 == unit && !odd)) {
        return cut;
    }
    return value < 0 ? cut - unit : cut + unit;
}

Result<int> placeOf(const Arguments& arguments)
{
    if (arguments.size() < 2) {
        return 0;
    }
    const ValueView place = arguments[1];
    const std::string name(arguments.name());
    if (!place.isNumber()) {
        return expressionError(51081,
                               name + " only supports numeric types, not " + typeText(place));
    }
    const std::optional<std::int64_t> whole = place.toExactInt64();
    if (!whole) {
        return expressionError(51082,
                               "precision argument to  " + name + " must be a integral value");
    }
    if (*whole < -20 || *whole > 100) {
        return expressionError(51083,
                               "cannot apply " + name + " with precision value "
                                   + std::to_string(*whole) + " value must be in [-20, 100]");
    }
    return static_cast<int>(*whole);
}

Result<Operand> rounded(const Arguments& arguments, Direction direction)
{
    const ValueView value = arguments[0];
    if (value.isNullish() || (arguments.size() > 1 && arguments[1].isNullish())) {
        return Operand::null();
    }
    if (!value.isNumber()) {
        return expressionError(
            arguments.name() == "$round" || arguments.name() == "$trunc" ? 51081 : 28765,
            std::string(arguments.name()) + " only supports numeric types, not " + typeText(value));
    }
    const Result<int> place = placeOf(arguments);
    TRY(place);
    if (value.type() == Type::Decimal128) {
        return Operand::of(roundedDecimal(value.asDecimal128(), *place, direction));
    }
    if (value.type() == Type::Double) {
        return Operand::of(roundedDouble(value.asDouble(), *place, direction));
    }
    // integers have no decimals to round
    if (*place >= 0) {
        return Operand::borrow(value);
    }
    const Wide whole = roundedWhole(value.toInt64(), -*place, direction);
    // rounding up can leave the int64 range
    if (!checkedMillis(whole)) {
        return expressionError(
            51080, "invalid conversion from Decimal128 result in " + std::string(arguments.name()));
    }
    return wholeResult(whole, value.type());
}

Result<Operand> abs(const Arguments& arguments)
{
    const ValueView value = arguments[0];
    if (value.isNullish()) {
        return Operand::null();
    }
    switch (value.type()) {
    case Type::Int32:
        return wholeResult(value.asInt32() < 0 ? -Wide{value.asInt32()} : value.asInt32(),
                           Type::Int32);
    case Type::Int64:
        // its opposite does not exist
        if (value.asInt64() == std::numeric_limits<std::int64_t>::min()) {
            return expressionError(28680, "can't take $abs of long long min");
        }
        return Operand::of(value.asInt64() < 0 ? -value.asInt64() : value.asInt64());
    case Type::Double:
        return Operand::of(std::abs(value.asDouble()));
    case Type::Decimal128: {
        const Decimal128 decimal = value.asDecimal128();
        return Operand::of(bson::isNegative(decimal) ? bson::subtract(kZero, decimal) : decimal);
    }
    default:
        return expressionError(28765, "$abs only supports numeric types, not " + typeText(value));
    }
}

Result<Operand> ceil(const Arguments& arguments)
{
    return rounded(arguments, Direction::Up);
}

Result<Operand> floor(const Arguments& arguments)
{
    return rounded(arguments, Direction::Down);
}

Result<Operand> round(const Arguments& arguments)
{
    return rounded(arguments, Direction::HalfEven);
}

Result<Operand> trunc(const Arguments& arguments)
{
    return rounded(arguments, Direction::TowardZero);
}

} // namespace

std::span<const ListOperator> roundingOperators()
{
    static constexpr std::array kOperators{
        ListOperator{"$abs", 1, 1, abs},     ListOperator{"$ceil", 1, 1, ceil},
        ListOperator{"$floor", 1, 1, floor}, ListOperator{"$round", 1, 2, round},
        ListOperator{"$trunc", 1, 2, trunc},
    };
    return kOperators;
}

} // namespace sandglass::engine::query
