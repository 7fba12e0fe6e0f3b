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

/// One event and the place right behind it.
struct ChangeEvent
{
    ResumeToken token;
    bson::Document document;
};

/// Finds the newest state of a document, for fullDocument: "updateLookup". Errors: Storage.
using DocumentLookup = std::function<Result<std::optional<bson::Document>>(
    const protocol::Namespace& ns, bson::ValueView id)>;

/// What a log entry means for a stream: no event, one, or two when the last one ends the stream
/// (invalidate). Source: MongoDB manual, Change Events.
Result<std::vector<ChangeEvent>> changeEvents(bson::DocumentView entry,
                                              const ChangeStreamRequest& stream,
                                              const DocumentLookup& lookUp);

} // namespace sandglass::engine::streams
