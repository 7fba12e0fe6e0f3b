// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"
#include "app/engine/wire/message.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sandglass::engine::wire {

/// Offset of the body in an OP_MSG that has nothing but a body.
inline constexpr std::size_t kMsgBodyAt = kHeaderBytes + sizeof(std::uint32_t) + 1;
/// Offset of the documents in an OP_REPLY.
inline constexpr std::size_t kReplyDocumentsAt
    = kHeaderBytes + sizeof(std::uint32_t) + sizeof(std::int64_t) + 2 * sizeof(std::int32_t);

/// Turns `message` into an OP_MSG without copying the body. `message`: kMsgBodyAt free bytes, then
/// the body. `flags`: kMoreToCome, kExhaustAllowed or 0.
void finishMsg(std::vector<std::uint8_t>& message, std::int32_t requestId, std::int32_t responseTo,
               std::uint32_t flags = 0);

/// Flag bits of OP_REPLY. Source: MongoDB manual, Legacy Opcodes, OP_REPLY.
inline constexpr std::uint32_t kCursorNotFound = 1U << 0U;
inline constexpr std::uint32_t kQueryFailure = 1U << 1U;
inline constexpr std::uint32_t kAwaitCapable = 1U << 3U;

/// The fields of an OP_REPLY before its documents.
struct ReplyHead
{
    std::uint32_t flags = 0; ///< kAwaitCapable is always added
    std::int64_t cursorId = 0; ///< 0: there is no open cursor
    std::int32_t startingFrom = 0; ///< number of documents that the cursor returned before
};

/// A complete OP_REPLY, which answers OP_QUERY and OP_GET_MORE. `documents`: less than 2 GiB in
/// total.
std::vector<std::uint8_t> writeReply(std::int32_t requestId, std::int32_t responseTo,
                                     const ReplyHead& head,
                                     std::span<const bson::DocumentView> documents);

/// Turns `message` into an OP_REPLY without copying its document. `message`: kReplyDocumentsAt free
/// bytes, then one document.
void finishReply(std::vector<std::uint8_t>& message, std::int32_t requestId,
                 std::int32_t responseTo);

} // namespace sandglass::engine::wire
