// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/json_schema.h"

#include "app/bson/builder.h"
#include "app/engine/query/bad_value.h"
#include "app/engine/query/json_schema_rule.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <optional>
#include <set>
#include <utility>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;
using protocol::commandError;
using protocol::ServerCode;

constexpr int kFailedToParse = static_cast<int>(ServerCode::FailedToParse);
constexpr int kTypeMismatch = static_cast<int>(ServerCode::TypeMismatch);

/// A set of types by their byte in the encoding.
using SchemaTypes = std::bitset<256>;

constexpr std::array kNumberTypes{Type::Int32, Type::Int64, Type::Double, Type::Decimal128};

/// The values that a keyword is about; it holds for all others.
enum class About { Anything, Numbers, Strings, Arrays, Documents };

struct KeywordRow
{
    std::string_view name;
    About about;
    Result<SchemaRulePtr> (*parse)(const SchemaKeyword& keyword);
};

// In the order in which MongoDB parses them and reports on them. Source: MongoDB server source,
// json_schema_parser.cpp.
constexpr std::array kKeywords{
    KeywordRow{"pattern", About::Strings, schemaPattern},
    KeywordRow{"maxLength", About::Strings, schemaLength},
    KeywordRow{"minLength", About::Strings, schemaLength},
    KeywordRow{"multipleOf", About::Numbers, schemaMultipleOf},
    KeywordRow{"maximum", About::Numbers, schemaLimit},
    KeywordRow{"exclusiveMaximum", About::Numbers, schemaExclusive},
    KeywordRow{"minimum", About::Numbers, schemaLimit},
    KeywordRow{"exclusiveMinimum", About::Numbers, schemaExclusive},
    KeywordRow{"minItems", About::Arrays, schemaItemCount},
    KeywordRow{"maxItems", About::Arrays, schemaItemCount},
    KeywordRow{"uniqueItems", About::Arrays, schemaUniqueItems},
    KeywordRow{"items", About::Arrays, schemaItems},
    KeywordRow{"additionalItems", About::Arrays, schemaAdditionalItems},
    KeywordRow{"encryptMetadata", About::Anything, schemaEncryptMetadata},
    KeywordRow{"encrypt", About::Anything, schemaEncrypt},
    KeywordRow{"required", About::Documents, schemaRequiredChecked},
    KeywordRow{"properties", About::Documents, schemaProperties},
    KeywordRow{"patternProperties", About::Documents, schemaOtherProperties},
    KeywordRow{"additionalProperties", About::Documents, schemaOtherProperties},
    KeywordRow{"required", About::Documents, schemaRequired},
    KeywordRow{"minProperties", About::Documents, schemaPropertyCount},
    KeywordRow{"maxProperties", About::Documents, schemaPropertyCount},
    KeywordRow{"dependencies", About::Documents, schemaDependencies},
    KeywordRow{"allOf", About::Anything, schemaList},
    KeywordRow{"anyOf", About::Anything, schemaList},
    KeywordRow{"oneOf", About::Anything, schemaList},
    KeywordRow{"not", About::Anything, schemaNot},
    KeywordRow{"enum", About::Anything, schemaEnum},
};
constexpr std::array<std::string_view, 4> kOtherKeywords{"type", "bsonType", "title",
                                                         "description"};
constexpr std::array<std::string_view, 6> kUnsupportedKeywords{"$ref",        "$schema", "default",
                                                               "definitions", "format",  "id"};

/// The names of types that the keyword `type` takes, and the BSON types that they mean.
struct JsonType
{
    std::string_view name;
    Type type;
};
constexpr std::array kJsonTypes{
    JsonType{"object", Type::Document}, JsonType{"array", Type::Array},
    JsonType{"boolean", Type::Bool},    JsonType{"string", Type::String},
    JsonType{"null", Type::Null},
};

std::size_t bitOf(Type type)
{
    return static_cast<std::uint8_t>(type);
}

Result<void> checkKeywords(bson::DocumentView schema)
{
    std::set<std::string_view> met;
    for (const bson::Element& element : schema) {
        const std::string_view name = element.key;
        const bool known = std::ranges::find(kKeywords, name, &KeywordRow::name) != kKeywords.end()
            || std::ranges::find(kOtherKeywords, name) != kOtherKeywords.end();
        if (!known) {
            const bool unsupported
                = std::ranges::find(kUnsupportedKeywords, name) != kUnsupportedKeywords.end();
            return unsupported ? schemaError(kFailedToParse, name, "is not currently supported")
                               : commandError(ServerCode::FailedToParse,
                                              "Unknown $jsonSchema keyword: " + std::string(name));
        }
        if (!met.insert(name).second) {
            return commandError(ServerCode::FailedToParse,
                                "Duplicate $jsonSchema keyword: " + std::string(name));
        }
    }
    return {};
}

Result<void> readAnnotations(bson::DocumentView schema, bson::Document& annotations)
{
    bson::Builder builder;
    for (const std::string_view name : {"title", "description"}) {
        const ValueView value = schema[name];
        if (!value.isMissing() && value.type() != Type::String) {
            return schemaError(kTypeMismatch, name, "must be of type string");
        }
        builder.append(name, value);
    }
    annotations = builder.take();
    return {};
}

Result<void> addType(std::string_view keyword, std::string_view name, SchemaTypes& types)
{
    if (name == "integer") {
        return commandError(ServerCode::FailedToParse,
                            "$jsonSchema type 'integer' is not currently supported.");
    }
    if (name == "number") {
        for (const Type type : kNumberTypes) {
            types.set(bitOf(type));
        }
        return {};
    }
    std::optional<Type> type;
    if (keyword == "bsonType") {
        type = bson::typeFromAlias(name);
    } else if (const auto* const found = std::ranges::find(kJsonTypes, name, &JsonType::name);
               found != kJsonTypes.end()) {
        type = found->type;
    }
    if (!type || *type == Type::Missing) {
        return badValue("Unknown type name alias: " + std::string(name));
    }
    types.set(bitOf(*type));
    return {};
}

