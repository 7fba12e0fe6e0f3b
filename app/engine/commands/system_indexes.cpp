// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/system_indexes.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/reads/catalog_listing.h"
#include "app/engine/request/arguments.h"
#include "app/engine/writes/write_permission.h"
#include "app/engine/writes/write_result.h"
#include "app/engine/writes/write_scope.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::engine::commands {

using protocol::commandError;
using protocol::ServerCode;
using reads::keepsSystemCollections;
using reads::kSystemIndexes;
using request::Request;
using writes::checkUserWrites;
using writes::writeBatch;
using writes::WriteResult;

namespace {

/// Creates an index from a document that was inserted, by running createIndexes.
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
    // the document is the spec, with three fields that createIndexes does not accept in one
    bson::Builder specification;
    for (const bson::Element& element : document) {
        if (element.key != "_id" && element.key != "ns" && element.key != "v") {
            specification.append(element.key, element.value);
        }
    }
    bson::Builder body;
    body.append("createIndexes", ns->collection);
    body.beginArray("indexes").push(specification.take()).end();
    // servers up to 2.6 stored options that they did not know
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

bool insertsIndexes(const Request& request)
{
    return request.argument().asString() == kSystemIndexes;
}

Result<void> insertIndexes(const Request& request, Context& context, bson::Builder& reply)
{
    const std::string ns = request.database + "." + std::string(kSystemIndexes);
    if (!keepsSystemCollections(context.facts)) {
        return commandError(ServerCode::InvalidNamespace,
                            context.facts.atLeast(5, 0) ? "Invalid system namespace: " + ns
                                                        : "cannot write to '" + ns + "'");
    }
    auto documents = writeBatch(request, "documents");
    TRY(documents);
    WriteResult result;
    for (std::size_t at = 0; at < documents->size(); ++at) {
        auto done = checkUserWrites(context.gate, request.database);
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
