// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/plan/data_access.h"
#include "app/engine/reads/selection.h"
#include "app/engine/request/request.h"

#include <cstdint>
#include <optional>

namespace sandglass::engine::reads {

/// The parsed arguments of a count command. Views are valid as long as the request.
struct CountRequest : Selection
{
    std::int64_t skip = 0;
    std::optional<std::int64_t> limit; ///< > 0; unset: no limit
    bool bounded = false; ///< {sandglassBounded: true}: answer from a block directory alone

    /// The precision that the command requires of counts by date.
    catalog::DatePrecision precision() const
    {
        return bounded ? catalog::DatePrecision::Bounded : catalog::DatePrecision::Exact;
    }
    /// The command's result for that number of matches: after skip and limit.
    std::int64_t cut(std::int64_t matches) const;
    /// The number of matches after which counting can stop: skip plus limit.
    std::int64_t enough() const;
};

/// Parses a count command. Errors (server): InvalidNamespace, UnknownField, TypeMismatch,
/// Location51024 for a negative skip, BadValue for the least int64 as limit, those of filter and
/// hint.
Result<CountRequest> parseCount(const request::Request& request, const plan::DataAccess& access);

} // namespace sandglass::engine::reads
