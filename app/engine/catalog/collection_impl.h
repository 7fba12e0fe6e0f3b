// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/catalog_codec.h"
#include "app/engine/catalog/collection.h"
#include "app/engine/catalog/dead_lists.h"
#include "app/engine/catalog/dead_registry.h"
#include "app/engine/catalog/index_state.h"
#include "app/engine/catalog/oplog.h"
#include "app/engine/catalog/writer_lock.h"
#include "app/engine/storage/key_value_store.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <utility>

namespace sandglass::engine::catalog {

/// The state that all collections of an engine share. Store and clock belong to the caller of
/// Catalog::open().
struct Core
{
    Core(storage::KeyValueStore& ownStore, const base::Clock& ownClock, FilterCompiler compiler)
        : store(ownStore)
        , clock(ownClock)
        , compileFilter(std::move(compiler))
    {
    }

    storage::KeyValueStore& store;
    const base::Clock& clock;
    FilterCompiler compileFilter;
    /// The dead records of all collections, which the store hides.
    const std::shared_ptr<DeadRegistry> dead = std::make_shared<DeadRegistry>();
    WriterLock writer;
    NextIds nextIds; ///< guarded by `writer`
    bool standby = false; ///< another process writes; set before the core is shared
    bool ordersOtherwise = false; ///< on a standby: sort keys are of another ICU; see checkOrder()
    std::shared_mutex following; ///< on a standby: held exclusively while it advances
    /// Commits a change of data or of the catalog. The writer lock is held. Errors: Storage.
    Result<void> commit(storage::Batch& batch, storage::Durability durability);

    bool directoriesSaved = false; ///< guarded by `writer`; the directories on disk are current
    std::mutex reclaiming; ///< one thread reclaims at a time; taken before `writer`
    std::atomic<bool> stopping{false}; ///< long operations must end
    std::unique_ptr<Oplog> oplog; ///< null unless writes are logged; set before the core is shared
    std::function<void()>
        committed; ///< called after each commit; set before the core is shared; may be empty
};

/// Counters that every write changes. Guarded by the writer lock; the figures may be read at any
/// time.
struct CollectionCounters
{
    std::atomic<std::int64_t> documents{0};
    std::atomic<std::int64_t> bytes{0};
    RecordId nextRecord = 1;
    RecordId recordLimit = 1; ///< on disk: ids below it may be in use
    RecordId oldestRecord = 1; ///< of a capped collection: no record has a smaller id
    std::uint64_t commits
        = 0; ///< number of write units; shows whether entries read before are still current
    DeadFigures dead;
};

/// Collection on a store (CosmosCollection decorates it). Besides the reading interface it offers
/// the steps that write units, index builds and the catalog consist of; call those under the writer
/// lock.
class CollectionImpl final : public Collection, public std::enable_shared_from_this<CollectionImpl>
{
public:
    CollectionImpl(std::shared_ptr<Core> core, const StoredCollection& stored,
                   std::shared_ptr<const IndexSet> indexes);

    protocol::Namespace ns() const override;
    std::array<std::uint8_t, 16> uuid() const override { return m_uuid; }
    CollectionOptions options() const override;
    std::shared_ptr<const CollectionShape> shape() const override;
    CollectionFigures figures() const override;
    std::uint64_t storageBytes() const override;
    bool dropped() const override { return m_dropped; }
    std::vector<IndexInfo> indexes() const override;
    std::optional<IndexInfo> index(std::string_view name) const override;
    void noteWindowUse(std::string_view indexName) const override;
    std::uint64_t indexBytes(std::string_view indexName) const override;
    std::optional<ttl::ExpiryRule> expiryRule(std::string_view indexName) const override;
    std::unique_ptr<RecordCursor> scan(Direction direction) const override;
    std::unique_ptr<RecordCursor> scanFrom(RecordId first) const override;
    std::unique_ptr<RecordCursor> scanIndex(std::string_view indexName, const IndexRange& range,
                                            Direction direction) const override;
    Result<std::optional<std::pair<RecordId, bson::Document>>>
    findById(bson::ValueView id) const override;
    Result<std::vector<DateEntry>> dates(std::string_view indexName, bson::Date from, bson::Date to,
                                         std::size_t limit) const override;
    Result<std::int64_t> countDates(std::string_view indexName, bson::Date from,
                                    bson::Date to) const override;
    Result<std::optional<DateClassification>> dateClasses(std::string_view indexName,
                                                          std::span<const bson::Date> bounds,
                                                          DatePrecision precision) const override;
    Result<std::int64_t> countDue(std::string_view indexName, bson::Date to,
                                  std::int64_t atMost) const override;
    std::unique_ptr<BulkRemoval> bulkRemoval(std::string_view indexName) override;
    std::int64_t unreclaimed() const override { return m_counters.dead.listed; }
    Result<Verification> verify(const Interruption& interrupted) const override;
    Result<std::unique_ptr<WriteUnit>> beginWrite() override;

