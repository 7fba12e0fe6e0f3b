// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/compare.h"
#include "app/engine/query/json_schema.h"
#include "app/engine/query/json_schema_rule.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;
using protocol::ServerCode;
using SchemaPtr = std::shared_ptr<const JsonSchema>;

constexpr int kOtherType = static_cast<int>(ServerCode::TypeMismatch);

bson::Document specifiedAs(const SchemaKeyword& keyword)
{
    return bson::makeDocument(keyword.name, keyword.value);
}

/// The first item that equals an earlier one, whatever the order of fields; nullopt if there is
/// none.
std::optional<ValueView> firstRepeated(ValueView array)
{
    const auto less = [](const bson::Value& left, const bson::Value& right) {
        return bson::compare(left.view(), right.view()) == std::strong_ordering::less;
    };
    std::set<bson::Value, decltype(less)> met(less);
    for (const bson::Element& element : array.asDocument()) {
        if (!met.insert(sortedFields(element.value)).second) {
            return element.value;
        }
    }
    return std::nullopt;
}

/// One schema for all items from a position on: `items` and `additionalItems` with a schema.
class EveryItemRule final : public SchemaRule
{
public:
    EveryItemRule(std::string_view name, std::size_t from, SchemaPtr schema)
        : m_name(name)
        , m_from(from)
        , m_schema(std::move(schema))
    {
    }

    bool holds(ValueView value) const override { return !firstWrong(value); }
    void explain(ValueView value, bson::Builder& reports) const override
    {
        const auto at = firstWrong(value);
        reports.pushDocument().append("operatorName", m_name);
        reports.appendAll(m_schema->annotations());
        reports.append("reason",
                       m_name == "items"
                           ? "At least one item did not match the sub-schema"
                           : "At least one additional item did not match the sub-schema");
        reports.append("itemIndex", static_cast<std::int32_t>(at.value_or(0)));
        reports.beginArray("details");
        m_schema->explain(value.asDocument().values()[at.value_or(0)], reports);
        reports.end().end();
    }

private:
    std::optional<std::size_t> firstWrong(ValueView value) const
    {
        if (value.type() != Type::Array) {
            return std::nullopt;
        }
        std::size_t at = 0;
        for (const bson::Element& element : value.asDocument()) {
            if (at >= m_from && !m_schema->holds(element.value)) {
                return at;
            }
            ++at;
        }
        return std::nullopt;
    }

    std::string m_name;
    std::size_t m_from;
    SchemaPtr m_schema;
};

/// `items` with a list: a schema for each of the first items.
class ItemListRule final : public SchemaRule
{
public:
    explicit ItemListRule(std::vector<SchemaPtr> schemas)
        : m_schemas(std::move(schemas))
    {
    }

    bool holds(ValueView value) const override { return wrongItems(value).empty(); }
    void explain(ValueView value, bson::Builder& reports) const override
    {
        reports.pushDocument().append("operatorName", "items").beginArray("details");
        const std::vector<ValueView> items = value.asDocument().values();
        for (const std::size_t at : wrongItems(value)) {
            reports.pushDocument().append("itemIndex", static_cast<std::int32_t>(at));
            reports.beginArray("details");
            m_schemas[at]->explain(items[at], reports);
            reports.end().end();
        }
        reports.end().end();
    }

private:
    std::vector<std::size_t> wrongItems(ValueView value) const
    {
        std::vector<std::size_t> wrong;
        if (value.type() != Type::Array) {
            return wrong;
        }
        std::size_t at = 0;
        for (const bson::Element& element : value.asDocument()) {
            if (at < m_schemas.size() && !m_schemas[at]->holds(element.value)) {
                wrong.push_back(at);
            }
            ++at;
        }
        return wrong;
    }

    std::vector<SchemaPtr> m_schemas;
};

