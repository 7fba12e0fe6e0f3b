// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/query/time_zone.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace sandglass::engine::query {

/// The letters that may follow "%" when a date is written, and when one is read. Source: MongoDB
/// manual, $dateToString, Format Specifiers.
inline constexpr std::string_view kWrittenLetters = "YmdHMSLbBjwuUVGzZ%";
inline constexpr std::string_view kReadLetters = "YmdHMSLbBjGVuzZ%";

/// Checks the letters of a format. Errors (server): location codes for a lone "%" and for a letter
/// that is not one of `letters`.
Result<void> checkDateFormat(std::string_view format, std::string_view letters);

/// Formats UTC milliseconds in `zone`; `format` as in "%Y-%m-%d". Errors (server): location codes
/// for a lone "%", an unknown letter, a year outside 0 to 9999. Source: MongoDB manual,
/// $dateToString, Format Specifiers.
Result<std::string> formatDate(std::int64_t millis, std::string_view format, const TimeZone& zone);

/// Parses a date without a format into UTC milliseconds: ISO 8601 ("2026-03-29",
/// "2026-03-29T01:30:00.5+02:00", blanks for the T), and with an ISO time also "20260329",
/// "2026/3/29", "3/29/2026", "29 March 2026" and "March 29th, 2026". Text without an offset is
/// local time in `zone`. Errors: ConversionFailure (server error), also for other words that
/// MongoDB reads.
Result<std::int64_t> parseDateText(std::string_view text, const TimeZone& zone);

/// Parses a date in the given format into UTC milliseconds. Errors (server): ConversionFailure for
/// text that does not fit; for a bad format as formatDate().
Result<std::int64_t> parseDate(std::string_view text, std::string_view format,
                               const TimeZone& zone);

} // namespace sandglass::engine::query
