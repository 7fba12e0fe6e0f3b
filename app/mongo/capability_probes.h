// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/mongo/conversation.h"
#include "app/ttl/capability.h"

namespace sandglass::mongo {

/// Sends five commands that change nothing, and reads from their answers what the server can do.
/// Nothing is sent about what only a change would show. Errors: those of Conversation but Server
/// and NotPermitted, which are answers. Any thread.
Result<ttl::CapabilityTable> probeCapabilities(Conversation& conversation);

} // namespace sandglass::mongo
