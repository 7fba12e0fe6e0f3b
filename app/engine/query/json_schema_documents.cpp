// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/json_schema.h"
#include "app/engine/query/json_schema_rule.h"
#include "app/engine/query/pattern.h"
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
using protocol::commandError;
using protocol::ServerCode;
using SubschemaPtr = std::shared_ptr<const JsonSchema>;

constexpr int kUnreadable = static_cast<int>(ServerCode::FailedToParse);
constexpr int kBadType = static_cast<int>(ServerCode::TypeMismatch);

/// The value of a property. MongoDB reads its name as a dotted path.
ValueView propertyOf(ValueView document, std::string_view name)
{
    const ValueView own = document.asDocument()[name];
    return own.isMissing() && name.find('.') != std::string_view::npos
        ? document.asDocument().at(name)
        : own;
}

/// Appends {…annotations, details: […]} to the document that is open in `reports`.
void appendDetails(const JsonSchema& schema, ValueView value, bson::Builder& reports)
{
    reports.appendAll(schema.annotations()).beginArray("details");
    schema.explain(value, reports);
    reports.end();
}

struct Property
{
    std::string name;
    SubschemaPtr schema;
};

/// `properties`: a schema for each named field, where the field exists.
class PropertiesRule final : public SchemaRule
{
public:
    explicit PropertiesRule(std::vector<Property> properties)
        : m_properties(std::move(properties))
    {
    }

    bool holds(ValueView value) const override
    {
        return value.type() != Type::Document
            || std::ranges::all_of(
                   m_properties, [&](const Property& property) { return isMet(property, value); });
    }
    void explain(ValueView value, bson::Builder& reports) const override
    {
        reports.pushDocument().append("operatorName", "properties");
        reports.beginArray("propertiesNotSatisfied");
        for (const Property& property : m_properties) {
            if (!isMet(property, value)) {
                reports.pushDocument().append("propertyName", property.name);
                appendDetails(*property.schema, propertyOf(value, property.name), reports);
                reports.end();
            }
        }
        reports.end().end();
    }

private:
    static bool isMet(const Property& property, ValueView document)
    {
        const ValueView value = propertyOf(document, property.name);
        return value.isMissing() || property.schema->holds(value);
    }

    std::vector<Property> m_properties;
};

struct PatternProperty
{
    Pattern pattern;
    SubschemaPtr schema;
};

/// `patternProperties` and `additionalProperties`.
class OtherPropertiesRule final : public SchemaRule
{
public:
    std::set<std::string, std::less<>> named; ///< those of `properties`
    std::vector<PatternProperty> patterns;
    SubschemaPtr additional; ///< of all others; null: none
    bool additionalAllowed = true;

