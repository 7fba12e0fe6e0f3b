// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/protocol/server_code.h"

namespace sandglass::engine::definitions {

/// The error InvalidOptions for an expireAfterSeconds that is NaN.
inline Error nanSecondsRefused()
{
    return protocol::commandError(
        protocol::ServerCode::InvalidOptions,
        "TTL index 'expireAfterSeconds' option must not be NaN: MongoDB would take it"
        " as 0 and delete every document with a date in the past. Set the parameter"
        " sandglassStrictNaN to false to allow this.");
}

} // namespace sandglass::engine::definitions
