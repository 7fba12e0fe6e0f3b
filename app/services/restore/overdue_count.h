// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/services/members/shard_overdue_count.h"
#include "app/ttl/rule.h"
#include "app/ttl/ttl_server.h"

#include <vector>

namespace sandglass::services {

/// What the next pass would delete.
struct OverdueData
{
    std::vector<RuleOverdue> rules; ///< those with overdue documents
    int uncounted = 0; ///< number of rules whose documents could not be counted
    bool unread = false; ///< rules of some collections could not be read, so there may be more
};

/// Counts what is overdue by each rule at `now`. Errors: those that end the whole reading, see
/// endsReading(). Blocking; any thread.
Result<OverdueData> countOverdue(ttl::TtlServer& server, const std::vector<ttl::Rule>& rules,
                                 base::Time now, const ttl::CallLimits& limits);

/// The same for all rules of a server, which are read first. Errors: the server's. Blocking; any
/// thread.
Result<OverdueData> countAllOverdue(ttl::TtlServer& server, base::Time now,
                                    const ttl::CallLimits& limits);

} // namespace sandglass::services
