// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/cursors.h"

#include "app/engine/catalog/index_entries.h"
#include "app/engine/catalog/record_set.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace sandglass::engine::catalog {

namespace {

// Sizes of a chunk of an index cursor: entries in the first and in the largest one, and the bytes
// of documents above which the next one is small again.
constexpr std::size_t kFirstChunk = 4;
constexpr std::size_t kMostChunk = 256;
constexpr std::size_t kMostChunkBytes = std::size_t{4} << 20U;

class ScanCursor final : public RecordCursor
{
public:
    ScanCursor(std::shared_ptr<const CollectionImpl> collection,
               std::shared_ptr<const storage::Snapshot> snapshot, Direction direction,
               RecordId first = kNoRecord)
        : m_collection(std::move(collection))
        , m_snapshot(std::move(snapshot))
        , m_backward(direction == Direction::Backward)
    {
        const KeyRange range = recordRange(m_collection->id());
        const std::string lower
            = first == kNoRecord ? range.lower : recordKey(m_collection->id(), first);
        m_records = m_collection->core().store.iterate(range.family, lower, range.upper,
                                                       m_snapshot.get());
    }

    bool next() override
    {
        if (m_error || m_atEnd) {
            return false;
        }
        if (m_collection->dropped()) {
            m_error = m_collection->droppedError();
            return false;
        }
        move();
        m_atEnd = !m_records->valid();
        if (m_atEnd) {
            if (auto status = m_records->status(); !status) {
                m_error = std::move(status.error());
            }
            return false;
        }
        ++m_examined;
        return true;
    }

    RecordId id() const override { return recordIdOf(m_records->key()); }
    bson::DocumentView document() const override { return recordDocument(m_records->value()); }
    Result<void> status() const override
    {
        if (m_error) {
            return *m_error;
        }
        return {};
    }
    std::int64_t keysExamined() const override { return 0; }
    std::int64_t documentsExamined() const override { return m_examined; }

private:
    void move()
    {
        if (m_started) {
            m_backward ? m_records->previous() : m_records->next();
        } else {
            m_backward ? m_records->seekToLast() : m_records->seekToFirst();
        }
        m_started = true;
    }

    std::shared_ptr<const CollectionImpl> m_collection;
    /// Declared before m_records, which uses it until it is destroyed.
    std::shared_ptr<const storage::Snapshot> m_snapshot;
    bool m_backward;
    std::unique_ptr<storage::Iterator> m_records;
    bool m_started = false;
    bool m_atEnd = false;
    std::int64_t m_examined = 0;
    std::optional<base::Error> m_error;
};

// Reads entries ahead in chunks and fetches their documents in the order of record ids with one
// iterator, which is many times cheaper than one lookup per document. Chunks start small and grow,
// so that a find of one document reads few.
class IndexCursor final : public RecordCursor
{
public:
    IndexCursor(std::shared_ptr<const CollectionImpl> collection,
                const std::shared_ptr<const storage::Snapshot>& snapshot, IndexWalk walk)
        : m_collection(std::move(collection))
        , m_dedupe(walk.index->activity->multikey)
        , m_entries(m_collection->core().store, snapshot, std::move(walk))
    {
        const KeyRange range = recordRange(m_collection->id());
        m_records = m_collection->core().store.iterate(range.family, range.lower, range.upper,
                                                       snapshot.get());
    }

    bool next() override
    {
        if (m_error) {
            return false;
        }
        ++m_position;
        if (m_position >= m_chunk.size() && !fill()) {
            return false;
        }
        m_keysExamined += m_chunk[m_position].keys;
        ++m_documentsExamined;
        return true;
    }

    RecordId id() const override { return m_chunk[m_position].id; }
    bson::DocumentView document() const override
    {
        const Fetched& at = m_chunk[m_position];
        return recordDocument(std::string_view(m_bytes).substr(at.start, at.length));
    }
    Result<void> status() const override
    {
        if (m_error) {
            return *m_error;
        }
        return {};
    }
    std::int64_t keysExamined() const override { return m_keysExamined; }
    std::int64_t documentsExamined() const override { return m_documentsExamined; }

private:
    struct Fetched
    {
        RecordId id = kNoRecord;
        bool found = false;
        std::int64_t keys
            = 0; ///< entries walked for this document, repeated ones before it included
        std::size_t start = 0; ///< of the document in m_bytes
        std::size_t length = 0;
    };

    /// Reads the next chunk; false at the end and after an error.
    bool fill();
    /// Fills m_chunk with the record ids of the next entries.
    void gatherRecords();
    /// Reads the chunk's documents into m_bytes. Errors: Storage.
    Result<void> fetchDocuments();
    /// Whether m_records is at that key.
    bool isAt(const std::string& key) const
    {
        return m_records->valid() && m_records->key() == key;
    }

