// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/plan/date_blocks.h"
#include "app/engine/reads/aggregate_request.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass::engine::reads {

/// The result of an aggregation that reads no documents, or only those of its sample.
struct AggregateShortcut
{
    std::shared_ptr<ServerStages> environment; ///< outlives the source; may be null
    query::DocumentSourcePtr source; ///< null: the pipeline must be run
    std::optional<std::int64_t> mostOff; ///< with date blocks: each number is wrong by at most this
};

/// Answers a pipeline from stored numbers: groups of dates from an index, the number of all
/// documents, the number of measurements from the buckets of a time series. Or draws the documents
/// of a leading $sample without reading all others, see drawRecords(). Errors (server):
/// BadValue when the command requires a bounded answer and there is none, QueryPlanKilled, those of
/// the stages. Errors: Storage.
Result<AggregateShortcut> shortcutFor(const AggregateRequest& aggregate,
                                      const plan::DataAccess& access,
                                      const std::shared_ptr<operations::Interrupt>& interrupt);

/// The plan that answers a pipeline with date blocks, for explain; nullopt when there is none.
/// Errors (server): BadValue when the command requires one, those of resolveView().
Result<std::optional<plan::DateBlocks>> dateBlocksOf(const AggregateRequest& aggregate,
                                                     const plan::DataAccess& access);

} // namespace sandglass::engine::reads
