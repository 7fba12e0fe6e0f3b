// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/commands/command.h"
#include "app/engine/plan/match_cursor.h"
#include "app/engine/plan/planner.h"
#include "app/engine/query/sort_projection.h"
#include "app/protocol/namespace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass::engine::commands {

/// A find command, judged. Views live as long as the request.
struct FindRequest
{
    protocol::Namespace ns;
    plan::QueryShape shape;
    query::Projection projection;
    bson::DocumentView projectionDocument;
    bson::DocumentView sortDocument;
    std::int64_t skip = 0;
    std::optional<std::int64_t> limit;
    std::optional<std::int64_t> batchSize;
    bool singleBatch = false;
    bool noTimeout = false;
    bool returnKey = false; ///< only the index key of each document
    bool showRecordId = false;
    std::size_t sortBytes = query::kStageMemoryBytes; ///< most memory for sorting
    bool tailable = false; ///< the cursor stays open at the end of a capped collection
    bool awaitData = false; ///< and getMore waits there; with `tailable`
    query::EvaluationContext evaluation;
};

/// Errors: 40415 for unknown fields, 14, 51024, 73, 9 for awaitData without tailable, 2 for
/// tailable beside singleBatch or a sort other than {$natural: 1}, the codes of filter, sort and
/// projection.
Result<FindRequest> parseFind(const request::Request& request, const Context& context);

/// A running find: its documents, and the walk below them for its counts.
struct OpenedFind
{
    std::shared_ptr<void> keepAlive; ///< what the source refers to; goes after it
    std::shared_ptr<plan::MatchCursor> walk;
    query::DocumentSourcePtr source;
    std::vector<bson::Document> viewStages; ///< of a view: what makes its documents
};

/// Chooses a plan and joins filter, sort, skip, limit and projection. A missing collection gives no
/// documents. Errors: 2 for a bad hint.
Result<OpenedFind> openFind(const FindRequest& find, Context& context,
                            std::shared_ptr<operations::Interrupt> interrupt);

} // namespace sandglass::engine::commands