SchemaRulePtr noMoreItems(std::size_t from)
{
    auto rule = std::make_unique<ValueRule>(
        "additionalItems", bson::makeDocument("additionalItems", false), "found additional items",
        [from](ValueView value) {
            return value.type() != Type::Array || value.asDocument().count() <= from;
        });
    rule->setDetails([from](ValueView value, bson::Builder& report) {
        report.beginArray("additionalItems");
        std::size_t at = 0;
        for (const bson::Element& element : value.asDocument()) {
            if (at++ >= from) {
                report.push(element.value);
            }
        }
        report.end();
    });
    return rule;
}

} // namespace

Result<SchemaRulePtr> schemaItemCount(const SchemaKeyword& keyword)
{
    const auto length = schemaCount(keyword);
    TRY(length);
    const bool atMost = keyword.name == "maxItems";
    auto rule = std::make_unique<ValueRule>(
        keyword.name, specifiedAs(keyword), "array did not match specified length",
        [atMost, limit = *length](ValueView value) {
            const auto count = static_cast<std::int64_t>(value.asDocument().count());
            return value.type() != Type::Array || (atMost ? count <= limit : count >= limit);
        });
    rule->setDetails([](ValueView value, bson::Builder& report) {
        report.append("consideredValue", value);
        report.append("numberOfItems", static_cast<std::int32_t>(value.asDocument().count()));
    });
    return SchemaRulePtr(std::move(rule));
}

Result<SchemaRulePtr> schemaUniqueItems(const SchemaKeyword& keyword)
{
    if (keyword.value.type() != Type::Bool) {
        return schemaError(kOtherType, keyword.name, "must be a boolean");
    }
    if (!keyword.value.asBool()) {
        return SchemaRulePtr();
    }
    auto rule = std::make_unique<ValueRule>(
        keyword.name, specifiedAs(keyword), "found a duplicate item",
        [](ValueView value) { return value.type() != Type::Array || !firstRepeated(value); });
    rule->setDetails([](ValueView value, bson::Builder& report) {
        report.append("consideredValue", value);
        report.append("duplicatedValue", firstRepeated(value).value_or(ValueView()));
    });
    return SchemaRulePtr(std::move(rule));
}

Result<SchemaRulePtr> schemaItems(const SchemaKeyword& keyword)
{
    if (keyword.value.type() == Type::Document) {
        auto schema = JsonSchema::parse(keyword.value.asDocument());
        TRY(schema);
        return SchemaRulePtr(std::make_unique<EveryItemRule>(keyword.name, 0, std::move(*schema)));
    }
    if (keyword.value.type() != Type::Array) {
        return schemaError(kOtherType, keyword.name,
                           "must be an array or an object, not "
                               + std::string(bson::typeAlias(keyword.value.type())));
    }
    std::vector<SchemaPtr> schemas;
    for (const bson::Element& element : keyword.value.asDocument()) {
        if (element.value.type() != Type::Document) {
            return schemaError(kOtherType, keyword.name,
                               "requires that each element of the array is an object, but found a "
                                   + std::string(bson::typeAlias(element.value.type())));
        }
        auto schema = JsonSchema::parse(element.value.asDocument());
        TRY(schema);
        schemas.push_back(std::move(*schema));
    }
    return SchemaRulePtr(std::make_unique<ItemListRule>(std::move(schemas)));
}

Result<SchemaRulePtr> schemaAdditionalItems(const SchemaKeyword& keyword)
{
    // only behind a list of schemas are there further items
    const ValueView list = keyword.schema["items"];
    const bool applies = list.type() == Type::Array;
    const std::size_t from = list.asDocument().count();
    if (keyword.value.type() == Type::Bool) {
        return keyword.value.asBool() || !applies ? SchemaRulePtr() : noMoreItems(from);
    }
    if (keyword.value.type() != Type::Document) {
        return schemaError(kOtherType, keyword.name,
                           "must be either an object or a boolean, but got a "
                               + std::string(bson::typeAlias(keyword.value.type())));
    }
    auto schema = JsonSchema::parse(keyword.value.asDocument());
    TRY(schema);
    return applies
        ? SchemaRulePtr(std::make_unique<EveryItemRule>(keyword.name, from, std::move(*schema)))
        : SchemaRulePtr();
}

} // namespace sandglass::engine::query
