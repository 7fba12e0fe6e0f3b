// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/catalog/collection_shape.h"

namespace sandglass::engine::writes {

/// Succeeds unless the collection is clustered and the _id is too long for a place in it: 8 MiB
/// with its type. Pure; any thread. Errors (server): Location5894900.
Result<void> checkClusteredKey(const catalog::CollectionShape& shape, bson::ValueView id);

} // namespace sandglass::engine::writes