    bool holds(ValueView value) const override
    {
        if (value.type() != Type::Document) {
            return true;
        }
        return wrongAdditional(value).empty()
            && std::ranges::all_of(patterns, [&](const PatternProperty& pattern) {
                   return !firstWrong(pattern, value);
               });
    }
    void explain(ValueView value, bson::Builder& reports) const override
    {
        explainAdditional(value, reports);
        const bool byPattern = std::ranges::any_of(patterns, [&](const PatternProperty& pattern) {
            return firstWrong(pattern, value).has_value();
        });
        if (!byPattern) {
            return;
        }
        reports.pushDocument().append("operatorName", "patternProperties").beginArray("details");
        for (const PatternProperty& pattern : patterns) {
            const auto wrong = firstWrong(pattern, value);
            if (!wrong) {
                continue;
            }
            reports.pushDocument().append("propertyName", wrong->key);
            reports.appendAll(pattern.schema->annotations());
            reports.append("regexMatched", pattern.pattern.text()).beginArray("details");
            pattern.schema->explain(wrong->value, reports);
            reports.end().end();
        }
        reports.end().end();
    }

private:
    /// The first field whose name matches and whose value does not.
    static std::optional<bson::Element> firstWrong(const PatternProperty& pattern, ValueView value)
    {
        for (const bson::Element& element : value.asDocument()) {
            if (pattern.pattern.found(element.key) && !pattern.schema->holds(element.value)) {
                return element;
            }
        }
        return std::nullopt;
    }
    bool isAdditional(std::string_view name) const
    {
        return !named.contains(name)
            && std::ranges::none_of(patterns, [&](const PatternProperty& pattern) {
                   return pattern.pattern.found(name);
               });
    }
    std::vector<bson::Element> wrongAdditional(ValueView value) const
    {
        std::vector<bson::Element> wrong;
        if (additionalAllowed && !additional) {
            return wrong;
        }
        for (const bson::Element& element : value.asDocument()) {
            const bool met = additional && additional->holds(element.value);
            if (!met && isAdditional(element.key)) {
                wrong.push_back(element);
            }
        }
        return wrong;
    }
    void explainAdditional(ValueView value, bson::Builder& reports) const
    {
        const std::vector<bson::Element> wrong = wrongAdditional(value);
        if (wrong.empty()) {
            return;
        }
        reports.pushDocument().append("operatorName", "additionalProperties");
        if (additional) {
            reports.appendAll(additional->annotations());
            reports.append("reason",
                           "at least one additional property did not match the subschema");
            reports.append("failingProperty", wrong.front().key).beginArray("details");
            additional->explain(wrong.front().value, reports);
        } else {
            reports.append("specifiedAs", bson::makeDocument("additionalProperties", false));
            reports.beginArray("additionalProperties");
            for (const bson::Element& element : wrong) {
                reports.push(element.key);
            }
        }
        reports.end().end();
    }
};

/// `required`, and the lists of names of `dependencies`.
class RequiredRule final : public SchemaRule
{
public:
    RequiredRule(bson::Document specified, std::set<std::string> names)
        : m_specified(std::move(specified))
        , m_names(std::move(names))
    {
    }

    bool holds(ValueView value) const override
    {
        return value.type() != Type::Document
            || std::ranges::none_of(m_names, [&](const std::string& name) {
                   return propertyOf(value, name).isMissing();
               });
    }
    void explain(ValueView value, bson::Builder& reports) const override
    {
        reports.pushDocument().append("operatorName", "required");
        reports.append("specifiedAs", m_specified);
        appendMissing(value, reports);
        reports.end();
    }
    /// Appends `missingProperties`, in the order of their names.
    void appendMissing(ValueView value, bson::Builder& report) const
    {
        report.beginArray("missingProperties");
        for (const std::string& name : m_names) {
            if (propertyOf(value, name).isMissing()) {
                report.push(name);
            }
        }
        report.end();
    }

private:
    bson::Document m_specified;
    std::set<std::string> m_names;
};

struct Dependency
{
    std::string name; ///< the property that brings the condition
    std::unique_ptr<const RequiredRule> properties; ///< null for a schema
    SubschemaPtr schema;
};

/// `dependencies`: what must hold where a property exists.
class DependenciesRule final : public SchemaRule
{
public:
    explicit DependenciesRule(std::vector<Dependency> dependencies)
        : m_dependencies(std::move(dependencies))
    {
    }

    bool holds(ValueView value) const override
    {
        return std::ranges::all_of(
            m_dependencies, [&](const Dependency& dependency) { return isMet(dependency, value); });
    }
    void explain(ValueView value, bson::Builder& reports) const override
    {
        reports.pushDocument().append("operatorName", "dependencies");
        reports.beginArray("failingDependencies");
        for (const Dependency& dependency : m_dependencies) {
            if (isMet(dependency, value)) {
                continue;
            }
            reports.pushDocument().append("conditionalProperty", dependency.name);
            if (dependency.properties) {
                dependency.properties->appendMissing(value, reports);
            } else {
                appendDetails(*dependency.schema, value, reports);
            }
            reports.end();
        }
        reports.end().end();
    }

private:
    static bool isMet(const Dependency& dependency, ValueView value)
    {
        if (value.type() != Type::Document || propertyOf(value, dependency.name).isMissing()) {
            return true;
        }
        return dependency.properties ? dependency.properties->holds(value)
                                     : dependency.schema->holds(value);
    }

