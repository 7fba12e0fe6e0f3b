// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/tailable.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/oplog.h"
#include "app/engine/commands/arguments.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/cursors.h"
#include "app/engine/commands/query_sources.h"
#include "app/engine/commands/reply_cursor.h"

#include <algorithm>
#include <string>
#include <utility>

namespace sandglass::engine::commands {

using catalog::RecordId;
using protocol::commandError;
using protocol::ServerCode;

namespace {

constexpr int kCappedPositionLost = 136;

/// Where a tail has got to.
class TailPlace final : public TailState
{
public:
    bool ended() const override { return last == 0; }

    RecordId last = 0; ///< the last record looked at; 0: none yet
};

/// Documents from the tail's place on. At the end it gives nothing, and more when it is asked again
/// later.
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

    /// Records before that one are passed over.
    void startAt(RecordId first) { m_first = first; }
    Result<std::optional<bson::Document>> next() override;

private:
    Result<void> openWalk();

    std::shared_ptr<catalog::Collection> m_collection;
    query::Filter m_filter;
    std::shared_ptr<Interrupt> m_interrupt;
    std::shared_ptr<TailPlace> m_place;
    RecordId m_first = 1;
    std::unique_ptr<catalog::RecordCursor> m_walk; // until its end
};

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
        if (m_filter.matches(m_walk->document())) {
            return std::optional(bson::Document(m_walk->document()));
        }
    }
    TRY(m_walk->status());
    m_walk.reset();
    return std::optional<bson::Document>();
}

/// The log is read from a timestamp on by nearly everybody who tails it; its records are numbered
/// by it. It begins at the last entry at the latest, so that the tail has a place.
RecordId firstOf(const FindRequest& find, const catalog::Oplog* oplog)
{
    if (oplog == nullptr || find.ns != catalog::oplogNamespace()) {
        return 1;
    }
    const auto bounds = find.shape.filter.bounds("ts", false);
    if (!bounds || !bounds->lower || bounds->lower->type() != bson::Type::Timestamp) {
        return 1;
    }
    return std::min(catalog::recordOf(bounds->lower->view().asTimestamp()),
                    catalog::recordOf(oplog->last()));
}

query::DocumentSourcePtr shaped(query::DocumentSourcePtr source, const FindRequest& find)
{
    if (find.skip > 0 || find.limit) {
        source = sliceSource(std::move(source), find.skip, find.limit);
    }
    if (!find.projection.passesThrough()) {
        source = projectSource(std::move(source), {find.projection, find.shape.filter, false});
    }
    return source;
}

} // namespace

Result<void> takeTailable(const Arguments& arguments, FindRequest& find)
{
    auto tailable = arguments.flag("tailable", false);
    TRY(tailable);
    auto awaitData = arguments.flag("awaitData", false);
    TRY(awaitData);
    if (*awaitData && !*tailable) {
        return commandError(ServerCode::FailedToParse,
                            "Cannot set 'awaitData' without also setting 'tailable'");
    }
    find.tailable = *tailable;
    find.awaitData = *awaitData;
    if (!*tailable) {
        return {};
    }
    if (!find.sortDocument.empty() && find.shape.sort.natural() != 1) {
        return commandError(ServerCode::BadValue,
                            "cannot use tailable option with a sort other than {$natural: 1}");
    }
    if (find.singleBatch) {
        return commandError(ServerCode::BadValue,
                            "cannot use tailable option with the 'singleBatch' option");
    }
    return {};
}

Result<void> replyTail(const FindRequest& find, Context& context,
                       std::shared_ptr<Interrupt> interrupt, bson::Builder& reply)
{
    const auto collection = context.catalog.find(find.ns);
    if (collection && !collection->shape()->capped) {
        return commandError(ServerCode::BadValue,
                            "error processing query: ns=" + find.ns.text()
                                + " tailable cursor requested on non capped collection");
    }
    auto cursor = std::make_unique<Cursor>();
    cursor->ns = find.ns;
    cursor->noTimeout = find.noTimeout;
    if (!collection) {
        cursor->source = listSource({});
        return replyFirstBatch(std::move(cursor), {find.batchSize, false}, context, reply);
    }
    cursor->interrupt = interrupt;
    auto place = std::make_shared<TailPlace>();
    auto tail
        = std::make_unique<CappedTail>(collection, find.shape.filter, std::move(interrupt), place);
    tail->startAt(firstOf(find, context.catalog.oplog()));
    cursor->source = shaped(std::move(tail), find);
    cursor->tail = std::move(place);
    cursor->awaitsData = find.awaitData;
    return replyFirstBatch(std::move(cursor), {find.batchSize, false}, context, reply);
}

} // namespace sandglass::engine::commands
