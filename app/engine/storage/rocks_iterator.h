// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/storage/key_filter.h"
#include "app/engine/storage/key_value_store.h"

#include <rocksdb/db.h>
#include <rocksdb/perf_level.h>

#include <memory>
#include <string>

namespace sandglass::engine::storage {

/// The same bytes as RocksDB's own view of them.
inline rocksdb::Slice toRocks(Slice bytes)
{
    return {bytes.data(), bytes.size()};
}

/// The same bytes as our view of them.
inline Slice fromRocks(const rocksdb::Slice& slice)
{
    return {slice.data(), slice.size()};
}

/// Switches off RocksDB's counters of this thread, which nobody reads: they cost a fifth of a
/// write. Cheap to call again.
inline void countNothing()
{
    thread_local const bool once = [] {
        rocksdb::SetPerfLevel(rocksdb::PerfLevel::kDisable);
        return true;
    }();
    static_cast<void>(once);
}

/// MongoDB's code UnknownError: what clients see of a failure that has no code of its own.
inline constexpr int kUnknownError = 8;

/// The error of a RocksDB status, with what was being done. A full disk gets server code 14031,
/// anything else 8.
base::Error storageError(std::string_view doing, const rocksdb::Status& status);

/// [lower, upper); an empty end is open.
struct KeyBounds
{
    Slice lower;
    Slice upper;
};

/// Iterator over one family of a RocksDB, which must outlive it. It passes over what `filter` (may
/// be null) hides.
class RocksIterator final : public Iterator
{
public:
    RocksIterator(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family,
                  rocksdb::ReadOptions options, const KeyBounds& bounds,
                  std::unique_ptr<KeyFilter::View> filter);

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
    bool isHidden() { return m_iterator->Valid() && m_filter->hides(key(), value()); }
    void skipForward()
    {
        while (m_filter && isHidden()) {
            m_iterator->Next();
        }
    }
    void skipBackward()
    {
        while (m_filter && isHidden()) {
            m_iterator->Prev();
        }
    }

    std::string m_lower;
    std::string m_upper;
    rocksdb::Slice m_lowerSlice;
    rocksdb::Slice m_upperSlice;
    std::unique_ptr<KeyFilter::View> m_filter; ///< made before m_iterator: what that one sees stays
                                               ///< hidden
    std::unique_ptr<rocksdb::Iterator> m_iterator;
};

} // namespace sandglass::engine::storage