    std::vector<Dependency> m_dependencies;
};

Result<std::set<std::string>> requiredNames(const SchemaKeyword& keyword)
{
    if (keyword.value.type() != Type::Array) {
        return schemaError(kBadType, keyword.name,
                           "must be an array, but found an element of type "
                               + std::string(bson::typeAlias(keyword.value.type())));
    }
    std::set<std::string> names;
    bool repeated = false;
    for (const bson::Element& element : keyword.value.asDocument()) {
        if (element.value.type() != Type::String) {
            return schemaError(kBadType, keyword.name,
                               "must be an array of strings, but found an element of type: "
                                   + std::string(bson::typeAlias(element.value.type())));
        }
        repeated = !names.emplace(element.value.asString()).second || repeated;
    }
    if (names.empty()) {
        return schemaError(kUnreadable, keyword.name, "cannot be an empty array");
    }
    if (repeated) {
        return schemaError(kUnreadable, keyword.name, "array cannot contain duplicate values");
    }
    return names;
}

/// The names of a dependency on properties.
Result<std::set<std::string>> dependentNames(const bson::Element& dependency)
{
    const std::string name(dependency.key);
    std::set<std::string> names;
    for (const bson::Element& element : dependency.value.asDocument()) {
        const std::string about = "array '" + name + "' in $jsonSchema keyword 'dependencies' ";
        if (element.value.type() != Type::String) {
            return commandError(ServerCode::TypeMismatch,
                                about + "can only contain strings, but found element of type: "
                                    + std::string(bson::typeAlias(element.value.type())));
        }
        if (!names.emplace(element.value.asString()).second) {
            return commandError(
                ServerCode::FailedToParse,
                about + "contains duplicate element: " + std::string(element.value.asString()));
        }
    }
    if (names.empty()) {
        return commandError(ServerCode::FailedToParse,
                            "property '" + name
                                + "' in $jsonSchema keyword 'dependencies' cannot be an empty"
                                  " array");
    }
    return names;
}

Result<Dependency> parseDependency(const bson::Element& element)
{
    Dependency dependency{std::string(element.key), nullptr, nullptr};
    if (element.value.type() == Type::Document) {
        auto schema = JsonSchema::parse(element.value.asDocument());
        TRY(schema);
        dependency.schema = std::move(*schema);
        return dependency;
    }
    if (element.value.type() != Type::Array) {
        return commandError(ServerCode::TypeMismatch,
                            "property '" + dependency.name
                                + "' in $jsonSchema keyword 'dependencies' must be either an"
                                  " object or an array");
    }
    auto names = dependentNames(element);
    TRY(names);
    dependency.properties = std::make_unique<RequiredRule>(bson::Document(), std::move(*names));
    return dependency;
}

Result<void> readPatterns(ValueView patterns, OtherPropertiesRule& rule)
{
    if (!patterns.isMissing() && patterns.type() != Type::Document) {
        return schemaError(kBadType, "patternProperties", "must be an object");
    }
    for (const bson::Element& element : patterns.asDocument()) {
        if (element.value.type() != Type::Document) {
            return schemaError(kBadType, "patternProperties",
                               "has property '" + std::string(element.key)
                                   + "' which is not an object");
        }
        auto schema = JsonSchema::parse(element.value.asDocument());
        TRY(schema);
        auto pattern = Pattern::compile(element.key, "");
        TRY(pattern);
        rule.patterns.push_back({std::move(*pattern), std::move(*schema)});
    }
    return {};
}

