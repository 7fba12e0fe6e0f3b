// SPDX-License-Identifier: GPL-3.0-or-later
// $add, $subtract, $multiply, $divide, $mod, $pow, and the functions of one number with a double as
// result.
#include "app/bson/decimal128.h"
#include "app/engine/query/expression_table.h"
#include "app/engine/query/numeric.h"

#include <array>
#include <cmath>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

constexpr int kTypeMismatch = 14;
constexpr int kOverflow = 15;

bool isDecimalZero(bson::Decimal128 value)
{
    return bson::compare(value, bson::decimalFrom(std::int64_t{0})) == std::strong_ordering::equal;
}

// Milliseconds to add to a date; nullopt for NaN, infinity and values outside int64.
std::optional<std::int64_t> offsetMillis(ValueView number)
{
    if (bson::isInteger(number.type())) {
        return number.toInt64();
    }
    const double value = number.toDouble();
    if (!bson::fitsInt64(value)) {
        return std::nullopt;
    }
    // decimals are rounded half to even, doubles away from zero, as in MongoDB
    if (number.type() == Type::Decimal128) {
        return number.toInt64();
    }
    return std::llround(value);
}

Result<Operand> datePlus(std::int64_t millis, ValueView number, int sign)
{
    const std::optional<std::int64_t> offset = offsetMillis(number);
    const auto moved = offset ? checkedMillis(Wide{millis} + Wide{*offset} * sign)
                              : std::optional<std::int64_t>();
    if (!moved) {
        return expressionError(kOverflow, "date overflow");
    }
    return Operand::of(bson::Date{*moved});
}

Result<Operand> add(const Arguments& arguments)
{
    NumberSum sum;
    std::optional<std::int64_t> date;
    // null is returned only after all arguments were checked
    bool nullish = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const ValueView value = arguments[i];
        if (value.isNumber()) {
            sum.add(value);
        } else if (value.type() == Type::Date) {
            if (date) {
                return expressionError(16612, "only one date allowed in an $add expression");
            }
            date = value.asDate().millis;
        } else if (value.isNullish()) {
            nullish = true;
        } else {
            return expressionError(
                kTypeMismatch, "$add only supports numeric or date types, not " + typeText(value));
        }
    }
    if (nullish) {
        return Operand::null();
    }
    const Operand total = sum.total();
    return date ? datePlus(*date, total.view(), 1) : total;
}

Result<Operand> subtractDate(ValueView left, ValueView right)
{
    if (right.type() != Type::Date) {
        return datePlus(left.asDate().millis, right, -1);
    }
    const auto difference = checkedMillis(Wide{left.asDate().millis} - Wide{right.asDate().millis});
    if (!difference) {
        return expressionError(kOverflow, "overflow in $subtract of dates");
    }
    return Operand::of(*difference);
}

Result<Operand> subtract(const Arguments& arguments)
{
    const ValueView left = arguments[0];
    const ValueView right = arguments[1];
    if (arguments.anyNullish()) {
        return Operand::null();
    }
    // a number minus a date is an error, so only the left side may be a date alone
    if (left.type() == Type::Date && (right.isNumber() || right.type() == Type::Date)) {
        return subtractDate(left, right);
    }
    if (!left.isNumber() || !right.isNumber()) {
        return expressionError(kTypeMismatch,
                               "can't $subtract " + typeText(right) + " from " + typeText(left));
    }
    const Type type = wider(left.type(), right.type());
    if (type == Type::Decimal128) {
        return Operand::of(bson::subtract(toDecimal(left), toDecimal(right)));
    }
    if (type == Type::Double) {
        return Operand::of(left.toDouble() - right.toDouble());
    }
    return wholeResult(Wide{left.toInt64()} - Wide{right.toInt64()}, type);
}

Operand product(ValueView left, ValueView right)
{
    const Type type = wider(left.type(), right.type());
    if (type == Type::Decimal128) {
        return Operand::of(bson::multiply(toDecimal(left), toDecimal(right)));
    }
    if (type == Type::Double) {
        return Operand::of(left.toDouble() * right.toDouble());
    }
    return wholeResult(Wide{left.toInt64()} * Wide{right.toInt64()}, type);
}

