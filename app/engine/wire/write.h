// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"

#include <cstdint>
#include <vector>

namespace sandglass::engine::wire {

/// A whole OP_MSG with one body, no sequences and no checksum. `flags`: kMoreToCome,
/// kExhaustAllowed or 0.
std::vector<std::uint8_t> writeMsg(std::int32_t requestId, std::int32_t responseTo,
                                   bson::DocumentView body, std::uint32_t flags = 0);

/// A whole OP_REPLY with one document, the answer to OP_QUERY. `queryFailure`: sets the flag of
/// that name.
std::vector<std::uint8_t> writeReply(std::int32_t requestId, std::int32_t responseTo,
                                     bson::DocumentView document, bool queryFailure = false);

} // namespace sandglass::engine::wire
