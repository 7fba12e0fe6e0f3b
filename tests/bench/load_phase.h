// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/run.h"

namespace sandglass::bench {

/// T12: insertMany of 1000 documents over the wire, beside the same batches on raw RocksDB.
void measureLoad(Run& run, std::int64_t documents);

} // namespace sandglass::bench
