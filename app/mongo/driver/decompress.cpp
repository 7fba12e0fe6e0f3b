// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/driver/decompress.h"

#include "app/bson/bytes.h"
#include "app/mongo/driver/reply_check.h"
#include "app/protocol/limits.h"

#include <snappy-c.h>
#include <zlib.h>
#include <zstd.h>

#include <string>

namespace sandglass::mongo {

namespace {

// after the header: kind of the message inside, its size, compressor
constexpr std::size_t kKindAt = 16;
constexpr std::size_t kSizeAt = 20;
constexpr std::size_t kCompressorAt = 24;
constexpr std::size_t kBytesAt = 25;

// The numbers of the compressors.
enum Compressor : std::uint8_t { None = 0, Snappy = 1, Zlib = 2, Zstd = 3 };

base::Error damaged(const char* fault)
{
    return base::failure(Errc::Protocol,
                         std::string("The server's compressed reply is not valid: ") + fault + ".");
}

// Whether `from` is exactly `size` bytes, which are then at `to`.
bool expand(std::uint8_t compressor, bson::Bytes from, std::uint8_t* to, std::size_t size)
{
    switch (compressor) {
    case None:
        std::copy(from.begin(), from.end(), to);
        return true;
    case Snappy: {
        const char* bytes = reinterpret_cast<const char*>(from.data());
        std::size_t length = 0;
        return snappy_uncompressed_length(bytes, from.size(), &length) == SNAPPY_OK
            && length == size
            && snappy_uncompress(bytes, from.size(), reinterpret_cast<char*>(to), &length)
            == SNAPPY_OK;
    }
    case Zlib: {
        uLongf length = size;
        return ::uncompress(to, &length, from.data(), from.size()) == Z_OK && length == size;
    }
    case Zstd:
        return ZSTD_decompress(to, size, from.data(), from.size()) == size;
    default:
        return false;
    }
}

} // namespace

Result<std::vector<std::uint8_t>> decompressed(bson::Bytes message)
{
    if (message.size() < kBytesAt) {
        return damaged("it is too short");
    }
    const auto size = bson::loadLittle<std::int32_t>(message.data() + kSizeAt);
    if (size < 0
        || size > protocol::kMaxMessageBytes - static_cast<std::int32_t>(kMessageHeaderBytes)) {
        return damaged("its size is out of range");
    }
    const std::uint8_t compressor = message[kCompressorAt];
    const bson::Bytes compressed = message.subspan(kBytesAt);
    const auto expanded = static_cast<std::size_t>(size);
    if (compressor > Zstd || (compressor == None && compressed.size() != expanded)) {
        return damaged("its compressor is not known, or the size is not its own");
    }
    std::vector<std::uint8_t> plain(kMessageHeaderBytes + expanded);
    std::copy_n(message.begin(), kKindAt, plain.begin());
    bson::storeLittle(plain.data(), static_cast<std::int32_t>(plain.size()));
    std::copy_n(message.begin() + kKindAt, sizeof(std::int32_t), plain.begin() + 12);
    if (!expand(compressor, compressed, plain.data() + kMessageHeaderBytes, expanded)) {
        return damaged("its bytes are damaged, or more or fewer than it says");
    }
    return plain;
}

} // namespace sandglass::mongo
