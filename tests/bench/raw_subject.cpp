// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/raw_subject.h"

#include "app/base/log.h"
#include "app/engine/storage/key_codec.h"
#include "app/engine/storage/rocks_options.h"

#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace sandglass::bench {

namespace {

namespace storage = engine::storage;
using storage::Family;

constexpr std::uint32_t kCollection = 1;
constexpr std::uint32_t kIdIndex = 1;
constexpr std::uint32_t kCodeIndex = 2;
constexpr std::uint32_t kDateIndex = 3;

Error failed(const rocksdb::Status& status)
{
    return base::failure(Errc::Storage, status.ToString());
}

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
    for (const std::uint8_t byte : document["_id"].asObjectId().bytes)
        key.push_back(static_cast<char>(byte));
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

std::int64_t dateOf(const rocksdb::Slice& key)
{
    return storage::readI64({key.data() + 4, 8});
}

std::uint64_t recordOf(const rocksdb::Slice& dateEntry)
{
    return storage::readU64({dateEntry.data() + 12, 8});
}

class RawSubject final : public Subject
{
public:
    RawSubject(rocksdb::DB* db, std::vector<rocksdb::ColumnFamilyHandle*> families)
        : m_db(db)
        , m_families(std::move(families))
        , m_journal([this](const std::stop_token& stop) { syncJournal(stop); })
    {
    }

    ~RawSubject() override
    {
        m_journal.request_stop();
        m_journal.join();
        for (rocksdb::ColumnFamilyHandle* family : m_families)
            m_db->DestroyColumnFamilyHandle(family).PermitUncheckedError();
        m_db->Close().PermitUncheckedError();
    }

    Result<void> insert(const std::vector<bson::Document>& batch) override
    {
        rocksdb::WriteBatch writes;
        for (const bson::Document& document : batch) {
            const std::uint64_t record = m_nextRecord++;
            std::string recordBytes;
            storage::appendU64(recordBytes, record);
            const rocksdb::Slice body(reinterpret_cast<const char*>(document.bytes().data()),
                                      document.bytes().size());
            put(writes, Family::Records, recordKey(record), body);
            put(writes, Family::Indexes, idKey(document), recordBytes);
            put(writes, Family::Indexes, codeKey(document, record), {});
            put(writes, Family::Dates, dateKey(document[kDateField].asDate().millis, record), {});
        }
        m_count += static_cast<std::int64_t>(batch.size());
        return commit(writes);
    }

    Result<void> purge(const Workload& workload) override
    {
        const std::int64_t last = bson::Date::from(workload.halfTime()).millis;
        // seeking from the first key would walk all tombstones again
        std::string from = dateKey(std::numeric_limits<std::int64_t>::min(), 0);
        std::int64_t deleted = 0;
        while (true) {
            const auto due = dueFrom(from, last);
            if (due.empty())
                break;
            if (auto done = remove(due); !done)
                return done;
            deleted += static_cast<std::int64_t>(due.size());
            from = dateKey(due.back().millis, due.back().record + 1);
        }
        if (deleted != workload.dueAtHalfTime())
            return base::failure(Errc::Internal, std::to_string(deleted) + " were deleted");
        return {};
    }

    Result<std::vector<std::int64_t>> forecast(const Workload& workload) override
    {
        const std::vector<base::Time> edges = workload.forecastEdges();
        std::vector<std::int64_t> counts(edges.size() - 1);
        const auto walk = iterator(Family::Dates);
        std::size_t bucket = 0;
        for (walk->Seek(dateKey(bson::Date::from(edges.front()).millis, 0)); walk->Valid();
             walk->Next()) {
            const std::int64_t millis = dateOf(walk->key());
            while (bucket < counts.size() && bson::Date::from(edges[bucket + 1]).millis < millis)
                ++bucket;
            if (bucket == counts.size())
                break;
            ++counts[bucket];
        }
        if (!walk->status().ok())
            return failed(walk->status());
        return counts;
    }

