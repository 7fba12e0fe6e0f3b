// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/catalog/collection.h"
#include "app/engine/request/arguments.h"

#include <optional>

namespace sandglass::engine::catalog {
class Catalog;
}

namespace sandglass::engine::timeseries {

/// What collMod's `timeseries` makes of a collection's `timeseries` option; nullopt when it is not
/// asked for. Errors: 72 for a collection that is no time series, those of changedTimeSeries().
Result<std::optional<bson::Document>> parseTimeSeriesChange(const request::Arguments& collMod,
                                                            const catalog::Collection& collection);

/// Stores it; the next pass follows the new span.
Result<void> changeTimeSeries(catalog::Catalog& catalog, const catalog::Collection& buckets,
                              bson::DocumentView timeseries);

} // namespace sandglass::engine::timeseries
