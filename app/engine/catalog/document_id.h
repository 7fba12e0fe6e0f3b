// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

namespace sandglass::engine::catalog {

/// The document with its `_id` as first field; a fresh ObjectId when it has none. The given view
/// itself when it is so already, else a view of `storage`, where it is rebuilt. Errors: 53
/// InvalidIdField for an array, regex or undefined, 52 for an `_id` with $-fields, 10334 above 16
/// MB.
Result<bson::DocumentView> withLeadingId(bson::DocumentView document, bson::Document& storage);

} // namespace sandglass::engine::catalog
