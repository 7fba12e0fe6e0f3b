// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/expiry/late_arrivals.h"

#include <vector>

namespace sandglass::engine::storage {
class Batch;
class KeyValueStore;
} // namespace sandglass::engine::storage

namespace sandglass::engine::server {

/// What the last run knew of documents that were due when they were written; empty when nothing
/// usable is stored.
std::vector<expiry::LateArrivals::Known> readLate(storage::KeyValueStore& store);

/// Stores it for the next run, with the batch. Without entries nothing stays stored.
void putLate(storage::Batch& batch, const std::vector<expiry::LateArrivals::Known>& known);

} // namespace sandglass::engine::server
