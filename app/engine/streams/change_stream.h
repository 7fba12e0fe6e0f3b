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

/// An open change stream: its events, and the reader's position.
struct OpenedStream
{
    query::DocumentSourcePtr events; ///< returns nothing at the end of the log, and more later
    std::shared_ptr<plan::TailState> place; ///< ended when the stream is invalidated
};

/// Opens the stream at its starting point. `catalog` must outlive it. Any thread; the stream itself
/// belongs to one thread at a time. Errors: ChangeStreamHistoryLost when the log does not reach
/// back to the starting point; `events` fails with it too when entries are trimmed before they are
/// read.
Result<OpenedStream> openChangeStream(ChangeStreamRequest stream, const catalog::Catalog& catalog,
                                      std::shared_ptr<operations::Interrupt> interrupt);

} // namespace sandglass::engine::streams
