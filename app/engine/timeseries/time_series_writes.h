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

/// Deletes the measurements that match and returns their number. With a filter on the metaField
/// alone, whole buckets are deleted. Blocks for the writer lock. Errors (server): before 7.0
/// InvalidOptions for filters on other fields and IllegalOperation for limit: 1; those of an
/// `$expr` in the filter, which leave the bucket as it is; those of changeMatching().
Result<std::int64_t> removeMeasurements(const writes::WriteScope& scope,
                                        const std::shared_ptr<catalog::Collection>& buckets,
                                        const writes::DeleteStatement& statement);

/// Updates the metaField of whole buckets; MongoDB allows no other update of a time series.
/// `statement`: an entry of update's `updates`. The outcome counts measurements. Blocks for the
/// writer lock. Errors (server): InvalidOptions for an upsert, for a single document, and for a
/// filter or change of other fields; those of the filter, of the update and of changeMatching().
Result<writes::UpdateOutcome>
updateMeasurements(const writes::WriteScope& scope,
                   const std::shared_ptr<catalog::Collection>& buckets,
                   bson::DocumentView statement, const query::EvaluationContext& evaluation);

} // namespace sandglass::engine::timeseries
