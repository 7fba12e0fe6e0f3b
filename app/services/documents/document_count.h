// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/ttl_server.h"

#include <cstdint>

namespace sandglass::services {

/// The number of documents that match a filter, counted by the server. `most`: where it stops
/// counting; 0: it does not. Errors: the server's, Protocol for a reply without a number. Blocking;
/// any thread.
Result<std::int64_t> countDocuments(ttl::TtlServer& server, const protocol::Namespace& ns,
                                    const bson::Document& filter, const ttl::CallLimits& limits,
                                    std::int64_t most = 0);

} // namespace sandglass::services
