// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/decimal128.h"
#include "app/engine/query/operand.h"

#include <cstdint>
#include <optional>

namespace sandglass::engine::query {

/// Holds every sum, difference and product of two int64.
// NOLINTNEXTLINE(modernize-use-using): only a typedef takes __extension__
__extension__ typedef __int128 Wide;

/// The wider of two numeric types in MongoDB's promotion order: int, long, double, decimal.
bson::Type wider(bson::Type left, bson::Type right);

/// Any number as decimal; doubles with 15 significant digits.
bson::Decimal128 toDecimal(bson::ValueView number);

/// A whole result: an int when both the operands were ints and it fits, a long when it fits, else a
/// double. `type`: the widest operand type, Int32 or Int64.
Operand wholeResult(Wide value, bson::Type type);

/// A date from milliseconds; nullopt when `millis` is outside of the int64 range.
std::optional<std::int64_t> checkedMillis(Wide millis);

/// A sum of numbers with MongoDB's result types. Doubles are added with compensation, whole numbers
/// exactly.
class NumberSum
{
public:
    /// Anything but a number is ignored.
    void add(bson::ValueView number);
    /// How many numbers were added.
    std::int64_t count() const { return m_count; }
    /// int 0 for nothing.
    Operand total() const;
    /// Null for nothing; a double, or a decimal when a decimal was among the numbers.
    Operand average() const;

private:
    void addDouble(double value);
    double doubleTotal() const;
    bson::Decimal128 decimalTotal() const;

    bson::Type m_type = bson::Type::Int32;
    std::int64_t m_count = 0;
    Wide m_whole = 0;
    double m_double = 0;
    double m_compensation = 0;
    double m_special
        = 0; ///< infinities and NaN, kept apart: compensation would turn infinity into NaN
    bool m_isSpecial = false;
    bson::Decimal128 m_decimal = bson::decimalFrom(std::int64_t{0});
};

} // namespace sandglass::engine::query
