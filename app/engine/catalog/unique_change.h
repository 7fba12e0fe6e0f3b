// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_impl.h"

#include <memory>

namespace sandglass::engine::catalog {

/// Gives an ordered index the entries that its changed state calls for, which is unique where the
/// old one is not, or the other way round, in one batch; then the changed state is the current one.
/// Called under the writer lock; readers do without the index meanwhile. Errors: 359
/// CannotConvertIndexToUnique when two documents share a key, Storage; then nothing has changed.
Result<void> changeUniqueness(CollectionImpl& collection,
                              const std::shared_ptr<const IndexState>& old,
                              const std::shared_ptr<const IndexState>& changed);

} // namespace sandglass::engine::catalog
