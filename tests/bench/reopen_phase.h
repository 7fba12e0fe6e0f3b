// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/run.h"

namespace sandglass::bench {

/// T13: how long opening takes after kill -9 with a full journal: the engine's store and catalog
/// beside raw RocksDB, in this process, each on a copy of its own of the same folder.
void measureReopening(Run& run);

} // namespace sandglass::bench
