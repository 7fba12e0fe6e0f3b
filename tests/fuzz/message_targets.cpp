// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/bytes.h"
#include "app/bson/validate.h"
#include "app/bson/view.h"
#include "app/engine/wire/parse.h"
#include "app/mongo/driver/reply_check.h"
#include "app/protocol/limits.h"
#include "app/protocol/messages/compression.h"
#include "app/protocol/messages/op_code.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/targets.h"

#include <array>
#include <vector>

namespace sandglass::fuzz {

namespace {

bool isValid(bson::DocumentView document)
{
    return bson::validate(document.bytes(), protocol::kMaxMessageBytes).has_value();
}

// The header of an OP_MSG of 16 + 5 bytes whose number is 7; `flags`: of the message.
std::vector<std::uint8_t> request(std::uint8_t flags)
{
    std::vector<std::uint8_t> bytes(26, 0);
    bytes[0] = 26;
    bytes[4] = 7;
    bytes[12] = static_cast<int>(protocol::OpCode::Msg) & 0xff;
    bytes[13] = static_cast<int>(protocol::OpCode::Msg) >> 8;
    bytes[18] = flags; // the third byte has exhaustAllowed
    bytes[21] = 5;
    return bytes;
}

} // namespace

void parseMessage(bson::Bytes input)
{
    const auto length = engine::wire::frameLength(input);
    if (!length || !*length || **length > input.size()) {
        return;
    }
    const bson::Bytes frame = input.first(**length);
    const auto message = engine::wire::parse({frame.begin(), frame.end()});
    if (!message) {
        return;
    }
    require(isValid(message->body), "the body of a message is valid");
    for (const engine::wire::DocumentSequence& sequence : message->sequences) {
        for (const bson::DocumentView document : sequence.documents) {
            require(isValid(document), "the documents of a section are valid");
        }
    }
}

void checkReply(bson::Bytes input)
{
    if (input.empty()) {
        return;
    }
    mongo::ReplyCheck check;
    check.sent(request(input.front() & 1U));
    bson::Bytes left = input.subspan(1);
    while (check.isExpecting() && left.size() >= protocol::kHeaderBytes) {
        const auto length = check.header(left.first(protocol::kHeaderBytes));
        if (!length || *length > left.size()) {
            return;
        }
        require(*length >= protocol::kHeaderBytes, "a message has a header");
        const bson::Bytes message = left.first(*length);
        if (!check.message(message)) {
            return;
        }
        const auto kind = bson::loadLittle<std::int32_t>(message.data() + 12);
        require(kind == static_cast<int>(protocol::OpCode::Msg), "the answer to OP_MSG is OP_MSG");
        left = left.subspan(*length);
    }
}

void decompressMessage(bson::Bytes input)
{
    const auto message = protocol::decompressed(input);
    if (!message) {
        return;
    }
    require(message->size() >= protocol::kHeaderBytes, "there is a header");
    require(bson::loadLittle<std::int32_t>(message->data())
                == static_cast<std::int32_t>(message->size()),
            "a message has the length that its header states");
    const auto again
        = protocol::decompressed(protocol::compressed(*message, protocol::compressorOf(input)));
    require(again && *again == *message, "a message survives being compressed");
}

} // namespace sandglass::fuzz
