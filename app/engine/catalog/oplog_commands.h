// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/catalog/collection_impl.h"
#include "app/engine/catalog/oplog_unit.h"

#include <string_view>

namespace sandglass::engine::catalog {

/// How changes of the catalog stand in the log of operations, in MongoDB's words. Called under the
/// writer lock, like the unit itself; nothing happens without a log.

void logCreate(OplogUnit& log, const CollectionImpl& collection);
void logDrop(OplogUnit& log, const CollectionImpl& collection);
void logDropDatabase(OplogUnit& log, std::string_view database);
/// `target`: what is dropped to make room; may be null.
void logRename(OplogUnit& log, const CollectionImpl& source, const protocol::Namespace& to,
               const CollectionImpl* target);
void logOptions(OplogUnit& log, const CollectionImpl& collection, bson::DocumentView listed);
void logIndexCreated(OplogUnit& log, const CollectionImpl& collection,
                     const IndexDefinition& index);
void logIndexDropped(OplogUnit& log, const CollectionImpl& collection,
                     const IndexDefinition& index);
/// An index that became ready, or whose definition changed.
void logIndexReplaced(OplogUnit& log, const CollectionImpl& collection, const IndexState& before,
                      const IndexState& after);

/// Commits a batch together with its log entries and tells the catalog's listener. Errors: Storage.
Result<void> commitLogged(Core& core, storage::Batch& batch, OplogUnit& log);

} // namespace sandglass::engine::catalog
