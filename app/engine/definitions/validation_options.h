// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/query/filter.h"
#include "app/protocol/namespace.h"

#include <optional>
#include <string>

namespace sandglass::engine::request {
class Arguments;
}

namespace sandglass::engine::definitions {

/// The options of create and collMod about documents that must match. nullopt: not given.
struct ValidationOptions
{
    std::optional<bson::Document> validator; ///< empty: no condition any more
    std::optional<std::string> level; ///< "off", "strict" or "moderate"
    std::optional<std::string> action; ///< "error", "warn" or "errorAndLog"

    /// Whether none of them is given.
    bool empty() const { return !validator && !level && !action; }
};

/// Reads and checks validator, validationLevel and validationAction. `command`: for messages.
/// Errors (server): TypeMismatch; BadValue for a word that is not among the choices; InvalidOptions
/// for a validator of a system collection or in a database of the server; those of
/// query::Filter::parse(), with MongoDB's words before; BadValue for `$text`, `$where` and `$near`.
/// Source: MongoDB manual, Schema Validation.
Result<ValidationOptions> parseValidation(const request::Arguments& arguments,
                                          std::string_view command, const protocol::Namespace& ns,
                                          const query::EvaluationContext& evaluation);

/// The options of a collection with those of `changed` in them. A validator is listed with its
/// level and action, "strict" and "error" unless they say otherwise. Pure; any thread.
bson::Document withValidation(bson::DocumentView listed, const ValidationOptions& changed);

} // namespace sandglass::engine::definitions
