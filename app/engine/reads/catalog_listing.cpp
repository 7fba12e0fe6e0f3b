// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/reads/catalog_listing.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/plan/query_sources.h"
#include "app/engine/reads/view_read.h"
#include "app/engine/request/engine_facts.h"

#include <string>
#include <utility>
#include <vector>

namespace sandglass::engine::reads {

using plan::DataAccess;
using plan::listSource;
using plan::projectSource;
using plan::sliceSource;
using plan::sortSource;
using request::Request;

namespace {

constexpr std::string_view kNamespacesName = "system.namespaces";

/// {v, key, ns, name, …}. expireAfterSeconds is shown as it is stored, also if listIndexes would
/// correct it.
bson::Document indexDocument(const catalog::IndexDefinition& index, const std::string& ns)
{
    bson::Builder entry;
    entry.append("v", 1).append("key", index.key).append("ns", ns).append("name", index.name);
    const bson::Document listed = index.listEntry();
    for (const bson::Element& element : listed.view()) {
        const bool isAppended = element.key == "v" || element.key == "key" || element.key == "name"
            || element.key == "expireAfterSeconds";
        if (!isAppended) {
            entry.append(element.key, element.value);
        }
    }
    entry.append("expireAfterSeconds", index.expireAfterSeconds);
    return entry.take();
}

/// The documents of system.indexes: one for each index of the database.
std::vector<bson::Document> indexDocuments(const catalog::Catalog& catalog,
                                           std::string_view database)
{
    std::vector<bson::Document> documents;
    for (const auto& collection : catalog.collections(database)) {
        const std::string ns = collection->ns().text();
        for (const catalog::IndexInfo& index : collection->indexes()) {
            documents.push_back(indexDocument(index.definition, ns));
        }
    }
    return documents;
}

/// {name: "db.coll", options?} of each collection, and {name: "db.coll.$index"} of each index.
std::vector<bson::Document> namespaceDocuments(const catalog::Catalog& catalog,
                                               std::string_view database)
{
    std::vector<bson::Document> documents;
    for (const auto& collection : catalog.collections(database)) {
        const std::string ns = collection->ns().text();
        const bson::Document options = collection->options().listed;
        documents.push_back(options.empty() ? bson::makeDocument("name", ns)
                                            : bson::makeDocument("name", ns, "options", options));
        for (const catalog::IndexInfo& index : collection->indexes()) {
            documents.push_back(bson::makeDocument("name", ns + ".$" + index.definition.name));
        }
    }
    return documents;
}

/// Whether it is one of the two collections.
bool isSystemName(const protocol::Namespace& ns)
{
    return ns.collection == kSystemIndexes || ns.collection == kNamespacesName;
}

/// The documents of system.indexes or system.namespaces that match the filter.
query::DocumentSourcePtr catalogDocuments(const protocol::Namespace& ns,
                                          const query::Filter& filter,
                                          const catalog::Catalog& catalog)
{
    std::vector<bson::Document> documents = ns.collection == kSystemIndexes
        ? indexDocuments(catalog, ns.database)
        : namespaceDocuments(catalog, ns.database);
    return filterSource(listSource(std::move(documents)), filter);
}

} // namespace

bool keepsSystemCollections(const request::EngineFacts& facts)
{
    return !facts.atLeast(3, 0);
}

bool listsCatalog(const Request& request, const FindRequest& find, const DataAccess& access)
{
    return isSystemName(find.ns) && (request.legacy || keepsSystemCollections(access.facts));
}

query::DocumentSourcePtr openCatalogListing(const FindRequest& find, const DataAccess& access)
{
    auto source = sortSource(catalogDocuments(find.ns, find.shape.filter, access.catalog),
                             find.shape.sort, {});
    if (find.skip > 0 || find.limit) {
        source = sliceSource(std::move(source), find.skip, find.limit);
    }
    if (!find.projection.passesThrough()) {
        source = projectSource(std::move(source), {find.projection, find.shape.filter, false});
    }
    return source;
}

query::DocumentSourcePtr catalogListing(const protocol::Namespace& ns, const query::Filter& filter,
                                        const DataAccess& access)
{
    if (!isSystemName(ns) || !keepsSystemCollections(access.facts)) {
        return nullptr;
    }
    return catalogDocuments(ns, filter, access.catalog);
}

} // namespace sandglass::engine::reads
