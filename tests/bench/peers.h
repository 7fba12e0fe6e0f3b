// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/subject.h"

#include <memory>
#include <optional>
#include <string>

namespace sandglass::bench {

/// Why a subject cannot be measured here: its library was missing when this program was built, or
/// its server's program is not installed. nullopt: it can.
std::optional<std::string> whyMissing(const std::string& subjectName);

/// The other stores; `folder` must be empty. Errors: Storage; Internal for one that is missing.
Result<std::unique_ptr<Subject>> openWiredTiger10(const std::string& folder);
Result<std::unique_ptr<Subject>> openWiredTiger1000(const std::string& folder);
Result<std::unique_ptr<Subject>> openPostgres(const std::string& folder);
Result<std::unique_ptr<Subject>> openRedis(const std::string& folder);
Result<std::unique_ptr<Subject>> openRedisFast(const std::string& folder);

} // namespace sandglass::bench
