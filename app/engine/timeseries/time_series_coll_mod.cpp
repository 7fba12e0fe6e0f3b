// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/timeseries/time_series_coll_mod.h"

#include "app/bson/builder.h"
#include "app/engine/catalog/catalog.h"
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

Result<void> changeTimeSeries(catalog::Catalog& catalog, const catalog::Collection& buckets,
                              bson::DocumentView timeseries)
{
    // setOptions() replaces all options, so the others are copied in their order
    bson::Builder options;
    const bson::Document listed = buckets.options().listed;
    for (const bson::Element& element : listed.view()) {
        if (element.key == "timeseries") {
            options.append("timeseries", timeseries);
        } else {
            options.append(element.key, element.value);
        }
    }
    return catalog.setOptions(buckets.ns(), {options.take()});
}

} // namespace sandglass::engine::timeseries
