// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandglass::engine::wire {

/// Bytes before every message's own content: length, requestId, responseTo, opCode, each an int32.
inline constexpr std::size_t kHeaderBytes = 16;

/// Kinds of messages. Source: MongoDB manual, Wire Protocol, Opcodes.
enum class OpCode : std::int32_t {
    Reply = 1,
    Update = 2001,
    Insert = 2002,
    Query = 2004,
    GetMore = 2005,
    Delete = 2006,
    KillCursors = 2007,
    Compressed = 2012,
    Msg = 2013,
};

/// "OP_MSG" and so on; "opcode 99" for a number without a name.
std::string opCodeName(std::int32_t opCode);

/// Flag bits of OP_MSG. Source: MongoDB manual, Wire Protocol, OP_MSG.
inline constexpr std::uint32_t kChecksumPresent = 1U << 0U;
inline constexpr std::uint32_t kMoreToCome = 1U << 1U;
inline constexpr std::uint32_t kExhaustAllowed = 1U << 16U;

/// Documents that travel beside the body of an OP_MSG, as if the body had an array of that name.
struct DocumentSequence
{
    std::string_view identifier; ///< "documents", "updates", "deletes"
    std::vector<bson::DocumentView> documents; ///< in order; may be empty
};

/// What only the old OP_QUERY has.
struct LegacyQuery
{
    std::string_view ns; ///< "<database>.$cmd"
    std::int32_t numberToSkip = 0;
    std::int32_t numberToReturn = 0; ///< as sent; -1 and 1 both ask for one document
    bson::DocumentView
        whole; ///< the query with its {$query: …} wrapper; the body when there is none
};

/// One request, taken apart. It owns its bytes; every view in it points into them, also after a
/// move.
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
    /// The documents of a sequence by its name; nullptr when there is none.
    const DocumentSequence* sequence(std::string_view identifier) const;
    /// The sender expects no reply.
    bool moreToCome() const { return opCode == OpCode::Msg && (flags & kMoreToCome) != 0; }
    /// The sender would take several replies to this one request.
    bool exhaustAllowed() const { return opCode == OpCode::Msg && (flags & kExhaustAllowed) != 0; }

    std::int32_t requestId = 0;
    std::int32_t responseTo = 0;
    OpCode opCode = OpCode::Msg; ///< Msg or Query
    std::uint32_t flags = 0; ///< as sent
    bson::DocumentView body; ///< the command; without {$query: …} around it
    std::vector<DocumentSequence> sequences; ///< names are unique and differ from the body's fields
    std::optional<LegacyQuery> legacy; ///< set for OP_QUERY

private:
    std::vector<std::uint8_t> m_frame;
};

} // namespace sandglass::engine::wire
