// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/catalog/types.h"

#include <span>

namespace sandglass::engine::definitions {

/// What a requested index is in view of those that exist already.
enum class IndexNovelty {
    New, ///< to be built
    Identical, ///< there already; asking again is no error
};

/// Compares a requested index with the existing ones (and those requested before it in the same
/// command). Errors: 86 same name but different identity, 85 equivalent index under another name or
/// with other options, 67 for a second text index. Source: app/ttl/SEMANTICS.md 1.4.
Result<IndexNovelty> compareWithExisting(const catalog::IndexDefinition& requested,
                                         std::span<const catalog::IndexDefinition> existing);

} // namespace sandglass::engine::definitions
