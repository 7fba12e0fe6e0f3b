// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/query/pipeline.h"
#include "app/engine/writes/write_scope.h"

namespace sandglass::engine::writes {

/// Writes the documents of a pipeline with its $out or $merge. `scope.ns` is the target. $out fills
/// a temporary collection that has the target's options and indexes, and renames it at the end:
/// after an error the target is unchanged. $merge writes each document by itself; those before an
/// error stay. Errors: those of the source. Errors (server): DuplicateKey, also for whenMatched
/// "fail"; MergeStageNoMatchingDocument for whenNotMatched "fail"; Location51183 when no unique
/// index has the `on` fields; Location51132 for a document without them, Location51185 for an array
/// in one; ImmutableField for a changed _id.
Result<void> writeOutput(const WriteScope& scope, const query::PipelineOutput& output,
                         query::DocumentSource& source);

/// The scope of the writes of an aggregation, with its target checked. Errors (server):
/// CommandNotSupported for $out into a time series, CommandNotSupportedOnView for a time series as
/// target, LockTimeout, UserWritesBlocked, those of writeScopeOf().
Result<WriteScope> outputScope(const request::Request& request, const WriteAccess& access,
                               const query::PipelineOutput& output);

/// Drops the temporary collections of every $out that ended with the process. Call it before other
/// threads use the catalog. What cannot be dropped now is dropped at the next start.
void dropUnfinishedOutputs(catalog::Catalog& catalog);

} // namespace sandglass::engine::writes
