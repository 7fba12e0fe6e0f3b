// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/ttl/expiry_rule.h"

#include <optional>
#include <string>

namespace sandglass::ttl {

/// Filter for the documents that never expire by a rule, in all or for one reason: those that
/// groupingStages() counts so, and those outside the partial filter. OutsideFilter without a
/// partial filter matches nothing, InvalidRule everything. Pure; any thread.
bson::Document neverFilter(const std::string& field,
                           const std::optional<bson::Document>& partialFilter,
                           std::optional<NeverReason> reason);

} // namespace sandglass::ttl
