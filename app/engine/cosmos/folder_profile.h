// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <string>
#include <vector>

namespace sandglass::engine::storage {
class KeyValueStore;
}

namespace sandglass::engine::cosmos {

/// The profile of a data folder, "mongodb" or "cosmos". Documents are stored differently, so a
/// folder keeps the profile of its first data; copies keep it too. `databases`: those in the
/// folder; while there are only the server's own, the profile may change. `asked`: the requested
/// profile; empty: the folder's own, "mongodb" for a new folder. Errors: InvalidInput when the
/// folder has another profile, Storage.
Result<std::string> takeFolderProfile(storage::KeyValueStore& store,
                                      const std::vector<std::string>& databases,
                                      const std::string& asked);

} // namespace sandglass::engine::cosmos
