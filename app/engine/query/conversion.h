// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/query/operand.h"

namespace sandglass::engine::query {

/// Converts a value to double, string, objectId, bool, date, int, long or decimal, as $convert
/// does. Null stays null. Errors: ConversionFailure (server error), with MongoDB's message. Source:
/// MongoDB manual, $convert.
Result<Operand> convertValue(bson::ValueView value, bson::Type target);

} // namespace sandglass::engine::query
