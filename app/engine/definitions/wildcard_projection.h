// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/view.h"

namespace sandglass::engine::definitions {

/// Checks the option wildcardProjection of an index with that key. `projection`: of any type. Pure;
/// any thread. Errors (server): BadValue unless the index is a wildcard; TypeMismatch;
/// FailedToParse for an empty one and for a wildcard below a path; Location31253 and Location31254
/// for inclusions mixed with exclusions, Location51271 for computed fields; for compound indexes
/// Location7246200 to 7246211. Source: MongoDB manual, Wildcard Indexes.
Result<void> checkWildcardProjection(bson::DocumentView key, bson::ValueView projection);

} // namespace sandglass::engine::definitions
