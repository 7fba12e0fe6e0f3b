// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/compare.h"
#include "app/bson/decimal128.h"
#include "app/bson/json.h"
#include "app/engine/query/json_schema_rule.h"
#include "app/engine/query/match_leaf.h"
#include "app/engine/query/numeric.h"
#include "app/engine/query/pattern.h"
#include "app/engine/query/utf8.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;
using protocol::commandError;
using protocol::ServerCode;

constexpr int kNotParsed = static_cast<int>(ServerCode::FailedToParse);
constexpr int kWrongType = static_cast<int>(ServerCode::TypeMismatch);
// of encrypted values, in BSON
constexpr std::uint8_t kEncryptedSubtype = 6;

bson::Document argumentOf(const SchemaKeyword& keyword)
{
    return bson::makeDocument(keyword.name, keyword.value);
}

/// The keyword that makes a limit exclusive: exclusiveMaximum for maximum.
std::string exclusiveName(std::string_view limit)
{
    return limit == "maximum" ? "exclusiveMaximum" : "exclusiveMinimum";
}

/// Whether a decimal is zero.
bool isZero(bson::Decimal128 value)
{
    return bson::compare(value, bson::decimalFrom(std::int64_t{0})) == std::strong_ordering::equal;
}

struct BySortedFields
{
    bool operator()(const bson::Value& left, const bson::Value& right) const
    {
        return bson::compare(left.view(), right.view()) == std::strong_ordering::less;
    }
};
using SchemaValues = std::set<bson::Value, BySortedFields>;

Result<SchemaValues> enumValues(const SchemaKeyword& keyword)
{
    if (keyword.value.type() != Type::Array) {
        return schemaError(kWrongType, keyword.name,
                           "must be an array, but found an element of type "
                               + std::string(bson::typeAlias(keyword.value.type())));
    }
    SchemaValues values;
    for (const bson::Element& element : keyword.value.asDocument()) {
        if (!values.insert(sortedFields(element.value)).second) {
            return schemaError(kNotParsed, keyword.name, "array cannot contain duplicate values.");
        }
    }
    if (values.empty()) {
        return schemaError(kNotParsed, keyword.name, "cannot be an empty array");
    }
    return values;
}

} // namespace

bson::Value sortedFields(ValueView value)
{
    if (value.type() == Type::Array) {
        bson::Builder elements;
        for (const bson::Element& element : value.asDocument()) {
            elements.push(sortedFields(element.value));
        }
        return bson::Value::array(elements.take());
    }
    if (value.type() != Type::Document) {
        return bson::Value(value);
    }
    std::vector<bson::Element> fields;
    for (const bson::Element& element : value.asDocument()) {
        fields.push_back(element);
    }
    std::ranges::stable_sort(fields, {}, &bson::Element::key);
    bson::Builder document;
    for (const bson::Element& field : fields) {
        document.append(field.key, sortedFields(field.value));
    }
    return bson::Value::document(document.take());
}

Result<std::int64_t> schemaCount(const SchemaKeyword& keyword)
{
    const auto wrong = [&](const std::string& words) {
        return commandError(ServerCode::FailedToParse,
                            words + ": " + std::string(keyword.name) + ": "
                                + bson::toShellText(keyword.value));
    };
    if (!keyword.value.isNumber()) {
        return wrong("Expected a number in");
    }
    if (keyword.value.isNan()) {
        return wrong("Expected an integer, but found NaN in");
    }
    const auto count = keyword.value.toExactInt64();
    if (!count) {
        const double number = keyword.value.toDouble();
        return wrong(std::fabs(number) < 9.3e18 && std::trunc(number) != number
                         ? "Expected an integer"
                         : "Cannot represent as a 64-bit integer");
    }
    if (*count < 0) {
        return wrong("Expected a non-negative number in");
    }
    return *count;
}

Result<SchemaRulePtr> schemaPattern(const SchemaKeyword& keyword)
{
    if (keyword.value.type() != Type::String) {
        return schemaError(kWrongType, keyword.name, "must be a string");
    }
    auto pattern = Pattern::compile(keyword.value.asString(), "");
    TRY(pattern);
    return SchemaRulePtr(std::make_unique<ValueRule>(
        keyword.name, argumentOf(keyword), "regular expression did not match",
        [pattern = std::move(*pattern)](ValueView value) {
            return value.type() != Type::String || pattern.found(value.asString());
        }));
}

