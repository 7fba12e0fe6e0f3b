// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/commands/command.h"
#include "app/engine/query/sort_projection.h"
#include "app/engine/writes/update_statement.h"

namespace sandglass::engine::commands {

/// A findAndModify command, judged. Views live as long as the request.
struct FindAndModify
{
    writes::UpdateStatement statement; ///< its update is of no meaning when `remove` is set
    bool remove = false;
    bool returnNew = false;
    query::Projection projection;
};

/// Errors: 40415, 14, 9 for impossible combinations, the codes of filter, sort, projection and
/// update.
Result<FindAndModify> parseFindAndModify(const request::Request& request, const Context& context);

} // namespace sandglass::engine::commands
