// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/streams/change_stream_request.h"

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace sandglass::engine::streams {

/// One event of a change stream.
struct ChangeEvent
{
    ResumeToken token; ///< the place right after the event; also its _id
    bson::Document document; ///< the event as the client receives it
};

/// Reads the current state of the document of an update's log entry, for fullDocument:
/// "updateLookup"; nullopt when it does not exist any more, or the name belongs to another
/// collection now. Errors: Storage.
using DocumentLookup
    = std::function<Result<std::optional<bson::Document>>(bson::DocumentView entry)>;

/// Reads an image of a change from the log; nullopt when it is not there any more. Errors: Storage.
using ImageLookup = std::function<Result<std::optional<bson::Document>>(bson::Timestamp entry)>;

/// How the events of a stream get the documents that are not in their log entry. Called only for
/// changes that need it.
struct EventLookup
{
    DocumentLookup current;
    ImageLookup image;
};

/// The namespace of a log entry; empty if it has none.
protocol::Namespace namespaceOf(bson::DocumentView entry);

/// The events of a stream for a log entry, in order: none, one, or two when the second one is the
/// invalidate that ends the stream. Errors: those of `lookUp`. Errors (server): NoMatchingDocument
/// when the stream requires an image that is not kept. Source: MongoDB manual, Change Events.
Result<std::vector<ChangeEvent>> changeEvents(bson::DocumentView entry,
                                              const ChangeStreamRequest& stream,
                                              const EventLookup& lookUp);

} // namespace sandglass::engine::streams
