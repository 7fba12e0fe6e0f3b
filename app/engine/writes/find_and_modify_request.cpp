// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/writes/find_and_modify_request.h"

#include "app/engine/plan/hint.h"
#include "app/engine/request/arguments.h"

#include <string>
#include <utility>

namespace sandglass::engine::writes {

using plan::hintArgument;
using plan::QueryShape;
using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::collectionArgument;
using request::Request;

namespace {

constexpr std::string_view kPath = "findAndModify";

/// The error for options that exclude one another.
Error impossible(std::string text)
{
    return commandError(ServerCode::FailedToParse, std::move(text));
}

Result<void> parseFlags(const Arguments& arguments, FindAndModify& command)
{
    auto remove = arguments.flag("remove", false);
    TRY(remove);
    command.remove = *remove;
    auto upsert = arguments.flag("upsert", false);
    TRY(upsert);
    command.statement.upsert = *upsert;
    auto returnNew = arguments.flag("new", false);
    TRY(returnNew);
    command.returnNew = *returnNew;

    const bool updates = !arguments.value("update").isMissing();
    if (command.remove && updates) {
        return impossible("Cannot specify both an update and remove=true");
    }
    if (command.remove && command.statement.upsert) {
        return impossible("Cannot specify both upsert=true and remove=true");
    }
    if (command.remove && command.returnNew) {
        return impossible("Cannot specify both new=true and remove=true; 'remove' always returns"
                          " the deleted document");
    }
    if (command.remove && !arguments.value("arrayFilters").isMissing()) {
        return impossible("Cannot specify arrayFilters and remove=true");
    }
    if (!command.remove && !updates) {
        return impossible("Either an update or remove=true must be specified");
    }
    return {};
}

Result<void> parseShape(const Arguments& arguments, const query::EvaluationContext& evaluation,
                        FindAndModify& command)
{
    QueryShape& shape = command.statement.shape;
    auto filterDocument = arguments.document("query");
    TRY(filterDocument);
    shape.filterDocument = *filterDocument;
    auto filter = query::Filter::parse(*filterDocument, evaluation);
    TRY(filter);
    shape.filter = std::move(*filter);
    auto sortDocument = arguments.document("sort");
    TRY(sortDocument);
    auto sort = query::Sort::parse(*sortDocument, evaluation.collation);
    TRY(sort);
    shape.sort = std::move(*sort);
    auto fields = arguments.document("fields");
    TRY(fields);
    auto projection = query::Projection::parse(*fields, evaluation);
    TRY(projection);
    command.projection = std::move(*projection);
    return {};
}

} // namespace

Result<FindAndModify> parseFindAndModify(const Request& request, const plan::DataAccess& access)
{
    // "findandmodify" is accepted too, so the client's spelling is the name of the first field
    const Arguments arguments(kPath, request.body);
    const auto ns = collectionArgument(request);
    TRY(ns);
    const auto evaluation = access.evaluationOn(request, *ns);
    TRY(evaluation);
    FindAndModify command;
    TRY(parseFlags(arguments, command));
    TRY(parseShape(arguments, *evaluation, command));
    auto hint = hintArgument(kPath, request.body);
    TRY(hint);
    command.statement.shape.hint = *hint;
    if (command.remove) {
        return command;
    }
    auto update
        = query::Update::parse(request.body["update"], request.body["arrayFilters"], *evaluation);
    TRY(update);
    command.statement.update = std::move(*update);
    return command;
}

} // namespace sandglass::engine::writes
