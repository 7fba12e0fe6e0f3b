// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::bson {

/// A moment in RFC 3339 form, UTC. A fraction of a second has three digits and appears only when it
/// is not zero: "2024-02-29T12:00:00.500Z". nullopt outside the years 1970 to 9999, which extended
/// JSON writes as a number.
std::optional<std::string> isoText(Date date);
/// Parses RFC 3339 text that ends in "Z" or an offset such as "+02:00". Seconds may have up to nine
/// decimals, cut to milliseconds. nullopt for anything else.
std::optional<Date> dateFromIso(std::string_view text);

/// Base64 with padding. Source: RFC 4648, section 4.
std::string base64(Bytes bytes);
/// Decodes such text; nullopt when it is not base64.
std::optional<std::vector<std::uint8_t>> bytesFromBase64(std::string_view text);

/// The value that an object of extended JSON represents: {"$oid": "…"}, {"$date": …},
/// {"$numberLong": "…"} and so on. nullopt for an ordinary object, also for operators such as
/// {"$gt": 5}. Errors: InvalidInput when the key names a type but the content does not fit. Source:
/// MongoDB Extended JSON (v2) specification.
Result<std::optional<Value>> extendedValue(DocumentView object);

} // namespace sandglass::bson
