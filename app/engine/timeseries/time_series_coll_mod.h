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

/// The new `timeseries` option of a collection after collMod; nullopt when the command has no
/// `timeseries`. Errors (server): InvalidOptions unless the collection is a time series, those of
/// changedTimeSeries().
Result<std::optional<bson::Document>> parseTimeSeriesChange(const request::Arguments& collMod,
                                                            const catalog::Collection& collection);

/// Stores a new `timeseries` option (see parseTimeSeriesChange()). The next TTL pass uses the new
/// bucket span. Errors: those of Catalog::setOptions().
Result<void> changeTimeSeries(catalog::Catalog& catalog, const catalog::Collection& buckets,
                              bson::DocumentView timeseries);

} // namespace sandglass::engine::timeseries
