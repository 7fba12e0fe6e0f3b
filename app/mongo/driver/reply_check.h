// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/types.h"
#include "app/protocol/messages/op_code.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace sandglass::mongo {

/// Judges what a server sends over one connection before the driver parses it: every reply must
/// answer the request that was sent, be of its kind, and hold one well-formed document. Not
/// thread-safe. Source: MongoDB manual, MongoDB Wire Protocol.
class ReplyCheck
{
public:
    /// Notes bytes that have been sent. A message may come in pieces.
    void sent(bson::Bytes bytes);
    /// Checks the header of a reply. Returns the length of the whole message in bytes. Errors:
    /// Protocol. `header`: protocol::kHeaderBytes.
    Result<std::size_t> header(bson::Bytes header) const;
    /// Checks a whole reply, header included, not compressed. Errors: Protocol.
    Result<void> message(bson::Bytes message);
    /// Whether a reply is expected.
    bool isExpecting() const { return m_request.has_value(); }

private:
    /// A request whose reply is expected.
    struct Request
    {
        std::int32_t id = 0;
        protocol::OpCode answerKind = protocol::OpCode::Msg;
        /// Whether the server may send several replies.
        bool exhaust = false;
        /// The last reply's number: the next of several replies answers it.
        std::optional<std::int32_t> previous;
    };

    /// Notes the start of a message that has been sent, m_start.
    void noteRequest();
    /// The document of OP_MSG after its header. Errors: Protocol.
    Result<bson::Bytes> documentOfMessage(bson::Bytes body, bool& more) const;

    std::optional<Request> m_request;
    std::array<std::uint8_t, protocol::kHeaderBytes + 4> m_start{}; // with the flags of OP_MSG
    std::size_t m_known = 0; // of m_start
    std::size_t m_left = 0; // of the message that is being sent
};

} // namespace sandglass::mongo
