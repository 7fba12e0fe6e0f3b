// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/numeric.h"

#include "app/engine/query/expression_node.h"

#include <cmath>
#include <limits>

namespace sandglass::engine::query {

namespace {

// MongoDB's order of promotion
int rank(bson::Type type)
{
    switch (type) {
    case bson::Type::Int32:
        return 0;
    case bson::Type::Int64:
        return 1;
    case bson::Type::Double:
        return 2;
    default:
        return 3;
    }
}

template <typename T>
bool fits(Wide value)
{
    return value >= std::numeric_limits<T>::min() && value <= std::numeric_limits<T>::max();
}

bson::Decimal128 decimalFromWide(Wide value)
{
    // 10^18: two parts hold any sum of int64 values
    constexpr std::int64_t kPart = 1'000'000'000'000'000'000;
    if (fits<std::int64_t>(value)) {
        return bson::decimalFrom(static_cast<std::int64_t>(value));
    }
    const auto high = static_cast<std::int64_t>(value / kPart);
    const auto low = static_cast<std::int64_t>(value % kPart);
    return bson::add(bson::multiply(bson::decimalFrom(high), bson::decimalFrom(kPart)),
                     bson::decimalFrom(low));
}

} // namespace

bson::Type wider(bson::Type left, bson::Type right)
{
    return rank(left) >= rank(right) ? left : right;
}

Result<std::int64_t> coercedToInt64(bson::ValueView value)
{
    if (!value.isNumber()) {
        return expressionError(16004,
                               "can't convert from BSON type " + typeText(value) + " to long");
    }
    // decimals are clamped instead
    if (value.type() == bson::Type::Double && !bson::fitsInt64(value.toDouble())) {
        return expressionError(31109, "Can't coerce out of range value to long");
    }
    return value.toInt64();
}

bson::Decimal128 toDecimal(bson::ValueView number)
{
    switch (number.type()) {
    case bson::Type::Decimal128:
        return number.asDecimal128();
    case bson::Type::Double:
        return bson::decimalFrom(number.asDouble());
    default:
        return bson::decimalFrom(number.toInt64());
    }
}

// An int32 grows to an int64, and an int64 to a double: arithmetic loses precision rather than
// fail.
Operand wholeResult(Wide value, bson::Type type)
{
    if (type == bson::Type::Int32 && fits<std::int32_t>(value)) {
        return Operand::of(static_cast<std::int32_t>(value));
    }
    if (fits<std::int64_t>(value)) {
        return Operand::of(static_cast<std::int64_t>(value));
    }
    return Operand::of(static_cast<double>(value));
}

bson::Decimal128 decimalRemainder(bson::Decimal128 left, bson::Decimal128 right)
{
    // dividing by infinity would give 0 * infinity, which is NaN
    if (bson::isInfinite(right) && !bson::isInfinite(left) && !bson::isNan(left)) {
        return left;
    }
    // Truncates toward zero: adding and subtracting 10^33 leaves no digit for a fraction; then
    // rounding up is undone.
    const bson::Decimal128 zero = bson::decimalFrom(std::int64_t{0});
    const bson::Decimal128 quotient = bson::divide(left, right);
    const bson::Decimal128 big = *bson::decimalFromText("1E+33");
    const bool negative = bson::isNegative(quotient);
    // works on the magnitude, because rounding is half to even in both directions
    const bson::Decimal128 size = negative ? bson::subtract(zero, quotient) : quotient;
    bson::Decimal128 whole = size;
    if (bson::compare(size, big) == std::strong_ordering::less) {
        whole = bson::subtract(bson::add(size, big), big);
        if (bson::compare(whole, size) == std::strong_ordering::greater) {
            whole = bson::subtract(whole, bson::decimalFrom(std::int64_t{1}));
        }
    }
    if (negative) {
        whole = bson::subtract(zero, whole);
    }
    return bson::subtract(left, bson::multiply(whole, right));
}

std::optional<std::int64_t> checkedMillis(Wide millis)
{
    if (!fits<std::int64_t>(millis)) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(millis);
}

// each type has its own sum, so that no precision is lost before the result type is known
void NumberSum::add(bson::ValueView number)
{
    switch (number.type()) {
    case bson::Type::Int32:
        m_whole += number.asInt32();
        break;
    case bson::Type::Int64:
        m_whole += number.asInt64();
        break;
    case bson::Type::Double:
        addDouble(number.asDouble());
        break;
    case bson::Type::Decimal128:
        m_decimal = bson::add(m_decimal, number.asDecimal128());
        break;
    default:
        return;
    }
    ++m_count;
    m_type = wider(m_type, number.type());
}

void NumberSum::addDouble(double value)
{
    // apart from the sum: one infinity would make the compensation NaN for all finite values
    if (!std::isfinite(value)) {
        m_special += value;
        m_isSpecial = true;
        return;
    }
    // Neumaier's variant of Kahan summation
    const double sum = m_double + value;
    if (std::abs(m_double) >= std::abs(value)) {
        m_compensation += (m_double - sum) + value;
    } else {
        m_compensation += (value - sum) + m_double;
    }
    m_double = sum;
}

double NumberSum::doubleTotal() const
{
    if (m_isSpecial) {
        return m_special;
    }
    // an overflow, which compensation would turn into NaN
    if (!std::isfinite(m_double)) {
        return m_double;
    }
    // the integers are added last, with compensation
    NumberSum all = *this;
    all.addDouble(static_cast<double>(m_whole));
    return all.m_double + all.m_compensation;
}

bson::Decimal128 NumberSum::decimalTotal() const
{
    bson::Decimal128 total = bson::add(m_decimal, decimalFromWide(m_whole));
    if (m_isSpecial) {
        // NaN or infinity
        return bson::add(total, bson::decimalFrom(m_special));
    }
    if (m_double != 0 || m_compensation != 0) {
        total = bson::add(total, bson::decimalFrom(m_double + m_compensation));
    }
    return total;
}

Operand NumberSum::total() const
{
    if (m_type == bson::Type::Decimal128) {
        return Operand::of(decimalTotal());
    }
    if (m_type == bson::Type::Double) {
        return Operand::of(doubleTotal());
    }
    return wholeResult(m_whole, m_type);
}

Operand NumberSum::average() const
{
    if (m_count == 0) {
        return Operand::null();
    }
    if (m_type == bson::Type::Decimal128) {
        return Operand::of(bson::divide(decimalTotal(), bson::decimalFrom(m_count)));
    }
    // integers too: their sum converts to double only here
    return Operand::of(doubleTotal() / static_cast<double>(m_count));
}

} // namespace sandglass::engine::query
