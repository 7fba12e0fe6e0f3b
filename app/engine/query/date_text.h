// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/query/time_zone.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace sandglass::engine::query {

/// A date in the words of a format ("%Y-%m-%d"). Source: MongoDB manual, $dateToString, Format
/// Specifiers. Errors: 18535 for a lone "%", 18536 for an unknown letter, 18537 for a year outside
/// of 0 to 9999.
Result<std::string> formatDate(std::int64_t millis, std::string_view format, const TimeZone& zone);

/// Reads an ISO 8601 date ("2026-03-29", "2026-03-29T01:30:00.5+02:00", a space for the T): UTC
/// milliseconds. Without an offset of its own the text counts in `zone`. Errors: 241
/// ConversionFailure.
Result<std::int64_t> parseIsoDate(std::string_view text, const TimeZone& zone);

/// Reads a date in the words of a format. Errors: 241 for other text, 18535 and 18536 as above.
Result<std::int64_t> parseDate(std::string_view text, std::string_view format,
                               const TimeZone& zone);

} // namespace sandglass::engine::query
