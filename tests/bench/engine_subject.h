// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/subject.h"

#include <memory>
#include <string>

namespace sandglass::bench {

/// The engine's storage, catalog and TTL pass in this process, with the settings that it has when
/// nobody changes any. Besides the pass it measures 200 buckets over all documents before, and an
/// empty pass after it. `folder` must be empty. Errors: Storage.
Result<std::unique_ptr<Subject>> openEngine(const std::string& folder);

} // namespace sandglass::bench
