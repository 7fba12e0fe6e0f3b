// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <string>

namespace sandglass::engine::commands {

class Context;

/// Writes a database's `system.views` anew from the catalog, as MongoDB keeps it: {_id: "db.view",
/// viewOn, pipeline} per view and time series. Made when it is missing. The catalog is what counts;
/// nothing reads this but clients.
Result<void> rewriteSystemViews(const std::string& database, Context& context);

} // namespace sandglass::engine::commands
