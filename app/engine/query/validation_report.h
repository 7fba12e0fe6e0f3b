// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/query/filter.h"

namespace sandglass::engine::query {

/// Why a document does not match a filter, in the shape of MongoDB's errInfo.details:
/// {operatorName, specifiedAs, reason, consideredValue, …}, with clauses and rules of a schema
/// inside of it. `filter`: one that Filter::parse() accepts and that the document does not match.
/// Pure; any thread. Source: MongoDB manual, Schema Validation.
bson::Document explainMismatch(bson::DocumentView filter, bson::DocumentView document,
                               const EvaluationContext& context);

} // namespace sandglass::engine::query
