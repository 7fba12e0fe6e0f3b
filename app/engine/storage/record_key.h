// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/storage/key_codec.h"
#include "app/engine/storage/key_value_store.h"

#include <cstdint>
#include <optional>

namespace sandglass::engine::storage {

/// Length of a record's number in keys and values.
inline constexpr std::size_t kRecordBytes = 8;

/// The record that a key of any family but Meta belongs to, by its layout alone: the end of the
/// key, or the value in a unique index. nullopt for a key that is too short. See FORMAT.md.
inline std::optional<std::uint64_t> recordOf(Family family, Slice key, Slice value)
{
    // a unique index stores the record in the value; other entries of the family have no value
    const bool unique = family == Family::Indexes && value.size() == kRecordBytes;
    const Slice holder = unique ? value : key;
    if (holder.size() < kRecordBytes) {
        return std::nullopt;
    }
    return readU64(holder.substr(holder.size() - kRecordBytes));
}

} // namespace sandglass::engine::storage