    /// The collection's id in the store; never reused.
    std::uint32_t id() const { return m_id; }
    /// The state shared with the other collections.
    Core& core() const { return *m_core; }
    /// The indexes at this moment.
    std::shared_ptr<const IndexSet> indexSet() const;
    /// Replaces the set of indexes for all readers and writers.
    void publish(std::shared_ptr<const IndexSet> indexes);
    /// The catalog entry of this collection with these indexes.
    StoredCollection stored(const IndexSet& indexes) const;
    /// Adds that entry to a batch.
    void putEntry(storage::Batch& batch, const IndexSet& indexes) const;
    /// Changes the name in memory.
    void setNamespace(const protocol::Namespace& ns);
    /// Changes options and shape in memory.
    void setOptions(const CollectionOptions& options);
    /// Marks the collection as dropped; false undoes it after a failed commit.
    void setDropped(bool dropped) { m_dropped = dropped; }
    /// Guarded by the writer lock.
    CollectionCounters& counters() { return m_counters; }
    /// The figures may be read without the writer lock.
    const CollectionCounters& counters() const { return m_counters; }
    /// The records that were removed in bulk.
    DeadRecords& dead() const { return *m_dead; }
    /// The same, for those that outlive this object.
    std::shared_ptr<DeadRecords> sharedDead() const { return m_dead; }
    /// Whether it has so few documents that removing their keys one by one is better, and no dead
    /// records.
    bool isSmall() const;
    /// As long as the returned object lives, documents are removed key by key, which the reader's
    /// snapshot does not see: for readers who need documents, entries and figures of one moment.
    /// Take it under the writer lock.
    std::shared_ptr<const void> keepExact() const { return m_exactReaders; }
    /// Whether such a reader exists.
    bool isReadExactly() const { return m_exactReaders.use_count() > 1; }
    /// The QueryPlanKilled error of calls after a drop.
    base::Error droppedError() const;
    /// A snapshot, with the indexes that are valid in it.
    std::pair<std::shared_ptr<const IndexSet>, std::shared_ptr<const storage::Snapshot>>
    consistentView() const;

private:
    /// The rule of a clustered collection; nullopt without one.
    std::optional<ttl::ExpiryRule> clusteredRule() const;
    /// The index with that name if its dates are kept apart. Errors: IndexNotFound, QueryPlanKilled
    /// (server).
    Result<std::shared_ptr<const IndexState>> datesIndex(std::string_view indexName) const;
    /// The public information about an index.
    static IndexInfo infoOf(const IndexState& index);

    const std::shared_ptr<Core> m_core;
    const std::uint32_t m_id;
    const std::array<std::uint8_t, 16> m_uuid;

    const std::shared_ptr<DeadRecords> m_dead;
    const std::shared_ptr<const void> m_exactReaders = std::make_shared<int>();
    CollectionCounters m_counters;
    std::atomic<bool> m_dropped{false};

    mutable std::mutex m_mutex;
    protocol::Namespace m_ns; // guarded by m_mutex
    CollectionOptions m_options; // guarded by m_mutex
    std::shared_ptr<const CollectionShape> m_shape; // guarded by m_mutex; follows m_options
    std::shared_ptr<const IndexSet> m_indexes; // guarded by m_mutex
};

} // namespace sandglass::engine::catalog
