// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_impl.h"

namespace sandglass::engine::catalog {

/// Removes for good what is left of a collection's dead records: their documents and all their
/// index entries, by compactions of the tables that hold them; then the lists that name them. The
/// order matters: what the disk does not know as dead is not removed, and what is not removed in
/// every family stays listed. Slow; readers and writers go on. False when it was interrupted
/// (Core::stopping) or could not be made sure of: the records stay dead, and the next call goes on.
/// Errors: Storage.
Result<bool> reclaimDead(CollectionImpl& collection);

/// Removes lists whose records were removed for good a while ago, when they are not in the journal
/// any more either. Quick. Errors: Storage.
Result<void> forgetDoneLists(CollectionImpl& collection);

} // namespace sandglass::engine::catalog
