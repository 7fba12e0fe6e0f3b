// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/plan/data_access.h"
#include "app/engine/plan/planner.h"
#include "app/engine/query/sort_projection.h"
#include "app/engine/reads/opened_read.h"
#include "app/engine/request/request.h"
#include "app/protocol/namespace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass::engine::reads {

/// The parsed arguments of a find command. Views are valid as long as the request.
struct FindRequest
{
    protocol::Namespace ns;
    plan::QueryShape shape;
    query::Projection projection;
    bool projectsMetadata = false; ///< the projection may ask for {$meta: …}
    bson::DocumentView projectionDocument;
    bson::DocumentView sortDocument;
    std::int64_t skip = 0;
    std::optional<std::int64_t> limit; ///< > 0; unset: no limit
    std::optional<std::int64_t> batchSize; ///< unset: 101 documents
    bool singleBatch = false; ///< close the cursor after the first batch
    bool noTimeout = false; ///< do not close the cursor for being idle
    bool returnKey = false; ///< return only the index key of each document
    bool showRecordId = false;
    std::size_t sortBytes = query::kStageMemoryBytes; ///< memory limit of the sort
    bool tailable = false; ///< keep the cursor open at the end of a capped collection
    bool awaitData = false; ///< getMore waits there; only with `tailable`
    query::EvaluationContext evaluation;
};

/// Parses a find command. Errors (server): UnknownField, TypeMismatch, Location51024 for negative
/// numbers, InvalidNamespace, FailedToParse for awaitData without tailable, BadValue for tailable
/// with singleBatch or with another sort than {$natural: 1}, InvalidPipelineOperator for an option
/// that a view cannot have, those of filter, sort, projection, hint, min and max.
Result<FindRequest> parseFind(const request::Request& request, const plan::DataAccess& access);

/// Plans and starts a find. A missing collection has no documents. Errors (server): BadValue for a
/// hint that names no index, those of resolveView() and of a view's stages.
Result<OpenedRead> openFind(const FindRequest& find, const plan::DataAccess& access,
                            std::shared_ptr<operations::Interrupt> interrupt);

} // namespace sandglass::engine::reads
