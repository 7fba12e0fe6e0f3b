// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/ttl/ttl_server.h"

#include <optional>
#include <string>
#include <vector>

namespace sandglass::services {

/// The databases to look at.
struct DatabaseList
{
    std::vector<ttl::DatabaseSpec> databases; ///< of those that were named, the size is 0
    std::optional<Error> refused; ///< why listing was refused: these are only those named by hand
};

/// The databases of a server, or those of `named` if the user may not list them. Errors: the
/// server's; a refusal only if `named` is empty. Blocking; any thread.
Result<DatabaseList> listDatabases(ttl::TtlServer& server, const std::vector<std::string>& named,
                                   const ttl::CallLimits& limits);

} // namespace sandglass::services
