// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/wire/parse.h"

#include "app/bson/bytes.h"
#include "app/engine/wire/crc32c.h"
#include "app/engine/wire/parse_legacy.h"
#include "app/engine/wire/reader.h"
#include "app/protocol/limits.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <string>
#include <utility>

namespace sandglass::engine::wire {

namespace {

using bson::Bytes;
using protocol::commandError;

// What MongoDB answers by an error and keeps the connection: each section is whole, but together
// they are no command. All else that is wrong ends the connection. Source: MongoDB server source,
// op_msg.cpp.
constexpr int kTwoBodies = 40430;
constexpr int kSequenceTwice = 40431;
constexpr int kUnknownSection = 40432;
constexpr int kSequenceInBody = 40433;
constexpr int kNoBody = 40587;

constexpr std::uint32_t kKnownRequiredBits = kChecksumPresent | kMoreToCome;
constexpr std::size_t kChecksumBytes = 4;
// No command takes more than two. Names are compared with each other, so many would take long.
constexpr std::size_t kMostSequences = 8;
constexpr std::size_t kOpCodeAt = 12;
constexpr std::size_t kStatedSizeAt = kHeaderBytes + sizeof(std::int32_t); // in OP_COMPRESSED

bool isCompressed(Bytes frame)
{
    return frame.size() >= kStatedSizeAt + sizeof(std::int32_t)
        && bson::loadLittle<std::int32_t>(frame.data() + kOpCodeAt)
        == static_cast<std::int32_t>(OpCode::Compressed);
}

Result<void> checkChecksum(Bytes frame)
{
    if (frame.size() < kHeaderBytes + sizeof(std::uint32_t) + kChecksumBytes) {
        return broken("The message is too short for its checksum.");
    }
    const Bytes covered = frame.first(frame.size() - kChecksumBytes);
    if (crc32c(covered) != bson::loadLittle<std::uint32_t>(covered.data() + covered.size())) {
        return broken("The checksum of the message is wrong.");
    }
    return {};
}

Result<DocumentSequence> readSequence(Reader& reader)
{
    auto size = reader.int32("document sequence");
    TRY(size);
    constexpr std::int32_t kSizeItself = sizeof(std::int32_t);
    if (*size < kSizeItself) {
        return broken("A document sequence has a wrong size.");
    }
    auto part = reader.part(static_cast<std::size_t>(*size - kSizeItself), "document sequence");
    TRY(part);
    auto identifier = part->cString("name of a document sequence");
    TRY(identifier);
    if (identifier->empty()) {
        return broken("A document sequence has no name.");
    }
    DocumentSequence sequence{*identifier, {}};
    while (!part->atEnd()) {
        auto document = part->document("document of a sequence");
        TRY(document);
        sequence.documents.push_back(*document);
    }
    return sequence;
}

Result<void> readSection(Reader& reader, Message& message, bool& hasBody)
{
    constexpr std::uint8_t kBody = 0;
    constexpr std::uint8_t kSequence = 1;
    const std::uint8_t kind = reader.byte();
    if (kind == kBody) {
        if (hasBody) {
            return commandError(kTwoBodies, "Multiple body sections in message");
        }
        auto body = reader.document("body");
        TRY(body);
        message.body = *body;
        hasBody = true;
        return {};
    }
    if (kind != kSequence) {
        return commandError(kUnknownSection, "Unknown section kind " + std::to_string(kind));
    }
    if (message.sequences.size() == kMostSequences) {
        return broken("OP_MSG has more than " + std::to_string(kMostSequences)
                      + " document sequences.");
    }
    auto sequence = readSequence(reader);
    TRY(sequence);
    // a name must be unique: the sequences become fields of the command. Source: MongoDB manual,
    // OP_MSG.
    if (message.sequence(sequence->identifier) != nullptr) {
        return commandError(kSequenceTwice,
                            "Duplicate document sequence: " + std::string(sequence->identifier));
    }
    message.sequences.push_back(std::move(*sequence));
    return {};
}

Result<void> readMsg(Message& message)
{
    Reader reader(message.frame().subspan(kHeaderBytes));
    auto flags = reader.int32("flags");
    TRY(flags);
    message.flags = static_cast<std::uint32_t>(*flags);
    if ((message.flags & protocol::kRequiredFlags & ~kKnownRequiredBits) != 0) {
        return broken("OP_MSG has unknown required flags.");
    }
    Bytes content = reader.rest();
    // the checksum covers everything before it, and the sections end where it begins
    if ((message.flags & kChecksumPresent) != 0) {
        TRY(checkChecksum(message.frame()));
        content = content.first(content.size() - kChecksumBytes);
    }
    Reader sections(content);
    bool hasBody = false;
    while (!sections.atEnd()) {
        TRY(readSection(sections, message, hasBody));
    }
    if (!hasBody) {
        return commandError(kNoBody, "OP_MSG messages must have a body");
    }
    for (const DocumentSequence& sequence : message.sequences) {
        if (message.body.contains(sequence.identifier)) {
            return commandError(kSequenceInBody,
                                "Duplicate field between body and document sequence "
                                    + std::string(sequence.identifier));
        }
    }
    return {};
}

} // namespace

Result<std::optional<std::size_t>> frameLength(Bytes soFar)
{
    if (soFar.size() < sizeof(std::int32_t)) {
        return std::optional<std::size_t>();
    }
    const auto length = bson::loadLittle<std::int32_t>(soFar.data());
    if (length < static_cast<std::int32_t>(kHeaderBytes) || length > protocol::kMaxMessageBytes) {
        return broken("A message claims a length of " + std::to_string(length)
                      + " bytes; 16 to 48000000 are allowed.");
    }
    return std::optional<std::size_t>(static_cast<std::size_t>(length));
}

std::size_t plainBytes(Bytes frame)
{
    if (!isCompressed(frame)) {
        return frame.size();
    }
    const auto stated = bson::loadLittle<std::int32_t>(frame.data() + kStatedSizeAt);
    return std::max(frame.size(), static_cast<std::size_t>(std::max(stated, 0)));
}

Result<Message> parse(std::vector<std::uint8_t> frame)
{
    auto length = frameLength(frame);
    TRY(length);
    if (*length != frame.size()) {
        return broken("The length in the header is not that of the message.");
    }
    const std::size_t received = frame.size();
    std::optional<protocol::Compressor> compressor;
    if (isCompressed(frame)) {
        compressor = protocol::compressorOf(frame);
        auto plain = protocol::decompressed(frame);
        TRY(plain);
        frame = std::move(*plain);
    }
    Message message(std::move(frame));
    message.compressor = compressor;
    message.receivedBytes = received;
    const std::uint8_t* header = message.frame().data();
    message.requestId = bson::loadLittle<std::int32_t>(header + 4);
    message.responseTo = bson::loadLittle<std::int32_t>(header + 8);
    const auto opCode = bson::loadLittle<std::int32_t>(header + 12);
    message.opCode = static_cast<OpCode>(opCode);
    if (message.opCode != OpCode::Msg && !isLegacyRequest(message.opCode)) {
        return broken(opCodeName(opCode) + " is not a request; use OP_MSG.");
    }
    auto good = message.opCode == OpCode::Msg ? readMsg(message) : readLegacy(message);
    if (!good && isAnswerable(good.error())) {
        if (message.opCode != OpCode::Msg) {
            return broken(std::move(good.error().message));
        }
        message.body = {};
        message.sequences.clear();
        message.refusal = std::move(good.error());
        return message;
    }
    TRY(good);
    return message;
}

} // namespace sandglass::engine::wire
