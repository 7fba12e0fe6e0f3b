// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/decimal128.h"
#include "app/engine/query/operand.h"

#include <cstdint>
#include <optional>

namespace sandglass::engine::query {

/// Holds every sum, difference and product of two int64 without overflow.
// NOLINTNEXTLINE(modernize-use-using): only a typedef takes __extension__
__extension__ typedef __int128 Wide;

/// The wider of two numeric types in MongoDB's order of promotion: int, long, double, decimal.
bson::Type wider(bson::Type left, bson::Type right);

/// A number without its fraction; a decimal is rounded and clamped. Errors (server): Location16004
/// for what is no number, Location31109 for a double that is NaN or beyond int64.
Result<std::int64_t> coercedToInt64(bson::ValueView value);

/// Any number as decimal; a double is rounded to 15 significant digits.
bson::Decimal128 toDecimal(bson::ValueView number);

/// What a division truncated toward zero leaves: of the dividend's sign. NaN for a divisor of 0 and
/// for an infinite dividend.
bson::Decimal128 decimalRemainder(bson::Decimal128 left, bson::Decimal128 right);

/// The result of integer arithmetic: an int if `type` is Int32 and it fits, otherwise a long if it
/// fits, otherwise a double. `type`: the widest operand type, Int32 or Int64.
Operand wholeResult(Wide value, bson::Type type);

/// Narrows milliseconds to int64; nullopt when they do not fit.
std::optional<std::int64_t> checkedMillis(Wide millis);

/// A sum of numbers with MongoDB's result types. Doubles are added with compensation, integers
/// exactly.
class NumberSum
{
public:
    /// Adds a number; ignores other types.
    void add(bson::ValueView number);
    /// Number of numbers added.
    std::int64_t count() const { return m_count; }
    /// The sum in the widest type added; int 0 without numbers.
    Operand total() const;
    /// The mean: a double, or a decimal if one was added; null without numbers.
    Operand average() const;

private:
    /// Adds with compensation (Neumaier).
    void addDouble(double value);
    /// The sum of integers and doubles.
    double doubleTotal() const;
    /// The sum of everything.
    bson::Decimal128 decimalTotal() const;

    bson::Type m_type = bson::Type::Int32;
    std::int64_t m_count = 0;
    Wide m_whole = 0;
    double m_double = 0;
    double m_compensation = 0;
    double m_special
        = 0; ///< infinities and NaN are summed apart: compensation would turn infinity into NaN
    bool m_isSpecial = false;
    bson::Decimal128 m_decimal = bson::decimalFrom(std::int64_t{0});
};

} // namespace sandglass::engine::query
