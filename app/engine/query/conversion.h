// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/query/operand.h"

namespace sandglass::engine::query {

/// Converts a value to double, string, objectId, bool, date, int, long or decimal, as $convert
/// does. Null stays null. Errors: ConversionFailure (server error), with MongoDB's message. Source:
/// MongoDB manual, $convert.
Result<Operand> convertValue(bson::ValueView value, bson::Type target);

/// The whole number that a text is in that base, with a sign or without. `target`: Int32 limits it.
/// Errors: ConversionFailure (server error).
Result<std::int64_t> wholeFromText(std::string_view text, int base, bson::Type target);

} // namespace sandglass::engine::query