Result<Operand> multiply(const Arguments& arguments)
{
    Operand result = Operand::of(std::int32_t{1});
    bool nullish = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const ValueView value = arguments[i];
        if (value.isNullish()) {
            nullish = true;
        } else if (!value.isNumber()) {
            return expressionError(kTypeMismatch,
                                   "$multiply only supports numeric types, not " + typeText(value));
        } else {
            result = product(result.view(), value);
        }
    }
    // types are checked even if an argument is null
    return nullish ? Operand::null() : result;
}

Result<Operand> divide(const Arguments& arguments)
{
    const ValueView left = arguments[0];
    const ValueView right = arguments[1];
    if (arguments.anyNullish()) {
        return Operand::null();
    }
    if (!left.isNumber() || !right.isNumber()) {
        return expressionError(kTypeMismatch,
                               "$divide only supports numeric types, not " + typeText(left)
                                   + " and " + typeText(right));
    }
    // division always gives a double or a decimal
    if (wider(left.type(), right.type()) == Type::Decimal128) {
        if (isDecimalZero(toDecimal(right))) {
            return expressionError(2, "can't $divide by zero");
        }
        return Operand::of(bson::divide(toDecimal(left), toDecimal(right)));
    }
    if (right.toDouble() == 0) {
        return expressionError(2, "can't $divide by zero");
    }
    return Operand::of(left.toDouble() / right.toDouble());
}

Result<Operand> mod(const Arguments& arguments)
{
    const ValueView left = arguments[0];
    const ValueView right = arguments[1];
    if (arguments.anyNullish()) {
        return Operand::null();
    }
    if (!left.isNumber() || !right.isNumber()) {
        return expressionError(16611,
                               "$mod only supports numeric types, not " + typeText(left) + " and "
                                   + typeText(right));
    }
    const Type type = wider(left.type(), right.type());
    if (type == Type::Decimal128) {
        if (isDecimalZero(toDecimal(right))) {
            return expressionError(5733415, "can't $mod by zero");
        }
        return Operand::of(decimalRemainder(toDecimal(left), toDecimal(right)));
    }
    // MongoDB has separate codes for doubles and decimals
    if (right.toDouble() == 0) {
        return expressionError(16610, "can't $mod by zero");
    }
    if (type == Type::Double) {
        return Operand::of(std::fmod(left.toDouble(), right.toDouble()));
    }
    // Wide also covers the smallest int64 modulo -1
    return wholeResult(Wide{left.toInt64()} % Wide{right.toInt64()}, type);
}

// Exact integer power by squaring; nullopt on overflow.
std::optional<std::int64_t> wholePower(std::int64_t base, std::int64_t exponent)
{
    std::int64_t result = 1;
    while (exponent > 0) {
        if ((exponent & 1) != 0 && __builtin_mul_overflow(result, base, &result)) {
            return std::nullopt;
        }
        exponent >>= 1;
        if (exponent > 0 && __builtin_mul_overflow(base, base, &base)) {
            return std::nullopt;
        }
    }
    return result;
}

Result<Operand> pow(const Arguments& arguments)
{
    const ValueView base = arguments[0];
    const ValueView exponent = arguments[1];
    if (arguments.anyNullish()) {
        return Operand::null();
    }
    if (!base.isNumber()) {
        return expressionError(28762, "$pow's base must be numeric, not " + typeText(base));
    }
    if (!exponent.isNumber()) {
        return expressionError(28763, "$pow's exponent must be numeric, not " + typeText(exponent));
    }
    if (base.toDouble() == 0 && exponent.toDouble() < 0) {
        return expressionError(28764, "$pow cannot take a base of 0 and a negative exponent");
    }
    const Type type = wider(base.type(), exponent.type());
    // doubles are precise enough for everything but integers
    const double approximate = std::pow(base.toDouble(), exponent.toDouble());
    if (type == Type::Decimal128) {
        return Operand::of(bson::decimalFrom(approximate));
    }
    if (type == Type::Double) {
        return Operand::of(approximate);
    }
    const std::int64_t baseLong = base.toInt64();
    const std::int64_t exponentLong = exponent.toInt64();
    // these bases never overflow, whatever the exponent
    if (baseLong == 1 || (baseLong == -1 && exponentLong % 2 == 0)) {
        return wholeResult(1, type);
    }
    if (baseLong == -1) {
        return wholeResult(-1, type);
    }
    // a fraction: MongoDB returns a double
    if (exponentLong < 0) {
        return Operand::of(approximate);
    }
    const std::optional<std::int64_t> power = wholePower(baseLong, exponentLong);
    return power ? wholeResult(*power, type) : Operand::of(approximate);
}

