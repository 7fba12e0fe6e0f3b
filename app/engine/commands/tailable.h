// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/commands/find_request.h"

#include <memory>

namespace sandglass::engine::commands {

class Arguments;
class Context;
class Interrupt;

/// Takes `tailable` and `awaitData` of a find command. Errors: 14, 9 for awaitData alone, 2 beside
/// singleBatch or a sort other than {$natural: 1}.
Result<void> takeTailable(const Arguments& arguments, FindRequest& find);

/// Answers a tailable find: documents of a capped collection in insertion order. The cursor stays
/// open at the end, and getMore gives what was inserted since. It ends when the collection was
/// empty or missing from the beginning; with 136 CappedPositionLost when its place was overwritten.
/// Errors: 2 for a collection that is not capped.
Result<void> replyTail(const FindRequest& find, Context& context,
                       std::shared_ptr<Interrupt> interrupt, bson::Builder& reply);

} // namespace sandglass::engine::commands
