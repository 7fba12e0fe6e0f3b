// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/protocol/namespace.h"

namespace sandglass::engine::catalog {
class Catalog;
}

namespace sandglass::engine::commands {

/// The command that does what an entry of a log of operations does by writing a document of
/// system.views: create, collMod or drop of a view. Empty when there is nothing to do, as for a
/// time series, which its buckets define. `systemViews`: the collection of the entry. Applying it
/// twice gives the same. Errors (server): FailedToParse for an entry that defines no view of that
/// database; those of an update.
Result<bson::Document> viewCommand(bson::DocumentView entry, const protocol::Namespace& systemViews,
                                   const catalog::Catalog& catalog);

} // namespace sandglass::engine::commands
