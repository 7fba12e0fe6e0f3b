// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/catalog/collection.h"
#include "app/engine/operations/interrupt.h"

#include <string_view>

namespace sandglass::engine::writes {

/// Appends `violations: [{ids: […]}, …]`: for each key of an ordered index that several documents
/// have, their `_id`s; at most 1000 groups. Empty for a multikey index. Errors: Storage; those of
/// `interrupt`.
Result<void> appendViolations(const catalog::Collection& collection, std::string_view index,
                              operations::Interrupt& interrupt, bson::Builder& reply);

} // namespace sandglass::engine::writes
