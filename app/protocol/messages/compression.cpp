// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/protocol/messages/compression.h"

#include "app/bson/bytes.h"
#include "app/protocol/limits.h"
#include "app/protocol/messages/op_code.h"

#include <snappy-c.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <string>

namespace sandglass::protocol {

namespace {

// after the header: kind of the message inside, its size, compressor
constexpr std::size_t kKindAt = 16;
constexpr std::size_t kSizeAt = 20;
constexpr std::size_t kCompressorAt = 24;
constexpr std::size_t kBytesAt = 25;
constexpr std::size_t kOpCodeAt = 12; // in the header

base::Error damaged(const char* fault)
{
    return base::failure(Errc::Protocol,
                         std::string("The compressed message is not valid: ") + fault + ".");
}

const char* characters(bson::Bytes bytes)
{
    return reinterpret_cast<const char*>(bytes.data());
}

// Whether `from` is exactly `size` bytes, which are then at `to`.
bool expand(Compressor compressor, bson::Bytes from, std::uint8_t* to, std::size_t size)
{
    switch (compressor) {
    case Compressor::None:
        if (from.size() != size) {
            return false;
        }
        std::copy(from.begin(), from.end(), to);
        return true;
    case Compressor::Snappy: {
        std::size_t length = 0;
        return snappy_uncompressed_length(characters(from), from.size(), &length) == SNAPPY_OK
            && length == size
            && snappy_uncompress(characters(from), from.size(), reinterpret_cast<char*>(to),
                                 &length)
            == SNAPPY_OK;
    }
    case Compressor::Zlib: {
        uLongf length = size;
        return ::uncompress(to, &length, from.data(), from.size()) == Z_OK && length == size;
    }
    case Compressor::Zstd:
        return ZSTD_decompress(to, size, from.data(), from.size()) == size;
    }
    return false;
}

// The most bytes that `size` bytes take when they are compressed.
std::size_t bound(Compressor compressor, std::size_t size)
{
    switch (compressor) {
    case Compressor::None:
        return size;
    case Compressor::Snappy:
        return snappy_max_compressed_length(size);
    case Compressor::Zlib:
        return ::compressBound(size);
    case Compressor::Zstd:
        return ZSTD_compressBound(size);
    }
    return 0;
}

// Compresses `from` into `to`, which has room for bound() bytes. Returns the number of bytes; 0: it
// failed.
std::size_t shrink(Compressor compressor, bson::Bytes from, std::uint8_t* to, std::size_t room)
{
    switch (compressor) {
    case Compressor::None:
        std::copy(from.begin(), from.end(), to);
        return from.size();
    case Compressor::Snappy: {
        std::size_t length = room;
        return snappy_compress(characters(from), from.size(), reinterpret_cast<char*>(to), &length)
                == SNAPPY_OK
            ? length
            : 0;
    }
    case Compressor::Zlib: {
        uLongf length = room;
        return ::compress2(to, &length, from.data(), from.size(), Z_DEFAULT_COMPRESSION) == Z_OK
            ? length
            : 0;
    }
    case Compressor::Zstd: {
        constexpr int kLevel = 3; // the library's own default
        const std::size_t length = ZSTD_compress(to, room, from.data(), from.size(), kLevel);
        return ZSTD_isError(length) != 0 ? 0 : length;
    }
    }
    return 0;
}

} // namespace

std::optional<Compressor> compressorNamed(std::string_view name)
{
    if (name == "snappy") {
        return Compressor::Snappy;
    }
    if (name == "zlib") {
        return Compressor::Zlib;
    }
    return name == "zstd" ? std::optional(Compressor::Zstd) : std::nullopt;
}

Compressor compressorOf(bson::Bytes message)
{
    const std::uint8_t number = message.size() < kBytesAt ? 0 : message[kCompressorAt];
    return number > static_cast<std::uint8_t>(Compressor::Zstd) ? Compressor::None
                                                                : static_cast<Compressor>(number);
}

Result<std::vector<std::uint8_t>> decompressed(bson::Bytes message)
{
    if (message.size() < kBytesAt) {
        return damaged("it is too short");
    }
    const auto size = bson::loadLittle<std::int32_t>(message.data() + kSizeAt);
    if (size < 0 || size > kMaxMessageBytes - static_cast<std::int32_t>(kHeaderBytes)) {
        return damaged("its size is out of range");
    }
    if (message[kCompressorAt] > static_cast<std::uint8_t>(Compressor::Zstd)) {
        return damaged("its compressor is not known");
    }
    const auto kind = bson::loadLittle<std::int32_t>(message.data() + kKindAt);
    if (kind == static_cast<std::int32_t>(OpCode::Compressed)) {
        return damaged("it was compressed twice");
    }
    const auto expanded = static_cast<std::size_t>(size);
    std::vector<std::uint8_t> plain(kHeaderBytes + expanded);
    std::copy_n(message.begin(), kHeaderBytes, plain.begin());
    bson::storeLittle(plain.data(), static_cast<std::int32_t>(plain.size()));
    bson::storeLittle(plain.data() + kOpCodeAt, kind);
    if (!expand(compressorOf(message), message.subspan(kBytesAt), plain.data() + kHeaderBytes,
                expanded)) {
        return damaged("its bytes are damaged, or more or fewer than it states");
    }
    return plain;
}

std::vector<std::uint8_t> compressed(std::vector<std::uint8_t> message, Compressor compressor)
{
    if (message.size() < kHeaderBytes) {
        return message;
    }
    const bson::Bytes content = bson::Bytes(message).subspan(kHeaderBytes);
    const std::size_t room = bound(compressor, content.size());
    std::vector<std::uint8_t> made(kBytesAt + room);
    const std::size_t size = shrink(compressor, content, made.data() + kBytesAt, room);
    made.resize(kBytesAt + size);
    // a reply of incompressible bytes may be too large for a message only when it is compressed
    if ((size == 0 && !content.empty())
        || made.size() > static_cast<std::size_t>(kMaxMessageBytes)) {
        return message;
    }
    std::copy_n(message.begin(), kHeaderBytes, made.begin());
    bson::storeLittle(made.data(), static_cast<std::int32_t>(made.size()));
    std::copy_n(message.begin() + kOpCodeAt, sizeof(std::int32_t), made.begin() + kKindAt);
    bson::storeLittle(made.data() + kOpCodeAt, static_cast<std::int32_t>(OpCode::Compressed));
    bson::storeLittle(made.data() + kSizeAt, static_cast<std::int32_t>(content.size()));
    made[kCompressorAt] = static_cast<std::uint8_t>(compressor);
    return made;
}

} // namespace sandglass::protocol
