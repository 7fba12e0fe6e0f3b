// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/call_limits.h"

namespace sandglass::tests {

/// Limits with a key for changes, as an unlocked connection hands it out.
inline ttl::CallLimits unlocked()
{
    ttl::CallLimits limits;
    limits.key = ttl::ChangeKey::make();
    return limits;
}

} // namespace sandglass::tests
