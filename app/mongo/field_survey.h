// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/ttl/ttl_server.h"

#include <vector>

namespace sandglass::mongo {

/// The dotted paths in a sample with the types found there. Nested documents are entered to
/// kMaxSurveyDepth levels, documents in arrays one level. Each document counts once per path: as
/// "date" when an index would find a date there, else by the type of its first value, "missing"
/// when it has none; so the shares of a path sum up to 1. `_id` itself and names that no index can
/// have are left out. At most kMaxSurveyPaths paths; sorted by share of dates, then by path. Pure;
/// any thread.
std::vector<ttl::FieldCandidate> surveyFields(const std::vector<bson::Document>& sample);

inline constexpr int kMaxSurveyDepth = 6;
inline constexpr std::size_t kMaxSurveyPaths = 500;

} // namespace sandglass::mongo
