// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/error.h"
#include "app/bson/view.h"
#include "app/protocol/messages/compression.h"
#include "app/protocol/messages/op_code.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sandglass::engine::wire {

using protocol::kChecksumPresent;
using protocol::kExhaustAllowed;
using protocol::kHeaderBytes;
using protocol::kMoreToCome;
using protocol::OpCode;

/// MongoDB's name of an opcode: "OP_MSG" and so on; "opcode 99" for an unknown number.
std::string opCodeName(std::int32_t opCode);

/// Documents sent next to the body of an OP_MSG. They count as an array field of the body with that
/// name.
struct DocumentSequence
{
    std::string_view identifier; ///< "documents", "updates", "deletes"
    std::vector<bson::DocumentView> documents; ///< in order; may be empty
};

/// Flag bits of OP_QUERY. Source: MongoDB manual, Legacy Opcodes.
inline constexpr std::uint32_t kTailableCursor = 1U << 1U;
inline constexpr std::uint32_t kNoCursorTimeout = 1U << 4U;
inline constexpr std::uint32_t kAwaitData = 1U << 5U;
inline constexpr std::uint32_t kExhaust = 1U << 6U;
inline constexpr std::uint32_t kPartial = 1U << 7U;
/// Flag bits of OP_INSERT, OP_UPDATE and OP_DELETE.
inline constexpr std::uint32_t kContinueOnError = 1U << 0U;
inline constexpr std::uint32_t kUpsert = 1U << 0U;
inline constexpr std::uint32_t kMultiUpdate = 1U << 1U;
inline constexpr std::uint32_t kSingleRemove = 1U << 0U;

/// The fields of OP_QUERY. It carries a command (to "<database>.$cmd") or queries a collection.
struct LegacyQuery
{
    std::string_view ns; ///< as sent, not checked
    std::int32_t numberToSkip = 0;
    std::int32_t numberToReturn = 0; ///< as sent; negative: that many documents and no cursor
    bson::DocumentView whole; ///< the query as sent, with its {$query: …} wrapper if any
    bson::DocumentView fields; ///< returnFieldsSelector (a projection); empty when none was sent

    /// Whether it carries a command.
    bool isCommand() const { return ns.ends_with(".$cmd"); }
};

/// OP_GET_MORE: asks for the next batch of a cursor.
struct LegacyGetMore
{
    std::string_view ns;
    std::int32_t numberToReturn = 0;
    std::int64_t cursorId = 0;
};

/// OP_KILL_CURSORS: closes cursors. It gets no reply.
struct LegacyKillCursors
{
    std::vector<std::int64_t> cursorIds; ///< may be empty
};

/// OP_INSERT. It gets no reply.
struct LegacyInsert
{
    std::string_view ns;
    std::vector<bson::DocumentView> documents; ///< may be empty
};

/// OP_UPDATE. It gets no reply.
struct LegacyUpdate
{
    std::string_view ns;
    bson::DocumentView filter;
    bson::DocumentView update;
};

/// OP_DELETE. It gets no reply.
struct LegacyDelete
{
    std::string_view ns;
    bson::DocumentView filter;
};

/// The content of a message whose opcode is older than OP_MSG; std::monostate for OP_MSG.
using LegacyContent = std::variant<std::monostate, LegacyQuery, LegacyGetMore, LegacyKillCursors,
                                   LegacyInsert, LegacyUpdate, LegacyDelete>;

/// A parsed request. Owns its bytes. All views in it point into them and stay valid when the
/// message is moved.
class Message
{
public:
    Message() = default;
    explicit Message(std::vector<std::uint8_t> frame)
        : m_frame(std::move(frame))
    {
    }
    Message(const Message&) = delete;
    Message& operator=(const Message&) = delete;
    Message(Message&&) = default;
    Message& operator=(Message&&) = default;
    ~Message() = default;

    /// The whole message, header included.
    bson::Bytes frame() const { return m_frame; }
    /// The document sequence of that name; nullptr when there is none.
    const DocumentSequence* sequence(std::string_view identifier) const;
    /// Whether the sender expects no reply.
    bool moreToCome() const { return opCode == OpCode::Msg && (flags & kMoreToCome) != 0; }
    /// The content of an OP_QUERY; nullptr for another opcode.
    const LegacyQuery* query() const { return std::get_if<LegacyQuery>(&legacy); }
    /// Whether the sender accepts several replies to this command.
    bool exhaustAllowed() const { return opCode == OpCode::Msg && (flags & kExhaustAllowed) != 0; }
    /// Whether the sender of an OP_QUERY wants all batches of its cursor without asking for them.
    bool exhausts() const { return opCode == OpCode::Query && (flags & kExhaust) != 0; }

    std::int32_t requestId = 0;
    std::int32_t responseTo = 0;
    OpCode opCode = OpCode::Msg; ///< any but Reply and Compressed
    /// How it was compressed, and so the reply; unset: it was not.
    std::optional<protocol::Compressor> compressor;
    std::size_t receivedBytes = 0; ///< as it was sent: fewer than frame() when compressed
    std::uint32_t flags = 0; ///< as sent; what a bit means depends on the opcode
    bson::DocumentView body; ///< the command or query, without {$query: …} around it
    std::vector<DocumentSequence> sequences; ///< names are unique and differ from the body's fields
    LegacyContent legacy; ///< the other content of an old opcode
    /// Of an OP_MSG with an unusable document, or whose sections are no command: it has no body.
    std::optional<Error> refusal;

private:
    std::vector<std::uint8_t> m_frame;
};

} // namespace sandglass::engine::wire
