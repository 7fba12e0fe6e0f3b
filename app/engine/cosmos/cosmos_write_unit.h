// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/engine/catalog/collection.h"

#include <memory>

namespace sandglass::engine::cosmos {

/// Writes to `collection` through its write unit `real`. Stamps every document and hides expired
/// ones. An expired document is removed when a new one has the same unique key, because for clients
/// it no longer exists. `clock` must outlive the unit. One thread.
std::unique_ptr<catalog::WriteUnit>
cosmosWriteUnit(std::unique_ptr<catalog::WriteUnit> real,
                std::shared_ptr<const catalog::Collection> collection, const base::Clock& clock);

} // namespace sandglass::engine::cosmos
