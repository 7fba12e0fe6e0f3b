// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/find_and_modify_request.h"

#include "app/engine/commands/arguments.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/find_request.h"

#include <string>
#include <utility>

namespace sandglass::engine::commands {

using protocol::commandError;
using protocol::ServerCode;

namespace {

constexpr std::string_view kPath = "findAndModify";

Error impossible(std::string text)
{
    return commandError(ServerCode::FailedToParse, std::move(text));
}

Result<void> parseFlags(const Arguments& arguments, FindAndModify& command)
{
    auto remove = arguments.flag("remove", false);
    if (!remove)
        return remove.error();
    command.remove = *remove;
    auto upsert = arguments.flag("upsert", false);
    if (!upsert)
        return upsert.error();
    command.statement.upsert = *upsert;
    auto returnNew = arguments.flag("new", false);
    if (!returnNew)
        return returnNew.error();
    command.returnNew = *returnNew;

    const bool updates = !arguments.value("update").isMissing();
    if (command.remove && updates)
        return impossible("Cannot specify both an update and remove=true");
    if (command.remove && command.statement.upsert)
        return impossible("Cannot specify both upsert=true and remove=true");
    if (command.remove && command.returnNew)
        return impossible("Cannot specify both new=true and remove=true; 'remove' always returns"
                          " the deleted document");
    if (!command.remove && !updates)
        return impossible("Either an update or remove=true must be specified");
    return {};
}

Result<void> parseShape(const Arguments& arguments, const query::EvaluationContext& evaluation,
                        FindAndModify& command)
{
    QueryShape& shape = command.statement.shape;
    auto filterDocument = arguments.document("query");
    if (!filterDocument)
        return filterDocument.error();
    shape.filterDocument = *filterDocument;
    auto filter = query::Filter::parse(*filterDocument, evaluation);
    if (!filter)
        return filter.error();
    shape.filter = std::move(*filter);
    auto sortDocument = arguments.document("sort");
    if (!sortDocument)
        return sortDocument.error();
    auto sort = query::Sort::parse(*sortDocument);
    if (!sort)
        return sort.error();
    shape.sort = std::move(*sort);
    auto fields = arguments.document("fields");
    if (!fields)
        return fields.error();
    auto projection = query::Projection::parse(*fields, evaluation);
    if (!projection)
        return projection.error();
    command.projection = std::move(*projection);
    return {};
}

} // namespace

Result<FindAndModify> parseFindAndModify(const Request& request, const Context& context)
{
    const Arguments arguments(kPath, request.body);
    if (auto good
        = arguments.onlyKnown({request.name, "query", "sort", "remove", "update", "new", "fields",
                               "upsert", "bypassDocumentValidation", "bypassEmptyTsReplacement",
                               "collation", "arrayFilters", "hint"});
        !good)
        return good.error();
    const query::EvaluationContext evaluation = context.evaluation(request);
    FindAndModify command;
    if (auto good = parseFlags(arguments, command); !good)
        return good.error();
    if (auto good = parseShape(arguments, evaluation, command); !good)
        return good.error();
    auto hint = hintArgument(kPath, request.body);
    if (!hint)
        return hint.error();
    command.statement.shape.hint = *hint;
    if (command.remove)
        return command;
    auto update
        = query::Update::parse(request.body["update"], request.body["arrayFilters"], evaluation);
    if (!update)
        return update.error();
    command.statement.update = std::move(*update);
    return command;
}

} // namespace sandglass::engine::commands
