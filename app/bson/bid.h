// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/types.h"

#include <bid_conf.h>
#include <bid_functions.h>

namespace sandglass::bson {

/// The number for Intel's library, whose encoding (binary integer decimal) is that of BSON.
inline BID_UINT128 toBid(Decimal128 value)
{
    return {{value.low, value.high}};
}

/// A result of Intel's library.
inline Decimal128 fromBid(BID_UINT128 value)
{
    return {value.w[0], value.w[1]};
}

/// A calculation of Intel's library with two numbers.
using BidOperation = BID_UINT128 (*)(BID_UINT128, BID_UINT128, _IDEC_round, _IDEC_flags*);

/// The result; the library's status flags are ignored.
inline Decimal128 calculate(BidOperation operation, Decimal128 left, Decimal128 right,
                            _IDEC_round rounding = BID_ROUNDING_TO_NEAREST)
{
    _IDEC_flags flags = 0;
    return fromBid(operation(toBid(left), toBid(right), rounding, &flags));
}

} // namespace sandglass::bson
