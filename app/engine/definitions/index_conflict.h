// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/catalog/types.h"

#include <span>

namespace sandglass::engine::definitions {

/// Whether a requested index exists already.
enum class IndexNovelty {
    New, ///< to be built
    Identical, ///< exists; the request succeeds and changes nothing
};

/// Compares a requested index with `existing`: the collection's indexes, and those requested before
/// it in the same command. Pure; any thread. Errors (server): IndexKeySpecsConflict for the same
/// name with another identity, IndexOptionsConflict for an equivalent index with another name or
/// other options, CannotCreateIndex for a second text index. Source: app/ttl/SEMANTICS.md 1.4.
Result<IndexNovelty> compareWithExisting(const catalog::IndexDefinition& requested,
                                         std::span<const catalog::IndexDefinition> existing);

} // namespace sandglass::engine::definitions
