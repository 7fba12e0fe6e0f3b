// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/explorer/catalog.h"

#include "app/ttl/privilege.h"

#include <algorithm>
#include <string_view>

namespace sandglass::services {

bool isSystemDatabase(const std::string& name)
{
    return name == "admin" || name == "config" || name == "local";
}

bool isExpectedRefusal(const std::string& database, const Error& error)
{
    return isSystemDatabase(database) && ttl::isRefusal(error);
}

bool isWithin(const protocol::Namespace& ns, const protocol::Namespace& scope)
{
    return scope.collection.empty() ? ns.database == scope.database : ns == scope;
}

std::optional<Error> Catalog::unread(const std::optional<protocol::Namespace>& collection) const
{
    if (refused && !collection) {
        return refused;
    }
    const auto isMissing = [&](const CatalogDatabase& database, const std::optional<Error>& error) {
        return error && (collection || !isExpectedRefusal(database.spec.name, *error));
    };
    for (const CatalogDatabase& database : databases) {
        const bool asked = !collection || database.spec.name == collection->database;
        if (asked && isMissing(database, database.error)) {
            return database.error;
        }
    }
    for (const CatalogDatabase& database : databases) {
        for (const CatalogCollection& entry : database.collections) {
            const bool asked = !collection || isWithin(entry.spec.ns, *collection);
            if (asked && isMissing(database, entry.error)) {
                return entry.error;
            }
        }
    }
    return {};
}

const CatalogCollection* Catalog::find(const protocol::Namespace& ns) const
{
    const auto database
        = std::ranges::lower_bound(databases, ns.database, {}, [](const CatalogDatabase& entry) {
              return std::string_view(entry.spec.name);
          });
    if (database == databases.end() || database->spec.name != ns.database) {
        return nullptr;
    }
    const auto collection = std::ranges::lower_bound(
        database->collections, ns, {},
        [](const CatalogCollection& entry) -> const protocol::Namespace& { return entry.spec.ns; });
    const bool found = collection != database->collections.end() && collection->spec.ns == ns;
    return found ? &*collection : nullptr;
}

const ttl::IndexSpec* Catalog::find(const ttl::IndexRef& index) const
{
    const CatalogCollection* collection = find(index.ns);
    if (!collection) {
        return nullptr;
    }
    const auto found = std::ranges::find(collection->indexes, index.name, &ttl::IndexSpec::name);
    return found == collection->indexes.end() ? nullptr : &*found;
}

} // namespace sandglass::services
