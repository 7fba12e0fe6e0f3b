// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

namespace sandglass::engine::catalog {

/// The document with its `_id` as first field; a new ObjectId if it has none. Returns the given
/// view if `_id` leads already, else a view of `storage`, which the document is rebuilt in. Any
/// thread. Errors (server): InvalidIdField for an array, regex or undefined,
/// DollarPrefixedFieldName for an
/// `_id` with $-fields, BsonObjectTooLarge above 16 MB.
Result<bson::DocumentView> withLeadingId(bson::DocumentView document, bson::Document& storage);

} // namespace sandglass::engine::catalog
