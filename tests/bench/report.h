// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/run.h"

#include <string>

namespace sandglass::bench {

// The result file is one JSON object:
//   program, date (ISO 8601), machine (text), command, rounds
//   loadBefore, loadAfter: averages over 1, 5 and 15 minutes
//   measurements: [{documents, dates, subject, figures: {NAME: {median, rounds: [values]}}}]
//       dates: "ascending", "random" or "" where they play no part; NAME ends with its unit
//   growth: [{documents, dates, method, part, docsPerSecond, cpuMicrosPerDocument}]
//       what a plot of speed over size needs: one entry for each pass. method: the subject; part:
//       "logical" (gone for every reader) or "total" (space given back); documents: in the
//       collection before half of them were deleted
//   targets: [{target, what, documents, dates, value, limit, sense, unit, met, missedByPercent}]
//       sense: "atLeast" or "atMost"; unit: "ratio", "seconds", "share", "count";
//       missedByPercent is there when met is false and the limit is not 0
//   skipped: [{subject, reason}]
//   failures: [text]
// Speeds are documents per second, times seconds, medians over the rounds.

/// The tables of the run for a terminal.
std::string textReport(const Run& run);
/// The same as Markdown.
std::string markdownReport(const Run& run);
/// The result file.
Result<void> writeJson(const Run& run, const std::string& path);
/// Errors: Storage.
Result<void> writeFile(const std::string& path, const std::string& text);

} // namespace sandglass::bench
