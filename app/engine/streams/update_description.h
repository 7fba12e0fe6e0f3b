// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

namespace sandglass::engine::streams {

/// {updatedFields, removedFields, truncatedArrays} of an update, from the difference that the log
/// holds (see catalog::documentDiff): paths are dotted, array elements by their number. Pure.
bson::Document updateDescription(bson::DocumentView diff);

} // namespace sandglass::engine::streams
