// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace sandglass::protocol {

/// Largest wire message in bytes, header included. Source: MongoDB manual, hello,
/// maxMessageSizeBytes.
inline constexpr std::int32_t kMaxMessageBytes = 48'000'000;
/// Most documents in one write command. Source: MongoDB manual, hello, maxWriteBatchSize.
inline constexpr int kMaxWriteBatch = 100'000;
/// Most indexes of one collection, `_id_` included.
inline constexpr std::size_t kMaxIndexes = 64;
/// Most fields of a compound index key.
inline constexpr std::size_t kMaxIndexFields = 32;
/// Largest index key pattern in bytes.
inline constexpr std::size_t kMaxKeyPatternBytes = 2048;
/// Longest database name and namespace in bytes.
inline constexpr std::size_t kMaxDatabaseNameBytes = 63;
inline constexpr std::size_t kMaxNamespaceBytes = 255;
/// Documents in the first batch of a cursor when the client gives no batch size.
inline constexpr int kDefaultFirstBatch = 101;
/// Largest `expireAfterSeconds`, in seconds. An index with an unusable value is listed with this
/// one.
inline constexpr std::int64_t kMaxExpireAfterSeconds = 2'147'483'647;
/// The oldest wire protocol version announced in hello; 0 admits every driver. The newest version
/// depends on the server version that the engine imitates.
inline constexpr int kMinWireVersion = 0;

} // namespace sandglass::protocol
