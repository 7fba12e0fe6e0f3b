// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_impl.h"

namespace sandglass::engine::catalog {

/// Compares the entries of all ready indexes with the documents, and the documents with the stored
/// figures, in one snapshot. Errors: Storage; those of `interrupted`, which is called for each
/// document and each entry.
Result<Verification> verifyIndexes(const CollectionImpl& collection, const IndexSet& indexes,
                                   const storage::Snapshot& snapshot,
                                   const Collection::Interruption& interrupted);

} // namespace sandglass::engine::catalog
