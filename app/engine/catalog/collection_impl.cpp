// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/collection_impl.h"

#include "app/engine/catalog/bulk_removal.h"
#include "app/engine/catalog/cursors.h"
#include "app/engine/catalog/date_classes.h"
#include "app/engine/catalog/directory_store.h"
#include "app/engine/catalog/index_entries.h"
#include "app/engine/catalog/index_key.h"
#include "app/engine/catalog/pending_dates.h"
#include "app/engine/catalog/record_set.h"
#include "app/engine/catalog/verification.h"
#include "app/engine/catalog/write_unit.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <limits>

namespace sandglass::engine::catalog {

namespace {

// Up to so many documents, single deletes are cheaper than a range deletion, which slows later
// reads (see removeAll()).
constexpr std::int64_t kFewDocuments = 1000;

// Up to so many documents, entries in memory are measured one by one.
constexpr std::int64_t kMostMeasured = 10'000;

// The store's estimate of what is in memory is far off for few entries; then they are added up.
std::uint64_t sizeOf(storage::KeyValueStore& store, const KeyRange& range, std::int64_t documents)
{
    const auto estimate = store.approximateBytes(range.family, range.lower, range.upper);
    const bool settled = estimate.files > 0 && estimate.memory == 0;
    if (settled || documents > kMostMeasured) {
        return estimate.sum();
    }
    const auto entries = store.iterate(range.family, range.lower, range.upper, nullptr);
    std::uint64_t bytes = 0;
    for (entries->seekToFirst(); entries->valid(); entries->next()) {
        bytes += entries->key().size() + entries->value().size();
    }
    return bytes;
}

// Skips entries below the bound: they have been removed and left tombstones only.
DatePlace startOf(const IndexState& index, bson::Date from)
{
    return std::max(DatePlace{from.millis, 0}, index.activity->dateBound.place());
}

// nullopt when the directory was given up in the meantime.
Result<std::optional<std::int64_t>> countByDirectory(const CollectionImpl& collection,
                                                     std::string_view indexName, bson::Date from,
                                                     bson::Date to)
{
    std::vector<bson::Date> bounds;
    if (from.millis > std::numeric_limits<std::int64_t>::min()) {
        bounds.push_back({from.millis - 1});
    }
    bounds.push_back(to);
    const auto counted = classifyDates(collection, indexName, bounds, DatePrecision::Exact);
    TRY(counted);
    return *counted ? std::optional((*counted)->classes.back().documents) : std::nullopt;
}

} // namespace

Result<void> Core::commit(storage::Batch& batch, storage::Durability durability)
{
    // any change makes the saved directories outdated; removing the mark is part of the same commit
    if (directoriesSaved) {
        batch.remove(storage::Family::Meta, directoriesSavedKey());
    }
    directoriesSaved = false;
    return store.commit(batch, durability);
}

CollectionImpl::CollectionImpl(std::shared_ptr<Core> core, const StoredCollection& stored,
                               std::shared_ptr<const IndexSet> indexes)
    : m_core(std::move(core))
    , m_id(stored.id)
    , m_uuid(stored.uuid)
    , m_dead(m_core->dead->records(m_id))
    , m_ns(stored.ns)
    , m_options(stored.options)
    , m_shape(std::make_shared<const CollectionShape>(shapeOf(stored.options)))
    , m_indexes(std::move(indexes))
{
    for (const auto& index : *m_indexes) {
        m_core->dead->addIndex(m_id, index->id);
    }
}

protocol::Namespace CollectionImpl::ns() const
{
    const std::lock_guard lock(m_mutex);
    return m_ns;
}

CollectionOptions CollectionImpl::options() const
{
    const std::lock_guard lock(m_mutex);
    return m_options;
}

std::shared_ptr<const CollectionShape> CollectionImpl::shape() const
{
    const std::lock_guard lock(m_mutex);
    return m_shape;
}

CollectionFigures CollectionImpl::figures() const
{
    return {m_counters.documents, m_counters.bytes};
}

std::uint64_t CollectionImpl::storageBytes() const
{
    return sizeOf(m_core->store, recordRange(m_id), m_counters.documents);
}

std::vector<IndexInfo> CollectionImpl::indexes() const
{
    std::vector<IndexInfo> infos;
    const auto indexes = indexSet(); // others may replace it meanwhile
    for (const auto& index : *indexes) {
        infos.push_back(infoOf(*index));
    }
    return infos;
}

std::optional<IndexInfo> CollectionImpl::index(std::string_view name) const
{
    const auto found = findIndex(*indexSet(), name);
    if (!found) {
        return {};
    }
    return infoOf(*found);
}

IndexInfo CollectionImpl::infoOf(const IndexState& index)
{
    return {index.definition,
            index.collation,
            index.id,
            index.phase == IndexPhase::Ready,
            index.activity->multikey,
            index.activity->dates->state() == DateDirectory::State::Ready,
            index.activity->uses,
            index.activity->since,
            index.activity->builtDocuments,
            index.activity->windowUses};
}

void CollectionImpl::noteWindowUse(std::string_view indexName) const
{
    if (const auto found = findIndex(*indexSet(), indexName)) {
        ++found->activity->windowUses;
    }
}

std::uint64_t CollectionImpl::indexBytes(std::string_view indexName) const
{
    const auto found = findIndex(*indexSet(), indexName);
    std::uint64_t bytes = 0;
    if (found) {
        for (const KeyRange& range : allRanges(*found)) {
            bytes += sizeOf(m_core->store, range, m_counters.documents);
        }
    }
    return bytes;
}

std::optional<ttl::ExpiryRule> CollectionImpl::expiryRule(std::string_view indexName) const
{
    const auto found = findIndex(*indexSet(), indexName);
    if (found && found->definition.clustered) {
        return clusteredRule();
    }
    if (!found || !found->definition.isTtl()) {
        return {};
    }
    ttl::ExpiryRule rule = found->definition.rule();
    rule.inFilter = found->inFilter;
    const auto ownShape = shape();
    if (!ownShape->timeSeries) {
        return rule;
    }
    // the hidden index has no seconds of its own: it carries the collection's rule
    if (indexName == kBucketExpiryIndex) {
        if (!ownShape->expireAfterSeconds) {
            return {};
        }
        rule.expireAfterSeconds = *ownShape->expireAfterSeconds;
    }
    // A bucket expires as a whole, once the latest measurement that it may hold is due.
    // Source: app/ttl/SEMANTICS.md 4.
    rule.expireAfterSeconds += ownShape->timeSeries->bucketMaxSpanSeconds;
    return rule;
}

// MongoDB starts its scan of a clustered collection at 1970, so earlier dates never expire.
// Source: app/ttl/SEMANTICS.md 3.3.
std::optional<ttl::ExpiryRule> CollectionImpl::clusteredRule() const
{
    const auto ownShape = shape();
    if (!ownShape->expireAfterSeconds) {
        return {};
    }
    ttl::ExpiryRule rule;
    rule.field = "_id";
    rule.expireAfterSeconds = *ownShape->expireAfterSeconds;
    rule.notBefore = bson::Date{0};
    return rule;
}

std::unique_ptr<RecordCursor> CollectionImpl::scan(Direction direction) const
{
    return makeScanCursor(shared_from_this(), m_core->store.snapshot(), direction);
}

std::unique_ptr<RecordCursor> CollectionImpl::scanFrom(RecordId first) const
{
    return makeScanCursorFrom(shared_from_this(), m_core->store.snapshot(), first);
}

std::unique_ptr<RecordCursor> CollectionImpl::scanIndex(std::string_view indexName,
                                                        const IndexRange& range,
                                                        Direction direction) const
{
    const auto [indexes, snapshot] = consistentView();
    const auto found = findIndex(*indexes, indexName);
    if (!found || !found->hasEntries() || found->phase != IndexPhase::Ready) {
        return nullptr;
    }
    ++found->activity->uses;
    return makeIndexCursor(shared_from_this(), snapshot,
                           {found, rangesOf(*found, range), direction});
}

Result<std::optional<std::pair<RecordId, bson::Document>>>
CollectionImpl::findById(bson::ValueView id) const
{
    if (m_dropped) {
        return droppedError();
    }
    const std::shared_ptr<const IndexSet> indexes = indexSet();
    const IndexState& idIndex = *indexes->front();
    ++idIndex.activity->uses;
    std::string key;
    appendKey(key, id, idIndex.collation.get());
    // Two reads without a snapshot: a document that is removed in between counts as absent.
    const Result<RecordId> record = storedOwner(m_core->store, idIndex, key);
    TRY(record);
    if (*record == kNoRecord) {
        return std::nullopt;
    }
    std::string value;
    const Result<bool> found
        = m_core->store.get(storage::Family::Records, recordKey(m_id, *record), value, nullptr);
    TRY(found);
    if (!*found) { // removed between the two reads
        return std::nullopt;
    }
    return std::pair{*record, bson::Document::fromTrusted({value.begin(), value.end()})};
}

Result<std::shared_ptr<const IndexState>>
CollectionImpl::datesIndex(std::string_view indexName) const
{
    if (m_dropped) {
        return droppedError();
    }
    auto found = findIndex(*indexSet(), indexName);
    if (!found || !found->datesApart) {
        return protocol::commandError(protocol::ServerCode::IndexNotFound,
                                      "no TTL index '" + std::string(indexName) + "' on "
                                          + ns().text());
    }
    return found;
}

Result<std::vector<DateEntry>> CollectionImpl::dates(std::string_view indexName, bson::Date from,
                                                     bson::Date to, std::size_t limit) const
{
    const auto index = datesIndex(indexName);
    TRY(index);
    const DatePlace start = startOf(**index, from);
    if (start.millis > to.millis) {
        return std::vector<DateEntry>();
    }
    return readDates(m_core->store, datesRange(**index, start, to), limit);
}

Result<std::int64_t> CollectionImpl::countDue(std::string_view indexName, bson::Date to,
                                              std::int64_t atMost) const
{
    const auto index = datesIndex(indexName);
    TRY(index);
    IndexActivity& activity = *(*index)->activity;
    if (activity.dateBound.place().millis > to.millis) {
        return std::int64_t{0};
    }
    // Under the lock: an insert must not lower the bound between the walk and raise().
    const std::unique_lock lock(m_core->writer);
    const DatePlace start = activity.dateBound.place();
    DateWalk walk(m_core->store, **index, nullptr, start);
    walk.first();
    TRY(walk.status());
    const bool any = walk.valid();
    // a standby must not raise the bound: it makes no commits that would lower it again
    if ((*index)->phase == IndexPhase::Ready && !m_core->standby) {
        activity.dateBound.raise(any ? walk.place() : kAfterAllDates);
    }
    if (!any || walk.date() > to.millis) {
        return std::int64_t{0};
    }
    if (activity.dates->state() == DateDirectory::State::Ready) {
        return std::clamp<std::int64_t>(activity.dates->countUpTo(to.millis).estimate(), 1, atMost);
    }
    std::int64_t due = 0;
    for (; walk.valid() && due < atMost && walk.date() <= to.millis; walk.next()) {
        ++due;
    }
    return due;
}

std::unique_ptr<BulkRemoval> CollectionImpl::bulkRemoval(std::string_view indexName)
{
    return beginBulkRemoval(shared_from_this(), indexName);
}

Result<std::int64_t> CollectionImpl::countDates(std::string_view indexName, bson::Date from,
                                                bson::Date to) const
{
    const auto index = datesIndex(indexName);
    TRY(index);
    const DatePlace start = startOf(**index, from);
    if (start.millis > to.millis) {
        return 0;
    }
    // The directory knows each document's earliest date only. That is enough unless a later date of
    // an array may lie inside the range while the earliest is before it.
    const bool byEarliest
        = !(*index)->activity->multikey || from.millis == std::numeric_limits<std::int64_t>::min();
    if (byEarliest && (*index)->activity->dates->state() == DateDirectory::State::Ready) {
        const auto counted = countByDirectory(*this, indexName, from, to);
        if (!counted || *counted) {
            return counted ? Result<std::int64_t>(**counted) : counted.error();
        }
    }
    const KeyRange range = datesRange(**index, start, to);
    const auto entries = m_core->store.iterate(range.family, range.lower, range.upper, nullptr);
    const bool multikey = (*index)->activity->multikey;
    RecordSet records;
    std::int64_t count = 0;
    for (entries->seekToFirst(); entries->valid(); entries->next()) {
        ++count;
        if (multikey) {
            records.insert(entryRecord(range.family, entries->key(), {}));
        }
    }
    TRY(entries->status());
    return multikey ? records.size() : count;
}

Result<std::optional<DateClassification>>
CollectionImpl::dateClasses(std::string_view indexName, std::span<const bson::Date> bounds,
                            DatePrecision precision) const
{
    return classifyDates(*this, indexName, bounds, precision);
}

Result<Verification> CollectionImpl::verify(const Interruption& interrupted) const
{
    // under the lock, so that no document is removed between keepExact() and the snapshot
    std::unique_lock lock(m_core->writer);
    const std::shared_ptr<const void> exact = keepExact();
    const auto [indexes, snapshot] = consistentView();
    lock.unlock();
    if (m_dropped) {
        return droppedError();
    }
    return verifyIndexes(*this, *indexes, *snapshot, interrupted);
}

Result<std::unique_ptr<WriteUnit>> CollectionImpl::beginWrite()
{
    return beginWriteUnit(shared_from_this());
}

std::shared_ptr<const IndexSet> CollectionImpl::indexSet() const
{
    const std::lock_guard lock(m_mutex);
    return m_indexes;
}

void CollectionImpl::publish(std::shared_ptr<const IndexSet> indexes)
{
    for (const auto& index : *indexes) {
        m_core->dead->addIndex(m_id, index->id);
    }
    const std::lock_guard lock(m_mutex);
    m_indexes = std::move(indexes);
}

StoredCollection CollectionImpl::stored(const IndexSet& indexes) const
{
    StoredCollection entry{m_id, ns(), m_uuid, options(), {}};
    for (const auto& index : indexes) {
        entry.indexes.push_back(
            {index->id, index->phase, index->activity->multikey, index->definition});
    }
    return entry;
}

void CollectionImpl::putEntry(storage::Batch& batch, const IndexSet& indexes) const
{
    batch.put(storage::Family::Meta, collectionKey(m_id), encodeCollection(stored(indexes)));
}

void CollectionImpl::setNamespace(const protocol::Namespace& ns)
{
    const std::lock_guard lock(m_mutex);
    m_ns = ns;
}

void CollectionImpl::setOptions(const CollectionOptions& options)
{
    const std::lock_guard lock(m_mutex);
    m_options = options;
    m_shape = std::make_shared<const CollectionShape>(shapeOf(options));
}

bool CollectionImpl::isSmall() const
{
    return m_counters.documents <= kFewDocuments && m_dead->none();
}

base::Error CollectionImpl::droppedError() const
{
    return protocol::commandError(protocol::ServerCode::QueryPlanKilled,
                                  "collection dropped: " + ns().text());
}

std::pair<std::shared_ptr<const IndexSet>, std::shared_ptr<const storage::Snapshot>>
CollectionImpl::consistentView() const
{
    // An index is published after its entries were committed and withdrawn before they are removed;
    // the same set before and after taking the snapshot therefore means that all its entries are in
    // the snapshot.
    std::shared_lock gate(m_core->following, std::defer_lock);
    if (m_core->standby) { // there indexes and data move on together, under this lock
        gate.lock();
    }
    for (;;) {
        const std::shared_ptr<const IndexSet> indexes = indexSet();
        auto snapshot = m_core->store.snapshot();
        if (indexSet() == indexes) {
            return {indexes, std::move(snapshot)};
        }
    }
}

} // namespace sandglass::engine::catalog
