// SPDX-License-Identifier: GPL-3.0-or-later
// $add, $subtract, $multiply, $divide, $mod, $pow, roots and logarithms.
#include "app/bson/decimal128.h"
#include "app/bson/decimal_math.h"
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

// The date `sign` times the number of milliseconds away. Errors (server): Overflow.
Result<std::int64_t> millisPlus(std::int64_t millis, ValueView number, int sign)
{
    const std::optional<std::int64_t> offset = offsetMillis(number);
    const auto moved = offset ? checkedMillis(Wide{millis} + Wide{*offset} * sign)
                              : std::optional<std::int64_t>();
    if (!moved) {
        return expressionError(kOverflow, "date overflow");
    }
    return *moved;
}

// The sum or the product of numbers, one after the other. The type only widens, and an integer
// becomes a double at the first overflow. Source: MongoDB server source, AddState, MultiplyState.
struct Total
{
    Type type = Type::Int32;
    std::int64_t whole;
    double real;
    bson::Decimal128 decimal{};

    explicit Total(std::int64_t start)
        : whole(start)
        , real(static_cast<double>(start))
    {
    }
    // Widens to the type of the number; afterwards the member of that type holds the total.
    void widen(ValueView number)
    {
        const Type before = type;
        type = wider(type, number.type());
        if (before == type) {
            return;
        }
        if (type == Type::Decimal128) {
            decimal = before == Type::Double ? bson::decimalFrom(real) : bson::decimalFrom(whole);
        } else if (type == Type::Double) {
            real = static_cast<double>(whole);
        }
    }
    Operand value() const
    {
        switch (type) {
        case Type::Decimal128:
            return Operand::of(decimal);
        case Type::Double:
            return Operand::of(real);
        default:
            return wholeResult(whole, type);
        }
    }
};

void addNumber(Total& sum, ValueView number)
{
    sum.widen(number);
    if (sum.type == Type::Decimal128) {
        sum.decimal = bson::add(sum.decimal, toDecimal(number));
    } else if (sum.type == Type::Double) {
        sum.real += number.toDouble();
    } else if (const auto whole = checkedMillis(Wide{sum.whole} + number.toInt64())) {
        sum.whole = *whole;
    } else {
        sum.type = Type::Double;
        sum.real = static_cast<double>(sum.whole) + number.toDouble();
    }
}

// Only what stands before the first null counts, also for wrong types.
Result<Operand> add(const Arguments& arguments)
{
    Total sum(0);
    std::optional<std::int64_t> date;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const ValueView value = arguments[i];
        if (value.isNullish()) {
            return Operand::null();
        }
        if (value.type() == Type::Date) {
            if (date) {
                return expressionError(16612, "only one date allowed in an $add expression");
            }
            const Operand before = sum.value();
            const Result<std::int64_t> moved = millisPlus(value.asDate().millis, before.view(), 1);
            TRY(moved);
            date = *moved;
        } else if (!value.isNumber()) {
            return expressionError(
                kTypeMismatch, "$add only supports numeric or date types, not " + typeText(value));
        } else if (date) {
            // from the date on, each number is rounded to whole milliseconds
            const Result<std::int64_t> moved = millisPlus(*date, value, 1);
            TRY(moved);
            date = *moved;
        } else {
            addNumber(sum, value);
        }
    }
    return date ? Operand::of(bson::Date{*date}) : sum.value();
}

