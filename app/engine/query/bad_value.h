// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/server_code.h"

#include <string>
#include <utility>

namespace sandglass::engine::query {

/// The error 2 BadValue, the most frequent one of filters and updates, with MongoDB's words.
inline base::Error badValue(std::string message)
{
    return protocol::commandError(protocol::ServerCode::BadValue, std::move(message));
}

} // namespace sandglass::engine::query
