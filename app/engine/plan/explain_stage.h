// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/bson/value.h"
#include "app/engine/plan/match_cursor.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sandglass::engine::plan {

/// One stage of a plan, as explain shows it.
struct ExplainStage
{
    std::string name; ///< "FETCH", "IXSCAN", …
    bson::Document details; ///< what the plan fixes
    std::int64_t returned = 0; ///< documents it delivered
    bson::Document figures; ///< what else was counted
};

/// The stages by which a walk reaches its documents, outermost first: COLLSCAN, IDHACK, EOF, or
/// FETCH over IXSCAN.
std::vector<ExplainStage> accessStages(const MatchCursor& walk, bson::DocumentView filter);

/// The way to the documents in one line: "COLLSCAN", "IDHACK", "EOF", "IXSCAN { a: 1 }".
std::string planSummary(const QueryPlan& plan);

/// {stage, …details, inputStage: {…}}: the winning plan.
bson::Document planTree(const std::vector<ExplainStage>& stages);

/// The same with counts: nReturned, advanced and the stages' own figures.
bson::Document executionTree(const std::vector<ExplainStage>& stages, std::int64_t millis);

} // namespace sandglass::engine::plan
