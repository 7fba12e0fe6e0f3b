// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/ttl_server.h"

#include <cstdint>
#include <optional>

namespace sandglass::services {

/// Which documents to count.
struct DocumentCount
{
    protocol::Namespace ns;
    bson::Document filter;
    std::int64_t most = 0; ///< where the server stops counting; 0: it does not
    std::optional<bson::Document> collation = {}; ///< of the filter; unset: the collection's
                                                  ///< default
};

/// The number of documents that match a filter, counted by the server. Errors: the server's,
/// Protocol for a reply without a number. Blocking; any thread.
Result<std::int64_t> countDocuments(ttl::TtlServer& server, const DocumentCount& wanted,
                                    const ttl::CallLimits& limits);

} // namespace sandglass::services
