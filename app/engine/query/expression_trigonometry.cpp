// SPDX-License-Identifier: GPL-3.0-or-later
// $sin and its relatives, $degreesToRadians and $radiansToDegrees.
#include "app/bson/decimal128.h"
#include "app/engine/query/expression_table.h"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kDegrees = 180.0 / std::numbers::pi;

/// The values that an operator accepts. Infinities are allowed only if the interval is closed.
struct Interval
{
    double from = -kInfinity;
    double to = kInfinity;
    bool closed = true;
    const char* text = "[-inf,inf]";

    bool contains(double value) const
    {
        return closed ? value >= from && value <= to : value > from && value < to;
    }
};

constexpr Interval kAnyValue;
constexpr Interval kFinite{-kInfinity, kInfinity, false, "(-inf,inf)"};
constexpr Interval kUnit{-1, 1, true, "[-1,1]"};
constexpr Interval kFromOne{1, kInfinity, true, "[1,inf]"};

// Decimals are computed as doubles: 15 of their 34 significant digits are correct.
Operand realOperand(bool decimal, double result)
{
    return decimal ? Operand::of(bson::decimalFrom(result)) : Operand::of(result);
}

template <double (*function)(double), const Interval& interval>
Result<Operand> real(const Arguments& arguments)
{
    const ValueView argument = arguments[0];
    const std::string name(arguments.name());
    if (argument.isNullish()) {
        return Operand::null();
    }
    if (!argument.isNumber()) {
        return expressionError(28765,
                               name + " only supports numeric types, not " + typeText(argument));
    }
    const double value = argument.toDouble();
    // NaN passes through
    if (!std::isnan(value) && !interval.contains(value)) {
        return expressionError(50989,
                               "cannot apply " + name + " to " + std::to_string(value)
                                   + ", value must be in " + interval.text);
    }
    return realOperand(argument.type() == Type::Decimal128, function(value));
}

Result<Operand> atan2(const Arguments& arguments)
{
    const ValueView y = arguments[0];
    const ValueView x = arguments[1];
    if (arguments.anyNullish()) {
        return Operand::null();
    }
    if (!y.isNumber() || !x.isNumber()) {
        return expressionError(51044,
                               "$atan2 only supports numeric types, not " + typeText(y) + " and "
                                   + typeText(x));
    }
    const bool decimal = y.type() == Type::Decimal128 || x.type() == Type::Decimal128;
    return realOperand(decimal, std::atan2(y.toDouble(), x.toDouble()));
}

double radians(double degrees)
{
    return degrees / kDegrees;
}

double degrees(double radians)
{
    return radians * kDegrees;
}

} // namespace

std::span<const ListOperator> trigonometryOperators()
{
    static constexpr std::array kOperators{
        ListOperator{"$acos", 1, 1, real<std::acos, kUnit>},
        ListOperator{"$acosh", 1, 1, real<std::acosh, kFromOne>},
        ListOperator{"$asin", 1, 1, real<std::asin, kUnit>},
        ListOperator{"$asinh", 1, 1, real<std::asinh, kAnyValue>},
        ListOperator{"$atan", 1, 1, real<std::atan, kAnyValue>},
        ListOperator{"$atan2", 2, 2, atan2},
        ListOperator{"$atanh", 1, 1, real<std::atanh, kUnit>},
        ListOperator{"$cos", 1, 1, real<std::cos, kFinite>},
        ListOperator{"$cosh", 1, 1, real<std::cosh, kAnyValue>},
        ListOperator{"$degreesToRadians", 1, 1, real<radians, kAnyValue>},
        ListOperator{"$radiansToDegrees", 1, 1, real<degrees, kAnyValue>},
        ListOperator{"$sin", 1, 1, real<std::sin, kFinite>},
        ListOperator{"$sinh", 1, 1, real<std::sinh, kAnyValue>},
        ListOperator{"$tan", 1, 1, real<std::tan, kFinite>},
        ListOperator{"$tanh", 1, 1, real<std::tanh, kAnyValue>},
    };
    return kOperators;
}

} // namespace sandglass::engine::query
