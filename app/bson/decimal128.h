// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/types.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sandglass::bson {

/// Decimal text as MongoDB prints it: "1.50", "NaN", "Infinity", "-0", "1E+3".
std::string toText(Decimal128 value);
/// Parses such text; nullopt when it is no decimal.
std::optional<Decimal128> decimalFromText(std::string_view text);
/// Nearest double; NaN and infinities carry over.
double toDouble(Decimal128 value);
/// Rounded half to even and clamped to int64; 0 for NaN.
std::int64_t toInt64(Decimal128 value);
/// Cut toward zero and clamped to int64; 0 for NaN.
std::int64_t truncatedToInt64(Decimal128 value);
Decimal128 decimalFrom(std::int64_t value);
/// The double's value with 15 significant digits, as MongoDB converts.
Decimal128 decimalFrom(double value);
bool isNan(Decimal128 value);
bool isInfinite(Decimal128 value);
bool isNegative(Decimal128 value);
/// By value; NaN below every number and equal to NaN; -0 equals 0.
std::strong_ordering compare(Decimal128 left, Decimal128 right);

/// IEEE 754 decimal arithmetic, rounding half to even.
Decimal128 add(Decimal128 left, Decimal128 right);
Decimal128 subtract(Decimal128 left, Decimal128 right);
Decimal128 multiply(Decimal128 left, Decimal128 right);
Decimal128 divide(Decimal128 left, Decimal128 right);

} // namespace sandglass::bson
