// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/engine/storage/use_gate.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::storage {

/// The families of keys, shared by all collections. Layout: see FORMAT.md.
enum class Family : std::uint8_t {
    Records, ///< [collection u32 BE][record id u64 BE] → BSON
    Indexes, ///< [index u32 BE][order-preserving key][record id u64 BE] → "", unique: without the
             ///< id → record id
    Dates, ///< [index u32 BE][date, sign flipped, BE][record id BE] → ""; the date entries of TTL
           ///< indexes
    Meta, ///< catalog, counters
};
inline constexpr int kFamilyCount = 4;

/// How durable an acknowledged commit is.
enum class Durability {
    Process, ///< survives a crash of the process; on disk after at most the journal interval
    Disk, ///< the journal is on disk before commit() returns
};

/// Bytes as the store takes and returns them. Views from an iterator are valid until it moves.
using Slice = std::string_view;

/// The keys in [from, to). An empty end means: no bound.
struct KeySpan
{
    std::string from;
    std::string to;
};

class KeyFilter;

/// What KeyValueStore::dropReleased() removes.
struct ReleasedKeys
{
    std::span<const KeySpan> ranges; ///< of keys, among them released ones
    /// Ranges in which every key is released and none will ever be written: tables within them go
    /// unread.
    std::span<const KeySpan> dead = {};
    /// Whether one of the records from `first` to `last` is released; unset: may be. A table of
    /// other records stays as it is.
    std::function<bool(std::uint64_t first, std::uint64_t last)> holdsAny = {};
};

/// A table that a compaction could not read.
struct DamagedTable
{
    Family family = Family::Records;
    std::uint64_t file = 0; ///< number of its file
    KeySpan keys; ///< its first and its last key, both included
    std::string error; ///< of the last compaction that met it
    bool resting = false; ///< it would not help to compact it again now
};

/// Puts and deletes that are committed atomically. Not thread-safe.
class Batch
{
public:
    virtual ~Batch() = default;
    /// Sets the value of a key.
    virtual void put(Family family, Slice key, Slice value) = 0;
    /// Deletes a key; it need not exist.
    virtual void remove(Family family, Slice key) = 0;
    /// Deletes all keys in [from, to).
    virtual void removeRange(Family family, Slice from, Slice to) = 0;
    /// Number of operations so far; a range counts as one.
    virtual std::size_t operations() const = 0;
    /// Size of the batch so far, in bytes.
    virtual std::size_t bytes() const = 0;
};

/// A consistent view of the store at one moment. Any thread. Must not outlive the store.
class Snapshot
{
public:
    virtual ~Snapshot() = default;
};

/// Walks over the keys of one family in [lower, upper), in order. Not thread-safe.
class Iterator
{
public:
    virtual ~Iterator() = default;
    /// Whether it is at a key; false past either end and after an error.
    virtual bool valid() const = 0;
    virtual void seek(Slice key) = 0; ///< moves to the first key ≥ `key`
    virtual void seekForPrevious(Slice key) = 0; ///< moves to the last key ≤ `key`
    virtual void seekToFirst() = 0; ///< moves to the smallest key
    virtual void seekToLast() = 0; ///< moves to the largest key
    virtual void next() = 0; ///< valid() must be true
    virtual void previous() = 0; ///< valid() must be true
    /// The current key; valid until the iterator moves. valid() must be true.
    virtual Slice key() const = 0;
    /// The current value; valid until the iterator moves. valid() must be true.
    virtual Slice value() const = 0;
    /// Whether the walk ended without an error. Errors: Storage.
    virtual Result<void> status() const = 0;
    /// Ends later walks before `upper`, and reads nothing behind it. Call it before a seek. Only
    /// the iterator of a damaged table must heed it: callers compare keys all the same.
    virtual void endBefore(Slice /*upper*/) { }
};

/// Sizes of a store, in bytes.
struct StoreFigures
{
    std::uint64_t fileBytes = 0; ///< all table files
    std::uint64_t memtableBytes = 0; ///< not yet flushed
    std::uint64_t journalBytes = 0; ///< write-ahead log
    std::uint64_t cacheBytes = 0; ///< block cache in use
};

/// What a range of keys takes, in bytes, by RocksDB's estimates.
struct RangeBytes
{
    std::uint64_t files = 0; ///< in table files, compressed; can be far off after many deletes
    std::uint64_t memory
        = 0; ///< not yet flushed; from a sample, so a small range can be 10 times off, or 0

    /// All of it, in bytes.
    std::uint64_t sum() const { return files + memory; }
};

/// How resumeWrites() makes the readers of a store let go of it.
struct StoreReaders
{
    /// Destroys the iterators and snapshots that are kept between uses.
    std::function<void()> closeKept;
    /// Asks the holders of a pass to end soon; empty: resumeWrites() only waits for them, and not
    /// for long.
    std::function<void()> endRunning = {};
};

/// An ordered, durable, transactional map. Reads from any thread. Commits must not overlap; callers
/// hold their own writer lock. After the first failed write all further writes fail (Errc::Storage)
/// while reads continue to work, because Debian's RocksDB aborts the process on a write after a
/// failed journal write. resumeWrites() ends that.
class KeyValueStore
{
public:
    virtual ~KeyValueStore() = default;

