// SPDX-License-Identifier: GPL-3.0-or-later
// $sin and its relatives, $degreesToRadians and $radiansToDegrees.
#include "app/bson/decimal128.h"
#include "app/bson/decimal_math.h"
#include "app/engine/query/expression_table.h"
#include "app/engine/query/numeric.h"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPerDegree = std::numbers::pi / 180.0;
constexpr double kPerRadian = 180.0 / std::numbers::pi;

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

template <double (*function)(double), bson::Real decimal, const Interval& interval>
Result<Operand> real(const Arguments& arguments)
{
    return ofNumber(arguments, [&](ValueView number) -> Result<Operand> {
        const double value = number.toDouble();
        // NaN passes through
        if (number.isNan()) {
            return Operand::borrow(number);
        }
        if (!interval.contains(value)) {
            return expressionError(50989,
                                   "cannot apply " + std::string(arguments.name()) + " to "
                                       + std::to_string(value) + ", value must be in "
                                       + interval.text);
        }
        return number.type() == Type::Decimal128
            ? Operand::of(bson::evaluate(decimal, number.asDecimal128()))
            : Operand::of(function(value));
    });
}

Result<Operand> atan2(const Arguments& arguments)
{
    // one after the other, each with its code
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        if (arguments[i].isNullish()) {
            return Operand::null();
        }
        if (!arguments[i].isNumber()) {
            return expressionError(i == 0 ? 51044 : 51045,
                                   "$atan2 only supports numeric types, not "
                                       + typeText(arguments[i]));
        }
    }
    const ValueView y = arguments[0];
    const ValueView x = arguments[1];
    if (wider(y.type(), x.type()) == Type::Decimal128) {
        return Operand::of(bson::atan2(toDecimal(y), toDecimal(x)));
    }
    return Operand::of(std::atan2(y.toDouble(), x.toDouble()));
}

// The number times a factor, whose 34 digits are given for decimals.
Result<Operand> scaled(const Arguments& arguments, double factor, std::string_view digits)
{
    return ofNumber(arguments, [&](ValueView number) -> Result<Operand> {
        return number.type() == Type::Decimal128
            ? Operand::of(bson::multiply(number.asDecimal128(), *bson::decimalFromText(digits)))
            : Operand::of(number.toDouble() * factor);
    });
}

Result<Operand> radians(const Arguments& arguments)
{
    return scaled(arguments, kPerDegree, "0.01745329251994329576923690768488613");
}

Result<Operand> degrees(const Arguments& arguments)
{
    return scaled(arguments, kPerRadian, "57.29577951308232087679815481410517");
}

} // namespace

std::span<const ListOperator> trigonometryOperators()
{
    static constexpr std::array kOperators{
        ListOperator{"$acos", 1, 1, real<std::acos, bson::Real::Acos, kUnit>},
        ListOperator{"$acosh", 1, 1, real<std::acosh, bson::Real::Acosh, kFromOne>},
        ListOperator{"$asin", 1, 1, real<std::asin, bson::Real::Asin, kUnit>},
        ListOperator{"$asinh", 1, 1, real<std::asinh, bson::Real::Asinh, kAnyValue>},
        ListOperator{"$atan", 1, 1, real<std::atan, bson::Real::Atan, kAnyValue>},
        ListOperator{"$atan2", 2, 2, atan2},
        ListOperator{"$atanh", 1, 1, real<std::atanh, bson::Real::Atanh, kUnit>},
        ListOperator{"$cos", 1, 1, real<std::cos, bson::Real::Cos, kFinite>},
        ListOperator{"$cosh", 1, 1, real<std::cosh, bson::Real::Cosh, kAnyValue>},
        ListOperator{"$degreesToRadians", 1, 1, radians},
        ListOperator{"$radiansToDegrees", 1, 1, degrees},
        ListOperator{"$sin", 1, 1, real<std::sin, bson::Real::Sin, kFinite>},
        ListOperator{"$sinh", 1, 1, real<std::sinh, bson::Real::Sinh, kAnyValue>},
        ListOperator{"$tan", 1, 1, real<std::tan, bson::Real::Tan, kFinite>},
        ListOperator{"$tanh", 1, 1, real<std::tanh, bson::Real::Tanh, kAnyValue>},
    };
    return kOperators;
}

} // namespace sandglass::engine::query
