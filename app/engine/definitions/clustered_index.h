// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/protocol/namespace.h"

#include <optional>

namespace sandglass::engine::request {
class Arguments;
}

namespace sandglass::engine::definitions {

/// Judges create's `clusteredIndex` and what it does not go together with. Returns what
/// listCollections shows of it: {v, key, name, unique}; nullopt when none is asked for.
/// `testCommands`: capped clustered collections are allowed. Errors: 14, 40414, 40415, 197 and the
/// numbers of the source. Source: app/ttl/SEMANTICS.md 1.6.
Result<std::optional<bson::Document>> parseClusteredIndex(const request::Arguments& arguments,
                                                          const protocol::Namespace& ns,
                                                          bool testCommands);

} // namespace sandglass::engine::definitions
