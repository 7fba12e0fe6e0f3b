// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/timeseries/time_series_coll_mod.h"

#include "app/engine/catalog/collection_shape.h"
#include "app/engine/timeseries/time_series_options.h"

#include <utility>

namespace sandglass::engine::timeseries {

using request::Arguments;

Result<std::optional<bson::Document>> parseTimeSeriesChange(const Arguments& collMod,
                                                            const catalog::Collection& collection)
{
    auto change = collMod.document("timeseries");
    TRY(change);
    if (collMod.value("timeseries").isMissing()) {
        return std::optional<bson::Document>();
    }
    if (!collection.shape()->timeSeries) {
        return protocol::commandError(protocol::ServerCode::InvalidOptions,
                                      "option only supported on a time-series collection:"
                                      " timeseries");
    }
    const bson::Document listed = collection.options().listed;
    auto changed = changedTimeSeries(*change, listed["timeseries"].asDocument());
    TRY(changed);
    return std::optional(std::move(*changed));
}

} // namespace sandglass::engine::timeseries
