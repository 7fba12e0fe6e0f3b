// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/decimal128.h"

#include "app/bson/digits.h"

#include <bson/bson.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <limits>

namespace sandglass::bson {

namespace {

// The compiler's runtime library calculates with decimals: "Routines for decimal floating point
// emulation" in the GCC Internals manual. On x86-64 it stores them in BSON's own encoding (BID), so
// conversion is a copy of the bytes. Its functions pass a decimal as they pass a __float128, which
// clang knows too; clang has no decimal type.
__extension__ using Native = __float128;

extern "C" {
Native nativeSum(Native left, Native right) __asm__("__bid_addtd3");
Native nativeDifference(Native left, Native right) __asm__("__bid_subtd3");
Native nativeProduct(Native left, Native right) __asm__("__bid_multd3");
Native nativeQuotient(Native left, Native right) __asm__("__bid_divtd3");
Native nativeFrom(long long value) __asm__("__bid_floatditd");
Native nativeFromDouble(double value) __asm__("__bid_extenddftd");
long long nativeToInteger(Native value) __asm__("__bid_fixtddi");
double nativeToDouble(Native value) __asm__("__bid_trunctddf");
// negative when no operand is NaN and `left` is less
int nativeLess(Native left, Native right) __asm__("__bid_lttd2");
}

// The coefficients 2^63 and 1 with the exponents 0 and 33: BID's exponent is biased by 6176.
constexpr Decimal128 kTooLarge{0x8000'0000'0000'0000, std::uint64_t{6176} << 49U};
constexpr Decimal128 kTooSmall{0x8000'0000'0000'0000, std::uint64_t{1} << 63U | kTooLarge.high};
constexpr Decimal128 kShift{1, std::uint64_t{6176 + 33} << 49U};

constexpr std::uint64_t kInfinityField = 0x1e;
constexpr std::uint64_t kNanField = 0x1f;
// far more than the 34 digits that a decimal can hold
constexpr std::size_t kMaxTextBytes = 128;

Native toNative(Decimal128 value)
{
    return std::bit_cast<Native>(value);
}

Decimal128 fromNative(Native native)
{
    return std::bit_cast<Decimal128>(native);
}

bool isLess(Decimal128 left, Decimal128 right)
{
    return nativeLess(toNative(left), toNative(right)) < 0;
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
    return nativeToDouble(toNative(value));
}

std::int64_t toInt64(Decimal128 value)
{
    if (isNan(value)) {
        return 0;
    }
    if (!isLess(value, kTooLarge)) {
        return std::numeric_limits<std::int64_t>::max();
    }
    if (!isLess(kTooSmall, value)) {
        return std::numeric_limits<std::int64_t>::min();
    }
    // 10^33 has all 34 digits before the point: adding it rounds the fraction away, half to even,
    // and subtracting it again leaves a whole number.
    const Decimal128 rounded = isNegative(value) ? add(subtract(value, kShift), kShift)
                                                 : subtract(add(value, kShift), kShift);
    // rounding can reach 2^63 from below
    if (!isLess(rounded, kTooLarge)) {
        return std::numeric_limits<std::int64_t>::max();
    }
    return nativeToInteger(toNative(rounded));
}

Decimal128 decimalFrom(std::int64_t value)
{
    return fromNative(nativeFrom(value));
}

Decimal128 decimalFrom(double value)
{
    // these have no digits to round; 0 keeps its sign
    if (value == 0.0 || !std::isfinite(value)) {
        return fromNative(nativeFromDouble(value));
    }
    // 15 significant digits: one before the point, 14 behind it
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.14e", value);
    return decimalFromText(text.data()).value_or(Decimal128{});
}

std::int64_t truncatedToInt64(Decimal128 value)
{
    // one step back when rounding went away from zero
    const std::int64_t rounded = toInt64(value);
    const std::strong_ordering order = compare(decimalFrom(rounded), value);
    if (rounded > 0 && std::is_gt(order)) {
        return rounded - 1;
    }
    return rounded < 0 && std::is_lt(order) ? rounded + 1 : rounded;
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
    return fromNative(nativeSum(toNative(left), toNative(right)));
}

Decimal128 subtract(Decimal128 left, Decimal128 right)
{
    return fromNative(nativeDifference(toNative(left), toNative(right)));
}

Decimal128 multiply(Decimal128 left, Decimal128 right)
{
    return fromNative(nativeProduct(toNative(left), toNative(right)));
}

Decimal128 divide(Decimal128 left, Decimal128 right)
{
    return fromNative(nativeQuotient(toNative(left), toNative(right)));
}

} // namespace sandglass::bson
