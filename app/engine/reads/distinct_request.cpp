// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/reads/distinct_request.h"

#include "app/engine/plan/hint.h"
#include "app/engine/request/arguments.h"

#include <utility>

namespace sandglass::engine::reads {

using plan::DataAccess;
using plan::hintArgument;
using request::Arguments;
using request::collectionArgument;
using request::commandArguments;
using request::Request;

namespace {
constexpr std::string_view kDistinctName = "distinct";
}

Result<DistinctRequest> parseDistinct(const Request& request, const DataAccess& access)
{
    const Arguments arguments = commandArguments(kDistinctName, request);
    auto ns = collectionArgument(request);
    TRY(ns);
    auto key = arguments.text("key");
    TRY(key);
    DistinctRequest distinct;
    distinct.ns = std::move(*ns);
    distinct.key = key->value_or("");
    auto query = arguments.document("query");
    TRY(query);
    distinct.shape.filterDocument = *query;
    auto evaluation = access.evaluationOn(request, distinct.ns);
    TRY(evaluation);
    distinct.evaluation = std::move(*evaluation);
    auto filter = query::Filter::parse(*query, distinct.evaluation);
    TRY(filter);
    distinct.shape.filter = std::move(*filter);
    auto hint = hintArgument(kDistinctName, request.body);
    TRY(hint);
    distinct.shape.hint = *hint;
    return distinct;
}

} // namespace sandglass::engine::reads
