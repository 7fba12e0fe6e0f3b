// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_impl.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sandglass::engine::catalog {

/// Keys of the family Meta; the layouts are in app/engine/storage/FORMAT.md.
std::string directoryKey(std::uint32_t indexId); ///< → the directory of an index
std::string directoriesSavedKey(); ///< there while the directories on disk are of now

/// Saves the directories and remembered bounds of all TTL indexes, as of this moment. The next
/// commit of anything else makes them void. Takes the writer lock. Errors: Storage.
Result<void> saveDirectories(Core& core,
                             const std::vector<std::shared_ptr<CollectionImpl>>& collections);

/// Takes over what was saved, if nothing was committed since; a directory that is damaged or
/// missing is left to be built. Called before others know the collections. Errors: Storage.
Result<void> loadDirectories(Core& core,
                             const std::vector<std::shared_ptr<CollectionImpl>>& collections);

} // namespace sandglass::engine::catalog
