// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/catalog/collection_impl.h"
#include "app/engine/catalog/oplog_unit.h"

#include <string_view>
#include <vector>

namespace sandglass::engine::catalog {

/// Log entries for changes of the catalog, in MongoDB's form. The writer lock is held. Without a
/// log they do nothing.

/// Logs a new collection with its options. Views are not logged: in MongoDB only their documents in
/// system.views are.
void logCreate(OplogUnit& log, const CollectionImpl& collection);
/// Logs a dropped collection.
void logDrop(OplogUnit& log, const CollectionImpl& collection);
/// Logs a dropped database.
void logDropDatabase(OplogUnit& log, std::string_view database);
/// Logs a renamed collection. `target`: the collection that is dropped for it; may be null.
void logRename(OplogUnit& log, const CollectionImpl& source, const protocol::Namespace& to,
               const CollectionImpl* target);
/// Logs changed options as the collMod that made them. `listed`: the new ones as listCollections
/// shows them; the collection still has the old ones.
void logOptions(OplogUnit& log, const CollectionImpl& collection, bson::DocumentView listed);
/// Logs an index on a collection with or without documents.
void logIndexCreated(OplogUnit& log, const CollectionImpl& collection,
                     const IndexDefinition& index);
/// Logs indexes whose build has ended, as one entry.
void logIndexesBuilt(OplogUnit& log, const CollectionImpl& collection,
                     const std::vector<IndexDefinition>& indexes);
/// Logs a dropped index.
void logIndexDropped(OplogUnit& log, const CollectionImpl& collection,
                     const IndexDefinition& index);
/// Logs an index whose definition changed, as the collMod that changed it.
void logIndexReplaced(OplogUnit& log, const CollectionImpl& collection, const IndexState& before,
                      const IndexState& after);

/// Commits a batch with its log entries, then calls the catalog's commit listener. Errors: Storage.
Result<void> commitLogged(Core& core, storage::Batch& batch, OplogUnit& log);

} // namespace sandglass::engine::catalog
