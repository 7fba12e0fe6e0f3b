// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/reads/find_request.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/plan/hint.h"
#include "app/engine/plan/index_bounds.h"
#include "app/engine/plan/query_sources.h"
#include "app/engine/plan/row_sources.h"
#include "app/engine/reads/catalog_listing.h"
#include "app/engine/reads/view_read.h"
#include "app/engine/request/arguments.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace sandglass::engine::reads {

using operations::Interrupt;
using plan::Access;
using plan::checkKeyLimits;
using plan::DataAccess;
using plan::hintArgument;
using plan::kMaxSortBytes;
using plan::MatchCursor;
using plan::matchSource;
using plan::metadataSource;
using plan::planFor;
using plan::projectSource;
using plan::QueryPlan;
using plan::recordIdSource;
using plan::ResolvedView;
using plan::resolveView;
using plan::returnKeySource;
using plan::sliceSource;
using plan::sortSource;
using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::collectionArgument;
using request::commandArguments;
using request::Request;

namespace {

constexpr std::string_view kFindName = "find";
constexpr int kInvalidPipelineOperator = 168;

/// `returnKey`, `showRecordId` and `allowDiskUse`.
Result<void> parseShownParts(const Arguments& arguments, FindRequest& find)
{
    auto returnKey = arguments.flag("returnKey", false);
    TRY(returnKey);
    find.returnKey = *returnKey;
    auto recordId = arguments.flag("showRecordId", false);
    TRY(recordId);
    find.showRecordId = *recordId;
    auto disk = arguments.flag("allowDiskUse", true);
    TRY(disk);
    // The engine never sorts on disk and has a larger limit instead. Clients that forbid the use of
    // the disk expect MongoDB's memory limit.
    if (!*disk) {
        find.sortBytes = kMaxSortBytes;
    }
    return {};
}

// The message about the first option that a view cannot have; empty without one. MongoDB reads a
// view by an aggregation, which has none of these options.
std::string optionOfCollections(const Arguments& arguments, const FindRequest& find)
{
    constexpr std::array<std::string_view, 7> kOfCollections{"min",
                                                             "max",
                                                             "returnKey",
                                                             "showRecordId",
                                                             "tailable",
                                                             "noCursorTimeout",
                                                             "allowPartialResults"};
    const auto given = [&](std::string_view field) {
        const bson::ValueView value = arguments.value(field);
        return value.type() == bson::Type::Document ? !value.asDocument().empty() : value.toBool();
    };
    const auto option = std::ranges::find_if(kOfCollections, given);
    if (option != kOfCollections.end()) {
        return *option == "tailable"
            ? "Tailable cursors are not supported in aggregation."
            : "Option " + std::string(*option) + " not supported in aggregation.";
    }
    // the stages of a view have no order of storage to follow
    return find.shape.sort.natural() != 0 ? "Sort option $natural not supported in aggregation."
                                          : "";
}

// Errors (server): InvalidPipelineOperator.
Result<void> checkOptionsOfViews(const Arguments& arguments, const FindRequest& find,
                                 const DataAccess& access)
{
    std::string message = optionOfCollections(arguments, find);
    if (message.empty()) {
        return {};
    }
    const auto view = resolveView(access.catalog, find.ns);
    TRY(view);
    if (!view->has_value()) {
        return {};
    }
    return commandError(kInvalidPipelineOperator, std::move(message));
}

Result<void> parseKeyLimits(const Arguments& arguments, FindRequest& find)
{
    auto min = arguments.document("min");
    TRY(min);
    auto max = arguments.document("max");
    TRY(max);
    find.shape.min = *min;
    find.shape.max = *max;
    return checkKeyLimits(*min, *max, find.shape.hint);
}

Result<void> parseCounts(const Arguments& arguments, FindRequest& find)
{
    auto skip = arguments.count("skip");
    TRY(skip);
    find.skip = skip->value_or(0);
    auto limit = arguments.count("limit");
    TRY(limit);
    if (limit->value_or(0) > 0) {
        find.limit = *limit;
    }
    auto batchSize = arguments.count("batchSize");
    TRY(batchSize);
    find.batchSize = *batchSize;
    auto single = arguments.flag("singleBatch", false);
    TRY(single);
    find.singleBatch = *single;
    auto noTimeout = arguments.flag("noCursorTimeout", false);
    TRY(noTimeout);
    find.noTimeout = *noTimeout;
    return {};
}

/// Whether a field at any depth is called "$meta". A literal is not looked into.
bool mentionsMeta(bson::DocumentView document)
{
    return std::ranges::any_of(document, [](const bson::Element& element) {
        const bson::Type type = element.value.type();
        const bool nested = type == bson::Type::Document || type == bson::Type::Array;
        const bool literal = element.key == "$literal" || element.key == "$const";
        return element.key == "$meta"
            || (nested && !literal && mentionsMeta(element.value.asDocument()));
    });
}

/// After the sort, whose key the projection may show. `stored`: the documents are those of a
/// collection or a view, and not a list of the catalog, which has no metadata.
Result<void> parseProjection(const Arguments& arguments, query::EvaluationContext evaluation,
                             bool stored, FindRequest& find)
{
    auto projection = arguments.document("projection");
    TRY(projection);
    find.projectionDocument = *projection;
    find.projectsMetadata = mentionsMeta(*projection);
    // a tailable cursor is no plan's: it has neither keys nor record ids
    if (find.projectsMetadata && stored && !arguments.value("tailable").toBool()) {
        evaluation.metadata
            = find.shape.sort.empty() ? query::RowMetadata::Unsorted : query::RowMetadata::Sorted;
    }
    auto parsed = query::Projection::parse(*projection, evaluation);
    TRY(parsed);
    find.projection = std::move(*parsed);
    return {};
}

Result<void> parseShape(const Arguments& arguments, const query::EvaluationContext& evaluation,
                        bool stored, FindRequest& find)
{
    auto filter = arguments.document("filter");
    TRY(filter);
    find.shape.filterDocument = *filter;
    auto parsedFilter = query::Filter::parse(*filter, evaluation);
    TRY(parsedFilter);
    find.shape.filter = std::move(*parsedFilter);

    auto sort = arguments.document("sort");
    TRY(sort);
    find.sortDocument = *sort;
    auto parsedSort = query::Sort::parse(*sort, evaluation.collation);
    TRY(parsedSort);
    find.shape.sort = std::move(*parsedSort);
    return parseProjection(arguments, evaluation, stored, find);
}

/// The key pattern of the index that the plan reads; empty without one.
bson::Document keyOf(const QueryPlan& plan)
{
    if (plan.access == Access::IdLookup) {
        return bson::makeDocument("_id", 1);
    }
    return plan.access == Access::IndexScan ? plan.index->definition.key : bson::Document();
}

/// The number of sorted documents that skip and limit need; nullopt: all.
std::optional<std::int64_t> rowsNeeded(const FindRequest& find)
{
    if (!find.limit || *find.limit > std::numeric_limits<std::int64_t>::max() - find.skip) {
        return std::nullopt;
    }
    return *find.limit + find.skip;
}

// MongoDB reads a view by an aggregation, whose $project has none of find's own operators.
Result<void> checkViewProjection(const FindRequest& find)
{
    if (find.projectionDocument.empty()) {
        return {};
    }
    const bson::Document stages
        = bson::makeArray(bson::makeDocument("$project", find.projectionDocument));
    const auto parsed = query::Pipeline::parse(bson::ValueView(bson::Type::Array, stages.bytes()),
                                               find.evaluation);
    TRY(parsed);
    return {};
}

Result<OpenedRead> openView(const FindRequest& find, const ResolvedView& view,
                            const ViewScope& scope)
{
    if (!view.buckets || find.projectsMetadata) {
        TRY(checkViewProjection(find));
    }
    const std::vector<bson::Document> match = matchStages(find.shape.filterDocument);
    auto read = openView(view, {viewsOf(match), find.shape.hint, find.evaluation}, scope);
    TRY(read);
    // no index can serve the sort: it refers to what the view's stages compute
    if (!find.shape.sort.empty()) {
        read->source = sortSource(std::move(read->source), find.shape.sort,
                                  {rowsNeeded(find), find.sortBytes});
    }
    return read;
}

Result<OpenedRead> openCollection(const FindRequest& find, const DataAccess& access,
                                  std::shared_ptr<Interrupt> interrupt)
{
    const std::shared_ptr<catalog::Collection> collection = access.catalog.find(find.ns);
    auto plan = planFor(collection, find.shape);
    TRY(plan);
    const bool ordered = plan->ordered; // read before the plan is moved into the cursor
    OpenedRead opened;
    opened.walk = std::make_shared<MatchCursor>(collection, std::move(*plan), find.shape.filter,
                                                std::move(interrupt));
    // with returnKey there is no projection that could show it
    const bool metadata = find.projectsMetadata && !find.returnKey;
    opened.source
        = find.showRecordId || metadata ? recordIdSource(opened.walk) : matchSource(opened.walk);
    if (!ordered) {
        opened.walk->noteSort();
        opened.source = sortSource(std::move(opened.source), find.shape.sort,
                                   {rowsNeeded(find), find.sortBytes});
    }
    if (find.returnKey) {
        opened.source = returnKeySource(std::move(opened.source), keyOf(opened.walk->plan()));
    } else if (metadata) {
        opened.source
            = metadataSource(std::move(opened.source), find.shape.sort, keyOf(opened.walk->plan()));
    }
    return opened;
}

/// `tailable` and `awaitData`, after all other arguments: it checks them.
Result<void> parseTailable(const Arguments& arguments, FindRequest& find)
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

} // namespace

