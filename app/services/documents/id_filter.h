// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <vector>

namespace sandglass::services {

/// The filter {_id: {$in: ids}}. Pure; any thread.
bson::Document idFilter(const std::vector<bson::Value>& ids);

} // namespace sandglass::services
