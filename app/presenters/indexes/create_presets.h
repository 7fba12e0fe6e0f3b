// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/indexes/create_index_presenter.h"

#include <optional>
#include <vector>

namespace sandglass::presenters {

/// Returns the presets for typical uses of TTL indexes. `server`: decides which of them are
/// available; unset: all but those for Cosmos DB. GUI thread.
/// Source: MongoDB manual, TTL Indexes;
/// MongoDB manual, Expire Data from Collections by Setting TTL; MongoDB manual, Expire Least
/// Recently Used Data from a Collection; Microsoft Learn, Expire data with Azure Cosmos DB's API
/// for MongoDB.
std::vector<CreatePreset> createPresets(const std::optional<ttl::ServerInfo>& server);

} // namespace sandglass::presenters
