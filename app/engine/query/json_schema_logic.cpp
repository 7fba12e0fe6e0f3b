// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/json_schema.h"
#include "app/engine/query/json_schema_rule.h"
#include "app/protocol/server_code.h"

#include <utility>
#include <vector>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;
using protocol::ServerCode;
using AlternativePtr = std::shared_ptr<const JsonSchema>;

constexpr int kNotTheType = static_cast<int>(ServerCode::TypeMismatch);

/// `allOf`, `anyOf` and `oneOf`.
class SchemaListRule final : public SchemaRule
{
public:
    SchemaListRule(std::string_view name, std::vector<AlternativePtr> schemas)
        : m_name(name)
        , m_schemas(std::move(schemas))
    {
    }

    bool holds(ValueView value) const override
    {
        const std::size_t met = metOnes(value).size();
        if (m_name == "allOf") {
            return met == m_schemas.size();
        }
        return m_name == "anyOf" ? met > 0 : met == 1;
    }
    void explain(ValueView value, bson::Builder& reports) const override
    {
        reports.pushDocument().append("operatorName", m_name);
        const std::vector<std::size_t> met = metOnes(value);
        if (m_name == "oneOf" && !met.empty()) {
            reports.append("reason", "more than one subschema matched");
            reports.beginArray("matchingSchemaIndexes");
            for (const std::size_t at : met) {
                reports.push(static_cast<std::int32_t>(at));
            }
            reports.end().end();
            return;
        }
        reports.beginArray("schemasNotSatisfied");
        for (std::size_t at = 0; at < m_schemas.size(); ++at) {
            if (m_schemas[at]->holds(value)) {
                continue;
            }
            reports.pushDocument().append("index", static_cast<std::int32_t>(at));
            reports.appendAll(m_schemas[at]->annotations()).beginArray("details");
            m_schemas[at]->explain(value, reports);
            reports.end().end();
        }
        reports.end().end();
    }

private:
    std::vector<std::size_t> metOnes(ValueView value) const
    {
        std::vector<std::size_t> met;
        for (std::size_t at = 0; at < m_schemas.size(); ++at) {
            if (m_schemas[at]->holds(value)) {
                met.push_back(at);
            }
        }
        return met;
    }

    std::string m_name;
    std::vector<AlternativePtr> m_schemas;
};

} // namespace

Result<SchemaRulePtr> schemaList(const SchemaKeyword& keyword)
{
    if (keyword.value.type() != Type::Array) {
        return schemaError(kNotTheType, keyword.name, "must be an array");
    }
    if (keyword.value.asDocument().empty()) {
        return schemaError(static_cast<int>(ServerCode::BadValue), keyword.name,
                           "must be a non-empty array");
    }
    std::vector<AlternativePtr> schemas;
    for (const bson::Element& element : keyword.value.asDocument()) {
        if (element.value.type() != Type::Document) {
            return schemaError(kNotTheType, keyword.name,
                               "must be an array of objects, but found an element of type "
                                   + std::string(bson::typeAlias(element.value.type())));
        }
        auto schema = JsonSchema::parse(element.value.asDocument());
        TRY(schema);
        schemas.push_back(std::move(*schema));
    }
    return SchemaRulePtr(std::make_unique<SchemaListRule>(keyword.name, std::move(schemas)));
}

Result<SchemaRulePtr> schemaNot(const SchemaKeyword& keyword)
{
    if (keyword.value.type() != Type::Document) {
        return schemaError(kNotTheType, keyword.name,
                           "must be an object, but found an element of type "
                               + std::string(bson::typeAlias(keyword.value.type())));
    }
    auto schema = JsonSchema::parse(keyword.value.asDocument());
    TRY(schema);
    auto rule = std::make_unique<ValueRule>(
        keyword.name, bson::Document(), "child expression matched",
        [schema = std::move(*schema)](ValueView value) { return !schema->holds(value); });
    rule->setDetails([](ValueView /*value*/, bson::Builder& /*report*/) {});
    return SchemaRulePtr(std::move(rule));
}

} // namespace sandglass::engine::query