Result<SchemaTypes> parseTypes(const SchemaKeyword& keyword)
{
    SchemaTypes types;
    if (keyword.value.type() == Type::String) {
        TRY(addType(keyword.name, keyword.value.asString(), types));
        return types;
    }
    if (keyword.value.type() != Type::Array) {
        return schemaError(kTypeMismatch, keyword.name,
                           "must be either a string or an array of strings");
    }
    std::set<std::string_view> names;
    for (const bson::Element& element : keyword.value.asDocument()) {
        if (element.value.type() != Type::String) {
            return schemaError(kTypeMismatch, keyword.name, "array elements must be strings");
        }
        if (!names.insert(element.value.asString()).second) {
            return schemaError(kFailedToParse, keyword.name,
                               "has duplicate value: " + std::string(element.value.asString()));
        }
    }
    for (const std::string_view name : names) {
        TRY(addType(keyword.name, name, types));
    }
    if (types.none()) {
        return schemaError(kFailedToParse, keyword.name, "must name at least one type");
    }
    return types;
}

SchemaRulePtr typeRule(const SchemaKeyword& keyword, const SchemaTypes& types)
{
    auto rule = std::make_unique<ValueRule>(
        keyword.name, bson::makeDocument(keyword.name, keyword.value), "type did not match",
        [types](ValueView value) { return types.test(bitOf(value.type())); });
    rule->setDetails([](ValueView value, bson::Builder& report) {
        report.append("consideredValue", value);
        report.append("consideredType", bson::typeAlias(value.type()));
    });
    return rule;
}

/// What a schema says about the type of its value.
struct StatedType
{
    std::string_view keyword; ///< type or bsonType
    SchemaTypes types;
};

Result<std::optional<StatedType>> readType(bson::DocumentView schema)
{
    const bool both = schema.contains("type") && schema.contains("bsonType");
    if (both) {
        return commandError(ServerCode::FailedToParse,
                            "Cannot specify both $jsonSchema keywords 'type' and 'bsonType'");
    }
    for (const std::string_view name : {"type", "bsonType"}) {
        if (!schema.contains(name)) {
            continue;
        }
        if (schema.contains("encrypt")) {
            return schemaError(kFailedToParse, "encrypt",
                               "cannot be used in conjunction with '" + std::string(name)
                                   + "', 'encrypt' implies type 'bsonType::BinData'");
        }
        auto types = parseTypes({name, schema[name], schema});
        TRY(types);
        return std::optional(StatedType{name, *types});
    }
    return std::optional<StatedType>();
}

bool isAbout(About about, Type type)
{
    switch (about) {
    case About::Anything:
        break;
    case About::Numbers:
        return bson::isNumeric(type);
    case About::Strings:
        return type == Type::String;
    case About::Arrays:
        return type == Type::Array;
    case About::Documents:
        return type == Type::Document;
    }
    return true;
}

/// Whether a keyword can say anything: not if every value of the stated types is of another kind,
/// which the rule about the type refuses alone.
bool canApply(About about, const std::optional<StatedType>& stated)
{
    for (std::size_t bit = 0; stated && bit < stated->types.size(); ++bit) {
        if (stated->types.test(bit) && isAbout(about, static_cast<Type>(bit))) {
            return true;
        }
    }
    return !stated;
}

} // namespace

Error schemaError(int code, std::string_view keyword, std::string_view rest)
{
    return commandError(code,
                        "$jsonSchema keyword '" + std::string(keyword) + "' " + std::string(rest));
}

void ValueRule::explain(ValueView value, bson::Builder& reports) const
{
    reports.pushDocument();
    reports.append("operatorName", m_name);
    if (!m_specified.empty()) {
        reports.append("specifiedAs", m_specified);
    }
    reports.append("reason", m_reason);
    if (m_details) {
        m_details(value, reports);
    } else {
        reports.append("consideredValue", value);
    }
    reports.end();
}

JsonSchema::~JsonSchema() = default;

Result<std::shared_ptr<const JsonSchema>> JsonSchema::parse(bson::DocumentView schema)
{
    std::shared_ptr<JsonSchema> made(new JsonSchema());
    TRY(checkKeywords(schema));
    TRY(readAnnotations(schema, made->m_annotations));
    auto stated = readType(schema);
    TRY(stated);
    for (const KeywordRow& row : kKeywords) {
        const ValueView value = schema[row.name];
        if (value.isMissing()) {
            continue;
        }
        auto rule = row.parse({row.name, value, schema});
        TRY(rule);
        if (*rule && canApply(row.about, *stated)) {
            made->m_rules.push_back(std::move(*rule));
        }
    }
    if (*stated) {
        const std::string_view name = (*stated)->keyword;
        made->m_rules.push_back(typeRule({name, schema[name], schema}, (*stated)->types));
    }
    return std::shared_ptr<const JsonSchema>(std::move(made));
}

bool JsonSchema::holds(ValueView value) const
{
    return std::ranges::all_of(m_rules,
                               [&](const SchemaRulePtr& rule) { return rule->holds(value); });
}

void JsonSchema::explain(ValueView value, bson::Builder& reports) const
{
    for (const SchemaRulePtr& rule : m_rules) {
        if (!rule->holds(value)) {
            rule->explain(value, reports);
        }
    }
}

} // namespace sandglass::engine::query
