// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <string>

namespace sandglass::cases {

/// Why `actual` is not what `expected` asks for, with the place; empty when it is.
/// A document asks for its fields only, whatever stands besides; an array for the same elements in
/// the same order; anything else for an equal value, numbers by what they are worth. A document
/// whose first field is one of these asks for something else:
/// {"$absent": true}    nothing stands there
/// {"$int": n}, {"$long": n}, {"$double": n}   that number, of that type
/// {"$bson": "date"}    any value of the type with that alias
/// {"$atLeast": n}      a number that is n or more
/// {"$holds": "text"}   a string with that text in it
/// {"$has": […]}        an array in which each of these is met by some element
/// {"$count": n}        an array or document of that many elements
/// {"$exactly": v}      an equal value: no further fields
std::string difference(bson::ValueView actual, bson::ValueView expected, const std::string& place);

/// The same expectation with numbers by what they are worth only: {"$long": 5} becomes 5.
bson::Value withoutTypes(bson::ValueView expected);

} // namespace sandglass::cases
