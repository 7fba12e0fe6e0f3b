// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <vector>

namespace sandglass::services {

/// {_id: {$in: ids}}
bson::Document idFilter(const std::vector<bson::Value>& ids);

} // namespace sandglass::services
