// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/match_cursor.h"

#include "app/engine/plan/explain_stage.h"
#include "app/engine/request/operation_figures.h"
#include "app/protocol/server_code.h"

#include <string>
#include <utility>

namespace sandglass::engine::plan {

using catalog::Direction;
using catalog::RecordId;
using operations::Interrupt;
using request::OperationFigures;

MatchCursor::MatchCursor(std::shared_ptr<catalog::Collection> collection, QueryPlan plan,
                         query::Filter filter, std::shared_ptr<Interrupt> interrupt)
    : m_collection(std::move(collection))
    , m_plan(std::move(plan))
    , m_filter(std::move(filter))
    , m_interrupt(std::move(interrupt))
{
}

Result<bool> MatchCursor::next()
{
    auto moved = advance();
    report();
    return moved;
}

// Adds only the difference since the last call: several cursors may share one operation, and a
// cursor may outlive the operation that opened it.
void MatchCursor::report()
{
    OperationFigures& figures = m_interrupt->figures();
    const std::int64_t keys = keysExamined();
    const std::int64_t documents = documentsExamined();
    figures.keysExamined += keys - std::exchange(m_reportedKeys, keys);
    figures.documentsExamined += documents - std::exchange(m_reportedDocuments, documents);
    if (std::exchange(m_planNoted, true)) {
        return;
    }
    figures.plan.set(planSummary(m_plan));
    figures.collectionScans += m_plan.access == Access::CollectionScan ? 1 : 0;
}

void MatchCursor::noteSort()
{
    m_interrupt->figures().sortsInMemory = true;
}

// Opens one scan after the other: of the collection, or of each range of the index.
Result<bool> MatchCursor::advance()
{
    if (m_plan.access == Access::Nothing) {
        return false;
    }
    if (m_plan.access == Access::IdLookup) {
        return lookUpId();
    }
    while (true) {
        if (!m_walk) {
            auto opened = openNext();
            if (!opened || !*opened) {
                return opened;
            }
        }
        while (m_walk->next()) {
            TRY(m_interrupt->checkSometimes());
            auto accepted = accept(m_walk->id(), m_walk->document());
            if (!accepted || *accepted) {
                return accepted;
            }
        }
        TRY(m_walk->status());
        m_keysOfClosed += m_walk->keysExamined();
        m_documentsOfClosed += m_walk->documentsExamined();
        m_walk.reset();
    }
}

Result<bool> MatchCursor::lookUpId()
{
    if (m_opened++ > 0) {
        return false; // an _id matches at most one document
    }
    TRY(m_interrupt->check());
    auto found = m_collection->findById(m_plan.id);
    TRY(found);
    noteUse("_id_");
    if (!found->has_value()) {
        return false;
    }
    ++m_keysOfClosed;
    ++m_documentsOfClosed;
    m_found = std::move((*found)->second);
    return accept((*found)->first, m_found);
}

Result<bool> MatchCursor::openNext()
{
    const bool byIndex = m_plan.access == Access::IndexScan;
    const std::size_t walks = byIndex ? m_plan.ranges.size() : 1;
    if (m_opened == walks) {
        return false;
    }
    TRY(m_interrupt->check());
    if (byIndex) {
        const bool backward = m_plan.direction == Direction::Backward;
        // ranges ascend, so a backward scan starts with the last one
        const std::size_t at = backward ? walks - 1 - m_opened : m_opened;
        m_walk = m_collection->scanIndex(m_plan.index->definition.name, m_plan.ranges[at],
                                         m_plan.direction);
    } else {
        m_walk = scanCollection();
    }
    ++m_opened;
    if (!m_walk) {
        return protocol::commandError(protocol::ServerCode::QueryPlanKilled,
                                      "query plan killed :: caused by :: index or collection"
                                      " dropped");
    }
    if (byIndex) {
        noteUse(m_plan.index->definition.name);
    }
    return true;
}

// A clustered collection is ordered by _id, not by insertion. Its keys are not counted: they are
// the documents' own places.
std::unique_ptr<catalog::RecordCursor> MatchCursor::scanCollection()
{
    const auto shape = m_collection->shape();
    m_clustered = shape->clustered;
    if (!m_clustered) {
        return m_collection->scan(m_plan.direction);
    }
    const std::string name = shape->clusteredName.empty() ? "_id_" : shape->clusteredName;
    auto walk = m_collection->scanIndex(name, {}, m_plan.direction);
    // a standby cannot read the order of another ICU
    return walk ? std::move(walk) : m_collection->scan(m_plan.direction);
}

void MatchCursor::noteUse(std::string_view indexName) const
{
    if (m_interrupt->isOfWindow()) {
        m_collection->noteWindowUse(indexName);
    }
}

Result<bool> MatchCursor::accept(RecordId id, bson::DocumentView document)
{
    auto matched = m_filter.evaluate(document);
    if (!matched) {
        return m_interrupt->executorError(std::move(matched.error()));
    }
    if (!*matched) {
        return false;
    }
    // within one range the catalog's cursor returns a document once; across ranges, an array may
    // have elements in several
    const bool mayRepeat = m_plan.ranges.size() > 1 && m_plan.index && m_plan.index->multikey;
    if (mayRepeat && !m_seen.insert(id).second) {
        return false;
    }
    m_id = id;
    m_document = document;
    ++m_delivered;
    return true;
}

std::int64_t MatchCursor::keysExamined() const
{
    if (m_clustered) {
        return 0;
    }
    return m_keysOfClosed + (m_walk ? m_walk->keysExamined() : 0);
}

std::int64_t MatchCursor::documentsExamined() const
{
    return m_documentsOfClosed + (m_walk ? m_walk->documentsExamined() : 0);
}

namespace {

class MatchSource final : public query::DocumentSource
{
public:
    explicit MatchSource(std::shared_ptr<MatchCursor> cursor)
        : m_cursor(std::move(cursor))
    {
    }

    Result<std::optional<bson::Document>> next() override
    {
        auto shown = nextView();
        TRY(shown);
        if (!shown->has_value()) {
            return std::optional<bson::Document>();
        }
        return std::optional(bson::Document(**shown));
    }

    Result<std::optional<bson::DocumentView>> nextView() override
    {
        auto moved = m_cursor->next();
        TRY(moved);
        return *moved ? std::optional(m_cursor->document()) : std::nullopt;
    }

private:
    std::shared_ptr<MatchCursor> m_cursor;
};

} // namespace

query::DocumentSourcePtr matchSource(std::shared_ptr<MatchCursor> cursor)
{
    return std::make_unique<MatchSource>(std::move(cursor));
}

} // namespace sandglass::engine::plan
