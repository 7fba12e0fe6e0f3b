// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <string>
#include <vector>

namespace sandglass::engine::storage {
class KeyValueStore;
}

namespace sandglass::engine::cosmos {

/// The profile under which a data folder is used, "mongodb" or "cosmos". A folder keeps the one
/// that its first data were written under, since documents are stored differently; copies keep it
/// too. `databases`: those in the folder; without any of a client's, it may change. `asked`: the
/// profile asked for, empty: the folder's own, "mongodb" for a new one. Errors: InvalidInput when
/// the folder has another one, Storage.
Result<std::string> takeFolderProfile(storage::KeyValueStore& store,
                                      const std::vector<std::string>& databases,
                                      const std::string& asked);

} // namespace sandglass::engine::cosmos
