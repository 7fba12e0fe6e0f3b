// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/request/arguments.h"

#include <algorithm>
#include <string>
#include <vector>

namespace sandglass::engine::commands {

using protocol::commandError;
using protocol::ServerCode;
using request::collectionArgument;
using request::Request;

namespace {

using Indexes = std::vector<catalog::IndexInfo>;

/// Drops all indexes but `_id_` and builds them again.
Result<void> rebuild(const protocol::Namespace& ns, const Indexes& indexes, Context& context)
{
    std::vector<std::string> names;
    std::vector<catalog::IndexDefinition> definitions;
    for (const catalog::IndexInfo& index : indexes) {
        if (index.definition.isIdIndex()) {
            continue;
        }
        names.push_back(index.definition.name);
        definitions.push_back(index.definition);
    }
    if (names.empty()) {
        return {};
    }
    TRY(context.catalog.dropIndexes(ns, names));
    return context.catalog.createIndexes(ns, definitions);
}

} // namespace

// Compares every index entry with the documents, and rebuilds the indexes only if an entry is
// wrong. Rebuilding a correct index gains nothing and has a risk: duplicates that are inserted
// while a unique index is missing would keep it from being built again.
Result<void> runReIndex(const Request& request, Context& context, bson::Builder& reply)
{
    auto ns = collectionArgument(request);
    TRY(ns);
    const auto collection = context.catalog.find(*ns);
    if (!collection) {
        return commandError(ServerCode::NamespaceNotFound, "collection does not exist");
    }
    auto interrupt = operations::Interrupt::make(request, context.clock);
    TRY(interrupt);
    const Indexes indexes = collection->indexes();
    auto found = collection->verify([&interrupt] { return interrupt->checkSometimes(); });
    TRY(found);
    if (!found->problems.empty()) {
        TRY(rebuild(*ns, indexes, context));
    }
    reply.append("nIndexesWas", static_cast<std::int32_t>(indexes.size()))
        .append("nIndexes", static_cast<std::int32_t>(indexes.size()))
        .beginArray("indexes");
    for (const catalog::IndexInfo& index : indexes) {
        reply.push(index.definition.listEntry());
    }
    reply.end();
    return {};
}

} // namespace sandglass::engine::commands
