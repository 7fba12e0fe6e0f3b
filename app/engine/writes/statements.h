// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/plan/planner.h"
#include "app/engine/writes/update_statement.h"

#include <string_view>

namespace sandglass::engine::writes {

/// One entry of `deletes` in a delete command. Views are valid as long as the request.
struct DeleteStatement
{
    plan::QueryShape shape;
    bool multi = false; ///< limit 0: deletes all matches
};

/// Checks the field names and types in one entry of `updates`. A mistake in any entry must fail the
/// whole command before the first one runs. Errors (server): MissingField, UnknownField,
/// TypeMismatch.
Result<void> checkUpdateFields(bson::DocumentView statement);
/// The same for a statement that stands elsewhere. `path`: what errors name in front of a field.
Result<void> checkUpdateFields(bson::DocumentView statement, std::string_view path);
/// Reads an entry that checkUpdateFields() has accepted. Errors (server): FailedToParse for a
/// replacement with `multi`, those of filter, sort, hint and update.
Result<UpdateStatement> parseUpdateStatement(bson::DocumentView statement,
                                             const query::EvaluationContext& evaluation);

/// Checks the field names and types in one entry of `deletes`. Errors (server): MissingField,
/// UnknownField, TypeMismatch, FailedToParse for a limit other than 0 and 1.
Result<void> checkDeleteFields(bson::DocumentView statement);
/// The same for a statement that stands elsewhere. `path`: what errors name in front of a field.
Result<void> checkDeleteFields(bson::DocumentView statement, std::string_view path);
/// Reads an entry that checkDeleteFields() has accepted. Errors (server): those of filter and hint.
Result<DeleteStatement> parseDeleteStatement(bson::DocumentView statement,
                                             const query::EvaluationContext& evaluation);

} // namespace sandglass::engine::writes
