// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/reads/selection.h"

#include "app/engine/plan/hint.h"

#include <utility>

namespace sandglass::engine::reads {

Result<Selection> parseSelection(std::string_view command, const request::Arguments& arguments,
                                 const request::Request& request, const plan::DataAccess& access)
{
    auto ns = request::collectionArgument(request);
    TRY(ns);
    Selection selection;
    selection.ns = std::move(*ns);
    auto query = arguments.document("query");
    TRY(query);
    selection.shape.filterDocument = *query;
    auto evaluation = access.evaluationOn(request, selection.ns);
    TRY(evaluation);
    selection.evaluation = std::move(*evaluation);
    auto filter = query::Filter::parse(*query, selection.evaluation);
    TRY(filter);
    selection.shape.filter = std::move(*filter);
    auto hint = plan::hintArgument(command, request.body);
    TRY(hint);
    selection.shape.hint = *hint;
    return selection;
}

} // namespace sandglass::engine::reads
