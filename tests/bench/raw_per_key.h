// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/subject.h"

#include <memory>
#include <string>

namespace sandglass::bench {

/// Raw RocksDB with one Delete per key: batches of 1000 documents from a remembered bound, records
/// read in their order by one iterator. `folder` must be empty. Errors: Storage.
Result<std::unique_ptr<Subject>> openRawPerKey(const std::string& folder);

} // namespace sandglass::bench
