// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/storage/key_value_store.h"

#include <rocksdb/db.h>
#include <rocksdb/sst_file_reader.h>

#include <cstdint>
#include <memory>
#include <string>

namespace sandglass::engine::storage {

/// Walks over the keys of one table and reads no other: as much as the table is large, whatever
/// the database holds between its first and its last key. Damage ends a walk; a seek behind it
/// begins another. Keys that are hidden or deleted elsewhere are there.
class TableIterator final : public Iterator
{
public:
    /// Opens the table with that number, of any family. One that is gone has no keys; one that
    /// cannot be opened has none, and status() says why.
    TableIterator(rocksdb::DB& db, std::uint64_t file);

    bool valid() const override { return m_keys && m_keys->Valid(); }
    void seek(Slice key) override;
    void seekForPrevious(Slice key) override;
    void seekToFirst() override;
    void seekToLast() override;
    void next() override { m_keys->Next(); }
    void previous() override { m_keys->Prev(); }
    Slice key() const override;
    Slice value() const override;
    Result<void> status() const override;
    void endBefore(Slice upper) override;

private:
    rocksdb::Status m_opened; ///< of the file
    std::unique_ptr<rocksdb::SstFileReader> m_file; ///< null: the table is gone
    std::string m_upper; ///< see endBefore(); m_keys refers to it
    rocksdb::Slice m_upperSlice;
    std::unique_ptr<rocksdb::Iterator> m_keys; ///< null without an open file
};

} // namespace sandglass::engine::storage
