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

/// Walks the documents of a collection that match a filter, by a plan; each document once. One
/// thread at a time.
class MatchCursor
{
public:
    /// `collection` may be null when the plan's access is Nothing.
    MatchCursor(std::shared_ptr<catalog::Collection> collection, QueryPlan plan,
                query::Filter filter, std::shared_ptr<operations::Interrupt> interrupt);

    /// Moves to the next match; false at the end. Errors: 50, 11601, 175, Storage.
    Result<bool> next();
    catalog::RecordId id() const { return m_id; }
    /// Valid until the next call of next().
    bson::DocumentView document() const { return m_document; }

    /// Tells the operation's figures that what comes from here is sorted in memory.
    void noteSort();

    const QueryPlan& plan() const { return m_plan; }
    std::int64_t keysExamined() const;
    std::int64_t documentsExamined() const;
    /// Matches delivered so far.
    std::int64_t delivered() const { return m_delivered; }

private:
    Result<bool> advance();
    Result<bool> lookUpId();
    /// Adds what was examined since the last report to the operation's figures.
    void report();
    /// Opens the walk of the collection or of the next range; false when none is left.
    Result<bool> openNext();
    bool accept(catalog::RecordId id, bson::DocumentView document);

    std::shared_ptr<catalog::Collection> m_collection;
    QueryPlan m_plan;
    query::Filter m_filter;
    std::shared_ptr<operations::Interrupt> m_interrupt;

    std::unique_ptr<catalog::RecordCursor> m_walk;
    std::size_t m_opened = 0;
    std::unordered_set<catalog::RecordId> m_seen; // only for several ranges of a multikey index
    bson::Document m_found; // what lookUpId() found
    bson::DocumentView m_document;
    catalog::RecordId m_id = 0;
    std::int64_t m_keysOfClosed = 0;
    std::int64_t m_documentsOfClosed = 0;
    std::int64_t m_delivered = 0;
    std::int64_t m_reportedKeys = 0;
    std::int64_t m_reportedDocuments = 0;
    bool m_planNoted = false;
};

/// The same walk as a stream of documents; the caller may keep the cursor for its counts.
query::DocumentSourcePtr matchSource(std::shared_ptr<MatchCursor> cursor);

} // namespace sandglass::engine::plan
