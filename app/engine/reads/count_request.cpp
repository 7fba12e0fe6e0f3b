// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/reads/count_request.h"

#include "app/engine/request/arguments.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace sandglass::engine::reads {

using plan::DataAccess;
using request::Arguments;
using request::commandArguments;
using request::kBoundedOption;
using request::Request;

namespace {
constexpr std::string_view kCountName = "count";
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
} // namespace

std::int64_t CountRequest::cut(std::int64_t matches) const
{
    const std::int64_t left = std::max<std::int64_t>(matches - skip, 0);
    return limit ? std::min(left, *limit) : left;
}

std::int64_t CountRequest::enough() const
{
    // the comparison keeps limit + skip from overflowing
    return limit && *limit < kMost - skip ? *limit + skip : kMost;
}

Result<CountRequest> parseCount(const Request& request, const DataAccess& access)
{
    const Arguments arguments = commandArguments(kCountName, request);
    auto selection = parseSelection(kCountName, arguments, request, access);
    TRY(selection);
    CountRequest count;
    static_cast<Selection&>(count) = std::move(*selection);
    auto skip = arguments.count("skip");
    TRY(skip);
    count.skip = skip->value_or(0);
    auto limit = arguments.integer("limit");
    TRY(limit);
    auto bounded = arguments.flag(kBoundedOption, false);
    TRY(bounded);
    count.bounded = *bounded;
    // as in MongoDB, a negative limit means the same as a positive one, and 0 means no limit
    if (limit->value_or(0) == std::numeric_limits<std::int64_t>::min()) {
        return protocol::commandError(protocol::ServerCode::BadValue,
                                      "limit value for count cannot be min long");
    }
    if (limit->value_or(0) != 0) {
        count.limit = std::abs(**limit);
    }
    return count;
}

} // namespace sandglass::engine::reads
