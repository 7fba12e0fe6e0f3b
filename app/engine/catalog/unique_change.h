// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_impl.h"

#include <memory>

namespace sandglass::engine::catalog {

/// Rewrites the entries of an ordered index that becomes unique or stops being unique, in one
/// batch, then publishes the changed state. The writer lock is held; readers do not use the index
/// meanwhile. `interrupted` is called for each entry while duplicates are looked for. Errors:
/// CannotConvertIndexToUnique (server) when two documents share a key, Storage, those of
/// `interrupted`; nothing has changed then.
Result<void> changeUniqueness(CollectionImpl& collection,
                              const std::shared_ptr<const IndexState>& old,
                              const std::shared_ptr<const IndexState>& changed,
                              const Collection::Interruption& interrupted);

} // namespace sandglass::engine::catalog