    std::shared_ptr<const CollectionImpl> m_collection;
    bool m_dedupe;
    EntryWalker m_entries;
    std::unique_ptr<storage::Iterator> m_records;
    RecordSet m_seen; // records returned so far; only in a multikey index
    std::vector<Fetched> m_chunk;
    std::string m_bytes; // the chunk's documents, one after the other
    std::size_t m_position = 0; // in m_chunk
    std::size_t m_chunkLimit = kFirstChunk;
    std::int64_t m_keysExamined = 0;
    std::int64_t m_documentsExamined = 0;
    std::optional<base::Error> m_error;
};

bool IndexCursor::fill()
{
    if (m_collection->dropped()) {
        m_error = m_collection->droppedError();
        return false;
    }
    m_position = 0;
    // if all documents of a chunk died in the meantime, the next chunk is tried
    for (bool died = true; died && !m_error;) {
        gatherRecords();
        if (auto status = m_entries.status(); !status) {
            m_error = std::move(status.error());
        }
        if (auto fetched = fetchDocuments(); !fetched) {
            m_error = std::move(fetched.error());
        }
        died = std::erase_if(m_chunk, [](const Fetched& each) { return !each.found; }) > 0
            && m_chunk.empty();
    }
    // chunks grow fourfold, and become small again when documents are large
    m_chunkLimit
        = m_bytes.size() > kMostChunkBytes ? kFirstChunk : std::min(m_chunkLimit * 4, kMostChunk);
    return !m_error && !m_chunk.empty();
}

void IndexCursor::gatherRecords()
{
    m_chunk.clear();
    std::int64_t keys = 0;
    while (m_chunk.size() < m_chunkLimit && m_entries.next()) {
        ++keys;
        const RecordId record = m_entries.record();
        if (m_dedupe && !m_seen.insert(record)) {
            continue;
        }
        m_chunk.push_back({record, false, keys, 0, 0});
        keys = 0;
    }
    m_keysExamined += keys;
}

Result<void> IndexCursor::fetchDocuments()
{
    m_bytes.clear();
    std::vector<std::size_t> order(m_chunk.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::sort(order.begin(), order.end(),
              [this](std::size_t a, std::size_t b) { return m_chunk[a].id < m_chunk[b].id; });
    for (const std::size_t i : order) {
        Fetched& wanted = m_chunk[i];
        const std::string key = recordKey(m_collection->id(), wanted.id);
        // documents that were inserted together often have neighbouring records: a step is cheaper
        // than a seek
        if (m_records->valid() && m_records->key() < key) {
            m_records->next();
        }
        if (!isAt(key)) {
            m_records->seek(key);
        }
        TRY(m_records->status());
        if (!isAt(key)) {
            // the document was removed after its entry was read
            if (m_collection->dead().contains(wanted.id)) {
                continue;
            }
            return base::failure(Errc::Storage,
                                 "an index entry of " + m_collection->ns().text()
                                     + " points to a document that does not exist");
        }
        wanted.found = true;
        wanted.start = m_bytes.size();
        wanted.length = m_records->value().size();
        m_bytes.append(m_records->value());
    }
    return {};
}

} // namespace

EntryWalker::EntryWalker(storage::KeyValueStore& store,
                         std::shared_ptr<const storage::Snapshot> snapshot, IndexWalk walk)
    : m_store(store)
    , m_snapshot(std::move(snapshot))
    , m_walk(std::move(walk))
{
    if (m_walk.direction == Direction::Backward) {
        std::reverse(m_walk.ranges.begin(), m_walk.ranges.end());
    }
}

bool EntryWalker::next()
{
    const bool backward = m_walk.direction == Direction::Backward;
    if (m_entries && m_entries->valid()) {
        backward ? m_entries->previous() : m_entries->next();
    }
    while (!m_entries || !m_entries->valid()) {
        if ((m_entries && !m_entries->status()) || !openNextRange()) {
            return false;
        }
    }
    return true;
}

bool EntryWalker::openNextRange()
{
    if (m_opened == m_walk.ranges.size()) {
        return false;
    }
    m_range = m_opened++;
    const KeyRange& range = m_walk.ranges[m_range];
    m_entries = m_store.iterate(range.family, range.lower, range.upper, m_snapshot.get());
    if (m_walk.direction == Direction::Backward) {
        m_entries->seekToLast();
    } else {
        m_entries->seekToFirst();
    }
    return true;
}

RecordId EntryWalker::record() const
{
    return entryRecord(range().family, m_entries->key(), m_entries->value());
}

Result<void> EntryWalker::status() const
{
    return m_entries ? m_entries->status() : Result<void>();
}

std::unique_ptr<RecordCursor>
makeScanCursor(std::shared_ptr<const CollectionImpl> collection,
               const std::shared_ptr<const storage::Snapshot>& snapshot, Direction direction)
{
    return std::make_unique<ScanCursor>(std::move(collection), snapshot, direction);
}

std::unique_ptr<RecordCursor>
makeScanCursorFrom(std::shared_ptr<const CollectionImpl> collection,
                   const std::shared_ptr<const storage::Snapshot>& snapshot, RecordId first)
{
    return std::make_unique<ScanCursor>(std::move(collection), snapshot, Direction::Forward, first);
}

std::unique_ptr<RecordCursor>
makeIndexCursor(std::shared_ptr<const CollectionImpl> collection,
                const std::shared_ptr<const storage::Snapshot>& snapshot, IndexWalk walk)
{
    return std::make_unique<IndexCursor>(std::move(collection), snapshot, std::move(walk));
}

} // namespace sandglass::engine::catalog
