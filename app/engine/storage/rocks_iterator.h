// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/storage/key_filter.h"
#include "app/engine/storage/key_value_store.h"

#include <rocksdb/db.h>
#include <rocksdb/perf_level.h>

#include <memory>
#include <string>
#include <utility>

namespace sandglass::engine::storage {

/// Our bytes as RocksDB's type. Copies nothing.
inline rocksdb::Slice toRocks(Slice bytes)
{
    return {bytes.data(), bytes.size()};
}

/// RocksDB's bytes as our type. Copies nothing.
inline Slice fromRocks(const rocksdb::Slice& slice)
{
    return {slice.data(), slice.size()};
}

/// Switches off RocksDB's performance counters for this thread. Nothing reads them, and they cost a
/// fifth of a write. Cheap to call again.
inline void countNothing()
{
    thread_local const bool once = [] {
        rocksdb::SetPerfLevel(rocksdb::PerfLevel::kDisable);
        return true;
    }();
    static_cast<void>(once);
}

/// ServerCode UnknownError, which clients get for failures without a code of their own.
inline constexpr int kUnknownError = 8;

/// ServerCode OutOfDiskSpace.
inline constexpr int kOutOfDiskSpace = 14031;
/// ServerCode TooManyFilesOpen.
inline constexpr int kTooManyFilesOpen = 264;

/// The error for a RocksDB status. `doing`: the failed action. Server code: OutOfDiskSpace for a
/// full disk, an exhausted quota or a file that may not grow; TooManyFilesOpen when the process or
/// the system may open no more files; otherwise UnknownError.
base::Error storageError(std::string_view doing, const rocksdb::Status& status);

/// Whether the status is that of a failed sync, of whatever file.
bool isFailedSync(const rocksdb::Status& status);

/// Whether the status says that a file is damaged, or that the system could not read it.
bool isUnreadable(const rocksdb::Status& status);

/// The range [lower, upper); an empty end means no bound.
struct KeyBounds
{
    Slice lower;
    Slice upper;
};

/// An iterator, or a snapshot, as long as it lives: the database cannot be closed.
using InUse = std::shared_ptr<const void>;

/// Iterates over one family of a RocksDB, which must outlive it. Skips the keys that `filter` (may
/// be null) hides.
class RocksIterator final : public Iterator
{
public:
    RocksIterator(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family,
                  rocksdb::ReadOptions options, const KeyBounds& bounds,
                  std::unique_ptr<KeyFilter::View> filter);
    /// Keeps `use` until the iterator is closed.
    void keep(InUse use) { m_use = std::move(use); }

    bool valid() const override { return m_iterator->Valid(); }
    void seek(Slice key) override
    {
        m_iterator->Seek(toRocks(key));
        skipForward();
    }
    void seekForPrevious(Slice key) override
    {
        m_iterator->SeekForPrev(toRocks(key));
        skipBackward();
    }
    void seekToFirst() override
    {
        m_iterator->SeekToFirst();
        skipForward();
    }
    void seekToLast() override
    {
        m_iterator->SeekToLast();
        skipBackward();
    }
    void next() override
    {
        m_iterator->Next();
        skipForward();
    }
    void previous() override
    {
        m_iterator->Prev();
        skipBackward();
    }
    Slice key() const override { return fromRocks(m_iterator->key()); }
    Slice value() const override { return fromRocks(m_iterator->value()); }
    Result<void> status() const override;

private:
    /// The current key is one to skip.
    bool isHidden() { return m_iterator->Valid() && m_filter->hides(key(), value()); }
    /// Moves forward to the next visible key.
    void skipForward()
    {
        while (m_filter && isHidden()) {
            m_iterator->Next();
        }
    }
    /// Moves backward to the next visible key.
    void skipBackward()
    {
        while (m_filter && isHidden()) {
            m_iterator->Prev();
        }
    }

    InUse m_use; ///< first, so that it ends last
    std::string m_lower;
    std::string m_upper;
    rocksdb::Slice m_lowerSlice;
    rocksdb::Slice m_upperSlice;
    std::unique_ptr<KeyFilter::View> m_filter; ///< made before m_iterator: what that one sees stays
                                               ///< hidden
    std::unique_ptr<rocksdb::Iterator> m_iterator;
};

} // namespace sandglass::engine::storage
