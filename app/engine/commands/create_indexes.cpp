// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/arguments.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/index_conflict.h"
#include "app/engine/commands/index_spec.h"
#include "app/protocol/limits.h"

#include <utility>
#include <vector>

namespace sandglass::engine::commands {

using catalog::IndexDefinition;
using protocol::commandError;
using protocol::ServerCode;

namespace {

constexpr std::string_view kCreateIndexesName = "createIndexes";
using Definitions = std::vector<IndexDefinition>;

/// All specs are parsed first, then every TTL value is judged. Source: spec/ttl-semantics.md 1.3.
Result<Definitions> parseSpecs(bson::DocumentView specs, bool ignoreUnknownOptions)
{
    Definitions definitions;
    for (const bson::Element& element : specs) {
        auto definition = parseIndexSpec(element.value, ignoreUnknownOptions);
        if (!definition)
            return definition.error();
        definitions.push_back(std::move(*definition));
    }
    std::size_t at = 0;
    for (const bson::Element& element : specs) {
        auto good = applyExpireAfterSeconds(element.value.asDocument(), definitions[at++]);
        if (!good)
            return good.error();
    }
    return definitions;
}

Result<Definitions> requestedIndexes(const Request& request)
{
    const Arguments arguments = commandArguments(kCreateIndexesName, request);
    if (auto good = arguments.onlyKnown(
            {kCreateIndexesName, "indexes", "ignoreUnknownIndexOptions", "commitQuorum", "v"});
        !good)
        return good.error();
    auto ignoreUnknown = arguments.flag("ignoreUnknownIndexOptions", false);
    if (!ignoreUnknown)
        return ignoreUnknown.error();
    if (!arguments.value("commitQuorum").isMissing())
        return commandError(ServerCode::BadValue, "Standalones can't specify commitQuorum");
    auto specs = arguments.required("indexes");
    if (!specs)
        return specs.error();
    if (specs->type() != bson::Type::Array)
        return arguments.wrongType("indexes", "array");
    if (specs->asDocument().empty())
        return commandError(ServerCode::BadValue, "Must specify at least one index to create");
    return parseSpecs(specs->asDocument(), *ignoreUnknown);
}

Definitions existingIndexes(const catalog::Collection& collection)
{
    Definitions existing;
    for (catalog::IndexInfo& index : collection.indexes())
        existing.push_back(std::move(index.definition));
    return existing;
}

/// The definitions that are new, judged against `existing` and against each other.
Result<Definitions> newIndexes(const protocol::Namespace& ns, Definitions requested,
                               Definitions existing)
{
    Definitions fresh;
    for (IndexDefinition& definition : requested) {
        if (definition.isIdIndex())
            continue; // every collection has it
        auto novelty = compareWithExisting(definition, existing);
        if (!novelty)
            return novelty.error();
        if (*novelty == IndexNovelty::Identical)
            continue;
        existing.push_back(definition);
        fresh.push_back(std::move(definition));
        if (existing.size() > protocol::kMaxIndexes)
            return commandError(ServerCode::CannotCreateIndex,
                                "add index fails, too many indexes for " + ns.text()
                                    + " key:" + bson::toShellText(fresh.back().key));
    }
    return fresh;
}

IndexDefinition idIndex()
{
    IndexDefinition definition;
    definition.name = "_id_";
    definition.key = bson::makeDocument("_id", 1);
    return definition;
}

struct Counts
{
    std::size_t requested = 0;
    std::size_t fresh = 0;
    std::size_t before = 0;
    bool created = false;
};

void appendReply(const Counts& counts, bson::Builder& reply)
{
    reply.append("numIndexesBefore", static_cast<std::int32_t>(counts.before));
    reply.append("numIndexesAfter", static_cast<std::int32_t>(counts.before + counts.fresh));
    if (counts.created || counts.fresh > 0)
        reply.append("createdCollectionAutomatically", counts.created);
    if (counts.fresh == 0)
        reply.append("note", "all indexes already exist");
    else if (counts.fresh < counts.requested)
        reply.append("note", "index already exists");
}

} // namespace

Result<void> runCreateIndexes(const Request& request, Context& context, bson::Builder& reply)
{
    auto ns = collectionArgument(request);
    if (!ns)
        return ns.error();
    if (auto good = protocol::checkCollectionName(*ns); !good)
        return good;
    auto requested = requestedIndexes(request);
    if (!requested)
        return requested.error();
    Counts counts;
    counts.requested = requested->size();

    auto collection = context.catalog.find(*ns);
    auto fresh = newIndexes(*ns, std::move(*requested),
                            collection ? existingIndexes(*collection) : Definitions{idIndex()});
    if (!fresh)
        return fresh.error();
    if (!collection) {
        auto made = context.catalog.findOrCreate(*ns, &counts.created);
        if (!made)
            return made.error();
        collection = *made;
    }
    counts.before = collection->indexes().size();
    counts.fresh = fresh->size();
    if (counts.fresh > 0) {
        if (auto built = context.catalog.createIndexes(*ns, *fresh); !built)
            return built;
    }
    appendReply(counts, reply);
    return {};
}

} // namespace sandglass::engine::commands
