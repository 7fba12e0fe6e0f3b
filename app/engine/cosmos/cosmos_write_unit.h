// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/engine/catalog/collection.h"

#include <memory>

namespace sandglass::engine::cosmos {

/// Writes to `collection` through `real`, a unit of it: stamps every document, does not find what
/// is expired, and lets an expired document give way when a new one has the same unique key (for
/// clients it is gone already). `clock` must outlive the unit. One thread.
std::unique_ptr<catalog::WriteUnit>
cosmosWriteUnit(std::unique_ptr<catalog::WriteUnit> real,
                std::shared_ptr<const catalog::Collection> collection, const base::Clock& clock);

} // namespace sandglass::engine::cosmos
