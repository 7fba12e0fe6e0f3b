// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/storage/key_value_store.h"

#include <rocksdb/db.h>

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

/// Iterator over one family of a RocksDB, which must outlive it.
class RocksIterator final : public Iterator
{
public:
    RocksIterator(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family,
                  rocksdb::ReadOptions options, const KeyBounds& bounds);

    bool valid() const override { return m_iterator->Valid(); }
    void seek(Slice key) override { m_iterator->Seek(toRocks(key)); }
    void seekForPrevious(Slice key) override { m_iterator->SeekForPrev(toRocks(key)); }
    void seekToFirst() override { m_iterator->SeekToFirst(); }
    void seekToLast() override { m_iterator->SeekToLast(); }
    void next() override { m_iterator->Next(); }
    void previous() override { m_iterator->Prev(); }
    Slice key() const override { return fromRocks(m_iterator->key()); }
    Slice value() const override { return fromRocks(m_iterator->value()); }
    Result<void> status() const override;

private:
    std::string m_lower;
    std::string m_upper;
    rocksdb::Slice m_lowerSlice;
    rocksdb::Slice m_upperSlice;
    std::unique_ptr<rocksdb::Iterator> m_iterator;
};

} // namespace sandglass::engine::storage
