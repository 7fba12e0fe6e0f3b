// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/engine/streams/change_event.h"

#include <string_view>
#include <vector>

namespace sandglass::engine::streams {

/// The fields that every event begins with: _id, operationType, clusterTime, wallTime.
void beginEvent(const ResumeToken& token, std::string_view type, bson::DocumentView entry,
                bson::Builder& event);

/// What a change of the catalog ("c" entry) means for a stream: drop, rename and dropDatabase, and
/// with showExpandedEvents also create, createIndexes, dropIndexes and modify. The stream of a
/// collection that goes, or of a database, ends with an invalidate.
std::vector<ChangeEvent> catalogEvents(bson::DocumentView entry, const ChangeStreamRequest& stream,
                                       const ResumeToken& token);

} // namespace sandglass::engine::streams
