// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/plan/match_cursor.h"
#include "app/engine/query/pipeline.h"
#include "app/engine/reads/server_stages.h"

#include <memory>
#include <vector>

namespace sandglass::engine::reads {

/// A running find, aggregation or query on a view.
struct OpenedRead
{
    std::shared_ptr<ServerStages> environment; ///< outlives the source; null when it needs none
    std::shared_ptr<plan::MatchCursor>
        walk; ///< reads the stored documents; null when none are read
    query::DocumentSourcePtr source;
    std::vector<bson::Document> viewStages; ///< of a view, which come first; for explain
};

} // namespace sandglass::engine::reads
