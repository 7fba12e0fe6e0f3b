// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/verification.h"

#include "app/engine/catalog/index_entries.h"
#include "app/engine/catalog/index_key.h"

#include <utility>

namespace sandglass::engine::catalog {

namespace {

// More would not help: the index is damaged and must be rebuilt.
constexpr std::size_t kMostProblems = 100;

class Verifier
{
public:
    Verifier(const CollectionImpl& collection, const IndexSet& indexes,
             const storage::Snapshot& snapshot, const Collection::Interruption& interrupted)
        : m_collection(collection)
        , m_store(collection.core().store)
        , m_snapshot(snapshot)
        , m_interrupted(interrupted)
    {
        for (const auto& index : indexes) {
            if (index->hasEntries() && index->phase == IndexPhase::Ready) {
                m_indexes.push_back(index);
            }
        }
        m_expected.resize(m_indexes.size());
    }

    Result<Verification> run();

private:
    Result<void> checkDocuments();
    Result<void> checkDocument(RecordId id, bson::DocumentView document);
    Result<void> checkFigures();
    Result<void> checkIndex(std::size_t i);
    Result<void> checkEntry(const IndexState& index, storage::Family family,
                            std::pair<storage::Slice, storage::Slice> entry);
    void report(const IndexState* index, RecordId id, const std::string& problem);

    const CollectionImpl& m_collection;
    storage::KeyValueStore& m_store;
    const storage::Snapshot& m_snapshot;
    const Collection::Interruption& m_interrupted;
    IndexSet m_indexes;
    std::vector<std::int64_t> m_expected; ///< per index: entries that the documents must have
    std::int64_t m_bytes = 0;
    KeyList m_keys;
    Verification m_result;
};

Result<Verification> Verifier::run()
{
    TRY(checkDocuments());
    TRY(checkFigures());
    for (std::size_t i = 0; i < m_indexes.size(); ++i) {
        TRY(checkIndex(i));
    }
    return std::move(m_result);
}

void Verifier::report(const IndexState* index, RecordId id, const std::string& problem)
{
    if (m_result.problems.size() >= kMostProblems) {
        return;
    }
    const std::string place = index != nullptr ? "index " + index->definition.name + ", " : "";
    m_result.problems.push_back(place + "record " + std::to_string(id) + ": " + problem);
}

Result<void> Verifier::checkDocuments()
{
    const KeyRange range = recordRange(m_collection.id());
    const auto records = m_store.iterate(range.family, range.lower, range.upper, &m_snapshot);
    for (records->seekToFirst(); records->valid(); records->next()) {
        TRY(m_interrupted());
        const auto document = recordDocument(records->value());
        m_bytes += static_cast<std::int64_t>(document.size());
        ++m_result.documents;
        auto checked = checkDocument(recordIdOf(records->key()), document);
        TRY(checked);
    }
    return records->status();
}

Result<void> Verifier::checkDocument(RecordId id, bson::DocumentView document)
{
    for (std::size_t i = 0; i < m_indexes.size(); ++i) {
        const IndexState& index = *m_indexes[i];
        if (!index.keysOf(document, m_keys)) {
            report(&index, id, "the document cannot be indexed");
            continue;
        }
        m_expected[i] += static_cast<std::int64_t>(m_keys.size());
        for (std::size_t k = 0; k < m_keys.size(); ++k) {
            const DateNote note = dateNote(m_keys, k, document.size());
            const Result<bool> found = hasEntry(m_store, &m_snapshot, index, {m_keys[k], id, note});
            TRY(found);
            if (!*found) {
                report(&index, id, "an entry is missing or not as it should be");
            }
        }
    }
    return {};
}

Result<void> Verifier::checkFigures()
{
    std::string value;
    const auto found
        = m_store.get(storage::Family::Meta, figuresKey(m_collection.id()), value, &m_snapshot);
    TRY(found);
    const auto figures = decodeFigures(value);
    if (!*found || !figures || figures->documents != m_result.documents
        || figures->bytes != m_bytes) {
        m_result.problems.emplace_back("the collection's figures do not agree with its documents");
    }
    return {};
}

// checkDocuments() has looked up every expected entry. So equal numbers mean that there are no
// others, and counting suffices; only when the numbers differ is each entry checked.
Result<void> Verifier::checkIndex(std::size_t i)
{
    const IndexState& index = *m_indexes[i];
    std::int64_t count = 0;
    for (const bool inspect : {false, true}) {
        if (inspect && count == m_expected[i]) {
            break;
        }
        for (const KeyRange& range : allRanges(index)) {
            const auto entries
                = m_store.iterate(range.family, range.lower, range.upper, &m_snapshot);
            for (entries->seekToFirst(); entries->valid(); entries->next()) {
                TRY(m_interrupted());
                count += inspect ? 0 : 1;
                auto checked = inspect
                    ? checkEntry(index, range.family, {entries->key(), entries->value()})
                    : Result<void>();
                TRY(checked);
            }
            TRY(entries->status());
        }
    }
    m_result.entries += count;
    return {};
}

Result<void> Verifier::checkEntry(const IndexState& index, storage::Family family,
                                  std::pair<storage::Slice, storage::Slice> entry)
{
    const RecordId id = entryRecord(family, entry.first, entry.second);
    std::string value;
    const auto found = m_store.get(storage::Family::Records, recordKey(m_collection.id(), id),
                                   value, &m_snapshot);
    TRY(found);
    const bool endsInId = family == storage::Family::Dates || !index.unique;
    if (entry.first.size() < kIndexIdBytes + (endsInId ? kRecordIdBytes : 0)) {
        report(&index, id, "an entry is cut off");
        return {};
    }
    std::string key(entry.first.substr(kIndexIdBytes));
    if (family == storage::Family::Dates) {
        key.insert(key.begin(), kDateBracket);
    }
    if (endsInId) {
        key.resize(key.size() - kRecordIdBytes);
    }
    if (!*found) {
        report(&index, id, "an entry points to a document that is not there");
    } else if (!index.keysOf(recordDocument(value), m_keys) || !m_keys.contains(key)) {
        report(&index, id, "an entry does not belong to its document");
    } else if (index.datesApart && family == storage::Family::Indexes && isDateKey(key)) {
        report(&index, id, "a date of a TTL index is in the wrong family");
    }
    return {};
}

} // namespace

Result<Verification> verifyIndexes(const CollectionImpl& collection, const IndexSet& indexes,
                                   const storage::Snapshot& snapshot,
                                   const Collection::Interruption& interrupted)
{
    return Verifier(collection, indexes, snapshot, interrupted).run();
}

} // namespace sandglass::engine::catalog
