// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/find_request.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/arguments.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/query_sources.h"

#include <limits>
#include <utility>

namespace sandglass::engine::commands {

namespace {

constexpr std::string_view kFindName = "find";

Result<void> checkFields(const Arguments& arguments)
{
    if (auto good = arguments.onlyKnown({"find",
                                         "filter",
                                         "sort",
                                         "projection",
                                         "hint",
                                         "skip",
                                         "limit",
                                         "batchSize",
                                         "singleBatch",
                                         "ntoreturn",
                                         "noCursorTimeout",
                                         "awaitData",
                                         "tailable",
                                         "max",
                                         "min",
                                         "returnKey",
                                         "showRecordId",
                                         "oplogReplay",
                                         "allowPartialResults",
                                         "allowDiskUse",
                                         "collation"});
        !good)
        return good;
    for (const std::string_view field : {"tailable", "awaitData", "returnKey", "showRecordId"}) {
        auto set = arguments.flag(field, false);
        if (!set)
            return set.error();
        if (*set)
            return notSupportedYet("The find option '" + std::string(field) + "'");
    }
    for (const std::string_view field : {"min", "max"}) {
        auto bound = arguments.document(field);
        if (!bound)
            return bound.error();
        if (!bound->empty())
            return notSupportedYet("The find option '" + std::string(field) + "'");
    }
    return {};
}

Result<void> parseCounts(const Arguments& arguments, FindRequest& find)
{
    auto skip = arguments.count("skip");
    if (!skip)
        return skip.error();
    find.skip = skip->value_or(0);
    auto limit = arguments.count("limit");
    if (!limit)
        return limit.error();
    if (limit->value_or(0) > 0)
        find.limit = *limit;
    auto batchSize = arguments.count("batchSize");
    if (!batchSize)
        return batchSize.error();
    find.batchSize = *batchSize;
    auto single = arguments.flag("singleBatch", false);
    if (!single)
        return single.error();
    find.singleBatch = *single;
    auto noTimeout = arguments.flag("noCursorTimeout", false);
    if (!noTimeout)
        return noTimeout.error();
    find.noTimeout = *noTimeout;
    return {};
}

Result<void> parseShape(const Arguments& arguments, const query::EvaluationContext& evaluation,
                        FindRequest& find)
{
    auto filter = arguments.document("filter");
    if (!filter)
        return filter.error();
    find.shape.filterDocument = *filter;
    auto parsedFilter = query::Filter::parse(*filter, evaluation);
    if (!parsedFilter)
        return parsedFilter.error();
    find.shape.filter = std::move(*parsedFilter);

    auto sort = arguments.document("sort");
    if (!sort)
        return sort.error();
    find.sortDocument = *sort;
    auto parsedSort = query::Sort::parse(*sort);
    if (!parsedSort)
        return parsedSort.error();
    find.shape.sort = std::move(*parsedSort);

    auto projection = arguments.document("projection");
    if (!projection)
        return projection.error();
    find.projectionDocument = *projection;
    auto parsedProjection = query::Projection::parse(*projection, evaluation);
    if (!parsedProjection)
        return parsedProjection.error();
    find.projection = std::move(*parsedProjection);
    return {};
}

/// How many sorted documents skip and limit need; nullopt: all.
std::optional<std::int64_t> rowsNeeded(const FindRequest& find)
{
    if (!find.limit || *find.limit > std::numeric_limits<std::int64_t>::max() - find.skip)
        return std::nullopt;
    return *find.limit + find.skip;
}

} // namespace

Result<bson::ValueView> hintArgument(std::string_view command, bson::DocumentView fields)
{
    const Arguments arguments(command, fields);
    const bson::ValueView hint = arguments.value("hint");
    if (!hint.isMissing() && hint.type() != bson::Type::String
        && hint.type() != bson::Type::Document)
        return arguments.wrongType("hint", "object");
    return hint;
}

Result<FindRequest> parseFind(const Request& request, const Context& context)
{
    const Arguments arguments = commandArguments(kFindName, request);
    auto ns = collectionArgument(request);
    if (!ns)
        return ns.error();
    if (auto good = checkFields(arguments); !good)
        return good.error();
    FindRequest find;
    find.ns = std::move(*ns);
    if (auto good = parseCounts(arguments, find); !good)
        return good.error();
    if (auto good = parseShape(arguments, context.evaluation(request), find); !good)
        return good.error();
    auto hint = hintArgument(kFindName, request.body);
    if (!hint)
        return hint.error();
    find.shape.hint = *hint;
    return find;
}

Result<QueryPlan> planFor(const std::shared_ptr<catalog::Collection>& collection,
                          const QueryShape& shape)
{
    if (collection)
        return choosePlan(*collection, shape);
    QueryPlan plan;
    plan.access = Access::Nothing;
    plan.ordered = true;
    return plan;
}

Result<OpenedFind> openFind(const FindRequest& find, const Context& context,
                            std::shared_ptr<Interrupt> interrupt)
{
    const std::shared_ptr<catalog::Collection> collection = context.catalog.find(find.ns);
    auto plan = planFor(collection, find.shape);
    if (!plan)
        return plan.error();
    const bool ordered = plan->ordered;
    OpenedFind opened;
    opened.walk = std::make_shared<MatchCursor>(collection, std::move(*plan), find.shape.filter,
                                                std::move(interrupt));
    opened.source = matchSource(opened.walk);
    if (!ordered) {
        opened.source = sortSource(std::move(opened.source), find.shape.sort, rowsNeeded(find));
    }
    if (find.skip > 0 || find.limit)
        opened.source = sliceSource(std::move(opened.source), find.skip, find.limit);
    if (!find.projection.passesThrough())
        opened.source = projectSource(std::move(opened.source), find.projection);
    return opened;
}

} // namespace sandglass::engine::commands
