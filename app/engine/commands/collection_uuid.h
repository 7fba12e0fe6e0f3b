// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/protocol/namespace.h"

#include <array>
#include <cstdint>
#include <optional>

namespace sandglass::engine::catalog {
class Catalog;
}

namespace sandglass::engine::request {
struct Request;
}

namespace sandglass::engine::commands {

/// Checks the field collectionUUID: the collection `ns` must have that UUID. Succeeds if the field
/// is absent. Errors (server): TypeMismatch, CollectionUUIDMismatch with the names of both.
Result<void> checkCollectionUuid(const request::Request& request, const protocol::Namespace& ns,
                                 const catalog::Catalog& catalog);

/// The UUID that applyOps gives a new collection (kNewUuid); nullopt when it gives none. Errors
/// (server): NamespaceExists when a collection has it already.
Result<std::optional<std::array<std::uint8_t, 16>>> newUuid(const request::Request& request,
                                                            const catalog::Catalog& catalog);

} // namespace sandglass::engine::commands
