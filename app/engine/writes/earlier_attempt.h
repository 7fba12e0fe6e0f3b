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
struct UpdateOutcome;

/// What findAndModify did when it wrote that log entry. Errors: IncompleteTransactionHistory (217).
Result<UpdateOutcome> earlierOutcome(const streams::LoggedCommand& command,
                                     bson::DocumentView entry);

/// True when an earlier attempt executed the statement: `result` takes in what it did, and it must
/// not be executed again. Otherwise the writes that follow belong to it. `upserts`: an inserted
/// document was an upsert. `command` may be null. Errors: IncompleteTransactionHistory (217).
Result<bool> isRepeated(streams::LoggedCommand* command, std::size_t at, bool upserts,
                        WriteResult& result);

} // namespace sandglass::engine::writes
