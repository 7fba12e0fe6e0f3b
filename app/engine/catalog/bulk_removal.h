// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_impl.h"

#include <memory>
#include <string_view>

namespace sandglass::engine::catalog {

/// Implements Collection::bulkRemoval(). nullptr where documents must be removed one by one.
std::unique_ptr<BulkRemoval> beginBulkRemoval(std::shared_ptr<CollectionImpl> collection,
                                              std::string_view indexName);

} // namespace sandglass::engine::catalog
