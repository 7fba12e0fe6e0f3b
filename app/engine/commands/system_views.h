// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <string>

namespace sandglass::engine::commands {

class Context;

/// Brings the collection `system.views` of a database up to date with the catalog: {_id: "db.view",
/// viewOn, pipeline, collation} for each view and time series, as MongoDB stores them. Creates the
/// collection if it is missing. Only clients read it, and change streams, which see its changes in
/// the log of operations; the engine uses the catalog. Errors: Storage.
Result<void> rewriteSystemViews(const std::string& database, const Context& context);

} // namespace sandglass::engine::commands
