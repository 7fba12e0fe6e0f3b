// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/query/filter.h"

namespace sandglass::engine::request {
class Arguments;
}

namespace sandglass::engine::commands {

/// What listCollections and listDatabases have in common, judged.
struct ListingRequest
{
    bool nameOnly = false;
    query::Filter filter; ///< of the whole entries, also when only names are shown
};

/// Takes `nameOnly` and `filter`. Errors: TypeMismatch, the filter's codes.
Result<ListingRequest> parseListing(const request::Arguments& arguments,
                                    const query::EvaluationContext& evaluation);

} // namespace sandglass::engine::commands
