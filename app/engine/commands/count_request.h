// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/commands/command.h"
#include "app/engine/plan/planner.h"
#include "app/protocol/namespace.h"

#include <cstdint>
#include <optional>

namespace sandglass::engine::commands {

/// A count command, judged. Views live as long as the request.
struct CountRequest
{
    protocol::Namespace ns;
    plan::QueryShape shape;
    std::int64_t skip = 0;
    std::optional<std::int64_t> limit; ///< unset: none
    bool bounded = false; ///< {sandglassBounded: true}: answered from a directory of dates alone

    catalog::DatePrecision precision() const
    {
        return bounded ? catalog::DatePrecision::Bounded : catalog::DatePrecision::Exact;
    }
    /// The answer for `matches` documents.
    std::int64_t cut(std::int64_t matches) const;
    /// How many matches are worth counting.
    std::int64_t enough() const;
};

/// Errors: 73, 40415, 14, 51024, the filter's codes.
Result<CountRequest> parseCount(const request::Request& request, const Context& context);

} // namespace sandglass::engine::commands
