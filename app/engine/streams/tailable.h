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

/// Documents of a capped collection as they are inserted, and how far the reader has come.
struct Tail
{
    query::DocumentSourcePtr source; ///< gives nothing at the end, and more when asked again later
    std::shared_ptr<plan::TailState> place;
};

/// The documents of a capped collection that match, in insertion order. `oplog` may be null; of the
/// log itself the tail begins at the timestamp that the filter asks for. Its source fails with
/// CappedPositionLost (136) when its place was overwritten. Any thread.
Tail openTail(const std::shared_ptr<catalog::Collection>& collection, const query::Filter& filter,
              const catalog::Oplog* oplog, std::shared_ptr<operations::Interrupt> interrupt);

} // namespace sandglass::engine::streams
