// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace sandglass::engine::storage {

/// The families of keys; all collections share them. Their layout is written down in FORMAT.md.
enum class Family : std::uint8_t {
    Records, ///< [collection u32 BE][record id u64 BE] → BSON
    Indexes, ///< [index u32 BE][order-preserving key][record id u64 BE] → "", unique: without the
             ///< id → record id
    Dates, ///< [index u32 BE][date, sign flipped, BE][record id BE] → ""; the date entries of TTL
           ///< indexes
    Meta, ///< catalog, counters
};
inline constexpr int kFamilyCount = 4;

/// How far an acknowledged commit has got.
enum class Durability {
    Process, ///< survives the end of the process; on disk within the journal interval
    Disk, ///< the journal is on disk before commit() returns
};

/// Bytes as the store takes and gives them; views returned by iterators are valid until the next
/// move.
using Slice = std::string_view;

/// The keys in [from, to); an empty end is open.
struct KeySpan
{
    std::string from;
    std::string to;
};

class KeyFilter;

/// Puts and deletes that become visible together. Not shared between threads.
class Batch
{
public:
    virtual ~Batch() = default;
    virtual void put(Family family, Slice key, Slice value) = 0;
    virtual void remove(Family family, Slice key) = 0;
    /// Removes every key in [from, to).
    virtual void removeRange(Family family, Slice from, Slice to) = 0;
    virtual std::size_t operations() const = 0;
    virtual std::size_t bytes() const = 0;
};

/// A consistent view of the store at one moment. Any thread; must not outlive the store.
class Snapshot
{
public:
    virtual ~Snapshot() = default;
};

/// Walks keys in order inside [lower, upper) of one family.
class Iterator
{
public:
    virtual ~Iterator() = default;
    virtual bool valid() const = 0;
    virtual void seek(Slice key) = 0; ///< to the first key ≥ `key`
    virtual void seekForPrevious(Slice key) = 0; ///< to the last key ≤ `key`
    virtual void seekToFirst() = 0;
    virtual void seekToLast() = 0;
    virtual void next() = 0;
    virtual void previous() = 0;
    virtual Slice key() const = 0;
    virtual Slice value() const = 0;
    /// Ok, or why the walk ended early.
    virtual Result<void> status() const = 0;
};

/// What a store can tell of itself; bytes.
struct StoreFigures
{
    std::uint64_t fileBytes = 0; ///< all table files
    std::uint64_t memtableBytes = 0; ///< not yet flushed
    std::uint64_t journalBytes = 0; ///< write-ahead log
    std::uint64_t cacheBytes = 0; ///< block cache in use
};

/// An ordered, durable, transactional map. Reads from any thread; one commit at a time is enough
/// (callers hold their own writer lock). After the first failed write the store refuses all further
/// ones (Errc::Storage) and goes on reading: Debian's RocksDB aborts the process when it is written
/// to again after a failed journal write.
class KeyValueStore
{
public:
    virtual ~KeyValueStore() = default;

    virtual std::unique_ptr<Batch> makeBatch() = 0;
    /// All or nothing. Errors: Storage.
    virtual Result<void> commit(Batch& batch, Durability durability) = 0;
    virtual std::shared_ptr<const Snapshot> snapshot() = 0;
    /// nullopt when the key is absent. `snapshot` may be null: the newest state.
    virtual Result<bool> get(Family family, Slice key, std::string& value, const Snapshot* snapshot)
        = 0;
    /// `lower` inclusive, `upper` exclusive (empty: open). The iterator shows the snapshot's
    /// state; the snapshot must outlive it.
    virtual std::unique_ptr<Iterator> iterate(Family family, Slice lower, Slice upper,
                                              const Snapshot* snapshot)
        = 0;
    /// Makes every acknowledged commit durable now.
    virtual Result<void> syncJournal() = 0;
    /// Rough size in bytes of the keys in [from, to) on disk; may be far off after many deletes.
    virtual std::uint64_t approximateBytes(Family family, Slice from, Slice to) = 0;
    virtual StoreFigures figures() = 0;
    /// True after the first failed write.
    virtual bool writesRefused() const = 0;
    /// Rewrites [from, to) so that removed keys give their space back.
    virtual Result<void> compact(Family family, Slice from, Slice to) = 0;
    /// From here on get() and iterate() show no key that the filter hides, and compactions drop
    /// what it has released. Call it once, before others use the store.
    virtual void setKeyFilter(std::shared_ptr<const KeyFilter> filter) = 0;
    /// Makes sure that no key that the filter had released before the call is left in these
    /// ranges. Slow; writers and readers go on. False when `cancelled` became true (call
    /// wakeRewrites() then) or when it could not be made sure of. Errors: Storage.
    virtual Result<bool> dropReleased(Family family, std::span<const KeySpan> ranges,
                                      std::atomic<bool>& cancelled)
        = 0;
    /// Writes everything that is in memory only to tables, so that the journal up to now is not
    /// needed any more. Returns the number of the first file that is not of before. Errors:
    /// Storage.
    virtual Result<std::uint64_t> endJournal() = 0;
    /// Number of the oldest journal file that is still there; whoever follows the files may read
    /// it.
    virtual std::uint64_t oldestJournal() = 0;
    /// Makes dropReleased() look at `cancelled` at once.
    virtual void wakeRewrites() = 0;
    /// Makes a copy of one moment of the store in `folder`, which openStore() takes; what was
    /// committed before the call is in it. Table files are hard links where the file system is the
    /// same, so it takes hardly any time and space. `folder` must not exist and its parent must;
    /// nothing is left of it after an error, and the store itself goes on. Errors: Conflict when
    /// `folder` exists; Storage, with 14031 for a full disk.
    virtual Result<void> checkpoint(const std::string& folder) = 0;
};

} // namespace sandglass::engine::storage
