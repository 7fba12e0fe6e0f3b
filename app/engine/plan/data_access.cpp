// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/data_access.h"

#include "app/base/clock.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/oplog.h"
#include "app/engine/collation/collation.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/query/command_variables.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/request.h"

#include <utility>

namespace sandglass::engine::plan {

namespace {

// An empty document is as good as none. Source: MongoDB server source, QueryRequest.
bool isGiven(bson::ValueView argument)
{
    const bool empty = argument.type() == bson::Type::Document && argument.asDocument().empty();
    return !argument.isNullish() && !empty;
}

// Without variables and collation.
query::EvaluationContext presentContext(const DataAccess& access)
{
    query::EvaluationContext context{access.clock.now(), {}};
    if (const catalog::Oplog* oplog = access.catalog.oplog()) {
        context.clusterTime = oplog->last();
    }
    return context;
}

} // namespace

Result<query::EvaluationContext> DataAccess::evaluation(const request::Request& request) const
{
    auto let = request::commandArguments(request.name, request).document("let");
    TRY(let);
    return query::contextOf(presentContext(*this), *let);
}

Result<query::EvaluationContext> DataAccess::evaluationOn(const request::Request& request,
                                                          const protocol::Namespace& ns) const
{
    auto let = request::commandArguments(request.name, request).document("let");
    TRY(let);
    auto collation = collationFor(ns, request.body["collation"]);
    TRY(collation);
    query::EvaluationContext context = presentContext(*this);
    context.collation = *std::move(collation);
    return query::contextOf(std::move(context), *let);
}

Result<bson::CollationPtr> DataAccess::collationFor(const protocol::Namespace& ns,
                                                    bson::ValueView argument) const
{
    bson::CollationPtr given;
    if (isGiven(argument)) {
        auto parsed = collation::parseCollation("collation", argument);
        TRY(parsed);
        given = *std::move(parsed);
    }
    auto collection = catalog.find(ns);
    if (!collection) {
        collection = findBuckets(catalog, ns);
    }
    if (!collection) {
        return given;
    }
    const auto shape = collection->shape();
    if (!isGiven(argument)) {
        return shape->collation;
    }
    if (shape->isView() && !bson::sameCollation(shape->collation.get(), given.get())) {
        return overriddenCollation(ns);
    }
    return given;
}

} // namespace sandglass::engine::plan
