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

} // namespace sandglass::bson
