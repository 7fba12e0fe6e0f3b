// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/engine/streams/change_event.h"

#include <string_view>
#include <vector>

namespace sandglass::engine::streams {

/// The collection of each database with a document for each of its views and time series.
inline constexpr std::string_view kViewDefinitions = "system.views";

/// Appends the fields that every event begins with to `event`: _id, operationType, clusterTime,
/// wallTime. `type`: the operationType; `entry`: the log entry that the event comes from;
/// `withUuid`: also collectionUUID, where the entry has one.
void beginEvent(const ResumeToken& token, std::string_view type, bson::DocumentView entry,
                bson::Builder& event, bool withUuid = false);

/// The events of a stream for a "c" entry, which logs a change of the catalog: drop, rename and
/// dropDatabase, and with showExpandedEvents also create, createIndexes, dropIndexes and modify.
/// Empty when the stream does not show the change; two events when the second one is the
/// invalidate that ends the stream. `token`: the entry's, with Part::Event. Pure; any thread.
std::vector<ChangeEvent> catalogEvents(bson::DocumentView entry, const ChangeStreamRequest& stream,
                                       const ResumeToken& token);

/// The event of a stream on a database or on the cluster for a write to kViewDefinitions: with
/// showExpandedEvents the create, modify or drop of a view or time series. Empty when the stream
/// does not show it. `token`: the entry's, with Part::Event. Pure; any thread.
std::vector<ChangeEvent> viewEvents(bson::DocumentView entry, const ChangeStreamRequest& stream,
                                    const ResumeToken& token);

} // namespace sandglass::engine::streams
