// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/bulk_removal.h"

#include "app/engine/catalog/due_records.h"

#include <mutex>
#include <utility>

namespace sandglass::engine::catalog {

namespace {

using storage::Family;

// Number of other indexes in which every document has exactly one key; needed for the removed keys
// in the statistics, as the documents are not read.
std::int64_t plainIndexes(const IndexSet& indexes, const IndexState& ttlIndex)
{
    std::int64_t plain = 0;
    for (const auto& index : indexes) {
        const IndexDefinition& definition = index->definition;
        const bool one = index->ordered && index->id != ttlIndex.id && !definition.sparse
            && !definition.partialFilter && !index->activity->multikey;
        plain += one ? 1 : 0;
    }
    return plain;
}

class BulkRemovalImpl final : public BulkRemoval
{
public:
    BulkRemovalImpl(std::shared_ptr<CollectionImpl> collection,
                    std::shared_ptr<const IndexState> index)
        : m_collection(std::move(collection))
        , m_core(m_collection->core())
        , m_index(std::move(index))
    {
    }

    Result<std::optional<BulkStep>> step(const ttl::ExpiryRule& rule, base::Time now,
                                         std::size_t limit) override;

private:
    bool isPossible();
    Result<void> commit(const DueRecords& due);
    void publish(const DueRecords& due);

    std::shared_ptr<CollectionImpl> m_collection;
    Core& m_core;
    std::shared_ptr<const IndexState> m_index;
    std::unique_ptr<DueWalk> m_walk;
};

Result<std::optional<BulkStep>> BulkRemovalImpl::step(const ttl::ExpiryRule& rule, base::Time now,
                                                      std::size_t limit)
{
    std::unique_lock lock(m_core.writer);
    if (m_collection->dropped()) {
        return m_collection->droppedError();
    }
    if (!isPossible()) {
        return std::optional<BulkStep>();
    }
    const auto due = m_walk->next(rule, now, limit);
    TRY(due);
    if (!due->ids.empty()) {
        TRY(commit(*due));
    }
    publish(*due);
    const std::int64_t documents = std::ssize(due->ids);
    BulkStep done{documents, due->bytes,
                  due->walked + documents * plainIndexes(*m_collection->indexSet(), *m_index),
                  due->walked, due->drained};
    lock.unlock();
    if (documents > 0 && m_core.committed) {
        m_core.committed();
    }
    return std::optional(done);
}

// Looks the index up by id again: its state object is replaced whenever it changes, and the walk
// belongs to one state.
bool BulkRemovalImpl::isPossible()
{
    const auto index = findIndex(*m_collection->indexSet(), m_index->id);
    if (!index || !index->datesApart || index->phase != IndexPhase::Ready
        || m_collection->isReadExactly()) {
        return false;
    }
    if (!m_walk || index != m_index) {
        m_walk = std::make_unique<DueWalk>(*m_collection, index);
    }
    m_index = index;
    return true;
}

// The batch is small however many keys the documents have: their entries in other indexes and the
// documents stay, hidden by the dead list until reclaimDead() drops them.
Result<void> BulkRemovalImpl::commit(const DueRecords& due)
{
    CollectionCounters& counters = m_collection->counters();
    const auto batch = m_core.store.makeBatch();
    for (const auto& [first, last] : due.stretches) {
        batch->removeRange(Family::Dates, dateEntryKey(*m_index, first),
                           // ends are exclusive; the zero byte includes the last entry
                           dateEntryKey(*m_index, last) + '\0');
    }
    putDeadList(*batch, m_collection->id(), counters.dead, due.ids);
    const std::int64_t documents = counters.documents - std::ssize(due.ids);
    const std::int64_t bytes = counters.bytes - due.bytes;
    batch->put(Family::Meta, figuresKey(m_collection->id()), encodeFigures({documents, bytes}));
    TRY(m_core.commit(*batch, storage::Durability::Process));
    counters.documents = documents;
    counters.bytes = bytes;
    ++counters.dead.nextList;
    counters.dead.listed += std::ssize(due.ids);
    return {};
}

// After the commit: from here on no reader sees the documents.
void BulkRemovalImpl::publish(const DueRecords& due)
{
    m_collection->dead().add(due.ids);
    m_index->activity->dates->remove(due.dates);
    const auto indexes = m_collection->indexSet();
    for (const auto& index : *indexes) {
        // the documents are not read, so their dates in other indexes are unknown
        if (index->id != m_index->id && index->hasDateDirectory() && !due.ids.empty()) {
            index->activity->dates->giveUp();
        }
    }
    if (!due.left) {
        m_index->activity->dateBound.raise(due.next);
    }
}

} // namespace

std::unique_ptr<BulkRemoval> beginBulkRemoval(std::shared_ptr<CollectionImpl> collection,
                                              std::string_view indexName)
{
    auto index = findIndex(*collection->indexSet(), indexName);
    // the oplog needs every document, and a standby does not write
    const bool possible
        = index && index->datesApart && !collection->core().oplog && !collection->core().standby;
    if (!possible) {
        return nullptr;
    }
    return std::make_unique<BulkRemovalImpl>(std::move(collection), std::move(index));
}

} // namespace sandglass::engine::catalog
