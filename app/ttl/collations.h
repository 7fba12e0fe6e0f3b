// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <optional>
#include <vector>

namespace sandglass::ttl {

struct IndexSpec;

/// The collation that compares strings byte by byte: {locale: "simple"}.
bson::Document simpleCollation();

/// Whether strings are compared byte by byte: no collation, or the simple one. Pure; any thread.
bool comparesSimply(const std::optional<bson::Document>& collation);

/// Servers list no collation for an index that compares simply, also where the collection has
/// another one by default: a question or a new index without a collation would get that one. Sets
/// the simple collation in these indexes. `indexes`: all of one collection; the index on `_id` has
/// the collection's collation. Source: MongoDB manual, Collation. Pure; any thread.
void nameSimpleCollations(std::vector<IndexSpec>& indexes);

/// The server's entry of an index, with the collation where nameSimpleCollations() has set one, so
/// that the index can be created again as it was. Pure; any thread.
bson::Document listedWithCollation(const IndexSpec& index);

} // namespace sandglass::ttl
