// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/ttl/ttl_server.h"

#include <vector>

namespace sandglass::mongo {

/// The dotted paths in a sample, with the types found there. Looks into nested documents down to
/// kMaxSurveyDepth levels, and into documents in arrays for one level. Each document counts once
/// per path: as "date" if an index would find a date there, otherwise by the type of its first
/// value, or as "missing"; so the shares of a path add up to 1. Leaves out `_id` and names that no
/// index can have. At most kMaxSurveyPaths paths, sorted by share of dates, then by path. Pure; any
/// thread.
std::vector<ttl::FieldCandidate> surveyFields(const std::vector<bson::Document>& sample);

/// Levels of nested documents that surveyFields() looks into.
inline constexpr int kMaxSurveyDepth = 6;
/// Most paths that surveyFields() returns.
inline constexpr std::size_t kMaxSurveyPaths = 500;

} // namespace sandglass::mongo
