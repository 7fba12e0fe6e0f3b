// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/query/operand.h"

namespace sandglass::engine::query {

/// Converts a value as $convert does: to double, string, objectId, bool, date, int, long or
/// decimal. Null stays null. Errors: 241 ConversionFailure with MongoDB's words. Source: MongoDB
/// manual, $convert.
Result<Operand> convertValue(bson::ValueView value, bson::Type target);

} // namespace sandglass::engine::query
