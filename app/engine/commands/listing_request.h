// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/query/filter.h"

namespace sandglass::engine::request {
class Arguments;
}

namespace sandglass::engine::commands {

/// The parsed arguments that listCollections and listDatabases have in common.
struct ListingRequest
{
    bool nameOnly = false;
    query::Filter filter; ///< applies to whole entries, also with `nameOnly`
};

/// Parses `nameOnly` and `filter`. Errors (server): TypeMismatch, those of the filter.
Result<ListingRequest> parseListing(const request::Arguments& arguments,
                                    const query::EvaluationContext& evaluation);

} // namespace sandglass::engine::commands
