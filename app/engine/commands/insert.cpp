// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/document_id.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/system_indexes.h"
#include "app/engine/commands/write_command.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/storage/key_value_store.h"
#include "app/engine/timeseries/bucket_check.h"
#include "app/engine/timeseries/time_series_insert.h"
#include "app/engine/writes/clustered_key.h"
#include "app/engine/writes/earlier_attempt.h"
#include "app/engine/writes/empty_timestamps.h"
#include "app/engine/writes/write_permission.h"
#include "app/engine/writes/write_result.h"
#include "app/engine/writes/write_scope.h"
#include "app/protocol/server_code.h"

#include <optional>
#include <utility>

namespace sandglass::engine::commands {

using catalog::withLeadingId;
using plan::findBuckets;
using request::Request;
using timeseries::checkBucket;
using timeseries::insertMeasurements;
using writes::beginUnit;
using writes::checkClusteredKey;
using writes::checkUserWrites;
using writes::commitInserts;
using writes::isRepeated;
using writes::kUnitDocuments;
using writes::kUnitTime;
using writes::withTimestamps;
using writes::WriteResult;
using writes::WriteScope;

namespace {

/// Inserts the documents of one command, in write units of limited size and time, so that other
/// writers get their turn.
class Inserter
{
public:
    /// `stamps`: empty timestamps are filled in.
    Inserter(WriteCommand& command, bool stamps)
        : m_scope(command.scope)
        , m_documents(std::move(command.statements))
        , m_ordered(command.ordered)
        , m_stamps(stamps)
        , m_isBuckets(!catalog::timeSeriesName(command.scope.ns.collection).empty())
    {
    }

    Result<WriteResult> run();

private:
    /// The collection; nullptr when the buckets of a time series have been dropped.
    Result<std::shared_ptr<catalog::Collection>> target() const;
    bool isTimeUp(base::Time end);
    bool finished() const { return m_at == m_documents.size() || (m_ordered && m_result.failed()); }
    void refuseAll(const Error& reason);
    Result<void> fillUnit(catalog::WriteUnit& unit);
    Result<void> insertNext(catalog::WriteUnit& unit);
    /// Checks a document by the collection's kind.
    Result<void> check(bson::DocumentView document) const;

    const WriteScope& m_scope;
    std::vector<bson::DocumentView> m_documents;
    bool m_ordered;
    bool m_stamps; ///< fills in empty timestamps
    bool m_isBuckets; ///< of a time series, which are checked
    std::shared_ptr<const catalog::CollectionShape> m_shape; ///< of the collection
    std::size_t m_at = 0; ///< the next document
    std::int64_t m_inUnit = 0; ///< documents in the current write unit
    std::size_t m_bytesSinceLook = 0; ///< inserted since the clock was read last
    std::optional<bson::Document> m_stamped; ///< the current document, if it had empty timestamps
    bson::Document m_rebuilt; ///< the current document, if its _id had to be added or moved
    WriteResult m_result;
};

Result<WriteResult> Inserter::run()
{
    // as in MongoDB, each document gets a write error instead of the command an error
    auto allowed = checkUserWrites(m_scope.access.gate, m_scope.ns.database);
    if (!allowed) {
        refuseAll(allowed.error());
    }
    while (!finished()) {
        // found anew for each unit: the collection may have been dropped since the last one
        auto collection = target();
        TRY(collection);
        auto unit = beginUnit(m_scope, **collection);
        TRY(unit);
        m_inUnit = 0;
        m_shape = (*collection)->shape();
        TRY(fillUnit(**unit));
        TRY(commitInserts(m_scope, **unit, m_inUnit, m_result));
        if (!finished()) {
            TRY(m_scope.interrupt->check());
        }
    }
    return std::move(m_result);
}

Result<void> Inserter::check(bson::DocumentView document) const
{
    if (m_isBuckets) {
        return checkBucket(document, *m_shape->timeSeries);
    }
    return checkClusteredKey(*m_shape, document["_id"]);
}

Result<std::shared_ptr<catalog::Collection>> Inserter::target() const
{
    if (!m_isBuckets) {
        return m_scope.access.catalog.findOrCreate(m_scope.ns, nullptr);
    }
    auto buckets = m_scope.access.catalog.find(m_scope.ns);
    if (!buckets || !buckets->shape()->timeSeries) {
        return protocol::commandError(protocol::ServerCode::QueryPlanKilled,
                                      "collection dropped: " + m_scope.ns.text());
    }
    return buckets;
}

void Inserter::refuseAll(const Error& reason)
{
    while (!finished()) {
        m_result.addError(m_at++, reason);
    }
}

Result<void> Inserter::fillUnit(catalog::WriteUnit& unit)
{
    const base::Clock& clock = m_scope.access.clock;
    const base::Time end = clock.now() + clock.duringReal(kUnitTime);
    for (std::size_t n = 0; n < kUnitDocuments && !finished(); ++n) {
        TRY(insertNext(unit));
        if (isTimeUp(end)) {
            break;
        }
    }
    return {};
}

// Inserting a small document takes less time than reading the clock, so the clock is read only once
// for every 4 KiB.
bool Inserter::isTimeUp(base::Time end)
{
    constexpr std::size_t kBytesBetweenLooks = 4096;
    m_bytesSinceLook += m_documents[m_at - 1].size();
    if (m_bytesSinceLook < kBytesBetweenLooks) {
        return false;
    }
    m_bytesSinceLook = 0;
    return m_scope.access.clock.now() >= end;
}

Result<void> Inserter::insertNext(catalog::WriteUnit& unit)
{
    const std::size_t at = m_at++;
    if (m_scope.logged) {
        const auto repeated = isRepeated(m_scope.logged.get(), at, false, m_result);
        TRY(repeated);
        if (*repeated) {
            return {};
        }
    }
    bson::DocumentView given = m_documents[at];
    if (m_stamps) {
        m_stamped = withTimestamps(given, m_scope.access.clock);
        given = m_stamped ? m_stamped->view() : given;
    }
    const auto document = withLeadingId(given, m_rebuilt);
    if (!document) {
        m_result.addError(at, document.error());
        return {};
    }
    if (const auto checked = check(*document); !checked) {
        m_result.addError(at, checked.error());
        return {};
    }
    auto inserted = unit.insert(*document);
    if (inserted) {
        ++m_inUnit;
        return {};
    }
    return m_result.fail(at, inserted.error());
}

} // namespace

Result<void> runInsert(const Request& request, Context& context, bson::Builder& reply)
{
    if (insertsIndexes(request)) {
        return insertIndexes(request, context, reply);
    }
    auto command = parseWriteCommand(request, context, "documents");
    TRY(command);
    const auto buckets = findBuckets(context.catalog, command->scope.ns);
    auto result = buckets
        ? insertMeasurements(command->scope, buckets, command->statements, command->ordered)
        : Inserter(*command, !request.body["bypassEmptyTsReplacement"].toBool()).run();
    TRY(result);
    result->appendTo(reply, false);
    return {};
}

} // namespace sandglass::engine::commands
