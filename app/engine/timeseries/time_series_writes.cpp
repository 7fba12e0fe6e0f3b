// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/timeseries/time_series_writes.h"

#include "app/bson/builder.h"
#include "app/engine/query/unpack_bucket.h"
#include "app/engine/request/engine_facts.h"
#include "app/engine/timeseries/bucket_builder.h"
#include "app/engine/timeseries/time_series_filter.h"
#include "app/engine/writes/document_changes.h"
#include "app/engine/writes/write_permission.h"
#include "app/protocol/server_code.h"

#include <array>
#include <optional>
#include <string>
#include <utility>

namespace sandglass::engine::timeseries {

using catalog::TimeSeriesShape;
using plan::QueryShape;
using protocol::commandError;
using protocol::ServerCode;
using writes::changeMatching;
using writes::ChangeTarget;
using writes::checkUserWrites;
using writes::DeleteStatement;
using writes::parseUpdateStatement;
using writes::UpdateOutcome;
using writes::WriteScope;

namespace {

Error badWrite(std::string text)
{
    return commandError(ServerCode::InvalidOptions, std::move(text));
}

Error notOnMeta(const TimeSeriesShape& shape)
{
    return badWrite("Cannot perform an update or delete on a time-series collection when querying"
                    " on a field that is not the metaField '"
                    + shape.metaField + "'");
}

/// Refuses deletions that MongoDB supports only since 7.0.
Result<void> checkOldDelete(const DeleteStatement& statement, const TimeSeriesShape& shape)
{
    const bson::DocumentView filter = statement.shape.filterDocument;
    if (shape.metaField.empty() && !filter.empty()) {
        return badWrite("Cannot perform a delete with a non-empty query on a time-series collection"
                        " that does not have a metaField");
    }
    if (!statement.multi) {
        return commandError(ServerCode::IllegalOperation,
                            "Cannot perform a non-multi delete on a time-series collection");
    }
    return bucketMetaFilter(filter, shape.metaField) ? Result<void>() : notOnMeta(shape);
}

/// Deletes measurements from the buckets that changeMatching() finds: all that match, or the first
/// one of a statement with limit: 1.
class MeasurementRemover
{
public:
    MeasurementRemover(const TimeSeriesShape& shape, const DeleteStatement& statement)
        : m_shape(shape)
        , m_statement(statement)
        , m_whole(statement.multi
                  && bucketMetaFilter(statement.shape.filterDocument, shape.metaField))
    {
    }

    /// The number of deleted measurements so far.
    std::int64_t removed() const { return m_removed; }

    /// Deletes measurements from one bucket.
    Result<void> change(catalog::WriteUnit& unit, const ChangeTarget& target)
    {
        if (!m_statement.multi && m_removed > 0) {
            return {};
        }
        if (m_whole) {
            m_removed += query::measurementCount(target.document, m_shape.timeField);
            return dropBucket(unit, target);
        }
        // the remaining measurements are collected in an empty bucket with the same id and start
        BucketBuilder rest = BucketBuilder::emptied(m_shape, target.document);
        auto reader
            = query::BucketReader::open(target.document, {m_shape.timeField, m_shape.metaField});
        TRY(reader);
        const auto before = query::measurementCount(target.document, m_shape.timeField);
        while (const auto measurement = reader->next()) {
            auto matched = isToBeDeleted(*measurement);
            TRY(matched);
            if (*matched) {
                ++m_removed;
            } else {
                rest.add(*measurement);
            }
        }
        if (rest.count() == 0) {
            return dropBucket(unit, target);
        }
        return std::cmp_equal(rest.count(), before) ? Result<void>()
                                                    : unit.replace(target.id, rest.document());
    }

private:
    // An error leaves the bucket as it is: the caller returns before the bucket is replaced.
    Result<bool> isToBeDeleted(bson::DocumentView measurement) const
    {
        if (!m_statement.multi && m_removed > 0) {
            return false;
        }
        return m_statement.shape.filter.evaluate(measurement);
    }

    static Result<void> dropBucket(catalog::WriteUnit& unit, const ChangeTarget& target)
    {
        auto removed = unit.remove(target.id);
        return removed ? Result<void>() : removed.error();
    }

