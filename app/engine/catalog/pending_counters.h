// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/catalog/types.h"

#include <cstddef>
#include <cstdint>

namespace sandglass::engine::storage {
class Batch;
}

namespace sandglass::engine::catalog {

class CollectionImpl;
struct CollectionShape;

/// The figures of a collection and its next record id as one write unit changes them. Use it under
/// the writer lock.
class PendingCounters
{
public:
    /// `collection` must outlive it.
    explicit PendingCounters(CollectionImpl& collection);

    /// The id that the next document gets.
    RecordId nextRecord() const { return m_nextRecord; }
    /// A document of that size was added, with the id nextRecord().
    void added(std::size_t bytes);
    /// A document of that size was removed.
    void removed(std::size_t bytes);
    /// A document was replaced.
    void resized(std::size_t before, std::size_t after);

    /// Whether a capped collection has more than its options allow. False for one that is limited
    /// by age only.
    bool overCap(const CollectionShape& shape) const;

    /// Adds the figures after the unit to its batch.
    void put(storage::Batch& batch);
    /// Shows them in memory, after the commit. `oldest`: no record has a smaller id.
    void publish(RecordId oldest);

private:
    CollectionImpl& m_collection;
    RecordId m_nextRecord;
    RecordId m_recordLimit = 0; ///< on disk after the commit; known after put()
    std::int64_t m_documents = 0; ///< change
    std::int64_t m_bytes = 0; ///< change
};

/// Succeeds unless the document alone exceeds the size of a capped collection. Errors (server):
/// BadValue.
Result<void> checkAloneInCap(const CollectionShape& shape, bson::DocumentView document);

} // namespace sandglass::engine::catalog
