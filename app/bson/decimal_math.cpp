// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/decimal_math.h"

#include "app/bson/decimal128.h"

#include <algorithm>
#include <array>
#include <bit>

namespace sandglass::bson {

namespace {

__extension__ using Wide = unsigned __int128;
// 113 binary digits are 34 decimal ones; see decimal128.cpp about this type in place of decimals
__extension__ using Quad = __float128;

// The conversions of the compiler's runtime library, and the C library's functions of this type.
extern "C" {
Quad quadFromDecimal(Quad decimal) __asm__("__bid_trunctdtf");
Quad decimalFromQuad(Quad value) __asm__("__bid_extendtftd");
Quad quadAcos(Quad value) __asm__("acosf128");
Quad quadAcosh(Quad value) __asm__("acoshf128");
Quad quadAsin(Quad value) __asm__("asinf128");
Quad quadAsinh(Quad value) __asm__("asinhf128");
Quad quadAtan(Quad value) __asm__("atanf128");
Quad quadAtan2(Quad y, Quad x) __asm__("atan2f128");
Quad quadAtanh(Quad value) __asm__("atanhf128");
Quad quadCos(Quad value) __asm__("cosf128");
Quad quadCosh(Quad value) __asm__("coshf128");
Quad quadExp(Quad value) __asm__("expf128");
Quad quadLog(Quad value) __asm__("logf128");
Quad quadLog10(Quad value) __asm__("log10f128");
Quad quadLog2(Quad value) __asm__("log2f128");
Quad quadPow(Quad base, Quad exponent) __asm__("powf128");
Quad quadSin(Quad value) __asm__("sinf128");
Quad quadSinh(Quad value) __asm__("sinhf128");
Quad quadSqrt(Quad value) __asm__("sqrtf128");
Quad quadTan(Quad value) __asm__("tanf128");
Quad quadTanh(Quad value) __asm__("tanhf128");
}

using QuadFunction = Quad (*)(Quad value);
constexpr std::array<QuadFunction, 16> kFunctions{
    quadAcos, quadAcosh, quadAsin,  quadAsinh, quadAtan, quadAtanh, quadCos, quadCosh,
    quadExp,  quadLog,   quadLog10, quadLog2,  quadSin,  quadSinh,  quadTan, quadTanh};

Quad toQuad(Decimal128 value)
{
    return quadFromDecimal(std::bit_cast<Quad>(value));
}

Decimal128 fromQuad(Quad value)
{
    return std::bit_cast<Decimal128>(decimalFromQuad(value));
}

constexpr std::uint64_t kDecimalSign = std::uint64_t{1} << 63U;
constexpr Decimal128 kDecimalNan{0, std::uint64_t{0x1f} << 58U};
constexpr int kDecimalBias = 6176;
constexpr unsigned kExponentShift = 49; // of the upper half
constexpr int kDecimalDigits = 34;

Wide wholePowerOfTen(int exponent)
{
    Wide power = 1;
    for (int i = 0; i < exponent; ++i) {
        power *= 10;
    }
    return power;
}

// A finite number: coefficient * 10^exponent.
struct DecimalParts
{
    Wide coefficient;
    int exponent;
};

DecimalParts decimalParts(Decimal128 value)
{
    constexpr std::uint64_t kOtherForm = 3;
    // coefficients in the other form are above 34 digits and count as zero: IEEE 754-2008, 3.5.2
    if (((value.high >> 61U) & 3U) == kOtherForm) {
        return {0, static_cast<int>((value.high >> 47U) & 0x3fffU) - kDecimalBias};
    }
    const Wide high = value.high & ((std::uint64_t{1} << kExponentShift) - 1);
    const Wide coefficient = (high << 64U) | value.low;
    const int exponent = static_cast<int>((value.high >> kExponentShift) & 0x3fffU) - kDecimalBias;
    return {coefficient < wholePowerOfTen(kDecimalDigits) ? coefficient : 0, exponent};
}

Decimal128 joinedDecimal(std::uint64_t sign, Wide coefficient, int exponent)
{
    const auto biased = static_cast<unsigned>(exponent + kDecimalBias);
    return {static_cast<std::uint64_t>(coefficient),
            sign | (std::uint64_t{biased} << kExponentShift)
                | static_cast<std::uint64_t>(coefficient >> 64U)};
}

// Whether `rest` of `unit` makes the quotient one larger.
bool roundsAway(Wide quotient, Wide rest, Wide unit, Rounding rounding, bool negative)
{
    switch (rounding) {
    case Rounding::HalfEven:
        return rest * 2 > unit || (rest * 2 == unit && quotient % 2 != 0);
    case Rounding::Down:
        return rest != 0 && negative;
    case Rounding::Up:
        return rest != 0 && !negative;
    case Rounding::TowardZero:
        break;
    }
    return false;
}

bool isWholeBetween(Decimal128 value, int least, int most)
{
    const std::int64_t whole = toInt64(value);
    return whole >= least && whole <= most
        && compare(decimalFrom(whole), value) == std::strong_ordering::equal;
}

// Whether multiplication can have rounded nothing: it fills all digits when it does.
bool isExact(Decimal128 product)
{
    return !isNan(product) && !isInfinite(product)
        && decimalParts(product).coefficient < wholePowerOfTen(kDecimalDigits - 1);
}

} // namespace

Decimal128 quantize(Decimal128 value, int exponent, Rounding rounding)
{
    if (isNan(value) || isInfinite(value)) {
        return kDecimalNan;
    }
    const std::uint64_t sign = value.high & kDecimalSign;
    const DecimalParts parts = decimalParts(value);
    const int up = parts.exponent - exponent;
    if (parts.coefficient == 0) {
        return joinedDecimal(sign, 0, exponent);
    }
    if (up >= 0) {
        const bool fits
            = up < kDecimalDigits && parts.coefficient < wholePowerOfTen(kDecimalDigits - up);
        return fits ? joinedDecimal(sign, parts.coefficient * wholePowerOfTen(up), exponent)
                    : kDecimalNan;
    }
    // a unit of 10^35 is more than twice any coefficient, so more digits make no difference
    const Wide unit = wholePowerOfTen(std::min(-up, kDecimalDigits + 1));
    Wide quotient = parts.coefficient / unit;
    if (roundsAway(quotient, parts.coefficient % unit, unit, rounding, sign != 0)) {
        ++quotient;
    }
    return joinedDecimal(sign, quotient, exponent);
}

Decimal128 magnitude(Decimal128 value)
{
    return {value.low, value.high & ~kDecimalSign};
}

Decimal128 evaluate(Real function, Decimal128 value)
{
    // beyond this the result exceeds a Quad, but not a decimal
    static const Decimal128 kHalvedFrom = decimalFrom(std::int64_t{11'000});
    if (function == Real::Exp && !isInfinite(value)
        && compare(magnitude(value), kHalvedFrom) == std::strong_ordering::greater) {
        const Decimal128 half = evaluate(function, divide(value, decimalFrom(std::int64_t{2})));
        return multiply(half, half);
    }
    return fromQuad(kFunctions[static_cast<std::size_t>(function)](toQuad(value)));
}

Decimal128 atan2(Decimal128 y, Decimal128 x)
{
    return fromQuad(quadAtan2(toQuad(y), toQuad(x)));
}

Decimal128 squareRoot(Decimal128 value)
{
    const Decimal128 root = fromQuad(quadSqrt(toQuad(value)));
    if (isNan(root) || isInfinite(root)) {
        return root;
    }
    // the shortest exact root, if there is one
    const int exponent = decimalParts(value).exponent;
    const Decimal128 whole
        = quantize(root, exponent >= 0 ? exponent / 2 : (exponent - 1) / 2, Rounding::HalfEven);
    const bool exact
        = !isNan(whole) && compare(multiply(whole, whole), value) == std::strong_ordering::equal;
    return exact ? whole : root;
}

Decimal128 power(Decimal128 base, Decimal128 exponent)
{
    // adding this zero brings all digits in
    constexpr Decimal128 kSmallestZero{0, 0};
    constexpr int kMostMultiplied = 128;
    if (!isNan(base) && !isInfinite(base) && isWholeBetween(exponent, 0, kMostMultiplied)) {
        Decimal128 product = decimalFrom(std::int64_t{1});
        for (std::int64_t i = toInt64(exponent); i > 0; --i) {
            product = multiply(product, base);
        }
        if (isExact(product)) {
            return add(product, kSmallestZero);
        }
    }
    return add(fromQuad(quadPow(toQuad(base), toQuad(exponent))), kSmallestZero);
}

Decimal128 logarithm(Decimal128 value, Decimal128 base)
{
    if (compare(base, decimalFrom(std::int64_t{2})) == std::strong_ordering::equal) {
        return evaluate(Real::Log2, value);
    }
    if (compare(base, decimalFrom(std::int64_t{10})) == std::strong_ordering::equal) {
        return evaluate(Real::Log10, value);
    }
    return divide(evaluate(Real::Log, value), evaluate(Real::Log, base));
}

} // namespace sandglass::bson
