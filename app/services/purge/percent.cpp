// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/purge/percent.h"

#include <algorithm>
#include <limits>

namespace sandglass::services {

int percent(std::int64_t part, std::int64_t whole)
{
    if (whole <= 0) {
        return -1;
    }
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 100;
    const std::int64_t done = std::clamp<std::int64_t>(part, 0, whole);
    return static_cast<int>(whole > kMost ? done / (whole / 100) : done * 100 / whole);
}

} // namespace sandglass::services
