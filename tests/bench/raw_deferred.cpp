// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/raw_deferred.h"

#include "app/engine/storage/key_codec.h"
#include "tests/bench/measuring.h"
#include "tests/bench/process_cpu.h"
#include "tests/bench/raw_store.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace sandglass::bench {

namespace {

namespace storage = engine::storage;
using storage::Family;

constexpr const char* kFirstDeadList = "d";
constexpr const char* kAfterDeadLists = "e";

/// One bit per record id. Written by the pass, read by compactions; never both at once here.
class DeadBits
{
public:
    void set(std::uint64_t record)
    {
        const std::size_t word = record / kWordBits;
        if (word >= m_words.size()) {
            m_words.resize(word + word / 2 + 1);
        }
        m_words[word] |= 1ULL << record % kWordBits;
    }
    bool test(std::uint64_t record) const
    {
        const std::size_t word = record / kWordBits;
        return word < m_words.size() && (m_words[word] >> record % kWordBits & 1U) != 0;
    }
    void clear() { m_words.clear(); }

private:
    static constexpr std::size_t kWordBits = 64;

    std::vector<std::uint64_t> m_words;
};

/// Drops records and index entries of dead records.
class DeadFilter final : public rocksdb::CompactionFilter
{
public:
    explicit DeadFilter(const DeadBits& dead)
        : m_dead(dead)
    {
    }

    const char* Name() const override { return "SandglassBenchDead"; }
    bool Filter(int /*level*/, const rocksdb::Slice& key, const rocksdb::Slice& value,
                std::string* /*newValue*/, bool* /*changed*/) const override
    {
        constexpr std::size_t kIdBytes = 8;
        // an entry of the unique index has its record as value, all other keys end with it
        const rocksdb::Slice& bytes = value.size() == kIdBytes ? value : key;
        return m_dead.test(storage::readU64({bytes.data() + bytes.size() - kIdBytes, kIdBytes}));
    }

private:
    const DeadBits& m_dead;
};

/// The first and the last date key of a batch, and its dead list.
struct DeadBatch
{
    std::string first;
    std::string last;
    std::string records;
    std::int64_t documents = 0;
};

class RawDeferred final : public Subject
{
public:
    Result<void> open(const std::string& folder)
    {
        auto store = RawStore::open(folder, &m_filter);
        TRY(store);
        m_store = std::move(*store);
        return {};
    }

    Result<void> insert(const std::vector<bson::Document>& batch) override
    {
        return m_store->insert(batch);
    }
    Result<void> settle() override { return m_store->compactAll(); }
    Result<Purge> purge(const Workload& workload) override;
    Result<void> reclaim() override;
    std::optional<double> fileBytes() override { return m_store->fileBytes(); }
    double cpuSeconds() const override { return ownCpuSeconds(); }

private:
    DeadBatch nextBatch(rocksdb::Iterator& walk, std::int64_t last);
    Result<void> write(const DeadBatch& batch);

    DeadBits m_dead;
    DeadFilter m_filter{m_dead};
    std::uint32_t m_lists = 0;
    std::unique_ptr<RawStore> m_store;
};

Result<Purge> RawDeferred::purge(const Workload& workload)
{
    const std::int64_t last = bson::Date::from(workload.halfTime()).millis;
    const auto walk = m_store->iterator(Family::Dates);
    walk->Seek(raw::dateKey(std::numeric_limits<std::int64_t>::min(), 0));
    Purge purge;
    while (true) {
        const Timer timer;
        const DeadBatch batch = nextBatch(*walk, last);
        if (batch.documents == 0) {
            return purge;
        }
        TRY(write(batch));
        purge.documents += batch.documents;
        purge.longestBatchSeconds = std::max(purge.longestBatchSeconds, timer.seconds());
    }
}

DeadBatch RawDeferred::nextBatch(rocksdb::Iterator& walk, std::int64_t last)
{
    DeadBatch batch;
    for (; walk.Valid() && batch.documents < std::int64_t{Workload::kBatch}; walk.Next()) {
        const rocksdb::Slice key = walk.key();
        if (raw::dateOf(key) > last) {
            break;
        }
        if (batch.documents++ == 0) {
            batch.first = key.ToString();
        }
        batch.last.assign(key.data(), key.size());
        const std::uint64_t record = raw::recordOf(key);
        storage::appendU64(batch.records, record);
        m_dead.set(record);
    }
    return batch;
}

Result<void> RawDeferred::write(const DeadBatch& batch)
{
    rocksdb::WriteBatch writes;
    writes.DeleteRange(m_store->handle(Family::Dates), batch.first, batch.last + '\0')
        .PermitUncheckedError();
    std::string list = kFirstDeadList;
    storage::appendU32(list, m_lists++);
    m_store->put(writes, Family::Meta, list, batch.records);
    return m_store->commit(writes, -batch.documents);
}

Result<void> RawDeferred::reclaim()
{
    TRY(m_store->compactAll());
    rocksdb::WriteBatch writes;
    writes.DeleteRange(m_store->handle(Family::Meta), kFirstDeadList, kAfterDeadLists)
        .PermitUncheckedError();
    m_dead.clear();
    return m_store->commit(writes, 0);
}

} // namespace

Result<std::unique_ptr<Subject>> openRawDeferred(const std::string& folder)
{
    auto subject = std::make_unique<RawDeferred>();
    TRY(subject->open(folder));
    return subject;
}

} // namespace sandglass::bench
