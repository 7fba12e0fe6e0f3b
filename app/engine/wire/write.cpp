// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/wire/write.h"

#include "app/bson/bytes.h"
#include "app/engine/wire/message.h"

namespace sandglass::engine::wire {

namespace {

/// Overwrites existing bytes with numbers, from the first byte on.
class Overwriter
{
public:
    explicit Overwriter(std::vector<std::uint8_t>& bytes)
        : m_at(bytes.data())
    {
    }
    template <typename T>
    Overwriter& number(T value)
    {
        bson::storeLittle(m_at, value);
        m_at += sizeof(T);
        return *this;
    }

private:
    std::uint8_t* m_at;
};

Overwriter header(std::vector<std::uint8_t>& message, std::int32_t requestId,
                  std::int32_t responseTo, OpCode opCode)
{
    Overwriter head(message);
    head.number(static_cast<std::int32_t>(message.size())).number(requestId).number(responseTo);
    head.number(static_cast<std::int32_t>(opCode));
    return head;
}

void append(std::vector<std::uint8_t>& bytes, bson::DocumentView document)
{
    bytes.insert(bytes.end(), document.bytes().begin(), document.bytes().end());
}

void finishReply(std::vector<std::uint8_t>& message, std::int32_t requestId,
                 std::int32_t responseTo, const ReplyHead& head, std::size_t documents)
{
    header(message, requestId, responseTo, OpCode::Reply)
        // always set since MongoDB 2.0: getMore on a tailable cursor can wait
        .number(head.flags | kAwaitCapable)
        .number(head.cursorId)
        .number(head.startingFrom)
        .number(static_cast<std::int32_t>(documents));
}

} // namespace

void finishMsg(std::vector<std::uint8_t>& message, std::int32_t requestId, std::int32_t responseTo,
               std::uint32_t flags)
{
    constexpr std::uint8_t kBodySection = 0;
    header(message, requestId, responseTo, OpCode::Msg).number(flags).number(kBodySection);
}

std::vector<std::uint8_t> writeReply(std::int32_t requestId, std::int32_t responseTo,
                                     const ReplyHead& head,
                                     std::span<const bson::DocumentView> documents)
{
    std::size_t size = kReplyDocumentsAt;
    for (const bson::DocumentView document : documents) {
        size += document.size();
    }
    std::vector<std::uint8_t> message;
    message.reserve(size);
    message.resize(kReplyDocumentsAt);
    for (const bson::DocumentView document : documents) {
        append(message, document);
    }
    finishReply(message, requestId, responseTo, head, documents.size());
    return message;
}

void finishReply(std::vector<std::uint8_t>& message, std::int32_t requestId,
                 std::int32_t responseTo)
{
    finishReply(message, requestId, responseTo, ReplyHead{}, 1);
}

} // namespace sandglass::engine::wire
