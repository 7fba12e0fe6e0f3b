// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

#include <string_view>

namespace sandglass::engine::plan {

/// The `hint` of a command or statement: an index name or a key pattern; Missing when absent.
/// Errors (server): FailedToParse for another type.
Result<bson::ValueView> hintArgument(std::string_view command, bson::DocumentView fields);

} // namespace sandglass::engine::plan
