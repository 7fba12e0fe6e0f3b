// SPDX-License-Identifier: GPL-3.0-or-later
// Operators on documents: $mergeObjects, $objectToArray, $arrayToObject, $getField, $setField,
// sizes.
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/engine/query/expression_table.h"
#include "app/engine/query/merged_object.h"

#include <algorithm>
#include <array>
#include <optional>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

// Later documents replace the fields of earlier ones, which keep their position.
Result<Operand> mergeObjects(const Arguments& arguments)
{
    MergedObject merged;
    // a single array means its elements
    const bool elements = arguments.size() == 1 && arguments[0].type() == Type::Array;
    const auto addOne = [&](ValueView value) -> Result<void> {
        // null and missing add nothing, so optional subdocuments need no $ifNull
        if (value.isNullish()) {
            return {};
        }
        if (value.type() != Type::Document) {
            return expressionError(40400,
                                   "$mergeObjects requires object inputs, but input "
                                       + bson::toShellText(value) + " is of type "
                                       + typeText(value));
        }
        merged.add(value.asDocument());
        return {};
    };
    if (elements) {
        for (const bson::Element& element : arguments[0].asDocument()) {
            TRY(addOne(element.value));
        }
    } else {
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            TRY(addOne(arguments[i]));
        }
    }
    return Operand::document(merged.take());
}

Result<Operand> objectToArray(const Arguments& arguments)
{
    if (arguments[0].isNullish()) {
        return Operand::null();
    }
    if (arguments[0].type() != Type::Document) {
        return expressionError(
            40390, "$objectToArray requires a document input, found: " + typeText(arguments[0]));
    }
    bson::Builder pairs;
    for (const bson::Element& element : arguments[0].asDocument()) {
        // duplicate keys of a stored document are kept
        pairs.pushDocument().append("k", element.key).append("v", element.value).end();
    }
    return Operand::array(pairs.take());
}

// One entry of $arrayToObject's argument. Both views point into that argument.
struct Pair
{
    std::string_view key;
    ValueView value;
};

Result<Pair> pairFromDocument(bson::DocumentView document)
{
    if (document.count() != 2) {
        return expressionError(40392,
                               "$arrayToObject requires an object keys of 'k' and 'v'. "
                               "Found incorrect number of keys:"
                                   + std::to_string(document.count()));
    }
    const ValueView key = document["k"];
    const ValueView value = document["v"];
    if (key.isMissing() || value.isMissing()) {
        return expressionError(40393,
                               "$arrayToObject requires an object with keys 'k' and 'v'. "
                               "Missing either or both keys from: "
                                   + bson::toShellText(document));
    }
    if (key.type() != Type::String) {
        return expressionError(40394,
                               "$arrayToObject requires an object with keys 'k' and 'v', where "
                               "the value of 'k' must be of type string. Found type: "
                                   + typeText(key));
    }
    // BSON cannot store such a key
    if (key.asString().find('\0') != std::string_view::npos) {
        return expressionError(4940401, "Key field cannot contain an embedded null byte");
    }
    return Pair{key.asString(), value};
}

Result<Pair> pairFromArray(bson::DocumentView elements)
{
    if (elements.count() != 2) {
        return expressionError(40397,
                               "$arrayToObject requires an array of size 2 arrays,found "
                               "array of size: "
                                   + std::to_string(elements.count()));
    }
    auto at = elements.begin();
    const ValueView key = at->value;
    ++at;
    if (key.type() != Type::String) {
        return expressionError(40395,
                               "$arrayToObject requires an array of key-value pairs, where "
                               "the key must be of type string. Found key type: "
                                   + typeText(key));
    }
    if (key.asString().find('\0') != std::string_view::npos) {
        return expressionError(4940400, "Key field cannot contain an embedded null byte");
    }
    return Pair{key.asString(), at->value};
}

