// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/unique_change.h"

#include "app/engine/catalog/index_entries.h"
#include "app/engine/catalog/oplog_commands.h"

#include <algorithm>
#include <string>

namespace sandglass::engine::catalog {

namespace {

using storage::Family;

base::Error sharedKey()
{
    return base::serverError(359, "CannotConvertIndexToUnique",
                             "Cannot convert the index to unique. Please resolve conflicting"
                             " documents before running collMod again.");
}

// The stored key without the record id at its end, if it has one: equal for documents with equal
// values.
std::string_view sharedPart(const IndexState& index, Family family, storage::Slice key)
{
    const bool endsInId = family == Family::Dates || !index.unique;
    return endsInId ? key.substr(0, key.size() - kRecordIdBytes) : key;
}

// Entries are sorted, so two documents with the same key are neighbours. Errors:
// CannotConvertIndexToUnique (server error), those of `interrupted`.
Result<void> checkDistinct(storage::KeyValueStore& store, const IndexState& index,
                           const Collection::Interruption& interrupted)
{
    for (const KeyRange& range : allRanges(index)) {
        const auto entries = store.iterate(range.family, range.lower, range.upper, nullptr);
        std::string before;
        for (entries->seekToFirst(); entries->valid(); entries->next()) {
            TRY(interrupted());
            const std::string_view part = sharedPart(index, range.family, entries->key());
            if (part == before) {
                return sharedKey();
            }
            before = part;
        }
        TRY(entries->status());
    }
    return {};
}

// Rewrites the family Indexes only: entries in the family Dates end in the record id whether or not
// the index is unique. Source: app/engine/storage/FORMAT.md.
Result<void> rewriteEntries(storage::KeyValueStore& store, storage::Batch& batch,
                            const IndexState& old, const IndexState& changed)
{
    EntryWriter writer(batch);
    const KeyRange range = allRanges(old).front();
    const auto entries = store.iterate(range.family, range.lower, range.upper, nullptr);
    for (entries->seekToFirst(); entries->valid(); entries->next()) {
        const storage::Slice stored = entries->key();
        const RecordId id = entryRecord(range.family, stored, entries->value());
        batch.remove(range.family, stored);
        // entries of the family Indexes have no date note, hence the empty one
        writer.put(changed, sharedPart(old, range.family, stored).substr(kIndexIdBytes), id, {});
    }
    writer.finish();
    return entries->status();
}

std::shared_ptr<const IndexSet> with(const IndexSet& indexes,
                                     const std::shared_ptr<const IndexState>& state)
{
    auto changed = std::make_shared<IndexSet>(indexes);
    std::replace_if(
        changed->begin(), changed->end(), [&](const auto& index) { return index->id == state->id; },
        state);
    return changed;
}

} // namespace

Result<void> changeUniqueness(CollectionImpl& collection,
                              const std::shared_ptr<const IndexState>& old,
                              const std::shared_ptr<const IndexState>& changed,
                              const Collection::Interruption& interrupted)
{
    storage::KeyValueStore& store = collection.core().store;
    if (changed->unique) {
        TRY(checkDistinct(store, *old, interrupted));
    }
    const auto batch = store.makeBatch();
    OplogUnit log(collection.core().oplog.get(), *batch);
    if (old->hasEntries()) {
        TRY(rewriteEntries(store, *batch, *old, *changed));
    }
    const auto before = collection.indexSet();
    const auto after = with(*before, changed);
    collection.putEntry(*batch, *after);
    logIndexReplaced(log, collection, *old, *changed);
    // while a commit replaces the entries, no reader may use the index: it would meet both forms
    auto unreadable = std::make_shared<IndexState>(*old);
    unreadable->phase = IndexPhase::Building;
    collection.publish(with(*before, unreadable));
    auto committed = commitLogged(collection.core(), *batch, log);
    collection.publish(committed ? after : before);
    return committed;
}

} // namespace sandglass::engine::catalog
