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

/// The format version (FORMAT.md) that this program writes.
inline constexpr std::uint32_t kFormatVersion = 3;
/// The oldest version that the catalog upgrades when it opens such a folder.
inline constexpr std::uint32_t kOldestFormatVersion = 1;
/// The key of the format version: the first one in the family Meta. No other key there begins with
/// a zero byte.
inline constexpr Slice kFormatKey{"\0format", 7};

/// Memory and time limits of a store.
struct StoreOptions
{
    std::uint64_t cacheBytes = 128ULL << 20U; ///< block cache
    std::uint64_t bufferBytes = 64ULL << 20U; ///< all write buffers together
    std::uint64_t journalBytes = 96ULL
        << 20U; ///< journal kept at most; bounds the time of reopening
    std::uint64_t tableBytes = 32ULL << 20U; ///< a table file
    base::Millis journalInterval{100}; ///< longest time between a commit and its being on disk
    base::Millis damageRest{60'000}; ///< how long the compactions of a family first rest after one
                                     ///< could not read a table; see CompactionRest
};

/// The options for a disk of that size: on a small one buffers, journal and tables are smaller, so
/// that a full disk leaves enough room to delete something.
StoreOptions fitted(StoreOptions options, std::uint64_t diskBytes);

/// Opens the store in `folder` and locks it for this process. Creates the folder (mode 0700) when
/// it is missing. A damaged end of the journal is cut off and reported to `log`, which must outlive
/// the store; so is a missing mark of a folder that was open before. Every error names the folder.
/// Errors: Conflict when the store is already open, here or in another process; InvalidInput when
/// the path cannot be a folder; Storage when it is unreadable, not writable, damaged, or of another
/// format version.
Result<std::unique_ptr<KeyValueStore>> openStore(const std::string& folder,
                                                 const StoreOptions& options, base::Log& log);

} // namespace sandglass::engine::storage
