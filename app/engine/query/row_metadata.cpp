// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/row_metadata.h"

#include "app/bson/builder.h"

namespace sandglass::engine::query {

bson::Document withoutMetadata(bson::DocumentView document)
{
    bson::Builder kept;
    for (const bson::Element& field : document) {
        if (field.key != kRecordIdField && field.key != kSortKeyField
            && field.key != kIndexKeyField) {
            kept.append(field.key, field.value);
        }
    }
    return kept.take();
}

} // namespace sandglass::engine::query
