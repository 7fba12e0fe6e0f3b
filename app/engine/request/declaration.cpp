// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/request/declaration.h"

#include "app/engine/request/arguments.h"
#include "app/engine/request/engine_facts.h"
#include "app/engine/request/generic_fields.h"

#include <algorithm>
#include <bitset>
#include <string>

namespace sandglass::engine::request {

using protocol::commandError;
using protocol::ServerCode;

namespace {

constexpr std::size_t kMostFields = 64;

bool isKnown(const Field& field, const EngineFacts& facts)
{
    const auto reached = [&](int version) { return facts.atLeast(version / 10, version % 10); };
    return reached(field.since) && (field.before == 0 || !reached(field.before));
}

bool holds(FieldType type, bson::ValueView value)
{
    switch (type) {
    case FieldType::Any:
        return true;
    case FieldType::Flag:
        return value.type() == bson::Type::Bool || value.isNumber();
    case FieldType::Number:
    case FieldType::Count:
        return value.isNumber();
    case FieldType::Text:
        return value.type() == bson::Type::String;
    case FieldType::Object:
        return value.type() == bson::Type::Document;
    case FieldType::Array:
    case FieldType::Statements:
        return value.type() == bson::Type::Array;
    }
    return false;
}

Result<void> checkValue(const Field& field, bson::ValueView value, const Arguments& arguments)
{
    const bool list = field.type == FieldType::Array || field.type == FieldType::Statements;
    const bool needed = list && field.presence == Presence::Required;
    if (value.isNullish() && !needed) {
        return {};
    }
    if (!holds(field.type, value)) {
        return arguments.wrongType(field.name, typeName(field.type));
    }
    if (field.type == FieldType::Count) {
        TRY(arguments.count(field.name));
    }
    return {};
}

/// A document sequence counts as a field of that name. It is a list of documents.
Result<void> checkSequences(const Declaration& declared, const Request& request,
                            const Arguments& arguments)
{
    for (const auto& [name, documents] : request.sequences) {
        const auto field = std::ranges::find(declared.fields, name, &Field::name);
        if (field == declared.fields.end()) {
            if (declared.others == OtherFields::Refused) {
                return arguments.unknownField(name);
            }
            continue;
        }
        if (field->type != FieldType::Statements) {
            return commandError(ServerCode::TypeMismatch,
                                "BSON field '" + std::string(declared.command) + "." + name
                                    + "' is the wrong type: it cannot be a document sequence");
        }
    }
    return {};
}

Result<void> checkPresence(const Declaration& declared, const Request& request,
                           const Arguments& arguments)
{
    for (const Field& field : declared.fields) {
        const bool beside
            = field.type == FieldType::Statements && request.sequences.contains(field.name);
        if (field.presence == Presence::Required && !beside) {
            TRY(field.type == FieldType::Any ? arguments.present(field.name)
                                             : arguments.required(field.name));
        }
    }
    return {};
}

} // namespace

std::string_view typeName(FieldType type)
{
    switch (type) {
    case FieldType::Any:
        return "any";
    case FieldType::Flag:
        return "bool";
    case FieldType::Number:
    case FieldType::Count:
        return "long";
    case FieldType::Text:
        return "string";
    case FieldType::Object:
        return "object";
    case FieldType::Array:
    case FieldType::Statements:
        return "array";
    }
    return {};
}

Result<void> checkDeclared(const Declaration& declared, const Request& request,
                           const EngineFacts& facts)
{
    TRY(checkGenericFields(declared, request, facts));
    const Arguments arguments(declared.command, request.body);
    const bool strict = request.body["apiStrict"].toBool();
    std::bitset<kMostFields> seen;
    bool own = true; // the first field is the command's own
    for (const bson::Element& element : request.body) {
        if (std::exchange(own, false) || isGeneric(element.key)) {
            continue;
        }
        const auto field = std::ranges::find(declared.fields, element.key, &Field::name);
        if (field == declared.fields.end() || !isKnown(*field, facts)) {
            if (declared.others == OtherFields::Refused) {
                return arguments.unknownField(element.key);
            }
            continue;
        }
        const auto at = static_cast<std::size_t>(field - declared.fields.begin());
        if (seen.test(at)) {
            return arguments.duplicateField(element.key);
        }
        seen.set(at);
        if (strict && !field->stable) {
            return arguments.unstableField(element.key);
        }
        TRY(checkValue(*field, element.value, arguments));
    }
    TRY(checkSequences(declared, request, arguments));
    return checkPresence(declared, request, arguments);
}

} // namespace sandglass::engine::request
