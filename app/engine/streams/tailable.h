// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/plan/cursors.h"
#include "app/engine/query/filter.h"
#include "app/engine/query/pipeline.h"

#include <memory>

namespace sandglass::engine::catalog {
class Collection;
class Oplog;
} // namespace sandglass::engine::catalog

namespace sandglass::engine::operations {
class Interrupt;
}

namespace sandglass::engine::streams {

/// A tailable cursor on a capped collection: the documents as they are inserted, and the reader's
/// position.
struct Tail
{
    query::DocumentSourcePtr source; ///< returns nothing at the end, and more when called later
    std::shared_ptr<plan::TailState> place;
};

/// Opens a tail: the documents of a capped collection that match, in insertion order. `oplog` may
/// be null; on the log itself the tail begins at the lower bound of `ts` in the filter. Any thread.
/// Errors of the source (server): CappedPositionLost when the document at its position was
/// overwritten; those of an `$expr` in the filter; the interrupt's.
Tail openTail(const std::shared_ptr<catalog::Collection>& collection, const query::Filter& filter,
              const catalog::Oplog* oplog, std::shared_ptr<operations::Interrupt> interrupt);

} // namespace sandglass::engine::streams
