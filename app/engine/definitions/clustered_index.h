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

/// Checks the option `clusteredIndex` of create, also together with the other options. Returns it
/// as listCollections shows it: {v, key, name, unique}; nullopt without the option. `arguments`:
/// those of create; `ns`: the new collection; `testCommands`: allows capped clustered collections.
/// Pure; any thread. Errors (server): TypeMismatch, MissingField, UnknownField,
/// InvalidIndexSpecificationOption, CannotCreateIndex, InvalidOptions, and the Location codes in
/// the source. Source: app/ttl/SEMANTICS.md 1.6.
Result<std::optional<bson::Document>> parseClusteredIndex(const request::Arguments& arguments,
                                                          const protocol::Namespace& ns,
                                                          bool testCommands);

} // namespace sandglass::engine::definitions
