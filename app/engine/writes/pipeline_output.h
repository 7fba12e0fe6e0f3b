// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/query/pipeline.h"
#include "app/engine/writes/write_scope.h"

namespace sandglass::engine::writes {

/// Writes a pipeline's documents where its $out or $merge says. `scope.ns` is the target.
/// $out fills a new collection beside the target, with the target's options and indexes, and swaps
/// it in at the end: after an error the target is as before. $merge writes document by document;
/// those before an error stay. Errors: the source's, 11000, 115 for time series, 51183 when the
/// `on` fields are not unique, 51132 for a document without them, 11000 / 13113 for whenMatched and
/// whenNotMatched "fail", 66 for a changed _id.
Result<void> writeOutput(const WriteScope& scope, const query::PipelineOutput& output,
                         query::DocumentSource& source);

/// What the writes of an aggregation share, its target judged. Errors: as writeScope().
Result<WriteScope> outputScope(const request::Request& request, const WriteAccess& access,
                               const query::PipelineOutput& output);

} // namespace sandglass::engine::writes
