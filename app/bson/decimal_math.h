// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/types.h"

#include <cstdint>

namespace sandglass::bson {

/// How quantize() treats what it cuts off.
enum class Rounding : std::uint8_t { HalfEven, Down, Up, TowardZero };

/// The number with this exponent: -2 keeps two decimals. NaN when that needs more than 34 digits,
/// and for infinities.
Decimal128 quantize(Decimal128 value, int exponent, Rounding rounding);
/// The number without its sign.
Decimal128 magnitude(Decimal128 value);

/// The functions of one number that decimals have. In the order of decimal_math.cpp's table.
enum class Real : std::uint8_t {
    Acos,
    Acosh,
    Asin,
    Asinh,
    Atan,
    Atanh,
    Cos,
    Cosh,
    Exp,
    Log,
    Log10,
    Log2,
    Sin,
    Sinh,
    Tan,
    Tanh,
};

/// The function's value to 34 digits; the last one may be off by one. NaN outside of its domain.
Decimal128 evaluate(Real function, Decimal128 value);
/// The angle of the point (x, y), to 34 digits.
Decimal128 atan2(Decimal128 y, Decimal128 x);
/// The square root; exact if it has at most 34 digits. NaN for a negative number.
Decimal128 squareRoot(Decimal128 value);
/// `base` to the power of `exponent`, always with all 34 digits, as MongoDB gives it.
Decimal128 power(Decimal128 base, Decimal128 exponent);
/// The logarithm of a positive number to a base that is not 1.
Decimal128 logarithm(Decimal128 value, Decimal128 base);

} // namespace sandglass::bson
