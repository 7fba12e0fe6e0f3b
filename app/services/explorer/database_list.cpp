// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/explorer/database_list.h"

#include "app/ttl/privilege.h"

#include <utility>

namespace sandglass::services {

Result<DatabaseList> listDatabases(ttl::TtlServer& server, const std::vector<std::string>& named,
                                   const ttl::CallLimits& limits)
{
    DatabaseList list;
    Result<std::vector<ttl::DatabaseSpec>> listed = server.databases(limits);
    if (listed) {
        list.databases = std::move(*listed);
        return list;
    }
    if (named.empty() || !ttl::isRefusal(listed.error())) {
        return std::move(listed.error());
    }
    for (const std::string& name : named) {
        list.databases.push_back({name, 0});
    }
    list.refused = std::move(listed.error());
    return list;
}

} // namespace sandglass::services