    const TimeSeriesShape& m_shape;
    const DeleteStatement& m_statement;
    bool m_whole; ///< the filter matches all measurements of a bucket or none
    std::int64_t m_removed = 0;
};

/// The query shape of a filter on buckets. `collation`: of the statement; may be null.
Result<QueryShape> bucketShape(bson::DocumentView filter, const bson::CollationPtr& collation)
{
    QueryShape shape;
    shape.filterDocument = filter;
    auto parsed = query::Filter::parse(filter, {{}, {}, collation});
    TRY(parsed);
    shape.filter = std::move(*parsed);
    return shape;
}

/// Translates the update of a metaField for buckets: {$set: {"sensor.id": 1}} becomes {$set:
/// {"meta.id": 1}}.
Result<bson::Document> bucketUpdate(bson::ValueView update, const TimeSeriesShape& shape)
{
    if (update.type() != bson::Type::Document || update.asDocument().empty()
        || !update.asDocument().begin()->key.starts_with('$')) {
        return badWrite("Cannot perform a replacement or pipeline update on a time-series"
                        " collection");
    }
    bson::Builder mapped;
    for (const bson::Element& modifier : update.asDocument()) {
        mapped.beginDocument(modifier.key);
        for (const bson::Element& change : modifier.value.asDocument()) {
            const auto path = bucketMetaPath(change.key, shape.metaField);
            const auto target = modifier.key == "$rename"
                ? bucketMetaPath(change.value.asString(), shape.metaField)
                : std::optional<std::string>("");
            if (!path || !target) {
                return badWrite("Cannot perform an update on a time-series collection which updates"
                                " a field that is not the metaField '"
                                + shape.metaField + "'");
            }
            if (modifier.key == "$rename") {
                mapped.append(*path, *target);
            } else {
                mapped.append(*path, change.value);
            }
        }
        mapped.end();
    }
    return mapped.take();
}

/// Translates an update statement for buckets. Errors: see updateMeasurements().
Result<bson::Document> bucketStatement(bson::DocumentView statement, const TimeSeriesShape& shape)
{
    if (!statement["multi"].toBool()) {
        return badWrite("Cannot perform a non-multi update on a time-series collection");
    }
    if (statement["upsert"].toBool()) {
        return badWrite("Cannot perform an upsert on a time-series collection");
    }
    if (shape.metaField.empty()) {
        return badWrite("Cannot perform an update on a time-series collection that does not have a"
                        " metaField");
    }
    const auto filter = bucketMetaFilter(statement["q"].asDocument(), shape.metaField);
    if (!filter) {
        return notOnMeta(shape);
    }
    auto update = bucketUpdate(statement["u"], shape);
    TRY(update);
    return bson::makeDocument("q", *filter, "u", *update, "arrayFilters", statement["arrayFilters"],
                              "collation", statement["collation"], "multi", true);
}

} // namespace

Result<std::int64_t> removeMeasurements(const WriteScope& scope,
                                        const std::shared_ptr<catalog::Collection>& buckets,
                                        const DeleteStatement& statement)
{
    TRY(checkUserWrites(scope.access.gate, scope.ns.database));
    const TimeSeriesShape shape = *buckets->shape()->timeSeries;
    if (!scope.access.facts.atLeast(7, 0)) {
        TRY(checkOldDelete(statement, shape));
    }
    const std::array<bson::DocumentView, 1> conditions{statement.shape.filterDocument};
    const bson::Document wanted = bucketFilter(conditions, shape);
    auto found = bucketShape(wanted, statement.shape.filter.collation());
    TRY(found);
    MeasurementRemover remover(shape, statement);
    // `multi` is always true: changeMatching() counts every bucket that it passes on as changed,
    // also one without a match, and would stop after the first. The remover obeys the statement's
    // limit.
    auto done = changeMatching(scope,
                               {buckets, std::move(*found), true,
                                [&](catalog::WriteUnit& unit, const ChangeTarget& target) {
                                    return remover.change(unit, target);
                                }});
    TRY(done);
    return remover.removed();
}

Result<UpdateOutcome> updateMeasurements(const WriteScope& scope,
                                         const std::shared_ptr<catalog::Collection>& buckets,
                                         bson::DocumentView statement,
                                         const query::EvaluationContext& evaluation)
{
    TRY(checkUserWrites(scope.access.gate, scope.ns.database));
    const TimeSeriesShape shape = *buckets->shape()->timeSeries;
    auto mapped = bucketStatement(statement, shape);
    TRY(mapped);
    auto parsed = parseUpdateStatement(*mapped, evaluation);
    TRY(parsed);
    UpdateOutcome outcome;
    auto done = changeMatching(
        scope,
        {buckets, parsed->shape, true,
         [&](catalog::WriteUnit& unit, const ChangeTarget& target) -> Result<void> {
             auto after = parsed->update.apply({target.document, target.arrayIndex, false});
             TRY(after);
             const auto count = query::measurementCount(target.document, shape.timeField);
             outcome.matched += count;
             if (*after == bson::Document(target.document)) {
                 return {};
             }
             outcome.modified += count;
             return unit.replace(target.id, *after);
         }});
    TRY(done);
    return outcome;
}

} // namespace sandglass::engine::timeseries
