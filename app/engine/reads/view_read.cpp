// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/reads/view_read.h"

#include "app/bson/builder.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/plan/planner.h"
#include "app/engine/query/unpack_bucket.h"
#include "app/engine/timeseries/time_series_filter.h"

#include <algorithm>
#include <utility>

namespace sandglass::engine::reads {

using plan::MatchCursor;
using plan::matchSource;
using plan::planFor;
using plan::QueryShape;
using plan::ResolvedView;
using plan::unpackStage;
using timeseries::bucketFilter;
using timeseries::bucketMetaFilter;

namespace {

/// Returns the matching documents of another source.
class FilterSource final : public query::DocumentSource
{
public:
    FilterSource(query::DocumentSourcePtr input, query::Filter filter)
        : m_input(std::move(input))
        , m_filter(std::move(filter))
    {
    }
    Result<std::optional<bson::Document>> next() override
    {
        while (true) {
            auto document = m_input->next();
            if (!document || !*document) {
                return document;
            }
            auto matched = m_filter.evaluate(**document);
            TRY(matched);
            if (*matched) {
                return document;
            }
        }
    }

private:
    query::DocumentSourcePtr m_input;
    query::Filter m_filter;
};

/// Returns the documents of a view and owns what they are read with.
class OwnedSource final : public query::DocumentSource
{
public:
    explicit OwnedSource(OpenedRead read)
        : m_read(std::move(read))
    {
    }
    Result<std::optional<bson::Document>> next() override { return m_read.source->next(); }

private:
    OpenedRead m_read;
};

Result<query::Pipeline> parseStages(const std::vector<bson::DocumentView>& stages,
                                    const query::EvaluationContext& evaluation)
{
    bson::Builder array;
    for (const bson::DocumentView stage : stages) {
        array.push(stage);
    }
    const bson::Document elements = array.take();
    return query::Pipeline::parse(bson::ValueView(bson::Type::Array, elements.bytes()), evaluation);
}

/// The stages of the view, then those of the query.
std::vector<bson::DocumentView> allStages(const ResolvedView& view, const ViewQuery& query)
{
    std::vector<bson::DocumentView> stages = viewsOf(view.stages);
    stages.insert(stages.end(), query.stages.begin(), query.stages.end());
    return stages;
}

/// The filters of the leading $match stages: every document must match them before any other stage
/// sees it.
std::vector<bson::DocumentView> leadingConditions(const std::vector<bson::DocumentView>& stages)
{
    std::vector<bson::DocumentView> conditions;
    for (const bson::DocumentView stage : stages) {
        const bson::ValueView match = stage["$match"];
        if (match.type() != bson::Type::Document) {
            break;
        }
        conditions.push_back(match.asDocument());
    }
    return conditions;
}

Result<std::shared_ptr<MatchCursor>> openWalk(const ResolvedView& view, const QueryShape& shape,
                                              const ViewScope& scope)
{
    const auto collection = scope.access.catalog.find(view.source);
    auto plan = planFor(collection, shape);
    TRY(plan);
    return std::make_shared<MatchCursor>(collection, std::move(*plan), shape.filter,
                                         scope.interrupt);
}

/// Whether the query matches either all measurements of a bucket or none: it has only filters on
/// the meta field.
bool matchesWholeBuckets(const ResolvedView& view, const ViewQuery& query)
{
    if (!view.buckets) {
        return false;
    }
    const std::vector<bson::DocumentView> stages = allStages(view, query);
    const std::vector<bson::DocumentView> conditions = leadingConditions(stages);
    const auto exact = [&](bson::DocumentView condition) {
        return bucketMetaFilter(condition, view.buckets->metaField).has_value();
    };
    return conditions.size() == stages.size() && std::ranges::all_of(conditions, exact);
}

Result<std::int64_t> countBuckets(const ResolvedView& view, const ViewQuery& query,
                                  const ViewScope& scope)
{
    auto walk = openBuckets(view, query, scope);
    TRY(walk);
    std::int64_t count = 0;
    while (true) {
        auto moved = (*walk)->next();
        TRY(moved);
        if (!*moved) {
            return count;
        }
        count += query::measurementCount((*walk)->document(), view.buckets->timeField);
    }
}

} // namespace

Result<std::shared_ptr<MatchCursor>> openBuckets(const ResolvedView& view, const ViewQuery& query,
                                                 const ViewScope& scope)
{
    const std::vector<bson::DocumentView> conditions = leadingConditions(allStages(view, query));
    const bson::Document wanted = bucketFilter(conditions, *view.buckets);
    auto filter = query::Filter::parse(wanted, query.evaluation);
    TRY(filter);
    QueryShape shape{wanted, std::move(*filter), {}, {}};
    // a key pattern would name the fields of measurements, which are not the stored ones
    if (query.hint.type() == bson::Type::String) {
        shape.hint = query.hint;
    }
    return openWalk(view, shape, scope);
}

Result<OpenedRead> openView(const ResolvedView& view, const ViewQuery& query,
                            const ViewScope& scope)
{
    // The stages of the view and of the query are one pipeline. Its leading filter and sort go to
    // the planner, so that a view can use the indexes of its collection.
    OpenedRead read;
    read.environment
        = std::make_shared<ServerStages>(scope.access, view.source, scope.interrupt, scope.depth);
    read.environment->setCollation(query.evaluation.collation);
    auto pipeline = parseStages(allStages(view, query), query.evaluation);
    TRY(pipeline);
    QueryShape shape{{}, pipeline->leadingFilter(), {}, query.hint};
    shape.sort = pipeline->leadingSort().value_or(query::Sort());
    auto walk = view.buckets ? openBuckets(view, query, scope) : openWalk(view, shape, scope);
    TRY(walk);
    read.walk = *walk;
    query::DocumentSourcePtr input = matchSource(read.walk);
    // the filter of the buckets is only a coarse one; the pipeline tests each measurement again
    if (view.buckets) {
        input = query::unpackSource(std::move(input),
                                    {view.buckets->timeField, view.buckets->metaField});
    }
    auto source = pipeline->run(std::move(input), *read.environment);
    TRY(source);
    read.source = std::move(*source);
    if (view.buckets) {
        read.viewStages.push_back(unpackStage(*view.buckets));
    }
    read.viewStages.insert(read.viewStages.end(), view.stages.begin(), view.stages.end());
    return read;
}

query::DocumentSourcePtr ownedSource(OpenedRead read)
{
    return std::make_unique<OwnedSource>(std::move(read));
}

query::DocumentSourcePtr filterSource(query::DocumentSourcePtr input, query::Filter filter)
{
    if (filter.matchesAll()) {
        return input;
    }
    return std::make_unique<FilterSource>(std::move(input), std::move(filter));
}

Result<std::int64_t> countView(const ResolvedView& view, const ViewQuery& query,
                               std::int64_t enough, const ViewScope& scope)
{
    if (matchesWholeBuckets(view, query)) {
        return countBuckets(view, query, scope);
    }
    auto opened = openView(view, query, scope);
    TRY(opened);
    std::int64_t count = 0;
    while (count < enough) {
        auto document = opened->source->next();
        TRY(document);
        if (!document->has_value()) {
            break;
        }
        ++count;
    }
    return count;
}

std::vector<bson::Document> matchStages(bson::DocumentView filter)
{
    std::vector<bson::Document> stages;
    if (!filter.empty()) {
        stages.push_back(bson::makeDocument("$match", filter));
    }
    return stages;
}

std::vector<bson::DocumentView> viewsOf(const std::vector<bson::Document>& documents)
{
    return {documents.begin(), documents.end()};
}

} // namespace sandglass::engine::reads
