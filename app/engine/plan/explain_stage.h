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
    bson::Document details; ///< properties of the plan, such as indexBounds
    std::int64_t returned = 0; ///< number of documents that the stage returned
    bson::Document figures; ///< other counts of the execution, such as keysExamined
};

/// The stages that read the documents, outermost first: COLLSCAN, IDHACK, EOF, or FETCH over
/// IXSCAN. `filter`: shown with the stage that applies it.
std::vector<ExplainStage> accessStages(const MatchCursor& walk, bson::DocumentView filter);

/// The plan in one line: "COLLSCAN", "IDHACK", "EOF", "IXSCAN { a: 1 }".
std::string planSummary(const QueryPlan& plan);

/// The winning plan: {stage, …details, inputStage: {…}}. `stages`: outermost first.
bson::Document planTree(const std::vector<ExplainStage>& stages);

/// The executed plan: as planTree(), with nReturned, advanced and the stages' own figures.
/// `millis`: the duration of the whole execution, shown as the estimate of every stage.
bson::Document executionTree(const std::vector<ExplainStage>& stages, std::int64_t millis);

} // namespace sandglass::engine::plan
