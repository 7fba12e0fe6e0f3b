// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/validate.h"
#include "app/engine/query/pipeline.h"
#include "app/engine/streams/resume_token.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace sandglass::engine::streams {

/// The stage that splits events which are larger than clients accept.
inline constexpr std::string_view kSplitStage = "$changeStreamSplitLargeEvent";

/// MongoDB's code for a stream that cannot go on and cannot be resumed.
inline constexpr int kChangeStreamFatalError = 280;

/// Events of more bytes are split: a reply has other fields beside the event. Source: MongoDB
/// server source, document_source_change_stream_split_large_event.h.
inline constexpr std::size_t kLargestEvent = bson::kMaxMessageDocumentBytes - std::size_t{8} * 1024;

/// The events of a stream, with those that are larger than `largest` bytes in fragments: {_id,
/// splitEvent: {fragment, of}, <fields of the event>}. Small fields come first, so that they share
/// a fragment; a field is never divided. Each fragment has a token of its own. `after`: where the
/// stream resumes; the fragments up to a fragment's token are left out. Errors: those of `events`.
/// Errors (server): Location7182500 for a field that is too large alone, Location7182502 for an
/// event without fields, ChangeStreamFatalError when the event of a fragment's token is split
/// otherwise now. Source: MongoDB manual, $changeStreamSplitLargeEvent.
query::DocumentSourcePtr splitLargeEvents(query::DocumentSourcePtr events,
                                          const std::optional<ResumeToken>& after,
                                          std::size_t largest = kLargestEvent);

} // namespace sandglass::engine::streams