Result<SchemaRulePtr> schemaLength(const SchemaKeyword& keyword)
{
    const auto length = schemaCount(keyword);
    TRY(length);
    const bool atMost = keyword.name == "maxLength";
    return SchemaRulePtr(std::make_unique<ValueRule>(
        keyword.name, argumentOf(keyword), "specified string length was not satisfied",
        [atMost, limit = *length](ValueView value) {
            const auto count = static_cast<std::int64_t>(utf8Length(value.asString()));
            return value.type() != Type::String || (atMost ? count <= limit : count >= limit);
        }));
}

Result<SchemaRulePtr> schemaMultipleOf(const SchemaKeyword& keyword)
{
    if (!keyword.value.isNumber()) {
        return schemaError(kWrongType, keyword.name, "must be a number");
    }
    const bson::Decimal128 divisor = toDecimal(keyword.value);
    if (bson::isNegative(divisor) || isZero(divisor)) {
        return schemaError(kNotParsed, keyword.name, "must have a positive value");
    }
    return SchemaRulePtr(std::make_unique<ValueRule>(
        keyword.name, argumentOf(keyword),
        "considered value is not a multiple of the specified value", [divisor](ValueView value) {
            return !value.isNumber() || isZero(decimalRemainder(toDecimal(value), divisor));
        }));
}

Result<SchemaRulePtr> schemaLimit(const SchemaKeyword& keyword)
{
    const std::string exclusive = exclusiveName(keyword.name);
    const ValueView flag = keyword.schema[exclusive];
    if (!flag.isMissing() && flag.type() != Type::Bool) {
        return schemaError(kWrongType, exclusive, "must be a boolean");
    }
    if (!keyword.value.isNumber()) {
        return schemaError(kWrongType, keyword.name, "must be a number");
    }
    const Comparison inclusive
        = keyword.name == "maximum" ? Comparison::LessOrEqual : Comparison::GreaterOrEqual;
    const Comparison strict = keyword.name == "maximum" ? Comparison::Less : Comparison::Greater;
    auto predicate
        = comparisonPredicate(flag.asBool() ? strict : inclusive, keyword.value, "", nullptr);
    TRY(predicate);
    bson::Builder specified;
    specified.append(keyword.name, keyword.value).append(exclusive, flag);
    return SchemaRulePtr(
        std::make_unique<ValueRule>(keyword.name, specified.take(), "comparison failed",
                                    [predicate = std::move(*predicate)](ValueView value) {
                                        return !value.isNumber() || predicate->test(value, nullptr);
                                    }));
}

Result<SchemaRulePtr> schemaExclusive(const SchemaKeyword& keyword)
{
    const std::string_view limit = keyword.name == "exclusiveMaximum" ? "maximum" : "minimum";
    if (!keyword.schema.contains(limit)) {
        return schemaError(kNotParsed, limit,
                           "must be a present if " + std::string(keyword.name) + " is present");
    }
    return SchemaRulePtr();
}

Result<SchemaRulePtr> schemaEnum(const SchemaKeyword& keyword)
{
    auto values = enumValues(keyword);
    TRY(values);
    return SchemaRulePtr(std::make_unique<ValueRule>(
        keyword.name, argumentOf(keyword), "value was not found in enum",
        [values = std::move(*values)](ValueView value) {
            return values.contains(sortedFields(value));
        }));
}

Result<SchemaRulePtr> schemaEncryptMetadata(const SchemaKeyword& keyword)
{
    if (keyword.schema.contains("encrypt")) {
        return commandError(
            ServerCode::FailedToParse,
            "Cannot specify both $jsonSchema keywords 'encrypt' and 'encryptMetadata'");
    }
    if (keyword.value.type() != Type::Document) {
        return schemaError(kWrongType, keyword.name, "must be an object ");
    }
    if (keyword.value.asDocument().empty()) {
        return schemaError(kNotParsed, keyword.name, "cannot be an empty object ");
    }
    return SchemaRulePtr();
}

Result<SchemaRulePtr> schemaEncrypt(const SchemaKeyword& keyword)
{
    if (keyword.value.type() != Type::Document) {
        return schemaError(kWrongType, keyword.name, "must be an object ");
    }
    auto rule = std::make_unique<ValueRule>(
        keyword.name, bson::Document(), "value was not encrypted", [](ValueView value) {
            return value.type() == Type::Binary && value.asBinary().subtype == kEncryptedSubtype;
        });
    rule->setDetails([](ValueView /*value*/, bson::Builder& /*report*/) {});
    return SchemaRulePtr(std::move(rule));
}

} // namespace sandglass::engine::query
