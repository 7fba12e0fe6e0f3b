// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/commands/aggregate_request.h"
#include "app/engine/plan/date_blocks.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass::engine::commands {

/// An aggregation that reads no documents.
struct AggregateShortcut
{
    std::shared_ptr<ServerStages> environment; ///< outlives the source; may be null
    query::DocumentSourcePtr source; ///< null: the pipeline has to be run
    std::optional<std::int64_t> mostOff; ///< of an answer by date blocks: how far each number may
                                         ///< be off
};

/// Answers a pipeline from what is counted anyway: groups of dates by an index, all documents, a
/// time series by its buckets. Errors: 2 when a bounded answer is asked for and there is none,
/// those of the stages, 175, Storage.
Result<AggregateShortcut> shortcutFor(const AggregateRequest& aggregate, Context& context,
                                      const std::shared_ptr<operations::Interrupt>& interrupt);

/// How a pipeline is answered by date blocks. Errors: 2 when a bounded answer is asked for and
/// there is none; those of views.
Result<std::optional<plan::DateBlocks>> dateBlocksOf(const AggregateRequest& aggregate,
                                                     const Context& context);

} // namespace sandglass::engine::commands
