// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/request/engine_facts.h"

#include <utility>

namespace sandglass::engine::request {

bool EngineFacts::atLeast(int major, int minor) const
{
    if (versionNumbers.size() < 2) {
        return false;
    }
    return std::pair(versionNumbers[0], versionNumbers[1]) >= std::pair(major, minor);
}

} // namespace sandglass::engine::request
