// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/catalog/collection.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/plan/planner.h"
#include "app/engine/query/pipeline.h"

#include <cstdint>
#include <memory>
#include <unordered_set>

namespace sandglass::engine::plan {

/// Iterates over the documents of a collection that match a filter, using a plan. Returns each
/// document once. Adds what it reads to the operation's figures. One thread at a time.
class MatchCursor
{
public:
    /// `collection`: may be null if the plan's access is Nothing. `interrupt`: not null.
    MatchCursor(std::shared_ptr<catalog::Collection> collection, QueryPlan plan,
                query::Filter filter, std::shared_ptr<operations::Interrupt> interrupt);

    /// Moves to the next match; false at the end. Errors (server): MaxTimeMSExpired, Interrupted,
    /// QueryPlanKilled when the collection or index was dropped, those of the filter's `$expr`.
    /// Errors: Storage.
    Result<bool> next();
    /// The record id of the current document.
    catalog::RecordId id() const { return m_id; }
    /// The current document; valid until the next call of next().
    bson::DocumentView document() const { return m_document; }

    /// Records in the operation's figures that these documents are sorted in memory.
    void noteSort();

    /// The plan that it uses.
    const QueryPlan& plan() const { return m_plan; }
    /// The number of index entries read so far.
    std::int64_t keysExamined() const;
    /// The number of documents read so far, matching or not.
    std::int64_t documentsExamined() const;
    /// The number of matches returned so far.
    std::int64_t delivered() const { return m_delivered; }

private:
    Result<bool> advance();
    Result<bool> lookUpId();
    /// Adds what was read since the last call to the operation's figures.
    void report();
    /// Opens the scan of the collection or of the next range; false when none is left.
    Result<bool> openNext();
    /// Opens a scan of the whole collection: of a clustered one in order of _id.
    std::unique_ptr<catalog::RecordCursor> scanCollection();
    /// Notes a use of an index by a command of a window.
    void noteUse(std::string_view indexName) const;
    /// Tests a document and, if it matches, makes it the current one. Errors: those of the filter's
    /// `$expr`.
    Result<bool> accept(catalog::RecordId id, bson::DocumentView document);

    std::shared_ptr<catalog::Collection> m_collection;
    bool m_clustered = false; // the open scan is one of a clustered collection
    QueryPlan m_plan;
    query::Filter m_filter;
    std::shared_ptr<operations::Interrupt> m_interrupt;

    std::unique_ptr<catalog::RecordCursor> m_walk; // of the open range; null between ranges
    std::size_t m_opened = 0; // number of scans opened so far
    std::unordered_set<catalog::RecordId> m_seen; // only for several ranges of a multikey index
    bson::Document m_found; // the document of lookUpId()
    bson::DocumentView m_document; // into m_walk or m_found
    catalog::RecordId m_id = 0;
    std::int64_t m_keysOfClosed = 0; // read by the scans before m_walk
    std::int64_t m_documentsOfClosed = 0; // likewise
    std::int64_t m_delivered = 0;
    std::int64_t m_reportedKeys = 0;
    std::int64_t m_reportedDocuments = 0;
    bool m_planNoted = false;
};

/// The matches as a document source. The caller may keep the cursor to read its counts.
query::DocumentSourcePtr matchSource(std::shared_ptr<MatchCursor> cursor);

} // namespace sandglass::engine::plan
