// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

#include <memory>
#include <vector>

namespace sandglass::bson {
class Builder;
}

namespace sandglass::engine::query {

class SchemaRule;

/// A schema in MongoDB's dialect of JSON Schema draft 4, as `$jsonSchema` has it. Immutable; any
/// thread. Source: MongoDB manual, $jsonSchema.
class JsonSchema
{
public:
    /// Parses a schema and those inside it. Errors (server): FailedToParse for unknown,
    /// unsupported, repeated and contradictory keywords and for numbers that are no whole counts;
    /// TypeMismatch for arguments of a wrong type; BadValue for unknown names of types and empty
    /// lists of schemas; Location51091 for a bad pattern.
    static Result<std::shared_ptr<const JsonSchema>> parse(bson::DocumentView schema);
    ~JsonSchema();
    JsonSchema(const JsonSchema&) = delete;
    JsonSchema& operator=(const JsonSchema&) = delete;

    /// Whether a value, or a whole document, meets every keyword. A keyword holds for a value of
    /// another type than it is about.
    bool holds(bson::ValueView value) const;
    /// Appends to the array `reports` one document for each keyword that `value` breaks, as
    /// MongoDB's details of failed validations have them.
    void explain(bson::ValueView value, bson::Builder& reports) const;
    /// Title and description of the schema, for the details; empty without them.
    const bson::Document& annotations() const { return m_annotations; }

private:
    JsonSchema() = default;

    std::vector<std::unique_ptr<const SchemaRule>> m_rules;
    bson::Document m_annotations;
};

} // namespace sandglass::engine::query