std::string numberText(ValueView number)
{
    if (number.type() == Type::Decimal128) {
        return bson::toText(number.asDecimal128());
    }
    if (bson::isInteger(number.type())) {
        return std::to_string(number.toInt64());
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.15g", number.asDouble());
    return text.data();
}

Operand realResult(ValueView argument, double result)
{
    if (argument.type() == Type::Decimal128) {
        return Operand::of(bson::decimalFrom(result));
    }
    return Operand::of(result);
}

// The numbers that a function allows.
struct Domain
{
    int code;
    const char* rule; ///< what the message says after "$op's argument must be "
    bool (*allows)(double value);
};

// The common part of all functions of one number. `domain`: nullptr if every number is allowed.
Result<Operand> realFunction(const Arguments& arguments, double (*function)(double),
                             const Domain* domain)
{
    const ValueView argument = arguments[0];
    if (argument.isNullish()) {
        return Operand::null();
    }
    if (!argument.isNumber()) {
        return expressionError(28765,
                               std::string(arguments.name()) + " only supports numeric types, not "
                                   + typeText(argument));
    }
    const double value = argument.toDouble();
    // NaN passes through
    if (domain != nullptr && !std::isnan(value) && !domain->allows(value)) {
        return expressionError(domain->code,
                               std::string(arguments.name()) + "'s argument must be " + domain->rule
                                   + ", but is " + numberText(argument));
    }
    return realResult(argument, function(value));
}

Result<Operand> exp(const Arguments& arguments)
{
    return realFunction(arguments, std::exp, nullptr);
}

Result<Operand> ln(const Arguments& arguments)
{
    static constexpr Domain kDomain{28766, "a positive number", [](double v) { return v > 0; }};
    return realFunction(arguments, std::log, &kDomain);
}

Result<Operand> log10(const Arguments& arguments)
{
    static constexpr Domain kDomain{28761, "a positive number", [](double v) { return v > 0; }};
    return realFunction(arguments, std::log10, &kDomain);
}

Result<Operand> sqrt(const Arguments& arguments)
{
    static constexpr Domain kDomain{28714, "greater than or equal to 0",
                                    [](double v) { return v >= 0; }};
    return realFunction(arguments, std::sqrt, &kDomain);
}

Result<Operand> log(const Arguments& arguments)
{
    const ValueView value = arguments[0];
    const ValueView base = arguments[1];
    if (arguments.anyNullish()) {
        return Operand::null();
    }
    if (!value.isNumber()) {
        return expressionError(28756, "$log's argument must be numeric, not " + typeText(value));
    }
    if (!base.isNumber()) {
        return expressionError(28757, "$log's base must be numeric, not " + typeText(base));
    }
    if (value.toDouble() <= 0) {
        return expressionError(
            28758, "$log's argument must be a positive number, but is " + numberText(value));
    }
    if (base.toDouble() <= 0 || base.toDouble() == 1) {
        return expressionError(28759,
                               "$log's base must be a positive number not equal to 1, but is "
                                   + numberText(base));
    }
    const double result = std::log(value.toDouble()) / std::log(base.toDouble());
    if (wider(value.type(), base.type()) == Type::Decimal128) {
        return Operand::of(bson::decimalFrom(result));
    }
    return Operand::of(result);
}

} // namespace

std::span<const ListOperator> arithmeticOperators()
{
    static constexpr std::array kOperators{
        ListOperator{"$add", 0, kAnyNumber, add},
        ListOperator{"$divide", 2, 2, divide},
        ListOperator{"$exp", 1, 1, exp},
        ListOperator{"$ln", 1, 1, ln},
        ListOperator{"$log", 2, 2, log},
        ListOperator{"$log10", 1, 1, log10},
        ListOperator{"$mod", 2, 2, mod},
        ListOperator{"$multiply", 0, kAnyNumber, multiply},
        ListOperator{"$pow", 2, 2, pow},
        ListOperator{"$sqrt", 1, 1, sqrt},
        ListOperator{"$subtract", 2, 2, subtract},
    };
    return kOperators;
}

} // namespace sandglass::engine::query
