// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/server_code.h"

#include <string>
#include <utility>

namespace sandglass::engine::query {

/// A BadValue error, the most frequent one of filters and updates. `message`: MongoDB's text.
inline base::Error badValue(std::string message)
{
    return protocol::commandError(protocol::ServerCode::BadValue, std::move(message));
}

} // namespace sandglass::engine::query
