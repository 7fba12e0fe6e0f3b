// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

namespace sandglass::engine::catalog {
class Catalog;
class Collection;
} // namespace sandglass::engine::catalog

namespace sandglass::bench {

/// What the benchmark asks of the engine's insides that no command asks for, in one place.

/// Gives the space of everything deleted back, and returns when that is done. Errors: Storage.
Result<void> reclaimAll(engine::catalog::Catalog& catalog);

/// From now on the collection's date index is kept in a block directory, or is not. Errors: those
/// of counting by date.
Result<void> setDirectoryKept(engine::catalog::Collection& collection, bool kept);

} // namespace sandglass::bench
