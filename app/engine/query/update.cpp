// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/update.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/bson/validate.h"
#include "app/engine/query/update_plan.h"
#include "app/protocol/server_code.h"

#include <utility>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;
using protocol::commandError;
using protocol::ServerCode;

// The argument's form decides: an array is a pipeline, a document whose first name has a dollar has
// modifiers, and any other document is a replacement.
Result<UpdatePlanPtr> parsePlan(ValueView update, ValueView arrayFilters,
                                const EvaluationContext& context)
{
    const bool filtered = !arrayFilters.isMissing() && !arrayFilters.asDocument().empty();
    if (update.type() == Type::Array) {
        if (filtered) {
            return commandError(ServerCode::FailedToParse,
                                "arrayFilters may not be specified for pipeline-syle updates");
        }
        return parsePipelineUpdate(update, context);
    }
    if (update.type() != Type::Document) {
        return commandError(ServerCode::FailedToParse,
                            "Update argument must be either an object or an array");
    }
    const bson::DocumentView document = update.asDocument();
    if (!document.empty() && document.begin()->key.starts_with('$')) {
        return parseOperatorUpdate(document, arrayFilters, context);
    }
    if (filtered) {
        return commandError(ServerCode::FailedToParse,
                            "arrayFilters may not be specified for a replacement update");
    }
    return parseReplacement(document);
}

// _id is immutable: the record and its index entries are found by it.
Result<void> checkId(ValueView before, ValueView after, bool inserting)
{
    if (!before.isMissing() && after.isMissing()) {
        return commandError(ServerCode::ImmutableField,
                            "Performing an update on the path '_id' would modify the immutable "
                            "field '_id'");
    }
    if (!before.isMissing() && !bson::equal(before, after)) {
        return commandError(ServerCode::ImmutableField,
                            "Performing an update on the path '_id' would modify the immutable "
                            "field '_id' :: caused by :: it was found to have been altered to "
                            "_id: "
                                + bson::toShellText(after));
    }
    // types that MongoDB does not store as _id; an existing document cannot have one
    const Type type = after.type();
    if (inserting && (type == Type::Array || type == Type::Regex || type == Type::Undefined)) {
        return commandError(
            53, "The '_id' value cannot be of type " + std::string(bson::typeAlias(type)));
    }
    return {};
}

bson::Document withIdFirst(bson::DocumentView document, ValueView id)
{
    bson::Builder builder;
    builder.append("_id", id);
    for (const bson::Element& element : document) {
        if (element.key != "_id") {
            builder.append(element.key, element.value);
        }
    }
    return builder.take();
}

} // namespace

Result<bson::Document> finishUpdate(bson::Document updated, const Update::Target& target)
{
    const ValueView before = target.document["_id"];
    const ValueView after = updated["_id"];
    TRY(checkId(before, after, target.inserting));
    // {_id: 1} and {_id: 1.0} are equal; the stored form stays, as index entries hold its bytes
    const ValueView id = before.isMissing() ? after : before;
    const bool inPlace
        = after.isMissing() || (updated.view().begin()->key == "_id" && bson::identical(after, id));
    if (!inPlace) {
        updated = withIdFirst(updated, id);
    }
    if (updated.bytes().size() > bson::kMaxDocumentBytes) {
        return commandError(17419,
                            "Resulting document after update is larger than "
                                + std::to_string(bson::kMaxDocumentBytes));
    }
    // nesting may have grown beyond the limit
    if (auto valid = bson::validate(updated.bytes()); !valid) {
        return commandError(ServerCode::Overflow,
                            "Resulting document after update is not valid: "
                                + valid.error().message);
    }
    return updated;
}

Result<Update> Update::parse(ValueView update, ValueView arrayFilters,
                             const EvaluationContext& context)
{
    auto plan = parsePlan(update, arrayFilters, context);
    TRY(plan);
    Update made;
    made.m_plan = std::move(*plan);
    return made;
}

bool Update::isReplacement() const
{
    return m_plan->isReplacement();
}

bool Update::isPipeline() const
{
    return m_plan->isPipeline();
}

Result<bson::Document> Update::apply(const Target& target) const
{
    auto updated = m_plan->apply(target);
    TRY(updated);
    return finishUpdate(std::move(*updated), target);
}

} // namespace sandglass::engine::query
