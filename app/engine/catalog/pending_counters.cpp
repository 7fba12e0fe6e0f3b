// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/pending_counters.h"

#include "app/engine/catalog/collection_impl.h"
#include "app/engine/storage/key_codec.h"
#include "app/protocol/server_code.h"

#include <string>

namespace sandglass::engine::catalog {

namespace {

using storage::Family;

// Record ids are reserved on disk in steps, so that few commits have to write the limit.
constexpr RecordId kRecordIdStep = 1000;

} // namespace

PendingCounters::PendingCounters(CollectionImpl& collection)
    : m_collection(collection)
    , m_nextRecord(collection.counters().nextRecord)
{
}

void PendingCounters::added(std::size_t bytes)
{
    ++m_nextRecord;
    ++m_documents;
    m_bytes += static_cast<std::int64_t>(bytes);
}

void PendingCounters::removed(std::size_t bytes)
{
    --m_documents;
    m_bytes -= static_cast<std::int64_t>(bytes);
}

void PendingCounters::resized(std::size_t before, std::size_t after)
{
    m_bytes += static_cast<std::int64_t>(after) - static_cast<std::int64_t>(before);
}

bool PendingCounters::overCap(const CollectionShape& shape) const
{
    const CollectionCounters& counters = m_collection.counters();
    const std::int64_t documents = counters.documents + m_documents;
    if (!shape.capped || documents <= 1) {
        return false;
    }
    return (shape.cappedBytes > 0 && counters.bytes + m_bytes > shape.cappedBytes)
        || (shape.cappedDocuments && documents > *shape.cappedDocuments);
}

void PendingCounters::put(storage::Batch& batch)
{
    const CollectionCounters& counters = m_collection.counters();
    const std::uint32_t collection = m_collection.id();
    batch.put(Family::Meta, figuresKey(collection),
              encodeFigures({counters.documents + m_documents, counters.bytes + m_bytes}));
    m_recordLimit = counters.recordLimit;
    if (m_nextRecord > m_recordLimit) {
        m_recordLimit = m_nextRecord + kRecordIdStep;
        std::string value;
        storage::appendU64(value, m_recordLimit);
        batch.put(Family::Meta, recordLimitKey(collection), value);
    }
}

void PendingCounters::publish(RecordId oldest)
{
    CollectionCounters& counters = m_collection.counters();
    ++counters.commits;
    counters.documents += m_documents;
    counters.bytes += m_bytes;
    counters.nextRecord = m_nextRecord;
    counters.recordLimit = m_recordLimit;
    counters.oldestRecord = oldest;
}

Result<void> checkAloneInCap(const CollectionShape& shape, bson::DocumentView document)
{
    const bool tooLarge = shape.capped && shape.cappedBytes > 0
        && static_cast<std::int64_t>(document.size()) > shape.cappedBytes;
    if (tooLarge) {
        return protocol::commandError(protocol::ServerCode::BadValue,
                                      "object to insert exceeds cappedMaxSize");
    }
    return {};
}

} // namespace sandglass::engine::catalog
