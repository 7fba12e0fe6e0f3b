// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/view.h"

#include <string_view>

namespace sandglass::engine::definitions {

/// Checks the options of an index spec that only one type of index has, and what a key of that type
/// must be. `plugin`: as plan::indexPlugin(). Pure; any thread. Errors (server): CannotCreateIndex
/// for weights without a text index and for a compound "$**" without wildcardProjection;
/// InvalidOptions for bits, min and max that make no 2d grid; Location31303 for two hashed
/// fields.
Result<void> checkSpecialOptions(bson::DocumentView spec, std::string_view plugin);

} // namespace sandglass::engine::definitions
