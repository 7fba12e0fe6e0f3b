// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/driver/reply_check.h"

#include "app/bson/bytes.h"
#include "app/bson/validate.h"
#include "app/bson/view.h"
#include "app/protocol/limits.h"
#include "app/protocol/messages/op_code.h"

#include <algorithm>
#include <optional>
#include <string>

namespace sandglass::mongo {

namespace {

using protocol::kExhaustAllowed;
using protocol::kHeaderBytes;
using protocol::kMoreToCome;
using protocol::OpCode;

// A server nests 200 levels, and its replies put documents into a batch.
constexpr int kMaxReplyDepth = 210;
constexpr std::size_t kFlagBytes = 4;
// flags, cursor, position, number of documents
constexpr std::size_t kReplyFieldBytes = 20;

std::int32_t numberAt(bson::Bytes bytes, std::size_t at)
{
    return bson::loadLittle<std::int32_t>(bytes.data() + at);
}

// The kind in a message's header.
OpCode kindOf(bson::Bytes header)
{
    return static_cast<OpCode>(numberAt(header, 12));
}

std::string numberOf(OpCode kind)
{
    return std::to_string(static_cast<std::int32_t>(kind));
}

base::Error invalid(const std::string& fault)
{
    return base::failure(Errc::Protocol, "The server's reply is not valid: " + fault + ".");
}

// The kind of the reply to a request; nullopt: none comes.
std::optional<OpCode> answerTo(OpCode kind, std::uint32_t flags)
{
    switch (kind) {
    case OpCode::Query:
    case OpCode::GetMore:
        return OpCode::Reply;
    case OpCode::Msg:
        return flags & kMoreToCome ? std::nullopt : std::optional(OpCode::Msg);
    default:
        return std::nullopt;
    }
}

// The document of OP_REPLY after its header.
Result<bson::Bytes> documentOfReply(bson::Bytes body)
{
    if (body.size() < kReplyFieldBytes) {
        return invalid("it is too short");
    }
    const std::int32_t documents = numberAt(body, 16);
    if (documents != 1) {
        return invalid("it holds " + std::to_string(documents) + " documents instead of one");
    }
    return body.subspan(kReplyFieldBytes);
}

// The driver takes the namespace of a cursor apart without looking at its type.
Result<void> checkCursor(bson::DocumentView reply)
{
    const bson::ValueView cursor = reply["cursor"];
    if (cursor.type() != bson::Type::Document) {
        return {};
    }
    const bson::DocumentView fields = cursor.asDocument();
    if (const bson::ValueView ns = fields["ns"]; !ns.isMissing()) {
        const std::string_view name = ns.asString();
        const std::size_t dot = name.find('.');
        if (ns.type() != bson::Type::String || dot == std::string_view::npos || dot == 0
            || name.find('\0') != std::string_view::npos) {
            return invalid("the namespace of its cursor is not one");
        }
    }
    if (const bson::ValueView id = fields["id"]; !id.isMissing() && !id.isNumber()) {
        return invalid("the number of its cursor is not a number");
    }
    for (const char* batch : {"firstBatch", "nextBatch"}) {
        const bson::ValueView documents = fields[batch];
        if (!documents.isMissing() && documents.type() != bson::Type::Array) {
            return invalid(std::string("its ") + batch + " is not an array");
        }
    }
    return {};
}

} // namespace

void ReplyCheck::sent(bson::Bytes bytes)
{
    while (!bytes.empty()) {
        if (m_known < m_start.size() && (m_known < kHeaderBytes || m_left > 0)) {
            m_start[m_known++] = bytes.front();
            bytes = bytes.subspan(1);
            if (m_known == kHeaderBytes) {
                const std::int32_t length = numberAt(m_start, 0);
                m_left
                    = static_cast<std::size_t>(std::max<std::int32_t>(length, 16)) - kHeaderBytes;
            } else if (m_known > kHeaderBytes) {
                --m_left;
            }
            if (m_known == m_start.size() || (m_known >= kHeaderBytes && m_left == 0)) {
                noteRequest();
            }
        } else {
            const std::size_t skipped = std::min(m_left, bytes.size());
            bytes = bytes.subspan(skipped);
            m_left -= skipped;
        }
        if (m_known >= kHeaderBytes && m_left == 0) {
            m_known = 0;
        }
    }
}

void ReplyCheck::noteRequest()
{
    OpCode kind = kindOf(m_start);
    auto flags = m_known == m_start.size()
        ? bson::loadLittle<std::uint32_t>(m_start.data() + kHeaderBytes)
        : 0;
    if (kind == OpCode::Compressed) {
        // the kind comes next, and the flags are compressed; they ask for nothing special, as the
        // driver does not compress a handshake
        kind = static_cast<OpCode>(flags);
        flags = 0;
    }
    const std::optional<OpCode> answerKind = answerTo(kind, flags);
    if (!answerKind) {
        return;
    }
    m_request = Request{numberAt(m_start, 4), *answerKind,
                        kind == OpCode::Msg && (flags & kExhaustAllowed) != 0, std::nullopt};
}

Result<std::size_t> ReplyCheck::header(bson::Bytes header) const
{
    const std::int32_t length = numberAt(header, 0);
    if (length < static_cast<std::int32_t>(kHeaderBytes) || length > protocol::kMaxMessageBytes) {
        return invalid("its length is " + std::to_string(length) + " bytes");
    }
    if (!m_request) {
        return invalid("nothing was asked");
    }
    const std::int32_t answered = numberAt(header, 8);
    if (answered != m_request->id && answered != m_request->previous) {
        return invalid("it answers another request");
    }
    const OpCode kind = kindOf(header);
    if (kind != m_request->answerKind && kind != OpCode::Compressed) {
        return invalid("it is of the kind " + numberOf(kind) + " instead of "
                       + numberOf(m_request->answerKind));
    }
    return static_cast<std::size_t>(length);
}

Result<bson::Bytes> ReplyCheck::documentOfMessage(bson::Bytes body, bool& more) const
{
    if (body.size() <= kFlagBytes) {
        return invalid("it is too short");
    }
    const auto flags = bson::loadLittle<std::uint32_t>(body.data());
    more = (flags & kMoreToCome) != 0;
    if ((flags & protocol::kRequiredFlags & ~kMoreToCome) != 0) {
        return invalid("it has flags that were not asked for");
    }
    if (more && !m_request->exhaust) {
        return invalid("it announces replies that were not asked for");
    }
    if (body[kFlagBytes] != 0) {
        return invalid("it does not begin with a document");
    }
    return body.subspan(kFlagBytes + 1);
}

Result<void> ReplyCheck::message(bson::Bytes message)
{
    const auto length = header(message.first(kHeaderBytes));
    TRY(length);
    if (*length != message.size()) {
        return invalid("its length does not fit");
    }
    const OpCode kind = kindOf(message);
    if (kind != m_request->answerKind) {
        return invalid("it was compressed twice");
    }
    bool more = false;
    const bson::Bytes body = message.subspan(kHeaderBytes);
    const auto document
        = kind == OpCode::Reply ? documentOfReply(body) : documentOfMessage(body, more);
    TRY(document);
    if (const auto valid = bson::validate(*document, protocol::kMaxMessageBytes, kMaxReplyDepth);
        !valid) {
        return invalid(valid.error().message);
    }
    TRY(checkCursor(bson::DocumentView(*document)));
    if (more) {
        m_request->previous = numberAt(message, 4);
    } else {
        m_request.reset();
    }
    return {};
}

} // namespace sandglass::mongo
