// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"
#include "app/engine/wire/write.h"

#include <cstdint>
#include <vector>

namespace sandglass::tests {

/// A complete OP_MSG with one body, no sequences and no checksum, as a client sends it. `flags`:
/// kMoreToCome, kExhaustAllowed or 0.
inline std::vector<std::uint8_t> writeMsg(std::int32_t requestId, std::int32_t responseTo,
                                          bson::DocumentView body, std::uint32_t flags = 0)
{
    std::vector<std::uint8_t> message(engine::wire::kMsgBodyAt);
    message.insert(message.end(), body.bytes().begin(), body.bytes().end());
    engine::wire::finishMsg(message, requestId, responseTo, flags);
    return message;
}

} // namespace sandglass::tests
