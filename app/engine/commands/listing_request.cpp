// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/listing_request.h"

#include "app/engine/request/arguments.h"

#include <utility>

namespace sandglass::engine::commands {

Result<ListingRequest> parseListing(const request::Arguments& arguments,
                                    const query::EvaluationContext& evaluation)
{
    auto nameOnly = arguments.flag("nameOnly", false);
    TRY(nameOnly);
    auto document = arguments.document("filter");
    TRY(document);
    auto filter = query::Filter::parse(*document, evaluation);
    TRY(filter);
    return ListingRequest{*nameOnly, std::move(*filter)};
}

} // namespace sandglass::engine::commands
