// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/catalog/collection.h"

#include <string_view>

namespace sandglass::engine::writes {

/// Appends `violations: [{ids: […]}, …]`: the `_id`s of documents that share a key of that ordered
/// index, at most 1000 groups. Of an index where documents have several keys nothing is told.
/// Errors: Storage.
Result<void> appendViolations(const catalog::Collection& collection, std::string_view index,
                              bson::Builder& reply);

} // namespace sandglass::engine::writes
