// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/decimal_math.h"

#include "app/bson/bid.h"
#include "app/bson/decimal128.h"

#include <array>

namespace sandglass::bson {

namespace {

using Function = BID_UINT128 (*)(BID_UINT128 value, _IDEC_round rounding, _IDEC_flags* flags);

// in the order of Real
constexpr std::array<Function, 16> kFunctions{bid128_acos, bid128_acosh, bid128_asin,  bid128_asinh,
                                              bid128_atan, bid128_atanh, bid128_cos,   bid128_cosh,
                                              bid128_exp,  bid128_log,   bid128_log10, bid128_log2,
                                              bid128_sin,  bid128_sinh,  bid128_tan,   bid128_tanh};

constexpr int kBias = 6176;
constexpr unsigned kExponentShift = 49; // of the upper half

Decimal128 apply(Function function, Decimal128 value)
{
    _IDEC_flags flags = 0;
    return fromBid(function(toBid(value), BID_ROUNDING_TO_NEAREST, &flags));
}

_IDEC_round modeOf(Rounding rounding)
{
    switch (rounding) {
    case Rounding::Down:
        return BID_ROUNDING_DOWN;
    case Rounding::Up:
        return BID_ROUNDING_UP;
    case Rounding::TowardZero:
        return BID_ROUNDING_TO_ZERO;
    case Rounding::HalfEven:
        break;
    }
    return BID_ROUNDING_TO_NEAREST;
}

} // namespace

Decimal128 quantize(Decimal128 value, int exponent, Rounding rounding)
{
    const Decimal128 one{1, static_cast<std::uint64_t>(exponent + kBias) << kExponentShift};
    return calculate(bid128_quantize, value, one, modeOf(rounding));
}

Decimal128 magnitude(Decimal128 value)
{
    return fromBid(bid128_abs(toBid(value)));
}

Decimal128 evaluate(Real function, Decimal128 value)
{
    return apply(kFunctions[static_cast<std::size_t>(function)], value);
}

Decimal128 atan2(Decimal128 y, Decimal128 x)
{
    return calculate(bid128_atan2, y, x);
}

Decimal128 squareRoot(Decimal128 value)
{
    return apply(bid128_sqrt, value);
}

Decimal128 power(Decimal128 base, Decimal128 exponent)
{
    // adding this zero brings all digits in
    constexpr Decimal128 kSmallestZero{0, 0};
    return add(calculate(bid128_pow, base, exponent), kSmallestZero);
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
