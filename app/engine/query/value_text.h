// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"

#include <optional>
#include <string>

namespace sandglass::engine::query {

/// A double as $toString prints it: the shortest of 15 to 17 digits that reads back the same;
/// "NaN", "Infinity".
std::string doubleText(double value);
/// A scalar as $toString and the string operators print it: numbers, bools, dates (ISO, UTC,
/// milliseconds), ObjectIds, strings. nullopt for anything else, null included.
std::optional<std::string> scalarText(bson::ValueView value);

} // namespace sandglass::engine::query
