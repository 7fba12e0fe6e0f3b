// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/view.h"

namespace sandglass::engine::writes {

/// Checks a document that the server computed ($out, $merge) as one from outside is checked: what
/// was stored once must stay readable for every client. Errors (server): BsonObjectTooLarge;
/// Overflow for a nesting of more than bson::kMaxDepth levels; InvalidBson.
Result<void> checkStorable(bson::DocumentView document);

} // namespace sandglass::engine::writes
