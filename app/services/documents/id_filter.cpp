// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/documents/id_filter.h"

#include "app/bson/builder.h"

namespace sandglass::services {

bson::Document idFilter(const std::vector<bson::Value>& ids)
{
    bson::Builder builder;
    builder.beginDocument("_id").beginArray("$in");
    for (const bson::Value& id : ids) {
        builder.push(id);
    }
    builder.end().end();
    return builder.take();
}

} // namespace sandglass::services
