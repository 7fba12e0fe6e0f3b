// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/record_extent.h"

#include "app/engine/storage/record_key.h"
#include "app/engine/storage/rocks_iterator.h"

#include <algorithm>
#include <string>

namespace sandglass::engine::storage {

namespace {

constexpr const char* kProperty = "sandglass.records";

class ExtentNote final : public rocksdb::TablePropertiesCollector
{
public:
    explicit ExtentNote(Family family)
        : m_family(family)
    {
    }

    rocksdb::Status AddUserKey(const rocksdb::Slice& key, const rocksdb::Slice& value,
                               rocksdb::EntryType type, rocksdb::SequenceNumber /*sequence*/,
                               std::uint64_t /*fileBytes*/) override
    {
        if (type != rocksdb::kEntryPut) {
            return rocksdb::Status::OK();
        }
        if (const auto record = recordOf(m_family, fromRocks(key), fromRocks(value))) {
            m_extent.first = std::min(m_extent.first, *record);
            m_extent.last = std::max(m_extent.last, *record);
        }
        return rocksdb::Status::OK();
    }

    rocksdb::Status Finish(rocksdb::UserCollectedProperties* properties) override
    {
        std::string& note = (*properties)[kProperty];
        appendU64(note, m_extent.first);
        appendU64(note, m_extent.last);
        return rocksdb::Status::OK();
    }

    rocksdb::UserCollectedProperties GetReadableProperties() const override { return {}; }
    const char* Name() const override { return kProperty; }

private:
    Family m_family;
    RecordExtent m_extent;
};

class ExtentNotes final : public rocksdb::TablePropertiesCollectorFactory
{
public:
    explicit ExtentNotes(Family family)
        : m_family(family)
    {
    }

    rocksdb::TablePropertiesCollector* CreateTablePropertiesCollector(Context /*context*/) override
    {
        return new ExtentNote(m_family); // RocksDB owns it
    }
    const char* Name() const override { return kProperty; }

private:
    Family m_family;
};

} // namespace

std::shared_ptr<rocksdb::TablePropertiesCollectorFactory> notesRecordExtents(Family family)
{
    return std::make_shared<ExtentNotes>(family);
}

std::optional<RecordExtent> extentOf(const rocksdb::TableProperties& table)
{
    const auto note = table.user_collected_properties.find(kProperty);
    if (note == table.user_collected_properties.end() || note->second.size() != 2 * kRecordBytes) {
        return std::nullopt;
    }
    const std::string_view bytes = note->second;
    return RecordExtent{readU64(bytes), readU64(bytes.substr(kRecordBytes))};
}

} // namespace sandglass::engine::storage