Result<Operand> arrayToObject(const Arguments& arguments)
{
    if (arguments[0].isNullish()) {
        return Operand::null();
    }
    if (arguments[0].type() != Type::Array) {
        return expressionError(
            40386, "$arrayToObject requires an array input, found: " + typeText(arguments[0]));
    }
    MergedObject merged;
    // all elements must have the form of the first one
    std::optional<Type> form;
    for (const bson::Element& element : arguments[0].asDocument()) {
        const Type type = element.value.type();
        if (!form && type != Type::Array && type != Type::Document) {
            return expressionError(40398,
                                   "Unrecognised input type format for $arrayToObject: "
                                       + typeText(element.value));
        }
        if (form && *form != type) {
            return expressionError(*form == Type::Array ? 40396 : 40391,
                                   "$arrayToObject requires a consistent input format. Elements "
                                   "must all be arrays or all be objects. Mixed formats: "
                                       + typeText(element.value));
        }
        form = type;
        const Result<Pair> pair = type == Type::Array
            ? pairFromArray(element.value.asDocument())
            : pairFromDocument(element.value.asDocument());
        TRY(pair);
        // a later pair replaces an earlier one with the same key
        merged.set(pair->key, pair->value);
    }
    return Operand::document(merged.take());
}

Result<Operand> bsonSize(const Arguments& arguments)
{
    if (arguments[0].isNullish()) {
        return Operand::null();
    }
    if (arguments[0].type() != Type::Document) {
        return expressionError(
            31393, "$bsonSize requires a document input, found: " + typeText(arguments[0]));
    }
    return Operand::of(static_cast<std::int32_t>(arguments[0].asDocument().size()));
}

Result<Operand> binarySize(const Arguments& arguments)
{
    const ValueView value = arguments[0];
    if (value.isNullish()) {
        return Operand::null();
    }
    // bytes of UTF-8, not characters; the final null byte of BSON does not count
    if (value.type() == Type::String) {
        return Operand::of(static_cast<std::int32_t>(value.asString().size()));
    }
    if (value.type() == Type::Binary) {
        return Operand::of(static_cast<std::int32_t>(value.asBinary().bytes.size()));
    }
    return expressionError(
        51276, "$binarySize requires a string or BinData argument, found: " + typeText(value));
}

Result<Operand> getField(const Arguments& arguments)
{
    const ValueView field = arguments[0];
    const ValueView input = arguments[1];
    if (field.type() != Type::String) {
        return expressionError(3041704,
                               "$getField requires 'field' to evaluate to type String, "
                               "but got "
                                   + typeText(field));
    }
    // missing gives missing, null gives null
    if (input.isNull() || input.type() == Type::Undefined) {
        return Operand::null();
    }
    if (input.type() != Type::Document) {
        return Operand();
    }
    return Operand::borrow(input.asDocument()[field.asString()]);
}

Result<NodePtr> parseGetField(ValueView argument, ExpressionParser& parser)
{
    // {$getField: "a"} is short for {field: "a", input: "$$CURRENT"}
    ValueView field = argument;
    ValueView input;
    const bool named = argument.type() == Type::Document && !argument.asDocument().empty()
        && !isExpressionObject(argument);
    if (named) {
        // {field: …} must not be read as the short form
        field = {};
        for (const bson::Element& element : argument.asDocument()) {
            if (element.key == "field") {
                field = element.value;
            } else if (element.key == "input") {
                input = element.value;
            } else {
                return expressionError(
                    3041701, "$getField found an unknown argument: " + std::string(element.key));
            }
        }
        if (field.isMissing()) {
            return expressionError(3041702, "$getField requires 'field' to be specified");
        }
        if (input.isMissing()) {
            return expressionError(3041703, "$getField requires 'input' to be specified");
        }
    }
    Result<NodePtr> name = parser.parse(field);
    TRY(name);
    Result<NodePtr> source = named ? parser.parse(input) : parser.documentPath({});
    TRY(source);
    return callNode("$getField", {std::move(*name), std::move(*source)}, getField);
}

Result<Operand> setField(const Arguments& arguments)
{
    const ValueView input = arguments[1];
    if (input.isNullish()) {
        return Operand::null();
    }
    if (input.type() != Type::Document) {
        return expressionError(4161105, "$setField requires 'input' to evaluate to type Object");
    }
    MergedObject merged;
    merged.add(input.asDocument());
    // a missing value removes the field: $unsetField
    merged.set(arguments[0].asString(), arguments[2]);
    return Operand::document(merged.take());
}

