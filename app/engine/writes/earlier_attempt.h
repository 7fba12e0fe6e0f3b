// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

#include <cstddef>

namespace sandglass::engine::streams {
class LoggedCommand;
}

namespace sandglass::engine::writes {

class WriteResult;
struct FindAndModify;
struct UpdateOutcome;

/// The outcome of an earlier findAndModify, from the log entry that it wrote. `asked`: the repeated
/// command. Errors (server): IncompleteTransactionHistory when the image of the document is no
/// longer in the log; Location40606 to Location40612 when the repeated command is not the one that
/// wrote the entry: it removes where that one updated, or wants the document in another state.
Result<UpdateOutcome> earlierOutcome(const streams::LoggedCommand& command,
                                     bson::DocumentView entry, const FindAndModify& asked);

/// Whether an earlier attempt of a retryable write executed the statement. If so, its outcome is
/// added to `result` and it must not be executed again. If not, the writes that follow are logged
/// for it. `command`: null on a server without an oplog; then false. `at`: position of the
/// statement in the batch. `upserts`: a logged insert was an upsert. Errors (server):
/// IncompleteTransactionHistory.
Result<bool> isRepeated(streams::LoggedCommand* command, std::size_t at, bool upserts,
                        WriteResult& result);

} // namespace sandglass::engine::writes
