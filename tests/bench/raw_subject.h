// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/subject.h"

#include <memory>
#include <string>

namespace sandglass::bench {

/// RocksDB itself, in this process: the engine's options and layout of keys
/// (app/engine/storage/FORMAT.md), batches of 1000 documents, one Delete per key, the journal
/// synced every 100 ms. No checks, no commands, no wire: what is left when everything else is
/// free. `folder` must be empty. Errors: Storage.
Result<std::unique_ptr<Subject>> openRaw(const std::string& folder);

} // namespace sandglass::bench
