// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/plan/cursors.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace sandglass::engine::plan {

/// The size of a cursor's first reply.
struct FirstBatch
{
    std::optional<std::int64_t> size; ///< maximum number of documents; unset: 101
    bool only = false; ///< singleBatch: the cursor is closed with the first reply
};

/// Appends {cursor: {firstBatch, id, ns}} to a reply. Stores the cursor if it has more documents. A
/// batch has at most 16 MiB. Errors: those of the cursor's source.
Result<void> replyFirstBatch(std::unique_ptr<Cursor> cursor, FirstBatch batch,
                             CursorRegistry& cursors, bson::Builder& reply);

/// Appends the documents of one batch to the array that is open in `reply`. `size`: maximum number
/// of documents; unset: no limit but 16 MiB. Returns whether the cursor has more documents, or may
/// have later. Errors: those of the source. Errors (server): BsonObjectTooLarge for a document that
/// is larger than clients accept, ChangeStreamFatalError when the pipeline has changed an event's
/// resume token, ExceededMemoryLimit (see query::WorkMemory).
Result<bool> fillBatch(Cursor& cursor, std::optional<std::int64_t> size, bson::Builder& reply);

/// Appends postBatchResumeToken for a change stream: a client that resumes from there misses
/// nothing after this batch.
void appendPosition(const Cursor& cursor, bson::Builder& reply);

/// The `cursor` argument of a command: {batchSize}. Errors (server): TypeMismatch, UnknownField,
/// Location51024 for a negative size.
Result<FirstBatch> firstBatchArgument(std::string_view command, bson::DocumentView fields);

} // namespace sandglass::engine::plan
