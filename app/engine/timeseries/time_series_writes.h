// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/catalog/collection.h"
#include "app/engine/writes/statements.h"
#include "app/engine/writes/update_statement.h"
#include "app/engine/writes/write_scope.h"

#include <cstdint>
#include <memory>

namespace sandglass::engine::timeseries {

/// Deletes measurements, whole buckets where the filter speaks of the metaField only; returns how
/// many went. Errors: before 7.0 72 for filters on other fields and 20 for a limit of 1; those of
/// changeMatching().
Result<std::int64_t> removeMeasurements(const writes::WriteScope& scope,
                                        const std::shared_ptr<catalog::Collection>& buckets,
                                        const writes::DeleteStatement& statement);

/// Changes the metaField of whole buckets, which is all that MongoDB allows. `statement`: an entry
/// of update's `updates`. Counts measurements. Errors: 72 for upserts, for a single document, and
/// for filters or changes of other fields; the codes of filter and update.
Result<writes::UpdateOutcome>
updateMeasurements(const writes::WriteScope& scope,
                   const std::shared_ptr<catalog::Collection>& buckets,
                   bson::DocumentView statement, const query::EvaluationContext& evaluation);

} // namespace sandglass::engine::timeseries
