// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/raw_store.h"

#include "app/engine/storage/key_codec.h"
#include "app/engine/storage/rocks_options.h"
#include "tests/bench/workload.h"
#include "tests/support/null_log.h"

#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>

namespace sandglass::bench {

namespace storage = engine::storage;
using storage::Family;

namespace {

constexpr Family kFamilies[] = {Family::Records, Family::Indexes, Family::Dates, Family::Meta};

Error rawFailure(const rocksdb::Status& status)
{
    return base::failure(Errc::Storage, status.ToString());
}

Result<void> checked(const rocksdb::Status& status)
{
    if (!status.ok()) {
        return rawFailure(status);
    }
    return {};
}

} // namespace

namespace raw {

std::string recordKey(std::uint64_t record)
{
    std::string key;
    storage::appendU32(key, kCollection);
    storage::appendU64(key, record);
    return key;
}

std::string idKey(bson::DocumentView document)
{
    std::string key;
    storage::appendU32(key, kIdIndex);
    key.push_back('\x2D');
    for (const std::uint8_t byte : document["_id"].asObjectId().bytes) {
        key.push_back(static_cast<char>(byte));
    }
    return key;
}

std::string codeKey(bson::DocumentView document, std::uint64_t record)
{
    std::string key;
    storage::appendU32(key, kCodeIndex);
    key.push_back('\x19');
    key.append(document[kCodeField].asString()).append(2, '\0');
    storage::appendU64(key, record);
    return key;
}

std::string dateKey(std::int64_t millis, std::uint64_t record)
{
    std::string key;
    storage::appendU32(key, kDateIndex);
    storage::appendI64(key, millis);
    storage::appendU64(key, record);
    return key;
}

std::int64_t dateOf(const rocksdb::Slice& dateKey)
{
    return storage::readI64({dateKey.data() + 4, 8});
}

std::uint64_t recordOf(const rocksdb::Slice& dateKey)
{
    return storage::readU64({dateKey.data() + 12, 8});
}

} // namespace raw

RawStore::RawStore(rocksdb::DB* db, std::vector<rocksdb::ColumnFamilyHandle*> families)
    : m_db(db)
    , m_families(std::move(families))
    , m_journal([this](const std::stop_token& stop) { syncJournal(stop); })
{
}

RawStore::~RawStore()
{
    m_journal.request_stop();
    m_journal.join();
    for (rocksdb::ColumnFamilyHandle* family : m_families) {
        m_db->DestroyColumnFamilyHandle(family).PermitUncheckedError();
    }
    m_db->Close().PermitUncheckedError();
}

Result<std::unique_ptr<RawStore>> RawStore::open(const std::string& folder,
                                                 const rocksdb::CompactionFilter* filter)
{
    static tests::NullLog log;
    const storage::StoreOptions options;
    auto descriptors = storage::familyDescriptors(options, nullptr);
    for (const Family family : {Family::Records, Family::Indexes}) {
        descriptors.at(static_cast<std::size_t>(family)).options.compaction_filter = filter;
    }
    std::vector<rocksdb::ColumnFamilyHandle*> families;
    rocksdb::DB* db = nullptr;
    const rocksdb::Status status = rocksdb::DB::Open(storage::databaseOptions(options, log), folder,
                                                     descriptors, &families, &db);
    if (!status.ok()) {
        return rawFailure(status);
    }
    return std::unique_ptr<RawStore>(new RawStore(db, std::move(families)));
}

rocksdb::ColumnFamilyHandle* RawStore::handle(Family family) const
{
    return m_families.at(static_cast<std::size_t>(family));
}

void RawStore::put(rocksdb::WriteBatch& writes, Family family, const std::string& key,
                   const rocksdb::Slice& value) const
{
    writes.Put(handle(family), key, value).PermitUncheckedError();
}

std::unique_ptr<rocksdb::Iterator> RawStore::iterator(Family family) const
{
    return std::unique_ptr<rocksdb::Iterator>(
        m_db->NewIterator(rocksdb::ReadOptions(), handle(family)));
}

Result<void> RawStore::insert(const std::vector<bson::Document>& batch)
{
    rocksdb::WriteBatch writes;
    for (const bson::Document& document : batch) {
        const std::uint64_t record = m_nextRecord++;
        std::string recordBytes;
        storage::appendU64(recordBytes, record);
        const rocksdb::Slice body(reinterpret_cast<const char*>(document.bytes().data()),
                                  document.bytes().size());
        put(writes, Family::Records, raw::recordKey(record), body);
        put(writes, Family::Indexes, raw::idKey(document), recordBytes);
        put(writes, Family::Indexes, raw::codeKey(document, record), {});
        put(writes, Family::Dates, raw::dateKey(document[kDateField].asDate().millis, record), {});
    }
    return commit(writes, static_cast<std::int64_t>(batch.size()));
}

Result<void> RawStore::commit(rocksdb::WriteBatch& writes, std::int64_t change)
{
    m_count += change;
    std::string counter;
    storage::appendI64(counter, m_count);
    put(writes, Family::Meta, "n", counter);
    return checked(m_db->Write(rocksdb::WriteOptions(), &writes));
}

Result<void> RawStore::compactAll()
{
    const auto compact = [this](Family family) {
        return checked(
            m_db->CompactRange(storage::rewriteOptions(), handle(family), nullptr, nullptr));
    };
    // two at once, as the engine does it
    auto documents = std::async([&] { return compact(Family::Records); });
    auto entries = compact(Family::Indexes);
    for (const Family family : {Family::Dates, Family::Meta}) {
        if (entries) {
            entries = compact(family);
        }
    }
    auto done = documents.get();
    return entries ? done : entries;
}

double RawStore::fileBytes() const
{
    double sum = 0;
    for (const Family family : kFamilies) {
        std::uint64_t bytes = 0;
        if (m_db->GetIntProperty(handle(family), rocksdb::DB::Properties::kTotalSstFilesSize,
                                 &bytes)) {
            sum += static_cast<double>(bytes);
        }
    }
    return sum;
}

void RawStore::syncJournal(const std::stop_token& stop)
{
    std::mutex mutex;
    std::condition_variable_any never;
    while (!stop.stop_requested()) {
        std::unique_lock lock(mutex);
        never.wait_for(lock, stop, std::chrono::milliseconds(100), [] { return false; });
        m_db->SyncWAL().PermitUncheckedError();
    }
}

} // namespace sandglass::bench
