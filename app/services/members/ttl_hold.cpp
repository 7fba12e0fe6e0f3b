// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/members/ttl_hold.h"

#include "app/bson/builder.h"

namespace sandglass::services {

Result<void> releaseHold(ttl::TtlServer& server, const ttl::CallLimits& limits)
{
    const auto reply = server.runCommand(
        "admin", bson::makeDocument("setParameter", 1, "sandglassTtlHold", "none"), limits);
    TRY(reply);
    return {};
}

} // namespace sandglass::services
