// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/types.h"

#include <cstdint>
#include <vector>

namespace sandglass::mongo {

/// The message inside a compressed one (OP_COMPRESSED), with a header of its own; any of MongoDB's
/// compressors (none, snappy, zlib, zstd). Allocates at most what the message states, up to
/// protocol::kMaxMessageBytes. Errors: Protocol for a size that is too large or not the true one,
/// an unknown compressor and damaged bytes. `message`: whole, header included. Pure; any thread.
/// Source: MongoDB manual, MongoDB Wire Protocol, OP_COMPRESSED.
Result<std::vector<std::uint8_t>> decompressed(bson::Bytes message);

} // namespace sandglass::mongo
