// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_impl.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sandglass::engine::catalog {

/// Keys of the family Meta. Layouts: app/engine/storage/FORMAT.md.
std::string directoryKey(std::uint32_t indexId); ///< → the directory of an index
std::string directoriesSavedKey(); ///< exists while the directories on disk are current

/// Saves directories and bounds of all TTL indexes. Any later commit makes the copy invalid. Takes
/// the writer lock. Errors: Storage.
Result<void> saveDirectories(Core& core,
                             const std::vector<std::shared_ptr<CollectionImpl>>& collections);

/// Loads the saved directories if nothing was committed since. Damaged or missing ones are left
/// empty and built later. Call it before the collections are shared. Errors: Storage.
Result<void> loadDirectories(Core& core,
                             const std::vector<std::shared_ptr<CollectionImpl>>& collections);

} // namespace sandglass::engine::catalog
