// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/protocol/namespace.h"

#include <cstdint>

namespace sandglass::engine::catalog {
class Catalog;
}
namespace sandglass::engine::expiry {
struct TtlSettings;
}
namespace sandglass::engine::storage {
class KeyValueStore;
}

/// What the model asks of the engine's deferred deletion, in one place.
namespace sandglass::tests::model::hooks {

/// From how many due documents on a pass defers: 1 always, 0 never.
void deferFrom(engine::expiry::TtlSettings& settings, std::int64_t documents);
/// Removes what is dead in a collection from all files, before it returns.
Result<void> reclaim(engine::catalog::Catalog& catalog, const protocol::Namespace& ns);
/// Starts the background work that pays now, and waits for it.
void settle(engine::catalog::Catalog& catalog);
/// Compacts every family.
Result<void> compactAll(engine::storage::KeyValueStore& store);
/// Whether documents with several dates are classified, by their earliest one.
bool classifiesArrays();

} // namespace sandglass::tests::model::hooks
