// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/restore/overdue_count.h"

#include "app/services/explorer/catalog_reading.h"
#include "app/services/forecast/forecast_service.h"

#include <iterator>
#include <utility>

namespace sandglass::services {

Result<OverdueData> countOverdue(ttl::TtlServer& server, const std::vector<ttl::Rule>& rules,
                                 base::Time now, const ttl::CallLimits& limits)
{
    OverdueData overdue;
    for (const ttl::Rule& rule : rules) {
        if (!rule.valid || rule.hiddenByServer) {
            continue;
        }
        const Result<ttl::Impact> impact = server.impact(ttl::impactRequest(rule, now, 0), limits);
        if (!impact && endsReading(impact.error())) {
            return impact.error();
        }
        if (!impact) {
            ++overdue.uncounted;
        } else if (impact->affected > 0) {
            overdue.rules.push_back({rule.index.ns, rule.field, impact->affected, false});
        }
    }
    return overdue;
}

Result<OverdueData> countAllOverdue(ttl::TtlServer& server, base::Time now,
                                    const ttl::CallLimits& limits)
{
    const Result<std::vector<ttl::DatabaseSpec>> databases = server.databases(limits);
    TRY(databases);
    std::vector<ttl::Rule> rules;
    bool unread = false;
    for (const ttl::DatabaseSpec& database : *databases) {
        Result<std::vector<ttl::CollectionSpec>> collections
            = server.collections(database.name, limits);
        TRY(collections);
        std::vector<CollectionToRead> wanted;
        for (ttl::CollectionSpec& spec : *collections) {
            wanted.push_back({std::move(spec), false});
        }
        const Result<std::vector<CatalogCollection>> read = readCollections(server, wanted, limits);
        TRY(read);
        for (const CatalogCollection& collection : *read) {
            unread = unread || collection.error;
            std::vector<ttl::Rule> found = rulesOf(collection);
            rules.insert(rules.end(), std::make_move_iterator(found.begin()),
                         std::make_move_iterator(found.end()));
        }
    }
    Result<OverdueData> overdue = countOverdue(server, rules, now, limits);
    if (overdue) {
        overdue->unread = unread;
    }
    return overdue;
}

} // namespace sandglass::services