Result<FindRequest> parseFind(const Request& request, const DataAccess& access)
{
    const Arguments arguments = commandArguments(kFindName, request);
    auto ns = collectionArgument(request);
    TRY(ns);
    FindRequest find;
    find.ns = std::move(*ns);
    TRY(parseCounts(arguments, find));
    auto evaluation = access.evaluationOn(request, find.ns);
    TRY(evaluation);
    find.evaluation = std::move(*evaluation);
    TRY(parseShape(arguments, find.evaluation, !listsCatalog(request, find, access), find));
    auto hint = hintArgument(kFindName, request.body);
    TRY(hint);
    find.shape.hint = *hint;
    TRY(parseShownParts(arguments, find));
    TRY(checkOptionsOfViews(arguments, find, access));
    TRY(parseKeyLimits(arguments, find));
    TRY(parseTailable(arguments, find));
    return find;
}

Result<OpenedRead> openFind(const FindRequest& find, const DataAccess& access,
                            std::shared_ptr<Interrupt> interrupt)
{
    const auto view = resolveView(access.catalog, find.ns);
    TRY(view);
    // with returnKey the documents are index keys already: a projection would have nothing to
    // select
    auto read = *view ? openView(find, **view, {access, std::move(interrupt)})
                      : openCollection(find, access, std::move(interrupt));
    TRY(read);
    OpenedRead& opened = *read;
    if (find.skip > 0 || find.limit) {
        opened.source = sliceSource(std::move(opened.source), find.skip, find.limit);
    }
    if (!find.projection.passesThrough() && !find.returnKey) {
        opened.source = projectSource(
            std::move(opened.source),
            {find.projection, find.shape.filter, find.showRecordId, find.projectsMetadata});
    }
    return read;
}

} // namespace sandglass::engine::reads
