// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/catalog/collection.h"

#include <vector>

namespace sandglass::engine::commands {

/// The entries of listCollections for one collection of the catalog: one document, or two for the
/// buckets of a time series (the buckets and the series). Source: app/ttl/SEMANTICS.md 4, the
/// legacy form.
std::vector<bson::Document> collectionEntries(const catalog::Collection& collection);

} // namespace sandglass::engine::commands
