// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"
#include "app/base/result.h"
#include "app/engine/storage/key_value_store.h"

#include <cstdint>
#include <memory>
#include <string>

namespace sandglass::engine::storage {

/// The version of the layout in FORMAT.md that this program writes and reads.
inline constexpr std::uint32_t kFormatVersion = 2;
/// An earlier version that this program upgrades when its catalog opens the folder.
inline constexpr std::uint32_t kUpgradedFormatVersion = 1;
/// Where the version stands: the first key of the family Meta, nothing else in it starts with a
/// zero byte.
inline constexpr Slice kFormatKey{"\0format", 7};

/// How much a store may use.
struct StoreOptions
{
    std::uint64_t cacheBytes = 128ULL << 20U; ///< block cache
    std::uint64_t bufferBytes = 64ULL << 20U; ///< all write buffers together
    std::uint64_t journalBytes = 96ULL
        << 20U; ///< journal kept at most; bounds the time of reopening
    base::Millis journalInterval{100}; ///< longest time between a commit and its being on disk
};

/// Opens the store in `folder`, which is created (mode 0700) when it is missing, and locks it for
/// this process. `log` must outlive the store. A damaged end of the journal is cut off and told to
/// `log`. Errors, each naming the folder: Conflict when another process (or this one) has it open;
/// InvalidInput when the path cannot be a folder; Storage when it cannot be read or written, is
/// damaged, or has another format version.
Result<std::unique_ptr<KeyValueStore>> openStore(const std::string& folder,
                                                 const StoreOptions& options, base::Log& log);

} // namespace sandglass::engine::storage
