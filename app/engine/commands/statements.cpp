// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/statements.h"

#include "app/bson/json.h"
#include "app/engine/commands/arguments.h"
#include "app/engine/commands/find_request.h"

#include <string>
#include <utility>

namespace sandglass::engine::commands {

using protocol::commandError;
using protocol::ServerCode;

namespace {

constexpr std::string_view kUpdatePath = "update.updates";
constexpr std::string_view kDeletePath = "delete.deletes";

Result<void> checkQuery(const Arguments& arguments)
{
    if (auto present = arguments.required("q"); !present)
        return present.error();
    if (auto document = arguments.document("q"); !document)
        return document.error();
    if (auto collation = arguments.document("collation"); !collation)
        return collation.error();
    return {};
}

/// q, hint, and sort where the command has it.
Result<QueryShape> parseShape(std::string_view path, bson::DocumentView statement,
                              const query::EvaluationContext& evaluation)
{
    QueryShape shape;
    shape.filterDocument = statement["q"].asDocument();
    auto filter = query::Filter::parse(shape.filterDocument, evaluation);
    if (!filter)
        return filter.error();
    shape.filter = std::move(*filter);
    auto sort = query::Sort::parse(statement["sort"].asDocument());
    if (!sort)
        return sort.error();
    shape.sort = std::move(*sort);
    auto hint = hintArgument(path, statement);
    if (!hint)
        return hint.error();
    shape.hint = *hint;
    return shape;
}

} // namespace

Result<void> checkUpdateFields(bson::DocumentView statement)
{
    const Arguments arguments(kUpdatePath, statement);
    if (auto good = arguments.onlyKnown({"q", "u", "c", "multi", "upsert", "upsertSupplied",
                                         "arrayFilters", "hint", "collation", "sort", "sampleId",
                                         "allowShardKeyUpdatesWithoutFullShardKeyInQuery"},
                                        false);
        !good)
        return good;
    if (auto good = checkQuery(arguments); !good)
        return good;
    if (auto present = arguments.required("u"); !present)
        return present.error();
    const bson::ValueView filters = arguments.value("arrayFilters");
    if (!filters.isMissing() && filters.type() != bson::Type::Array)
        return arguments.wrongType("arrayFilters", "array");
    if (auto constants = arguments.document("c"); !constants)
        return constants.error();
    if (auto sort = arguments.document("sort"); !sort)
        return sort.error();
    for (const std::string_view field : {"multi", "upsert"}) {
        if (auto flag = arguments.flag(field, false); !flag)
            return flag.error();
    }
    return {};
}

Result<UpdateStatement> parseUpdateStatement(bson::DocumentView statement,
                                             const query::EvaluationContext& evaluation)
{
    query::EvaluationContext own = evaluation;
    if (statement["c"].type() == bson::Type::Document) {
        // the statement's constants stand beside the command's `let`, and win
        bson::Builder variables;
        variables.appendAll(statement["c"].asDocument());
        variables.appendAll(evaluation.variables);
        own.variables = variables.take();
    }
    UpdateStatement parsed;
    auto shape = parseShape(kUpdatePath, statement, own);
    if (!shape)
        return shape.error();
    parsed.shape = std::move(*shape);
    auto update = query::Update::parse(statement["u"], statement["arrayFilters"], own);
    if (!update)
        return update.error();
    parsed.update = std::move(*update);
    parsed.multi = statement["multi"].toBool();
    parsed.upsert = statement["upsert"].toBool();
    if (parsed.multi && parsed.update.isReplacement())
        return commandError(ServerCode::FailedToParse,
                            "multi update is not supported for replacement-style update");
    return parsed;
}

Result<void> checkDeleteFields(bson::DocumentView statement)
{
    const Arguments arguments(kDeletePath, statement);
    if (auto good = arguments.onlyKnown({"q", "limit", "hint", "collation", "sampleId"}, false);
        !good)
        return good;
    if (auto good = checkQuery(arguments); !good)
        return good;
    if (auto present = arguments.required("limit"); !present)
        return present.error();
    const bson::ValueView limit = statement["limit"];
    if (!limit.isNumber())
        return arguments.wrongType("limit", "long");
    const auto number = limit.toExactInt64();
    if (number != 0 && number != 1)
        return commandError(ServerCode::FailedToParse,
                            "The limit field in delete objects must be 0 or 1. Got "
                                + bson::toShellText(limit));
    return {};
}

Result<DeleteStatement> parseDeleteStatement(bson::DocumentView statement,
                                             const query::EvaluationContext& evaluation)
{
    auto shape = parseShape(kDeletePath, statement, evaluation);
    if (!shape)
        return shape.error();
    return DeleteStatement{std::move(*shape), statement["limit"].toInt64() == 0};
}

} // namespace sandglass::engine::commands