// Whether MongoDB takes an argument for a constant before it computes anything: a plain value, an
// empty document, or a literal.
bool isWrittenConstant(ValueView argument)
{
    if (argument.type() == Type::Array) {
        return false;
    }
    if (argument.type() != Type::Document || argument.asDocument().empty()) {
        return true;
    }
    const std::string_view first = (*argument.asDocument().begin()).key;
    return first == "$literal" || first == "$const";
}

// Checks the 'field' of $setField and $unsetField. MongoDB needs it while it parses.
Result<void> checkFieldName(const std::string& name, ValueView argument, const ExpressionNode& node)
{
    if (argument.asString().starts_with('$')) {
        const std::string path(argument.asString());
        return expressionError(4161108,
                               "'" + path
                                   + "' is a field path reference which is not allowed in this "
                                     "context. Did you mean {$literal: '"
                                   + path + "'}?");
    }
    const bson::Value* value = node.constant();
    if (!isWrittenConstant(argument) || value == nullptr) {
        return expressionError(4161106, name + " requires 'field' to evaluate to a constant");
    }
    if (value->type() != Type::String) {
        return expressionError(4161107, name + " requires 'field' to evaluate to type String");
    }
    if (value->view().asString().find('\0') != std::string_view::npos) {
        return expressionError(9534700, name + " requires 'field' to have no null bytes");
    }
    return {};
}

// $setField and $unsetField. The arguments may come in any order; the order of the checks below is
// that of MongoDB, because only the first fault is reported.
Result<NodePtr> parseFieldChange(ValueView argument, ExpressionParser& parser, bool removing)
{
    const std::string name = removing ? "$unsetField" : "$setField";
    if (argument.type() != Type::Document) {
        return expressionError(4161100, name + " only supports an object as its argument");
    }
    std::array<NodePtr, 3> parts;
    ValueView field;
    static constexpr std::array<std::string_view, 3> kNames{"field", "input", "value"};
    for (const bson::Element& element : argument.asDocument()) {
        const auto* at = std::find(kNames.begin(), kNames.end(), element.key);
        if (at == kNames.end() || (removing && element.key == "value")) {
            return expressionError(
                4161101, name + " found an unknown argument: " + std::string(element.key));
        }
        if (element.key == "field") {
            field = element.value;
        }
        Result<NodePtr> node = parser.parse(element.value);
        TRY(node);
        parts[static_cast<std::size_t>(at - kNames.begin())] = std::move(*node);
    }
    // $unsetField is $setField with $$REMOVE
    if (removing) {
        parts[2] = constantNode(bson::Value());
    }
    if (parts[0] == nullptr) {
        return expressionError(4161102, name + " requires 'field' to be specified");
    }
    if (parts[2] == nullptr) {
        return expressionError(4161103, name + " requires 'value' to be specified");
    }
    if (parts[1] == nullptr) {
        return expressionError(4161109, name + " requires 'input' to be specified");
    }
    TRY(checkFieldName(name, field, *parts[0]));
    return callNode(removing ? "$unsetField" : "$setField",
                    std::vector<NodePtr>(parts.begin(), parts.end()), setField);
}

Result<NodePtr> parseSetField(ValueView argument, ExpressionParser& parser)
{
    return parseFieldChange(argument, parser, false);
}

Result<NodePtr> parseUnsetField(ValueView argument, ExpressionParser& parser)
{
    return parseFieldChange(argument, parser, true);
}

} // namespace

std::span<const ListOperator> objectOperators()
{
    static constexpr std::array kOperators{
        ListOperator{"$arrayToObject", 1, 1, arrayToObject},
        ListOperator{"$binarySize", 1, 1, binarySize},
        ListOperator{"$bsonSize", 1, 1, bsonSize},
        ListOperator{"$mergeObjects", 0, kAnyNumber, mergeObjects},
        ListOperator{"$objectToArray", 1, 1, objectToArray},
    };
    return kOperators;
}

std::span<const SpecialOperator> objectSpecialOperators()
{
    static constexpr std::array kOperators{
        SpecialOperator{"$getField", parseGetField},
        SpecialOperator{"$setField", parseSetField},
        SpecialOperator{"$unsetField", parseUnsetField},
    };
    return kOperators;
}

} // namespace sandglass::engine::query
