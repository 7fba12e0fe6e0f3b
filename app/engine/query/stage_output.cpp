// SPDX-License-Identifier: GPL-3.0-or-later
// $out and $merge: parsed here, carried out by the command that runs the pipeline.
#include "app/engine/query/expression.h"
#include "app/engine/query/stage.h"
#include "app/protocol/server_code.h"

#include <algorithm>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

Error wrongType(const char* field, ValueView value, const char* expected)
{
    return expressionError(14,
                           std::string("BSON field '") + field + "' is the wrong type '"
                               + typeText(value) + "', expected type '" + expected + "'");
}

Result<void> readTarget(ValueView value, const char* field, std::string& target)
{
    if (value.type() != Type::String) {
        return wrongType(field, value, "string");
    }
    target = value.asString();
    return {};
}

// The functions below each read one option of $merge. Their messages are MongoDB's, with its double
// spaces.

Result<void> readInto(ValueView into, PipelineOutput& output)
{
    if (into.type() == Type::String) {
        output.collection = into.asString();
    } else if (into.type() == Type::Document) {
        for (const bson::Element& element : into.asDocument()) {
            const bool database = element.key == "db";
            if (!database && element.key != "coll") {
                return expressionError(40415,
                                       "BSON field 'into." + std::string(element.key)
                                           + "' is an unknown field.");
            }
            Result<void> read = readTarget(element.value, database ? "into.db" : "into.coll",
                                           database ? output.database : output.collection);
            TRY(read);
        }
        if (output.collection.empty()) {
            return expressionError(5786801, "Must specify 'coll' in $merge 'into'");
        }
    } else {
        return expressionError(51178,
                               "$merge 'into' field  must be either a string or an object, "
                               "but found "
                                   + typeText(into));
    }
    if (output.collection.empty()) {
        return expressionError(5786800, "Invalid $merge target namespace");
    }
    return {};
}

Result<void> addOn(std::string name, PipelineOutput& output)
{
    const auto path = splitFieldPath(name);
    TRY(path);
    if (std::ranges::find(output.on, name) != output.on.end()) {
        return expressionError(31465, "Found a duplicate field '" + name + "'");
    }
    output.on.push_back(std::move(name));
    return {};
}

Result<void> readOn(ValueView on, PipelineOutput& output)
{
    if (on.type() == Type::String) {
        return addOn(std::string(on.asString()), output);
    }
    if (on.type() != Type::Array) {
        return expressionError(51186,
                               "$merge 'on' field  must be either a string or an array of "
                               "strings, but found "
                                   + typeText(on));
    }
    for (const bson::Element& element : on.asDocument()) {
        if (element.value.type() != Type::String) {
            return expressionError(51134,
                                   "$merge 'on' array elements must be strings, but found "
                                       + typeText(element.value));
        }
        TRY(addOn(std::string(element.value.asString()), output));
    }
    if (output.on.empty()) {
        return expressionError(51187,
                               "If explicitly specifying $merge 'on', must include at least "
                               "one field");
    }
    return {};
}

Error notInEnumeration(ValueView value, const char* field)
{
    return expressionError(2,
                           "Enumeration value '" + std::string(value.asString())
                               + "' for field '$merge." + field + "' is not a valid value.");
}

Result<void> readWhenMatched(ValueView value, PipelineOutput& output)
{
    using When = PipelineOutput::WhenMatched;
    if (value.type() == Type::Array) {
        output.whenMatched = When::Pipeline;
        output.pipeline = bson::Value(value);
        return {};
    }
    if (value.type() != Type::String) {
        return expressionError(51191,
                               "$merge 'whenMatched' field  must be either a string or an "
                               "array, but found "
                                   + typeText(value));
    }
    const std::string_view word = value.asString();
    if (word == "replace") {
        output.whenMatched = When::Replace;
    } else if (word == "keepExisting") {
        output.whenMatched = When::KeepExisting;
    } else if (word == "merge") {
        output.whenMatched = When::Merge;
    } else if (word == "fail") {
        output.whenMatched = When::Fail;
    } else {
        return notInEnumeration(value, "whenMatched");
    }
    return {};
}

Result<void> readWhenNotMatched(ValueView value, PipelineOutput& output)
{
    using When = PipelineOutput::WhenNotMatched;
    if (value.type() != Type::String) {
        return wrongType("$merge.whenNotMatched", value, "string");
    }
    const std::string_view word = value.asString();
    if (word == "insert") {
        output.whenNotMatched = When::Insert;
    } else if (word == "discard") {
        output.whenNotMatched = When::Discard;
    } else if (word == "fail") {
        output.whenNotMatched = When::Fail;
    } else {
        return notInEnumeration(value, "whenNotMatched");
    }
    return {};
}

