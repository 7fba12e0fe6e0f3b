// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::bson {

/// A moment as RFC 3339 with milliseconds only when there are some: "2024-02-29T12:00:00.5Z" reads
/// ".500Z". nullopt outside the years 1970 to 9999, which extended JSON writes as a number.
std::optional<std::string> isoText(Date date);
/// Parses such text, with "Z" or an offset like "+02:00"; up to nine digits of a second, cut to
/// milliseconds.
std::optional<Date> dateFromIso(std::string_view text);

/// Base64 with padding. Source: RFC 4648, section 4.
std::string base64(Bytes bytes);
/// The bytes of such text; nullopt when it is none.
std::optional<std::vector<std::uint8_t>> bytesFromBase64(std::string_view text);

/// The value that an object of extended JSON stands for: {"$oid": "…"}, {"$date": …},
/// {"$numberLong": "…"} and so on. nullopt for an object that is simply an object, operators such
/// as {"$gt": 5} included. Errors: InvalidInput when it names a type but its content is wrong.
/// Source: MongoDB Extended JSON (v2) specification.
Result<std::optional<Value>> extendedValue(DocumentView object);

} // namespace sandglass::bson
