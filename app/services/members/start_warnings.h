// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/ttl/ttl_server.h"

#include <string>
#include <vector>

namespace sandglass::services {

/// What the bundled engine has found wrong with its files when it started.
struct StartWarning
{
    bool journalCut = false; ///< the journal was damaged, and everything after the damage is lost
    std::string message; ///< in the engine's words
    std::string copy; ///< folder with the damaged journal; empty: none

    bool operator==(const StartWarning&) const = default;
};

/// The warnings about storage among the engine's startupWarnings, oldest first; lines that are none
/// of its log are left out. Errors: the server's. Blocking; any thread.
Result<std::vector<StartWarning>> readStartWarnings(ttl::TtlServer& server,
                                                    const ttl::CallLimits& limits);

} // namespace sandglass::services
