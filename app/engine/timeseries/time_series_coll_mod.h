// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/catalog/collection.h"
#include "app/engine/request/arguments.h"

#include <optional>

namespace sandglass::engine::timeseries {

/// The new `timeseries` option of a collection after collMod; nullopt when the command has no
/// `timeseries`. Errors (server): InvalidOptions unless the collection is a time series, those of
/// changedTimeSeries().
Result<std::optional<bson::Document>> parseTimeSeriesChange(const request::Arguments& collMod,
                                                            const catalog::Collection& collection);

} // namespace sandglass::engine::timeseries
