// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_table.h"

#include <cstdint>
#include <memory>

namespace sandglass::engine::catalog {

/// Opens the log of operations, creates it if missing, and logs that this server is primary. See
/// Catalog::startOplog(). Errors: Storage.
Result<void> startOplog(const std::shared_ptr<Core>& core, CollectionTable& table,
                        std::int64_t bytes);

} // namespace sandglass::engine::catalog
