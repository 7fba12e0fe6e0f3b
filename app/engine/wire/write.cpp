// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/wire/write.h"

#include "app/bson/bytes.h"
#include "app/engine/wire/message.h"

namespace sandglass::engine::wire {

namespace {

// The header; `size` counts everything that will be in the message.
std::vector<std::uint8_t> begin(std::size_t size, std::int32_t requestId, std::int32_t responseTo,
                                OpCode opCode)
{
    std::vector<std::uint8_t> bytes;
    bytes.reserve(size);
    bson::appendLittle(bytes, static_cast<std::int32_t>(size));
    bson::appendLittle(bytes, requestId);
    bson::appendLittle(bytes, responseTo);
    bson::appendLittle(bytes, static_cast<std::int32_t>(opCode));
    return bytes;
}

void append(std::vector<std::uint8_t>& bytes, bson::DocumentView document)
{
    bytes.insert(bytes.end(), document.bytes().begin(), document.bytes().end());
}

} // namespace

std::vector<std::uint8_t> writeMsg(std::int32_t requestId, std::int32_t responseTo,
                                   bson::DocumentView body, std::uint32_t flags)
{
    constexpr std::size_t kAroundBody = kHeaderBytes + sizeof(flags) + 1;
    std::vector<std::uint8_t> bytes
        = begin(kAroundBody + body.size(), requestId, responseTo, OpCode::Msg);
    bson::appendLittle(bytes, flags);
    bytes.push_back(0); // the kind of a section that is the body
    append(bytes, body);
    return bytes;
}

std::vector<std::uint8_t> writeReply(std::int32_t requestId, std::int32_t responseTo,
                                     const ReplyHead& head,
                                     std::span<const bson::DocumentView> documents)
{
    std::size_t size = kHeaderBytes + sizeof(head.flags) + sizeof(head.cursorId)
        + sizeof(head.startingFrom) + sizeof(std::int32_t);
    for (const bson::DocumentView document : documents)
        size += document.size();
    std::vector<std::uint8_t> bytes = begin(size, requestId, responseTo, OpCode::Reply);
    bson::appendLittle(bytes, head.flags | kAwaitCapable);
    bson::appendLittle(bytes, head.cursorId);
    bson::appendLittle(bytes, head.startingFrom);
    bson::appendLittle(bytes, static_cast<std::int32_t>(documents.size()));
    for (const bson::DocumentView document : documents)
        append(bytes, document);
    return bytes;
}

std::vector<std::uint8_t> writeReply(std::int32_t requestId, std::int32_t responseTo,
                                     bson::DocumentView document, bool queryFailure)
{
    ReplyHead head;
    head.flags = queryFailure ? kQueryFailure : 0;
    return writeReply(requestId, responseTo, head, {&document, 1});
}

} // namespace sandglass::engine::wire
