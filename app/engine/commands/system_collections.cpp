// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/system_collections.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/plan/query_sources.h"
#include "app/engine/request/arguments.h"
#include "app/engine/writes/write_permission.h"
#include "app/engine/writes/write_result.h"
#include "app/engine/writes/write_scope.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::engine::commands {

using plan::listSource;
using plan::projectSource;
using plan::sliceSource;
using plan::sortSource;
using protocol::commandError;
using protocol::ServerCode;
using request::Request;
using writes::checkUserWrites;
using writes::writeBatch;
using writes::WriteResult;

namespace {

constexpr std::string_view kIndexesName = "system.indexes";
constexpr std::string_view kNamespacesName = "system.namespaces";

/// Whether the version behaved like keeps its catalog in these collections.
bool keepsSystemCollections(const Context& context)
{
    return !context.facts.atLeast(3, 0);
}

/// {v, key, ns, name, …}, with the value of expireAfterSeconds as it is stored.
bson::Document indexDocument(const catalog::IndexDefinition& index, const std::string& ns)
{
    bson::Builder entry;
    entry.append("v", 1).append("key", index.key).append("ns", ns).append("name", index.name);
    const bson::Document listed = index.listEntry();
    for (const bson::Element& element : listed.view()) {
        const bool told = element.key == "v" || element.key == "key" || element.key == "name"
            || element.key == "expireAfterSeconds";
        if (!told) {
            entry.append(element.key, element.value);
        }
    }
    entry.append("expireAfterSeconds", index.expireAfterSeconds);
    return entry.take();
}

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

bool isSystemName(const protocol::Namespace& ns)
{
    return ns.collection == kIndexesName || ns.collection == kNamespacesName;
}

query::DocumentSourcePtr catalogDocuments(const protocol::Namespace& ns,
                                          const query::Filter& filter, const Context& context)
{
    std::vector<bson::Document> documents = ns.collection == kIndexesName
        ? indexDocuments(context.catalog, ns.database)
        : namespaceDocuments(context.catalog, ns.database);
    std::erase_if(documents,
                  [&](const bson::Document& document) { return !filter.matches(document); });
    return listSource(std::move(documents));
}

/// An index that was written as a document, as createIndexes.
Result<void> createFrom(bson::DocumentView document, const Request& request, Context& context)
{
    const auto ns = protocol::Namespace::parse(document["ns"].asString());
    if (!ns || ns->collection.empty()) {
        return commandError(ServerCode::BadValue, "invalid ns field in index to create");
    }
    if (ns->database != request.database) {
        return commandError(ServerCode::BadValue,
                            "the ns of an index must lie in the database of its system.indexes");
    }
    bson::Builder specification;
    for (const bson::Element& element : document) {
        if (element.key != "_id" && element.key != "ns" && element.key != "v") {
            specification.append(element.key, element.value);
        }
    }
    bson::Builder body;
    body.append("createIndexes", ns->collection);
    body.beginArray("indexes").push(specification.take()).end();
    // servers of that time kept options that they did not know
    body.append("ignoreUnknownIndexOptions", true);
    const bson::Document command = body.take();
    Request create = request;
    create.name = "createIndexes";
    create.body = command;
    create.sequences.clear();
    bson::Builder ignored;
    return runCreateIndexes(create, context, ignored);
}

} // namespace

bool listsCatalog(const Request& request, const FindRequest& find, const Context& context)
{
    return isSystemName(find.ns) && (request.legacy || keepsSystemCollections(context));
}

query::DocumentSourcePtr openCatalogListing(const FindRequest& find, const Context& context)
{
    auto source
        = sortSource(catalogDocuments(find.ns, find.shape.filter, context), find.shape.sort, {});
    if (find.skip > 0 || find.limit) {
        source = sliceSource(std::move(source), find.skip, find.limit);
    }
    if (!find.projection.passesThrough()) {
        source = projectSource(std::move(source), {find.projection, find.shape.filter, false});
    }
    return source;
}

query::DocumentSourcePtr catalogListing(const protocol::Namespace& ns, const query::Filter& filter,
                                        const Context& context)
{
    if (!isSystemName(ns) || !keepsSystemCollections(context)) {
        return nullptr;
    }
    return catalogDocuments(ns, filter, context);
}

bool insertsIndexes(const Request& request)
{
    return request.argument().asString() == kIndexesName;
}

Result<void> insertIndexes(const Request& request, Context& context, bson::Builder& reply)
{
    const std::string ns = request.database + "." + std::string(kIndexesName);
    if (!keepsSystemCollections(context)) {
        return commandError(ServerCode::InvalidNamespace,
                            context.facts.atLeast(5, 0) ? "Invalid system namespace: " + ns
                                                        : "cannot write to '" + ns + "'");
    }
    auto documents = writeBatch(request, "documents");
    TRY(documents);
    WriteResult result;
    for (std::size_t at = 0; at < documents->size(); ++at) {
        auto done = checkUserWrites(context.writeGate, request.database);
        if (done) {
            done = createFrom((*documents)[at], request, context);
        }
        if (done) {
            result.add(1, 0);
            continue;
        }
        result.addError(at, done.error());
        if (!request.body.contains("ordered") || request.body["ordered"].toBool()) {
            break;
        }
    }
    result.appendTo(reply, false);
    return {};
}

} // namespace sandglass::engine::commands
