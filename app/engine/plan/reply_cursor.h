// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/plan/cursors.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace sandglass::engine::plan {

/// How much of a cursor goes into the first reply.
struct FirstBatch
{
    std::optional<std::int64_t> size; ///< documents; 101 when unset
    bool only = false; ///< nothing is kept for getMore
};

/// Appends {cursor: {firstBatch, id, ns}} and keeps the cursor when more is to come. A batch ends
/// at 16 MB too. Errors: the source's.
Result<void> replyFirstBatch(std::unique_ptr<Cursor> cursor, FirstBatch batch,
                             CursorRegistry& cursors, bson::Builder& reply);

/// Appends the documents of one batch to the array that is open in `reply`. `size`: most documents,
/// unlimited when unset. Returns true when the cursor has more. Errors: the source's.
Result<bool> fillBatch(Cursor& cursor, std::optional<std::int64_t> size, bson::Builder& reply);

/// Appends postBatchResumeToken for a change stream: from there it goes on after this batch.
void appendPosition(const Cursor& cursor, bson::Builder& reply);

/// {batchSize} of a command's `cursor` document. Errors: 14, 40415, 51024.
Result<FirstBatch> firstBatchArgument(std::string_view command, bson::DocumentView fields);

} // namespace sandglass::engine::plan
