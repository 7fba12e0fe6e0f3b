// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/figures.h"
#include "tests/bench/workload.h"

namespace sandglass::engine::catalog {
class Collection;
}

namespace sandglass::engine::storage {
class KeyValueStore;
}

namespace sandglass::bench {

/// Asks a collection that holds the whole workload, and nothing else in its store, for 200 buckets
/// by date: exactly, within a bound, and by reading the whole date index; medians of five. Errors:
/// those of the store; Internal when the answers do not fit each other.
Result<void> askForBuckets(const engine::catalog::Collection& collection,
                           engine::storage::KeyValueStore& store, const Workload& workload,
                           Figures& figures);

} // namespace sandglass::bench