    /// An empty batch for commit().
    virtual std::unique_ptr<Batch> makeBatch() = 0;
    /// Applies the batch completely or not at all. Errors: Storage.
    virtual Result<void> commit(Batch& batch, Durability durability) = 0;
    /// The current state, unchanged by later commits.
    virtual std::shared_ptr<const Snapshot> snapshot() = 0;
    /// Reads a key into `value`; false when it is absent. `snapshot`: nullptr means the newest
    /// state. Errors: Storage.
    virtual Result<bool> get(Family family, Slice key, std::string& value, const Snapshot* snapshot)
        = 0;
    /// An iterator over [lower, upper); an empty end means no bound. `snapshot`: nullptr means the
    /// newest state; otherwise it must outlive the iterator.
    virtual std::unique_ptr<Iterator> iterate(Family family, Slice lower, Slice upper,
                                              const Snapshot* snapshot)
        = 0;
    /// Makes all acknowledged commits durable. Blocks. Errors: Storage.
    virtual Result<void> syncJournal() = 0;
    /// Estimates the size of the keys in [from, to); all 0 when it is unknown.
    virtual RangeBytes approximateBytes(Family family, Slice from, Slice to) = 0;
    /// Current sizes; unknown ones are 0.
    virtual StoreFigures figures() = 0;
    /// True after the first failed write, until resumeWrites() succeeds.
    virtual bool writesRefused() const = 0;
    /// A user of the store holds a pass if resumeWrites() may be called meanwhile.
    UseGate& uses() { return m_uses; }
    /// Tries to end the refusal of writes after one that failed for want of disk space or file
    /// descriptors: closes the files and opens them again, while nobody uses the store.
    /// Everything that was acknowledged is there afterwards, and nothing of the write that failed.
    /// False when there is nothing to end, when the reason does not go away by itself, or when the
    /// store is in use; then a later call may succeed. Errors: Storage when the files cannot be
    /// opened for writing; reads work all the same, or nobody gets a pass until a later call could
    /// open them for reading. InvalidInput when the journal is damaged: only a restart helps, and
    /// reads go on.
    virtual Result<bool> resumeWrites(const StoreReaders& /*readers*/) { return false; }
    /// Sets a function that is called with the error of a write that ends all writes, on the thread
    /// of that write; it must not use the store. Call it before other threads use the store.
    virtual void setRefusalListener(const std::function<void(const base::Error&)>& /*listener*/) { }
    /// What was missing from the journal when the store was opened, in words, if it had been on the
    /// disk before; nullopt: nothing was.
    virtual std::optional<std::string> lostJournal() const { return std::nullopt; }
    /// When something was last brought to the disk before the files were opened, by the time of day
    /// of then; nullopt: they are new, or it is not known.
    virtual std::optional<base::Time> lastWritten() const { return std::nullopt; }
    /// A text that tells these files from their copies, the same at every start as far as
    /// platform::mayBeSameFile() can tell; empty: not known.
    virtual std::string identity() const { return {}; }
    /// The tables that compactions could not read, until they are removed or could be read after
    /// all. They end no writes, and everything else can be read.
    virtual std::vector<DamagedTable> damagedTables() const { return {}; }
    /// Walks over the keys that a damaged table holds, as far as they can be read, and reads no
    /// other table. Hidden keys are there too. Without such a table there are none.
    virtual std::unique_ptr<Iterator> iterateTable(const DamagedTable& table)
    {
        return iterate(table.family, table.keys.from, table.keys.to + '\0', nullptr);
    }
    /// Sets a function that is called when damagedTables() has changed, on a thread of the store;
    /// it must not use the store. An empty one: none; the one before does not run any more when
    /// this returns.
    virtual void setDamageListener(const std::function<void()>& /*listener*/) { }
    /// Rewrites the tables of [from, to), so that deleted keys free their space. Blocks. Errors:
    /// Storage. A table that cannot be read ends no writes, nor does it in dropRange() and
    /// dropReleased().
    virtual Result<void> compact(Family family, Slice from, Slice to) = 0;
    /// Gives the space of [from, to) back, of which nothing is wanted any more: the caller has
    /// removed all its keys, and has synced the journal since. Iterators that are open keep what
    /// they see. False when a snapshot is older than this call: it may want the keys; and when
    /// `cancelled` became true. Blocks. Errors: Storage.
    virtual Result<bool> dropRange(Family /*family*/, const KeySpan& /*range*/,
                                   std::atomic<bool>& /*cancelled*/)
    {
        return true;
    }
    /// From now on get() and iterate() skip keys that the filter hides, and compactions drop those
    /// that it has released. Call it once, before other threads use the store.
    virtual void setKeyFilter(std::shared_ptr<const KeyFilter> filter) = 0;
    /// Removes all keys that the filter had released before the call. Slow; readers and writers
    /// continue. Returns false when `cancelled` became true (call wakeRewrites() after
    /// setting it), or when the removal could not be verified. Errors: Storage.
    virtual Result<bool> dropReleased(Family family, const ReleasedKeys& keys,
                                      std::atomic<bool>& cancelled)
        = 0;
    /// Writes everything in memory to tables, so that the journal up to now is no longer needed.
    /// Returns the number of the first journal file that is still needed. Errors: Storage.
    virtual Result<std::uint64_t> endJournal() = 0;
    /// Number of the oldest journal file that exists; a standby may still read it.
    virtual std::uint64_t oldestJournal() = 0;
    /// Makes dropReleased() check `cancelled` at once.
    virtual void wakeRewrites() = 0;
    /// Copies the store to `folder`, for openStore(). The copy is of one moment and holds every
    /// commit before the call. Tables become hard links where possible, so the copy is quick and
    /// small. `folder` must not exist; its parent must. After an error nothing is left of it, and
    /// the store itself keeps working. Errors: Conflict when `folder` exists; Storage, with
    /// OutOfDiskSpace for a full disk.
    virtual Result<void> checkpoint(const std::string& folder) = 0;

private:
    UseGate m_uses;
};

} // namespace sandglass::engine::storage
