// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/bson/value.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace sandglass::engine::query {

/// A keyword of a schema with its argument. Immutable; any thread.
class SchemaRule
{
public:
    SchemaRule() = default;
    SchemaRule(const SchemaRule&) = delete;
    SchemaRule& operator=(const SchemaRule&) = delete;
    virtual ~SchemaRule() = default;

    /// Whether the value meets the keyword. `value`: never Missing.
    virtual bool holds(bson::ValueView value) const = 0;
    /// Appends to the array `reports` why the value does not meet it. Call it only then.
    virtual void explain(bson::ValueView value, bson::Builder& reports) const = 0;
};

/// A rule; null for a keyword that forbids nothing.
using SchemaRulePtr = std::unique_ptr<const SchemaRule>;

/// A keyword on its way from BSON to a rule. Views of the schema.
struct SchemaKeyword
{
    std::string_view name;
    bson::ValueView value; ///< its argument
    bson::DocumentView schema; ///< the schema that it stands in, for keywords that belong together
};

/// The error "$jsonSchema keyword '…' <rest>". `code`: FailedToParse, TypeMismatch or BadValue.
Error schemaError(int code, std::string_view keyword, std::string_view rest);

/// A rule about one value. Its report has the argument, a reason and the value.
class ValueRule final : public SchemaRule
{
public:
    using Test = std::function<bool(bson::ValueView)>;
    /// Appends fields to a report, after its reason.
    using Details = std::function<void(bson::ValueView, bson::Builder&)>;

    /// `specified`: the keyword with its argument, as the report shows it; empty: not shown.
    ValueRule(std::string_view name, bson::Document specified, std::string_view reason, Test test)
        : m_name(name)
        , m_specified(std::move(specified))
        , m_reason(reason)
        , m_test(std::move(test))
    {
    }
    /// Shows `details` in place of the value itself.
    void setDetails(Details details) { m_details = std::move(details); }

    bool holds(bson::ValueView value) const override { return m_test(value); }
    void explain(bson::ValueView value, bson::Builder& reports) const override;

private:
    std::string m_name;
    bson::Document m_specified;
    std::string m_reason;
    Test m_test;
    Details m_details;
};

/// The rules of keywords about single values. Null for a keyword that another one reads. Errors: as
/// JsonSchema::parse().
Result<SchemaRulePtr> schemaPattern(const SchemaKeyword& keyword); ///< pattern
Result<SchemaRulePtr> schemaLength(const SchemaKeyword& keyword); ///< minLength, maxLength
Result<SchemaRulePtr> schemaMultipleOf(const SchemaKeyword& keyword); ///< multipleOf
Result<SchemaRulePtr> schemaLimit(const SchemaKeyword& keyword); ///< minimum, maximum
Result<SchemaRulePtr> schemaExclusive(const SchemaKeyword& keyword); ///< exclusiveMinimum, …
Result<SchemaRulePtr> schemaEnum(const SchemaKeyword& keyword); ///< enum
Result<SchemaRulePtr> schemaEncrypt(const SchemaKeyword& keyword); ///< encrypt
Result<SchemaRulePtr> schemaEncryptMetadata(const SchemaKeyword& keyword); ///< encryptMetadata

/// The rules of keywords about arrays. Errors: as JsonSchema::parse().
Result<SchemaRulePtr> schemaItemCount(const SchemaKeyword& keyword); ///< minItems, maxItems
Result<SchemaRulePtr> schemaUniqueItems(const SchemaKeyword& keyword); ///< uniqueItems
Result<SchemaRulePtr> schemaItems(const SchemaKeyword& keyword); ///< items
Result<SchemaRulePtr> schemaAdditionalItems(const SchemaKeyword& keyword); ///< additionalItems

/// The rules of keywords about documents. Errors: as JsonSchema::parse().
Result<SchemaRulePtr> schemaProperties(const SchemaKeyword& keyword); ///< properties
/// patternProperties and additionalProperties: one rule for both
Result<SchemaRulePtr> schemaOtherProperties(const SchemaKeyword& keyword);
Result<SchemaRulePtr> schemaRequired(const SchemaKeyword& keyword); ///< required
/// Only checks the list of `required`: its errors are reported before those of `properties`.
Result<SchemaRulePtr> schemaRequiredChecked(const SchemaKeyword& keyword);
Result<SchemaRulePtr> schemaPropertyCount(const SchemaKeyword& keyword); ///< min-, maxProperties
Result<SchemaRulePtr> schemaDependencies(const SchemaKeyword& keyword); ///< dependencies

/// The rules of keywords that combine schemas. Errors: as JsonSchema::parse().
Result<SchemaRulePtr> schemaList(const SchemaKeyword& keyword); ///< allOf, anyOf, oneOf
Result<SchemaRulePtr> schemaNot(const SchemaKeyword& keyword); ///< not

/// A whole count that is not negative. Errors (server): FailedToParse.
Result<std::int64_t> schemaCount(const SchemaKeyword& keyword);

/// The value with the fields of its documents sorted by name, at every depth: equal under
/// bson::equal() if the values differ only in the order of fields.
bson::Value sortedFields(bson::ValueView value);

} // namespace sandglass::engine::query
