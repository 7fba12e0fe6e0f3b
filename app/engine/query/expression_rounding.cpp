// SPDX-License-Identifier: GPL-3.0-or-later
// $abs, $ceil, $floor, $round, $trunc.
#include "app/bson/decimal128.h"
#include "app/bson/decimal_math.h"
#include "app/engine/query/expression_table.h"
#include "app/engine/query/numeric.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace sandglass::engine::query {

namespace {

using bson::Rounding;
using bson::Type;
using bson::ValueView;

double roundedDouble(double value, int place, Rounding rounding)
{
    if (std::isinf(value)) {
        return value;
    }
    std::array<char, 64> text{};
    // 34 digits, as many as a decimal has: a binary fraction would be rounded at the wrong digit
    std::snprintf(text.data(), text.size(), "%.34g", value);
    const std::optional<bson::Decimal128> decimal = bson::decimalFromText(text.data());
    return decimal ? bson::toDouble(bson::quantize(*decimal, -place, rounding)) : value;
}

// Rounds to a multiple of 10^places. With 0 places the number stays the same.
Wide roundedWhole(std::int64_t value, int places, Rounding rounding)
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
    if (rounding == Rounding::TowardZero) {
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

Result<int> placeOf(ValueView place, const std::string& name)
{
    TRY(coercedToInt64(place));
    const std::optional<std::int64_t> whole = place.toExactInt64();
    if (!whole || *whole != static_cast<std::int32_t>(*whole)) {
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

// $round and $trunc. The number comes before the place: a null number hides every fault of it.
Result<Operand> rounded(const Arguments& arguments, Rounding rounding)
{
    const ValueView value = arguments[0];
    const std::string name(arguments.name());
    if (value.isNullish()) {
        return Operand::null();
    }
    if (!value.isNumber()) {
        return expressionError(51081,
                               name + " only supports numeric types, not " + typeText(value));
    }
    int place = 0;
    if (arguments.size() > 1) {
        if (arguments[1].isNullish()) {
            return Operand::null();
        }
        const Result<int> given = placeOf(arguments[1], name);
        TRY(given);
        place = *given;
    }
    if (value.type() == Type::Decimal128) {
        const bson::Decimal128 decimal = value.asDecimal128();
        return Operand::of(bson::isInfinite(decimal) ? decimal
                                                     : bson::quantize(decimal, -place, rounding));
    }
    if (value.type() == Type::Double) {
        return Operand::of(roundedDouble(value.asDouble(), place, rounding));
    }
    // integers have no decimals to round
    if (place >= 0) {
        return Operand::borrow(value);
    }
    const Wide whole = roundedWhole(value.toInt64(), -place, rounding);
    // rounding up can leave the int64 range
    if (!checkedMillis(whole)) {
        return expressionError(51080, "invalid conversion from Decimal128 result in " + name);
    }
    return wholeResult(whole, value.type());
}

Result<Operand> abs(const Arguments& arguments)
{
    return ofNumber(arguments, [](ValueView value) -> Result<Operand> {
        if (value.type() == Type::Decimal128) {
            return Operand::of(bson::magnitude(value.asDecimal128()));
        }
        if (value.type() == Type::Double) {
            return Operand::of(std::abs(value.asDouble()));
        }
        const std::int64_t whole = value.toInt64();
        // its opposite does not exist
        if (whole == std::numeric_limits<std::int64_t>::min()) {
            return expressionError(28680, "can't take $abs of long long min");
        }
        return wholeResult(std::abs(whole), value.type());
    });
}

// $ceil and $floor.
Result<Operand> nextWhole(const Arguments& arguments, double (*function)(double), Rounding rounding)
{
    return ofNumber(arguments, [&](ValueView value) -> Result<Operand> {
        if (value.type() == Type::Decimal128) {
            return Operand::of(bson::quantize(value.asDecimal128(), 0, rounding));
        }
        return value.type() == Type::Double ? Operand::of(function(value.asDouble()))
                                            : Operand::borrow(value);
    });
}

Result<Operand> ceil(const Arguments& arguments)
{
    return nextWhole(arguments, std::ceil, Rounding::Up);
}

Result<Operand> floor(const Arguments& arguments)
{
    return nextWhole(arguments, std::floor, Rounding::Down);
}

Result<Operand> round(const Arguments& arguments)
{
    return rounded(arguments, Rounding::HalfEven);
}

Result<Operand> trunc(const Arguments& arguments)
{
    return rounded(arguments, Rounding::TowardZero);
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
