// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/catalog/collection.h"

#include <vector>

namespace sandglass::engine::commands {

/// What listCollections says of a catalog entry: one document, or two for the buckets of a time
/// series, which stand for the series too. Source: app/ttl/SEMANTICS.md 4, the legacy form.
std::vector<bson::Document> collectionEntries(const catalog::Collection& collection);

} // namespace sandglass::engine::commands
