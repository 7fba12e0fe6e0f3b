// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/subject.h"

#include <memory>
#include <string>

namespace sandglass::bench {

/// WiredTiger itself, in this process: a table of documents by record id and one for each of the
/// three indexes, with pages as mongod has them, a cache of 1 GB, no compression; the log is synced
/// every 100 ms. The pass takes one transaction for each batch, walks the dates from a remembered
/// one, and deletes key by key. `batch`: documents in a batch of the pass. Errors: Storage.
Result<std::unique_ptr<Subject>> openWiredTiger(const std::string& folder, std::size_t batch);

} // namespace sandglass::bench