Result<void> readMergeField(const bson::Element& element, PipelineOutput& output)
{
    const bool optional = element.key == "let" || element.key == "whenNotMatched";
    if (optional && element.value.isNullish()) { // as if it were not given
        return {};
    }
    if (element.key == "into") {
        return readInto(element.value, output);
    }
    if (element.key == "on") {
        return readOn(element.value, output);
    }
    if (element.key == "whenMatched") {
        return readWhenMatched(element.value, output);
    }
    if (element.key == "whenNotMatched") {
        return readWhenNotMatched(element.value, output);
    }
    if (element.key == "let") {
        if (element.value.type() != Type::Document) {
            return wrongType("$merge.let", element.value, "object");
        }
        output.let = bson::Value(element.value);
        return {};
    }
    return expressionError(
        40415, "BSON field '$merge." + std::string(element.key) + "' is an unknown field.");
}

/// Reads {db, coll, timeseries}. Null counts as not given.
Result<void> readOut(bson::DocumentView specification, PipelineOutput& output)
{
    for (const bson::Element& element : specification) {
        if (element.key == "timeseries") {
            output.timeseries = bson::Value(element.value);
        } else if (element.key != "db" && element.key != "coll") {
            return expressionError(
                40415, "BSON field '$out." + std::string(element.key) + "' is an unknown field.");
        } else if (!element.value.isNullish()) {
            const bool database = element.key == "db";
            TRY(readTarget(element.value, database ? "$out.db" : "$out.coll",
                           database ? output.database : output.collection));
        }
    }
    for (const char* field : {"coll", "db"}) {
        if (specification[field].isNullish()) {
            return expressionError(40414,
                                   std::string("BSON field '$out.") + field
                                       + "' is missing but a required field");
        }
    }
    if (output.database.empty() || output.collection.empty()) {
        return expressionError(static_cast<int>(protocol::ServerCode::InvalidNamespace),
                               "Invalid $out target namespace: '" + output.database + "."
                                   + output.collection + "'");
    }
    return {};
}

/// Checks the options that are allowed only together with certain others. Source: MongoDB manual,
/// $merge.
Result<void> checkMergeModes(const PipelineOutput& output)
{
    using When = PipelineOutput::WhenMatched;
    const bool needsInsert
        = output.whenMatched == When::KeepExisting || output.whenMatched == When::Fail;
    if (needsInsert && output.whenNotMatched != PipelineOutput::WhenNotMatched::Insert) {
        return expressionError(51181,
                               "Combination of $merge modes 'whenMatched' and 'whenNotMatched' is "
                               "not supported");
    }
    if (output.let.isMissing()) {
        return {};
    }
    if (output.whenMatched != When::Pipeline) {
        return expressionError(51199,
                               "Cannot use 'let' variables with a $merge mode other than a "
                               "pipeline");
    }
    // $$new is the incoming document in every pipeline of whenMatched
    const ValueView incoming = output.let.view().asDocument()["new"];
    if (!incoming.isMissing() && incoming.asString() != "$$ROOT") {
        return expressionError(51273,
                               "'let' may not define a value for the reserved 'new' variable other "
                               "than '$$ROOT'");
    }
    return {};
}

// The variables of $merge, judged before any document is written.
Result<void> checkMergeVariables(const PipelineOutput& output, const EvaluationContext& context)
{
    for (const bson::Element& element : output.let.view().asDocument()) {
        TRY(checkVariableName(element.key));
        TRY(Expression::parse(element.value, context));
    }
    return {};
}

} // namespace

Result<void> parseOut(ValueView specification, StageList& list)
{
    PipelineOutput output;
    if (specification.type() == Type::String) {
        output.collection = specification.asString();
    } else if (specification.type() == Type::Document) {
        TRY(readOut(specification.asDocument(), output));
    } else {
        return expressionError(16990,
                               "$out only supports a string or object argument, but found "
                                   + typeText(specification));
    }
    // $out makes no stage: the command writes what the pipeline returns
    list.output = std::move(output);
    return {};
}

Result<void> parseMerge(ValueView specification, StageList& list)
{
    PipelineOutput output;
    output.kind = PipelineOutput::Kind::Merge;
    if (specification.type() == Type::String) {
        TRY(readInto(specification, output));
    } else if (specification.type() == Type::Document) {
        for (const bson::Element& element : specification.asDocument()) {
            TRY(readMergeField(element, output));
        }
        if (output.collection.empty()) {
            return expressionError(40414,
                                   "BSON field '$merge.into' is missing but a required "
                                   "field");
        }
    } else {
        return expressionError(51182,
                               "$merge requires a string or object argument, but found "
                                   + typeText(specification));
    }
    TRY(checkMergeModes(output));
    TRY(checkMergeVariables(output, list.context.evaluation));
    output.context = list.context.evaluation;
    list.output = std::move(output);
    return {};
}

} // namespace sandglass::engine::query
