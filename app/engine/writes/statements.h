// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/plan/planner.h"
#include "app/engine/writes/update_statement.h"

namespace sandglass::engine::writes {

/// One entry of delete's `deletes`. Views live as long as the request.
struct DeleteStatement
{
    plan::QueryShape shape;
    bool multi = false;
};

/// Field names and types of one entry of update's `updates`. Errors: 40414, 40415, 14.
Result<void> checkUpdateFields(bson::DocumentView statement);
/// Errors: 9 for a multi update with a replacement, the codes of filter and update.
Result<UpdateStatement> parseUpdateStatement(bson::DocumentView statement,
                                             const query::EvaluationContext& evaluation);

/// Field names and types of one entry of delete's `deletes`. Errors: 40414, 40415, 14, 9 for a
/// limit other than 0 and 1.
Result<void> checkDeleteFields(bson::DocumentView statement);
/// Errors: the filter's codes.
Result<DeleteStatement> parseDeleteStatement(bson::DocumentView statement,
                                             const query::EvaluationContext& evaluation);

} // namespace sandglass::engine::writes
