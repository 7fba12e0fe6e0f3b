// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection.h"

#include <memory>

namespace sandglass::engine::catalog {

class CollectionImpl;

/// Waits for the writer lock and opens a write unit. Errors: QueryPlanKilled (server) after a drop,
/// Storage when writes are refused.
Result<std::unique_ptr<WriteUnit>> beginWriteUnit(std::shared_ptr<CollectionImpl> collection);

} // namespace sandglass::engine::catalog