Result<Operand> subtractDate(ValueView left, ValueView right)
{
    if (right.type() != Type::Date) {
        const Result<std::int64_t> moved = millisPlus(left.asDate().millis, right, -1);
        TRY(moved);
        return Operand::of(bson::Date{*moved});
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
    const auto difference = checkedMillis(Wide{left.toInt64()} - Wide{right.toInt64()});
    return difference ? wholeResult(*difference, type)
                      : Operand::of(left.toDouble() - right.toDouble());
}

void multiplyBy(Total& product, ValueView number)
{
    product.widen(number);
    if (product.type == Type::Decimal128) {
        product.decimal = bson::multiply(product.decimal, toDecimal(number));
        return;
    }
    // both, because the double is needed as soon as the integer overflows
    product.real *= number.toDouble();
    if (product.type != Type::Double
        && __builtin_mul_overflow(product.whole, number.toInt64(), &product.whole)) {
        product.type = Type::Double;
    }
}

Result<Operand> multiply(const Arguments& arguments)
{
    Total product(1);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const ValueView value = arguments[i];
        if (value.isNullish()) {
            return Operand::null();
        }
        if (!value.isNumber()) {
            return expressionError(kTypeMismatch,
                                   "$multiply only supports numeric types, not " + typeText(value));
        }
        multiplyBy(product, value);
    }
    return product.value();
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
    const Type type = wider(base.type(), exponent.type());
    const bool isDecimal = type == Type::Decimal128;
    const bool isZero = isDecimal ? isDecimalZero(toDecimal(base)) : base.toDouble() == 0;
    const bool isNegative
        = isDecimal ? bson::isNegative(toDecimal(exponent)) : exponent.toDouble() < 0;
    if (isZero && isNegative) {
        return expressionError(28764, "$pow cannot take a base of 0 and a negative exponent");
    }
    if (isDecimal) {
        return Operand::of(bson::power(toDecimal(base), toDecimal(exponent)));
    }
    const double approximate = std::pow(base.toDouble(), exponent.toDouble());
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

bool isPositive(ValueView number)
{
    return number.type() == Type::Decimal128
        ? bson::compare(number.asDecimal128(), bson::decimalFrom(std::int64_t{0}))
            == std::strong_ordering::greater
        : number.toDouble() > 0;
}

// The logarithms to a fixed base. NaN passes, as a double even if it was a decimal.
Result<Operand> fixedLogarithm(const Arguments& arguments, double (*function)(double),
                               bson::Real decimal, int domainCode)
{
    return ofNumber(arguments, [&](ValueView number) -> Result<Operand> {
        if (number.type() == Type::Decimal128 && isPositive(number)) {
            return Operand::of(bson::evaluate(decimal, number.asDecimal128()));
        }
        const double value = number.toDouble();
        if (!isPositive(number) && !std::isnan(value)) {
            return expressionError(domainCode,
                                   std::string(arguments.name())
                                       + "'s argument must be a positive number, but is "
                                       + numberText(number));
        }
        return Operand::of(function(value));
    });
}

Result<Operand> ln(const Arguments& arguments)
{
    return fixedLogarithm(arguments, std::log, bson::Real::Log, 28766);
}

Result<Operand> log10(const Arguments& arguments)
{
    return fixedLogarithm(arguments, std::log10, bson::Real::Log10, 28761);
}

Result<Operand> exp(const Arguments& arguments)
{
    return ofNumber(arguments, [](ValueView number) -> Result<Operand> {
        return number.type() == Type::Decimal128
            ? Operand::of(bson::evaluate(bson::Real::Exp, number.asDecimal128()))
            : Operand::of(std::exp(number.toDouble()));
    });
}

Result<Operand> sqrt(const Arguments& arguments)
{
    return ofNumber(arguments, [](ValueView number) -> Result<Operand> {
        if (number.toDouble() < 0) {
            return expressionError(28714, "$sqrt's argument must be greater than or equal to 0");
        }
        return number.type() == Type::Decimal128
            ? Operand::of(bson::squareRoot(number.asDecimal128()))
            : Operand::of(std::sqrt(number.toDouble()));
    });
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
    if (!isPositive(value) && !value.isNan()) {
        return expressionError(
            28758, "$log's argument must be a positive number, but is " + numberText(value));
    }
    if ((!isPositive(base) && !base.isNan()) || base.toDouble() == 1) {
        return expressionError(28759,
                               "$log's base must be a positive number not equal to 1, but is "
                                   + numberText(base));
    }
    const bool isDecimal = wider(value.type(), base.type()) == Type::Decimal128;
    if (isDecimal && !value.isNan() && !base.isNan()) {
        return Operand::of(bson::logarithm(toDecimal(value), toDecimal(base)));
    }
    return Operand::of(std::log(value.toDouble()) / std::log(base.toDouble()));
}

// 1 / (1 + e^-x), made of the operators, whose errors it has.
Result<NodePtr> parseSigmoid(ValueView argument, ExpressionParser& parser)
{
    const bool isText = argument.type() == Type::String && !argument.asString().starts_with('$');
    if (isText || argument.type() == Type::Array) {
        return expressionError(kTypeMismatch,
                               "$sigmoid only supports numeric types, not " + typeText(argument));
    }
    Result<NodePtr> node = parser.parse(argument);
    TRY(node);
    const auto number = [](int value) { return constantNode(bson::Value::of(value)); };
    node = callNode("$multiply", {number(-1), *node}, multiply);
    TRY(node);
    node = callNode("$exp", {*node}, exp);
    TRY(node);
    node = callNode("$add", {number(1), *node}, add);
    TRY(node);
    return callNode("$divide", {number(1), *node}, divide);
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

std::span<const SpecialOperator> arithmeticSpecialOperators()
{
    static constexpr std::array kOperators{SpecialOperator{"$sigmoid", parseSigmoid}};
    return kOperators;
}

} // namespace sandglass::engine::query