    double cpuSeconds() const override
    {
        rusage used{};
        getrusage(RUSAGE_SELF, &used);
        const auto seconds = [](const timeval& time) {
            return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
        };
        return seconds(used.ru_utime) + seconds(used.ru_stime);
    }

private:
    struct Due
    {
        std::uint64_t record;
        std::int64_t millis;
    };

    rocksdb::ColumnFamilyHandle* handle(Family family) const
    {
        return m_families.at(static_cast<std::size_t>(family));
    }
    void put(rocksdb::WriteBatch& writes, Family family, const std::string& key,
             const rocksdb::Slice& value) const
    {
        writes.Put(handle(family), key, value).PermitUncheckedError();
    }
    std::unique_ptr<rocksdb::Iterator> iterator(Family family) const
    {
        return std::unique_ptr<rocksdb::Iterator>(
            m_db->NewIterator(rocksdb::ReadOptions(), handle(family)));
    }

    /// At most 1000 entries up to the last date, ordered by date.
    std::vector<Due> dueFrom(const std::string& from, std::int64_t last) const
    {
        std::vector<Due> due;
        const auto walk = iterator(Family::Dates);
        for (walk->Seek(from); walk->Valid() && due.size() < Workload::kBatch; walk->Next()) {
            const std::int64_t millis = dateOf(walk->key());
            if (millis > last)
                break;
            due.push_back({recordOf(walk->key()), millis});
        }
        return due;
    }

    /// One Delete per key; the records are read in their order by one iterator.
    Result<void> remove(std::vector<Due> due)
    {
        std::sort(due.begin(), due.end(),
                  [](const Due& left, const Due& right) { return left.record < right.record; });
        rocksdb::WriteBatch writes;
        const auto walk = iterator(Family::Records);
        for (const Due& each : due) {
            const std::string key = recordKey(each.record);
            if (!walk->Valid() || walk->key() != key)
                walk->Seek(key);
            if (!walk->Valid() || walk->key() != key)
                return base::failure(Errc::Internal, "A record is missing.");
            const bson::DocumentView document(bson::Bytes(
                reinterpret_cast<const std::uint8_t*>(walk->value().data()), walk->value().size()));
            const std::pair<Family, std::string> keys[]
                = {{Family::Records, key},
                   {Family::Indexes, idKey(document)},
                   {Family::Indexes, codeKey(document, each.record)},
                   {Family::Dates, dateKey(each.millis, each.record)}};
            for (const auto& [family, bytes] : keys)
                writes.Delete(handle(family), bytes).PermitUncheckedError();
            walk->Next();
        }
        m_count -= static_cast<std::int64_t>(due.size());
        return commit(writes);
    }

    /// With the collection's counter, as every write of the engine.
    Result<void> commit(rocksdb::WriteBatch& writes)
    {
        std::string counter;
        storage::appendI64(counter, m_count);
        put(writes, Family::Meta, "n", counter);
        const rocksdb::Status status = m_db->Write(rocksdb::WriteOptions(), &writes);
        if (!status.ok())
            return failed(status);
        return {};
    }

    void syncJournal(const std::stop_token& stop)
    {
        std::mutex mutex;
        std::condition_variable_any never;
        while (!stop.stop_requested()) {
            std::unique_lock lock(mutex);
            never.wait_for(lock, stop, std::chrono::milliseconds(100), [] { return false; });
            m_db->SyncWAL().PermitUncheckedError();
        }
    }

    std::unique_ptr<rocksdb::DB> m_db;
    std::vector<rocksdb::ColumnFamilyHandle*> m_families;
    std::uint64_t m_nextRecord = 1;
    std::int64_t m_count = 0;
    std::jthread m_journal;
};

} // namespace

Result<std::unique_ptr<Subject>> openRaw(const std::string& folder)
{
    static base::NullLog log;
    const storage::StoreOptions options;
    std::vector<rocksdb::ColumnFamilyHandle*> families;
    rocksdb::DB* db = nullptr;
    const rocksdb::Status status
        = rocksdb::DB::Open(storage::databaseOptions(options, log), folder,
                            storage::familyDescriptors(options, nullptr), &families, &db);
    if (!status.ok())
        return failed(status);
    return std::make_unique<RawSubject>(db, std::move(families));
}

} // namespace sandglass::bench
