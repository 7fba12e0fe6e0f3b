// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/writes/statements.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/engine/collation/collation.h"
#include "app/engine/plan/hint.h"
#include "app/engine/request/arguments.h"

#include <algorithm>
#include <string>
#include <utility>

namespace sandglass::engine::writes {

using plan::hintArgument;
using plan::QueryShape;
using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::notSupportedYet;

namespace {

constexpr std::string_view kUpdatePath = "update.updates";
constexpr std::string_view kDeletePath = "delete.deletes";

Result<void> checkQuery(const Arguments& arguments)
{
    TRY(arguments.required("q"));
    TRY(arguments.document("q"));
    TRY(arguments.document("collation"));
    return {};
}

/// Refuses an update of a wrong type. Errors (server): FailedToParse, TypeMismatch.
Result<void> checkUpdateTypes(const Arguments& arguments, bson::DocumentView statement)
{
    const bson::ValueView update = statement["u"];
    if (update.type() != bson::Type::Document && update.type() != bson::Type::Array) {
        return commandError(ServerCode::FailedToParse,
                            "Update argument must be either an object or an array");
    }
    const auto areObjects = [](bson::ValueView list) {
        return list.type() != bson::Type::Array
            || std::ranges::all_of(list.asDocument(), [](const bson::Element& element) {
                   return element.value.type() == bson::Type::Document;
               });
    };
    if (!areObjects(update)) {
        return commandError(ServerCode::TypeMismatch,
                            "Each element of the 'pipeline' array must be an object");
    }
    const bson::ValueView filters = arguments.value("arrayFilters");
    if (!filters.isMissing() && filters.type() != bson::Type::Array) {
        return arguments.wrongType("arrayFilters", "array");
    }
    return areObjects(filters) ? Result<void>() : arguments.wrongType("arrayFilters", "object");
}

/// The context of one statement: its own collation takes the place of the collection's. Errors
/// (server): those of collation::parseCollation().
Result<query::EvaluationContext> statementContext(bson::DocumentView statement,
                                                  const query::EvaluationContext& evaluation)
{
    query::EvaluationContext own = evaluation;
    const bson::ValueView given = statement["collation"];
    if (given.asDocument().empty()) { // as good as none
        return own;
    }
    auto collation = collation::parseCollation("collation", given);
    TRY(collation);
    own.collation = *std::move(collation);
    return own;
}

/// Reads q, sort and hint; a deletion has no sort.
Result<QueryShape> parseShape(std::string_view path, bson::DocumentView statement,
                              const query::EvaluationContext& evaluation)
{
    QueryShape shape;
    shape.filterDocument = statement["q"].asDocument();
    auto filter = query::Filter::parse(shape.filterDocument, evaluation);
    TRY(filter);
    shape.filter = std::move(*filter);
    auto sort = query::Sort::parse(statement["sort"].asDocument(), evaluation.collation);
    TRY(sort);
    shape.sort = std::move(*sort);
    auto hint = hintArgument(path, statement);
    TRY(hint);
    shape.hint = *hint;
    return shape;
}

} // namespace

Result<void> checkUpdateFields(bson::DocumentView statement)
{
    return checkUpdateFields(statement, kUpdatePath);
}

Result<void> checkUpdateFields(bson::DocumentView statement, std::string_view path)
{
    const Arguments arguments(path, statement);
    TRY(arguments.onlyKnown({"q", "u", "c", "multi", "upsert", "upsertSupplied", "arrayFilters",
                             "hint", "collation", "sort", "sampleId",
                             "allowShardKeyUpdatesWithoutFullShardKeyInQuery"}));
    TRY(checkQuery(arguments));
    TRY(arguments.present("u"));
    TRY(checkUpdateTypes(arguments, statement));
    TRY(hintArgument(path, statement));
    TRY(arguments.document("c"));
    TRY(arguments.document("sort"));
    for (const std::string_view field : {"multi", "upsert", "upsertSupplied"}) {
        TRY(arguments.flag(field, false));
    }
    if (statement["upsertSupplied"].toBool()) {
        return notSupportedYet("An update with 'upsertSupplied'");
    }
    if (statement["multi"].toBool() && !arguments.value("sort").isMissing()) {
        return commandError(ServerCode::FailedToParse, "Cannot specify sort with multi=true");
    }
    return {};
}

Result<UpdateStatement> parseUpdateStatement(bson::DocumentView statement,
                                             const query::EvaluationContext& evaluation)
{
    UpdateStatement parsed;
    auto context = statementContext(statement, evaluation);
    TRY(context);
    query::EvaluationContext& own = *context;
    auto shape = parseShape(kUpdatePath, statement, own);
    TRY(shape);
    parsed.shape = std::move(*shape);
    if (statement["c"].type() == bson::Type::Document) {
        if (statement["u"].type() != bson::Type::Array) {
            return commandError(51198,
                                "Constant values may only be specified for pipeline updates");
        }
        // The statement's constants come first: of two variables with one name the first is found,
        // so they override the command's `let`.
        bson::Builder variables;
        variables.appendAll(statement["c"].asDocument());
        variables.appendAll(evaluation.variables);
        own.variables = variables.take();
    }
    auto update = query::Update::parse(statement["u"], statement["arrayFilters"], own);
    TRY(update);
    parsed.update = std::move(*update);
    parsed.multi = statement["multi"].toBool();
    parsed.upsert = statement["upsert"].toBool();
    // it would give all documents the same content
    if (parsed.multi && parsed.update.isReplacement()) {
        return commandError(ServerCode::FailedToParse,
                            "multi update is not supported for replacement-style update");
    }
    return parsed;
}

Result<void> checkDeleteFields(bson::DocumentView statement)
{
    return checkDeleteFields(statement, kDeletePath);
}

Result<void> checkDeleteFields(bson::DocumentView statement, std::string_view path)
{
    const Arguments arguments(path, statement);
    TRY(arguments.onlyKnown({"q", "limit", "hint", "collation", "sampleId"}));
    TRY(checkQuery(arguments));
    TRY(hintArgument(path, statement));
    TRY(arguments.present("limit"));
    const bson::ValueView limit = statement["limit"];
    if (!limit.isNumber()) {
        return arguments.wrongType("limit", "long");
    }
    const auto number = limit.toExactInt64();
    if (number != 0 && number != 1) {
        return commandError(ServerCode::FailedToParse,
                            "The limit field in delete objects must be 0 or 1. Got "
                                + bson::toShellText(limit));
    }
    return {};
}

Result<DeleteStatement> parseDeleteStatement(bson::DocumentView statement,
                                             const query::EvaluationContext& evaluation)
{
    const auto context = statementContext(statement, evaluation);
    TRY(context);
    auto shape = parseShape(kDeletePath, statement, *context);
    TRY(shape);
    return DeleteStatement{std::move(*shape), statement["limit"].toInt64() == 0};
}

} // namespace sandglass::engine::writes
