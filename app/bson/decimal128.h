// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/types.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sandglass::bson {

/// The number as MongoDB prints it: "1.50", "NaN", "Infinity", "-0", "1E+3".
std::string toText(Decimal128 value);
/// Parses such text, at most 128 bytes; nullopt for anything else.
std::optional<Decimal128> decimalFromText(std::string_view text);
/// The nearest double. NaN and infinities stay what they are.
double toDouble(Decimal128 value);
/// Rounded half to even, then clamped to int64; 0 for NaN.
std::int64_t toInt64(Decimal128 value);
/// Truncated toward zero, then clamped to int64; 0 for NaN.
std::int64_t truncatedToInt64(Decimal128 value);
/// The exact value of an integer.
Decimal128 decimalFrom(std::int64_t value);
/// The double rounded to 15 significant digits, as MongoDB converts. NaN and infinities stay what
/// they are.
Decimal128 decimalFrom(double value);
/// True for quiet and signalling NaN of either sign.
bool isNan(Decimal128 value);
/// True for both infinities.
bool isInfinite(Decimal128 value);
/// Whether the sign bit is set; true for -0 as well.
bool isNegative(Decimal128 value);
/// Compares by value. NaN is below every number and equal to NaN; -0 equals 0.
std::strong_ordering compare(Decimal128 left, Decimal128 right);

/// IEEE 754 decimal addition, rounded half to even.
Decimal128 add(Decimal128 left, Decimal128 right);
/// IEEE 754 decimal subtraction, rounded half to even.
Decimal128 subtract(Decimal128 left, Decimal128 right);
/// IEEE 754 decimal multiplication, rounded half to even.
Decimal128 multiply(Decimal128 left, Decimal128 right);
/// IEEE 754 decimal division, rounded half to even; by zero it gives an infinity or NaN.
Decimal128 divide(Decimal128 left, Decimal128 right);

} // namespace sandglass::bson
