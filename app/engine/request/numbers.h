// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"

#include <cstdint>
#include <limits>
#include <string_view>

namespace sandglass::engine::request {

/// Appends a number as int32 if it fits and as int64 otherwise, as MongoDB does.
inline void appendNumber(bson::Builder& reply, std::string_view field, std::int64_t number)
{
    if (number >= std::numeric_limits<std::int32_t>::min()
        && number <= std::numeric_limits<std::int32_t>::max()) {
        reply.append(field, static_cast<std::int32_t>(number));
    } else {
        reply.append(field, number);
    }
}

} // namespace sandglass::engine::request