Result<void> readAdditional(ValueView additional, OtherPropertiesRule& rule)
{
    if (additional.isMissing()) {
        return {};
    }
    if (additional.type() == Type::Bool) {
        rule.additionalAllowed = additional.asBool();
        return {};
    }
    if (additional.type() != Type::Document) {
        return schemaError(kBadType, "additionalProperties", "must be an object or a boolean");
    }
    auto schema = JsonSchema::parse(additional.asDocument());
    TRY(schema);
    rule.additional = std::move(*schema);
    return {};
}

} // namespace

Result<SchemaRulePtr> schemaProperties(const SchemaKeyword& keyword)
{
    if (keyword.value.type() != Type::Document) {
        return schemaError(kBadType, keyword.name, "must be an object");
    }
    std::vector<Property> properties;
    for (const bson::Element& element : keyword.value.asDocument()) {
        if (element.value.type() != Type::Document) {
            return commandError(ServerCode::TypeMismatch,
                                "Nested schema for $jsonSchema property '"
                                    + std::string(element.key) + "' must be an object");
        }
        auto schema = JsonSchema::parse(element.value.asDocument());
        TRY(schema);
        properties.push_back({std::string(element.key), std::move(*schema)});
    }
    return SchemaRulePtr(std::make_unique<PropertiesRule>(std::move(properties)));
}

Result<SchemaRulePtr> schemaOtherProperties(const SchemaKeyword& keyword)
{
    // with both keywords, the first one makes the rule
    const bool second = keyword.name == "additionalProperties";
    if (second && keyword.schema.contains("patternProperties")) {
        return SchemaRulePtr();
    }
    auto rule = std::make_unique<OtherPropertiesRule>();
    TRY(readPatterns(keyword.schema["patternProperties"], *rule));
    TRY(readAdditional(keyword.schema["additionalProperties"], *rule));
    for (const bson::Element& element : keyword.schema["properties"].asDocument()) {
        rule->named.emplace(element.key);
    }
    return SchemaRulePtr(std::move(rule));
}

Result<SchemaRulePtr> schemaRequired(const SchemaKeyword& keyword)
{
    auto names = requiredNames(keyword);
    TRY(names);
    return SchemaRulePtr(std::make_unique<RequiredRule>(
        bson::makeDocument(keyword.name, keyword.value), std::move(*names)));
}

Result<SchemaRulePtr> schemaRequiredChecked(const SchemaKeyword& keyword)
{
    TRY(requiredNames(keyword));
    return SchemaRulePtr();
}

Result<SchemaRulePtr> schemaPropertyCount(const SchemaKeyword& keyword)
{
    const auto limit = schemaCount(keyword);
    TRY(limit);
    const bool atMost = keyword.name == "maxProperties";
    auto rule = std::make_unique<ValueRule>(
        keyword.name, bson::makeDocument(keyword.name, keyword.value),
        "specified number of properties was not satisfied",
        [atMost, limit = *limit](ValueView value) {
            const auto count = static_cast<std::int64_t>(value.asDocument().count());
            return value.type() != Type::Document || (atMost ? count <= limit : count >= limit);
        });
    rule->setDetails([](ValueView value, bson::Builder& report) {
        report.append("numberOfProperties", static_cast<std::int32_t>(value.asDocument().count()));
    });
    return SchemaRulePtr(std::move(rule));
}

Result<SchemaRulePtr> schemaDependencies(const SchemaKeyword& keyword)
{
    if (keyword.value.type() != Type::Document) {
        return schemaError(kBadType, keyword.name, "must be an object");
    }
    std::vector<Dependency> dependencies;
    for (const bson::Element& element : keyword.value.asDocument()) {
        auto dependency = parseDependency(element);
        TRY(dependency);
        dependencies.push_back(std::move(*dependency));
    }
    return SchemaRulePtr(std::make_unique<DependenciesRule>(std::move(dependencies)));
}

} // namespace sandglass::engine::query
