// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"

#include <cstdint>
#include <span>
#include <vector>

namespace sandglass::engine::wire {

/// A whole OP_MSG with one body, no sequences and no checksum. `flags`: kMoreToCome,
/// kExhaustAllowed or 0.
std::vector<std::uint8_t> writeMsg(std::int32_t requestId, std::int32_t responseTo,
                                   bson::DocumentView body, std::uint32_t flags = 0);

/// Flag bits of OP_REPLY. Source: MongoDB manual, Legacy Opcodes, OP_REPLY.
inline constexpr std::uint32_t kCursorNotFound = 1U << 0U;
inline constexpr std::uint32_t kQueryFailure = 1U << 1U;
inline constexpr std::uint32_t kAwaitCapable = 1U << 3U;

/// What an OP_REPLY says besides its documents.
struct ReplyHead
{
    std::uint32_t flags = 0; ///< kAwaitCapable is set by itself
    std::int64_t cursorId = 0; ///< 0: no cursor stays open
    std::int32_t startingFrom = 0; ///< documents of that cursor sent before
};

/// A whole OP_REPLY, the answer to OP_QUERY and OP_GET_MORE. `documents`: all together less than
/// 2 GiB.
std::vector<std::uint8_t> writeReply(std::int32_t requestId, std::int32_t responseTo,
                                     const ReplyHead& head,
                                     std::span<const bson::DocumentView> documents);

/// The same with one document and no cursor.
std::vector<std::uint8_t> writeReply(std::int32_t requestId, std::int32_t responseTo,
                                     bson::DocumentView document, bool queryFailure = false);

} // namespace sandglass::engine::wire
