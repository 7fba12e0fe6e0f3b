// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/decimal128.h"

#include "app/bson/bid.h"
#include "app/bson/digits.h"

#include <bson/bson.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <limits>

namespace sandglass::bson {

namespace {

constexpr std::uint64_t kInfinityField = 0x1e;
constexpr std::uint64_t kNanField = 0x1f;
// far more than the 34 digits that a decimal can hold
constexpr std::size_t kMaxTextBytes = 128;

bool isLess(Decimal128 left, Decimal128 right)
{
    _IDEC_flags flags = 0;
    return bid128_quiet_less(toBid(left), toBid(right), &flags) != 0;
}

// The library answers with one number for everything that is no int64, and a flag.
std::int64_t clampedInt64(Decimal128 value, BID_SINT64 (*convert)(BID_UINT128, _IDEC_flags*))
{
    _IDEC_flags flags = 0;
    const BID_SINT64 whole = convert(toBid(value), &flags);
    if ((flags & BID_INVALID_EXCEPTION) == 0) {
        return whole;
    }
    if (isNan(value)) {
        return 0;
    }
    return isNegative(value) ? std::numeric_limits<std::int64_t>::min()
                             : std::numeric_limits<std::int64_t>::max();
}

// the five bits behind the sign: 11110 marks infinity, 11111 NaN
std::uint64_t combinationField(Decimal128 value)
{
    return (value.high >> 58U) & 0x1fU;
}

// A coefficient of more than 34 digits counts as zero: IEEE 754-2008, 3.5.2. libbson would write
// it.
Decimal128 canonical(Decimal128 value)
{
    constexpr std::uint64_t kCoefficientBits = (std::uint64_t{1} << 49U) - 1; // of the upper half
    constexpr std::uint64_t kLargestHigh = 0x0001'ed09'bead'87c0; // 10^34 - 1
    constexpr std::uint64_t kLargestLow = 0x378d'8e63'ffff'ffff;
    constexpr std::uint64_t kOtherForm = 3; // infinity, NaN, and coefficients that libbson knows
    const std::uint64_t high = value.high & kCoefficientBits;
    const bool tooLarge = high > kLargestHigh || (high == kLargestHigh && value.low > kLargestLow);
    if (((value.high >> 61U) & 3U) == kOtherForm || !tooLarge) {
        return value;
    }
    return {0, value.high & ~kCoefficientBits};
}

std::size_t digitsAt(std::string_view text)
{
    return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), isDigit)
                                    - text.begin());
}

// Checks the whole grammar and the lengths first, so that libbson's parser never meets unusual
// input.
bool isNumberText(std::string_view text)
{
    const std::size_t whole = digitsAt(text);
    text.remove_prefix(whole);
    std::size_t fraction = 0;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        fraction = digitsAt(text);
        text.remove_prefix(fraction);
    }
    if (whole + fraction == 0) {
        return false;
    }
    if (text.empty()) {
        return true;
    }
    if (text.front() != 'e' && text.front() != 'E') {
        return false;
    }
    text.remove_prefix(1);
    if (text.starts_with('+') || text.starts_with('-')) {
        text.remove_prefix(1);
    }
    const std::size_t exponent = digitsAt(text);
    // five digits exceed the range of exponents (6144), but not an int
    return exponent >= 1 && exponent <= 5 && exponent == text.size();
}

bool isDecimalText(std::string_view text)
{
    if (text.size() > kMaxTextBytes) {
        return false;
    }
    if (text.starts_with('+') || text.starts_with('-')) {
        text.remove_prefix(1);
    }
    if (isNumberText(text)) {
        return true;
    }
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower == "nan" || lower == "inf" || lower == "infinity";
}

} // namespace

std::string toText(Decimal128 value)
{
    const Decimal128 shown = canonical(value);
    bson_decimal128_t decimal;
    decimal.low = shown.low;
    decimal.high = shown.high;
    std::array<char, BSON_DECIMAL128_STRING> text{};
    bson_decimal128_to_string(&decimal, text.data());
    return text.data();
}

std::optional<Decimal128> decimalFromText(std::string_view text)
{
    if (!isDecimalText(text)) {
        return std::nullopt;
    }
    bson_decimal128_t decimal{};
    if (!bson_decimal128_from_string_w_len(text.data(), static_cast<int>(text.size()), &decimal)) {
        return std::nullopt;
    }
    return Decimal128{decimal.low, decimal.high};
}

double toDouble(Decimal128 value)
{
    _IDEC_flags flags = 0;
    return bid128_to_binary64(toBid(value), BID_ROUNDING_TO_NEAREST, &flags);
}

std::int64_t toInt64(Decimal128 value)
{
    return clampedInt64(value, bid128_to_int64_rnint);
}

std::int64_t truncatedToInt64(Decimal128 value)
{
    return clampedInt64(value, bid128_to_int64_int);
}

Decimal128 decimalFrom(std::int64_t value)
{
    return fromBid(bid128_from_int64(value));
}

Decimal128 decimalFrom(double value)
{
    // these have no digits to round; 0 keeps its sign
    if (value == 0.0 || !std::isfinite(value)) {
        _IDEC_flags flags = 0;
        return fromBid(binary64_to_bid128(value, BID_ROUNDING_TO_NEAREST, &flags));
    }
    // 15 significant digits: one before the point, 14 behind it
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.14e", value);
    return decimalFromText(text.data()).value_or(Decimal128{});
}

bool isNan(Decimal128 value)
{
    return combinationField(value) == kNanField;
}

bool isInfinite(Decimal128 value)
{
    return combinationField(value) == kInfinityField;
}

bool isNegative(Decimal128 value)
{
    return (value.high >> 63U) != 0;
}

std::strong_ordering compare(Decimal128 left, Decimal128 right)
{
    // nothing compares with NaN but NaN itself
    if (isNan(left) || isNan(right)) {
        return isNan(right) <=> isNan(left);
    }
    if (isLess(left, right)) {
        return std::strong_ordering::less;
    }
    return isLess(right, left) ? std::strong_ordering::greater : std::strong_ordering::equal;
}

Decimal128 add(Decimal128 left, Decimal128 right)
{
    return calculate(bid128_add, left, right);
}

Decimal128 subtract(Decimal128 left, Decimal128 right)
{
    return calculate(bid128_sub, left, right);
}

Decimal128 multiply(Decimal128 left, Decimal128 right)
{
    return calculate(bid128_mul, left, right);
}

Decimal128 divide(Decimal128 left, Decimal128 right)
{
    return calculate(bid128_div, left, right);
}

} // namespace sandglass::bson
