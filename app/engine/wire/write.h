// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"
#include "app/engine/wire/message.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sandglass::engine::wire {

/// Where the body of an OP_MSG begins that has one body and nothing else.
inline constexpr std::size_t kMsgBodyAt = kHeaderBytes + sizeof(std::uint32_t) + 1;
/// Where the documents of an OP_REPLY begin.
inline constexpr std::size_t kReplyDocumentsAt
    = kHeaderBytes + sizeof(std::uint32_t) + sizeof(std::int64_t) + 2 * sizeof(std::int32_t);

/// Makes an OP_MSG of `message`, which holds kMsgBodyAt bytes of room and then the body: so a large
/// body is never copied. `flags` as writeMsg().
void finishMsg(std::vector<std::uint8_t>& message, std::int32_t requestId, std::int32_t responseTo,
               std::uint32_t flags = 0);

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

/// Makes an OP_REPLY of `message`, which holds kReplyDocumentsAt bytes of room and then one
/// document.
void finishReply(std::vector<std::uint8_t>& message, std::int32_t requestId,
                 std::int32_t responseTo);

} // namespace sandglass::engine::wire
