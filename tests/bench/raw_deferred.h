// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/subject.h"

#include <memory>
#include <string>

namespace sandglass::bench {

/// Raw RocksDB with deferred deletion, the least it can cost. The pass, per batch of 1000: one walk
/// over the date entries from a remembered bound, one range tombstone over them, one dead list, and
/// the dead bits in memory. Giving back the space: a compaction of all families, one after the
/// other, whose filter drops what belongs to dead records. Documents are not looked at again.
/// `folder` must be empty. Errors: Storage. Source: app/engine/storage/FORMAT.md, Removing in bulk.
Result<std::unique_ptr<Subject>> openRawDeferred(const std::string& folder);

} // namespace sandglass::bench
