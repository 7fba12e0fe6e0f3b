// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/plan/cursors.h"
#include "app/engine/query/pipeline.h"
#include "app/engine/streams/change_stream_request.h"

#include <memory>

namespace sandglass::engine::catalog {
class Catalog;
}

namespace sandglass::engine::operations {
class Interrupt;
}

namespace sandglass::engine::streams {

/// A running change stream: its events, and how far the reader has come.
struct OpenedStream
{
    query::DocumentSourcePtr events; ///< gives nothing at the end of the log, and more later
    std::shared_ptr<plan::TailState> place; ///< ended when the stream is invalidated
};

/// Opens the stream at its starting point. `catalog` outlives it. Errors: ChangeStreamHistoryLost
/// (286) when the log does not reach back to the starting point; the events fail with it too when
/// the reader has fallen behind.
Result<OpenedStream> openChangeStream(ChangeStreamRequest stream, const catalog::Catalog& catalog,
                                      std::shared_ptr<operations::Interrupt> interrupt);

} // namespace sandglass::engine::streams
