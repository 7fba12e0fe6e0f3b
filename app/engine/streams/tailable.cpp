// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/streams/tailable.h"

#include "app/engine/catalog/collection.h"
#include "app/engine/catalog/oplog.h"
#include "app/engine/operations/interrupt.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <string>
#include <utility>

namespace sandglass::engine::streams {

using catalog::RecordId;
using operations::Interrupt;
using plan::TailState;
using protocol::commandError;

namespace {

constexpr int kCappedPositionLost = 136;

/// The position of a tail. A tail on an empty collection ends at once, as in MongoDB: without a
/// last record it has no position to continue from.
class TailPlace final : public TailState
{
public:
    bool ended() const override { return last == 0; }

    RecordId last = 0; ///< the last record read, matching or not; 0: none yet
};

/// The documents after the tail's position. Returns nothing at the end, and more when it is called
/// again later.
class CappedTail final : public query::DocumentSource
{
public:
    CappedTail(std::shared_ptr<catalog::Collection> collection, query::Filter filter,
               std::shared_ptr<Interrupt> interrupt, std::shared_ptr<TailPlace> place)
        : m_collection(std::move(collection))
        , m_filter(std::move(filter))
        , m_interrupt(std::move(interrupt))
        , m_place(std::move(place))
    {
    }

    /// Skips the records before `first`.
    void startAt(RecordId first) { m_first = first; }
    Result<std::optional<bson::Document>> next() override;

private:
    Result<void> openWalk();

    std::shared_ptr<catalog::Collection> m_collection;
    query::Filter m_filter;
    std::shared_ptr<Interrupt> m_interrupt;
    std::shared_ptr<TailPlace> m_place;
    RecordId m_first = 1;
    std::unique_ptr<catalog::RecordCursor> m_walk; // null at the end: see openWalk()
};

// Opens a new scan after the previous one has come to its end, because a scan reads a snapshot. It
// starts at the last record that was read, to notice whether that has been overwritten: then
// records between it and the oldest one may be lost too.
Result<void> CappedTail::openWalk()
{
    const RecordId last = m_place->last;
    m_walk = m_collection->scanFrom(last == 0 ? m_first : last);
    if (last == 0) {
        return {};
    }
    if (m_walk->next() && m_walk->id() == last) {
        return {};
    }
    TRY(m_walk->status());
    return commandError(kCappedPositionLost,
                        "CollectionScan died due to position in capped collection being deleted."
                        " Last seen record id: RecordId("
                            + std::to_string(last) + ")");
}

Result<std::optional<bson::Document>> CappedTail::next()
{
    if (!m_walk) {
        TRY(openWalk());
    }
    while (m_walk->next()) {
        TRY(m_interrupt->checkSometimes());
        m_place->last = m_walk->id();
        auto matched = m_filter.evaluate(m_walk->document());
        if (!matched) {
            return m_interrupt->executorError(std::move(matched.error()));
        }
        if (*matched) {
            return std::optional(bson::Document(m_walk->document()));
        }
    }
    TRY(m_walk->status());
    m_walk.reset();
    return std::optional<bson::Document>();
}

/// The record to begin at. Most clients tail the log from a timestamp on, and its record ids are
/// timestamps, so everything before can be skipped. The tail begins at the last entry at the
/// latest: without any record it would have no position, and would end at once.
RecordId firstOf(const query::Filter& filter, const catalog::Collection& collection,
                 const catalog::Oplog* oplog)
{
    if (oplog == nullptr || collection.ns() != catalog::oplogNamespace()) {
        return 1;
    }
    const auto bounds = filter.bounds("ts", false);
    if (!bounds || !bounds->lower || bounds->lower->type() != bson::Type::Timestamp) {
        return 1;
    }
    return std::min(catalog::recordOf(bounds->lower->view().asTimestamp()),
                    catalog::recordOf(oplog->last()));
}

} // namespace

Tail openTail(const std::shared_ptr<catalog::Collection>& collection, const query::Filter& filter,
              const catalog::Oplog* oplog, std::shared_ptr<Interrupt> interrupt)
{
    auto place = std::make_shared<TailPlace>();
    auto source = std::make_unique<CappedTail>(collection, filter, std::move(interrupt), place);
    source->startAt(firstOf(filter, *collection, oplog));
    return {std::move(source), std::move(place)};
}

} // namespace sandglass::engine::streams
