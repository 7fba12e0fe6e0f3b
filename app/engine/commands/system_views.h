// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <string>

namespace sandglass::engine::commands {

class Context;

/// Rewrites the collection `system.views` of a database from the catalog: {_id: "db.view", viewOn,
/// pipeline} for each view and time series, as MongoDB stores them. Creates the collection if it is
/// missing. Only clients read it; the engine uses the catalog. Errors: Storage.
Result<void> rewriteSystemViews(const std::string& database, Context& context);

} // namespace sandglass::engine::commands
