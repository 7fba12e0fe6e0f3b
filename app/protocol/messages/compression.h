// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/types.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sandglass::protocol {

/// How a message is compressed, by its number in OP_COMPRESSED. Source: MongoDB manual, MongoDB
/// Wire Protocol, OP_COMPRESSED.
enum class Compressor : std::uint8_t {
    None = 0, ///< the bytes as they are
    Snappy = 1,
    Zlib = 2,
    Zstd = 3,
};

/// The compressor with that name in hello: "snappy", "zlib" or "zstd"; nullopt for any other name.
/// Pure.
std::optional<Compressor> compressorNamed(std::string_view name);

/// The compressor that an OP_COMPRESSED message states; None for an unknown number and for a
/// message that is too short. Pure.
Compressor compressorOf(bson::Bytes message);

/// The message inside an OP_COMPRESSED message, with a header of its own. Allocates at most the
/// size that is stated, up to kMaxMessageBytes. Errors: Protocol for a size that is too large or
/// not the true one, an unknown compressor, damaged bytes, and a compressed message inside.
/// `message`: whole, header included. Pure; any thread.
Result<std::vector<std::uint8_t>> decompressed(bson::Bytes message);

/// An OP_COMPRESSED message that holds `message`, which is returned as it is when compressing it
/// does not work. `message`: whole, header included. Pure; any thread.
std::vector<std::uint8_t> compressed(std::vector<std::uint8_t> message, Compressor compressor);

} // namespace sandglass::protocol
