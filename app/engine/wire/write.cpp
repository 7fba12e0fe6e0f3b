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
                                     bson::DocumentView document, bool queryFailure)
{
    constexpr std::int32_t kQueryFailure = 2;
    constexpr std::int32_t kAwaitCapable = 8;
    constexpr std::size_t kAroundDocument = kHeaderBytes + 4 + 8 + 4 + 4;
    std::vector<std::uint8_t> bytes
        = begin(kAroundDocument + document.size(), requestId, responseTo, OpCode::Reply);
    bson::appendLittle(bytes, kAwaitCapable | (queryFailure ? kQueryFailure : 0));
    bson::appendLittle(bytes, std::int64_t{0}); // no cursor stays open
    bson::appendLittle(bytes, std::int32_t{0}); // the first document is number 0
    bson::appendLittle(bytes, std::int32_t{1}); // one document
    append(bytes, document);
    return bytes;
}

} // namespace sandglass::engine::wire
