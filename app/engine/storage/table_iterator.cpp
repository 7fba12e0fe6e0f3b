// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/table_iterator.h"

#include "app/engine/storage/rocks_iterator.h"

#include <rocksdb/metadata.h>
#include <rocksdb/options.h>

#include <algorithm>
#include <vector>

namespace sandglass::engine::storage {

TableIterator::TableIterator(rocksdb::DB& db, std::uint64_t file)
{
    std::vector<rocksdb::LiveFileMetaData> live;
    db.GetLiveFilesMetaData(&live);
    const auto found = std::ranges::find(live, file, &rocksdb::LiveFileMetaData::file_number);
    if (found == live.end()) {
        return;
    }
    countNothing();
    m_file = std::make_unique<rocksdb::SstFileReader>(rocksdb::Options());
    m_opened = m_file->Open(found->db_path + "/" + found->name);
    if (m_opened.ok()) {
        m_keys.reset(m_file->NewIterator(rocksdb::ReadOptions()));
    }
}

void TableIterator::seek(Slice key)
{
    if (m_keys) {
        m_keys->Seek(toRocks(key));
    }
}

void TableIterator::seekForPrevious(Slice key)
{
    if (m_keys) {
        m_keys->SeekForPrev(toRocks(key));
    }
}

void TableIterator::seekToFirst()
{
    if (m_keys) {
        m_keys->SeekToFirst();
    }
}

void TableIterator::seekToLast()
{
    if (m_keys) {
        m_keys->SeekToLast();
    }
}

Slice TableIterator::key() const
{
    return fromRocks(m_keys->key());
}

Slice TableIterator::value() const
{
    return fromRocks(m_keys->value());
}

Result<void> TableIterator::status() const
{
    const rocksdb::Status status = m_keys ? m_keys->status() : m_opened;
    if (!status.ok()) {
        return storageError("reading", status);
    }
    return {};
}

void TableIterator::endBefore(Slice upper)
{
    if (!m_keys) {
        return;
    }
    m_keys.reset(); // it refers to the bound
    m_upper = upper;
    m_upperSlice = m_upper;
    rocksdb::ReadOptions options;
    options.iterate_upper_bound = &m_upperSlice;
    m_keys.reset(m_file->NewIterator(options));
}

} // namespace sandglass::engine::storage
