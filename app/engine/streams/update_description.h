// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

namespace sandglass::engine::streams {

/// {updatedFields, removedFields, truncatedArrays} of an update. `diff`: the difference in the log
/// entry (see catalog::documentDiff). Paths are dotted, with array elements by their index. Pure;
/// any thread.
bson::Document updateDescription(bson::DocumentView diff);

} // namespace sandglass::engine::streams
