// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/raw_per_key.h"

#include "tests/bench/measuring.h"
#include "tests/bench/process_cpu.h"
#include "tests/bench/raw_store.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace sandglass::bench {

namespace {

using engine::storage::Family;

class RawPerKey final : public Subject
{
public:
    explicit RawPerKey(std::unique_ptr<RawStore> store)
        : m_store(std::move(store))
    {
    }

    Result<void> insert(const std::vector<bson::Document>& batch) override
    {
        return m_store->insert(batch);
    }
    Result<void> settle() override { return m_store->compactAll(); }
    Result<Purge> purge(const Workload& workload) override;
    Result<void> reclaim() override { return m_store->compactAll(); }
    std::optional<double> fileBytes() override { return m_store->fileBytes(); }
    double cpuSeconds() const override { return ownCpuSeconds(); }

private:
    struct Due
    {
        std::uint64_t record;
        std::int64_t millis;
    };

    std::vector<Due> dueFrom(const std::string& from, std::int64_t last) const;
    Result<void> remove(std::vector<Due> due);

    std::unique_ptr<RawStore> m_store;
};

Result<Purge> RawPerKey::purge(const Workload& workload)
{
    const std::int64_t last = bson::Date::from(workload.halfTime()).millis;
    // seeking from the first key would walk all tombstones again
    std::string from = raw::dateKey(std::numeric_limits<std::int64_t>::min(), 0);
    Purge purge;
    while (true) {
        const Timer timer;
        const auto due = dueFrom(from, last);
        if (due.empty()) {
            return purge;
        }
        TRY(remove(due));
        purge.documents += static_cast<std::int64_t>(due.size());
        from = raw::dateKey(due.back().millis, due.back().record + 1);
        purge.longestBatchSeconds = std::max(purge.longestBatchSeconds, timer.seconds());
    }
}

/// At most 1000 entries up to the last date, ordered by date.
std::vector<RawPerKey::Due> RawPerKey::dueFrom(const std::string& from, std::int64_t last) const
{
    std::vector<Due> due;
    const auto walk = m_store->iterator(Family::Dates);
    for (walk->Seek(from); walk->Valid() && due.size() < Workload::kBatch; walk->Next()) {
        const std::int64_t millis = raw::dateOf(walk->key());
        if (millis > last) {
            break;
        }
        due.push_back({raw::recordOf(walk->key()), millis});
    }
    return due;
}

Result<void> RawPerKey::remove(std::vector<Due> due)
{
    std::sort(due.begin(), due.end(),
              [](const Due& left, const Due& right) { return left.record < right.record; });
    rocksdb::WriteBatch writes;
    const auto walk = m_store->iterator(Family::Records);
    for (const Due& each : due) {
        const std::string key = raw::recordKey(each.record);
        if (!walk->Valid() || walk->key() != key) {
            walk->Seek(key);
        }
        if (!walk->Valid() || walk->key() != key) {
            return base::failure(Errc::Internal, "A record is missing.");
        }
        const bson::DocumentView document(bson::Bytes(
            reinterpret_cast<const std::uint8_t*>(walk->value().data()), walk->value().size()));
        const std::pair<Family, std::string> keys[]
            = {{Family::Records, key},
               {Family::Indexes, raw::idKey(document)},
               {Family::Indexes, raw::codeKey(document, each.record)},
               {Family::Dates, raw::dateKey(each.millis, each.record)}};
        for (const auto& [family, bytes] : keys) {
            writes.Delete(m_store->handle(family), bytes).PermitUncheckedError();
        }
        walk->Next();
    }
    return m_store->commit(writes, -static_cast<std::int64_t>(due.size()));
}

} // namespace

Result<std::unique_ptr<Subject>> openRawPerKey(const std::string& folder)
{
    auto store = RawStore::open(folder, nullptr);
    TRY(store);
    return std::make_unique<RawPerKey>(std::move(*store));
}

} // namespace sandglass::bench
