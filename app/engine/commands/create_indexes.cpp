// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/index_dialect.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/collection_uuid.h"
#include "app/engine/commands/context.h"
#include "app/engine/definitions/index_conflict.h"
#include "app/engine/definitions/index_spec.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/plan/index_key.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/request/arguments.h"
#include "app/engine/streams/repl_set_persona.h"
#include "app/engine/timeseries/time_series_indexes.h"
#include "app/protocol/limits.h"

#include <utility>
#include <vector>

namespace sandglass::engine::commands {

using catalog::IndexDefinition;
using definitions::applyExpireAfterSeconds;
using definitions::compareWithExisting;
using definitions::IndexNovelty;
using definitions::parseIndexSpec;
using definitions::TtlCreationRules;
using operations::Interrupt;
using plan::findBuckets;
using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::collectionArgument;
using request::commandArguments;
using request::EngineFacts;
using request::Request;
using streams::appendCommitQuorum;
using streams::checkCommitQuorum;
using timeseries::bucketIndexes;
using timeseries::shownIndexes;

namespace {

constexpr std::string_view kCreateIndexesName = "createIndexes";
using Definitions = std::vector<IndexDefinition>;

/// What the checks of the new indexes depend on: the collection, which may not exist yet, and the
/// server's rules.
struct Place
{
    const EngineFacts& facts;
    const catalog::IndexDialect* dialect; ///< null: MongoDB's rules
    catalog::CollectionShape shape;
    bson::Value collation; ///< the collection's default, which its indexes inherit; Missing: none
    bool exists = false;
};

Place placeOf(const Context& context, const catalog::Collection* collection)
{
    Place place{context.facts, context.catalog.indexDialect(), {}, {}, collection != nullptr};
    if (collection) {
        place.shape = *collection->shape();
        place.collation = bson::Value(collection->options().listed["collation"]);
    }
    return place;
}

/// What the emulated version accepts as expireAfterSeconds. Source: app/ttl/SEMANTICS.md 1.1.
TtlCreationRules ttlCreationRules(const EngineFacts& facts)
{
    TtlCreationRules rules;
    rules.strict = facts.atLeast(6, 2);
    rules.keepsInt32 = facts.atLeast(7, 3);
    rules.numbersOnly = facts.atLeast(3, 4);
    // before 5.2 such an index could be created, but it expired nothing
    rules.cappedTtl = facts.atLeast(7, 1) || !facts.atLeast(5, 2);
    return rules;
}

/// Refuses the option `clustered` unless the collection is clustered: only `create` can make it so.
Result<void> checkClustered(const IndexDefinition& definition, const Place& place)
{
    constexpr int kNotClustered = 6243700;
    constexpr int kImplicitlyClustered = 6100900;
    if (!definition.clustered || place.shape.clustered) {
        return {};
    }
    return place.exists ? commandError(kNotClustered,
                                       "Cannot create index with option 'clustered' on a collection"
                                       " that is not clustered")
                        : commandError(kImplicitlyClustered,
                                       "Cannot implicitly create a new collection with"
                                       " createIndex 'clustered' option");
}

/// The index on `_id` compares as its collection does.
Result<void> checkIdCollation(const IndexDefinition& definition, const Place& place)
{
    const bson::Document simple = bson::makeDocument("locale", "simple");
    const bson::Document ofIndex = definition.collation.value_or(simple);
    const bson::Document ofCollection = place.collation.type() == bson::Type::Document
        ? bson::Document(place.collation.view().asDocument())
        : simple;
    if (!plan::isIdKey(definition.key) || ofIndex == ofCollection) {
        return {};
    }
    return commandError(ServerCode::BadValue,
                        "The _id index must have the same collation as the collection. Index"
                        " collation: "
                            + bson::toShellText(ofIndex)
                            + ", collection collation: " + bson::toShellText(ofCollection));
}

/// Refuses what a client with apiStrict may not define. Source: MongoDB manual, Stable API.
Result<void> checkStable(bson::DocumentView specs)
{
    for (const bson::Element& element : specs) {
        const bson::DocumentView spec = element.value.asDocument();
        TRY(Arguments("createIndexes.indexes", spec)
                .refuseUnstable({"background", "sparse", "storageEngine", "bucketSize", "dropDups",
                                 "prepareUnique"}));
        for (const bson::Element& field : spec["key"].asDocument()) {
            if (field.value.asString() == "text") {
                return commandError(ServerCode::ApiStrictError,
                                    "text index is not allowed with apiStrict:true.");
            }
        }
    }
    return {};
}

/// The definition from a spec, without expireAfterSeconds.
Result<IndexDefinition> parseSpec(bson::ValueView spec, bool ignoreUnknownOptions,
                                  const Place& place)
{
    auto definition = parseIndexSpec(spec, ignoreUnknownOptions);
    TRY(definition);
    TRY(checkClustered(*definition, place));
    const bool inherits = place.collation.type() == bson::Type::Document
        && !spec.asDocument().contains("collation");
    if (inherits) {
        definition->collation = bson::Document(place.collation.view().asDocument());
    }
    TRY(checkIdCollation(*definition, place));
    return definition;
}

/// The expireAfterSeconds of all specs, by the rules of a dialect, which come before the checks of
/// all other fields. Empty without a dialect.
Result<std::vector<bson::Value>> secondsByDialect(bson::DocumentView specs,
                                                  const catalog::IndexDialect* dialect)
{
    std::vector<bson::Value> seconds;
    for (const bson::Element& element : specs) {
        if (!dialect || element.value.type() != bson::Type::Document) {
            continue; // a spec of another type is refused when it is parsed
        }
        auto checked = dialect->expireAfterSeconds(element.value.asDocument());
        TRY(checked);
        seconds.push_back(std::move(*checked));
    }
    return seconds;
}

/// Parses all specs first, then checks all TTL values: the order decides which error a client gets.
/// Source: app/ttl/SEMANTICS.md 1.3.
Result<Definitions> parseSpecs(bson::DocumentView specs, bool ignoreUnknownOptions,
                               const Place& place)
{
    auto seconds = secondsByDialect(specs, place.dialect);
    TRY(seconds);
    Definitions definitions;
    for (const bson::Element& element : specs) {
        auto definition = parseSpec(element.value, ignoreUnknownOptions, place);
        TRY(definition);
        definitions.push_back(std::move(*definition));
    }
    std::size_t at = 0;
    for (bson::Value& checked : *seconds) {
        definitions[at++].expireAfterSeconds = std::move(checked);
    }
    if (place.dialect) {
        return definitions;
    }
    const TtlCreationRules rules = ttlCreationRules(place.facts);
    for (const bson::Element& element : specs) {
        auto good = applyExpireAfterSeconds(element.value.asDocument(), place.shape, rules,
                                            definitions[at++]);
        TRY(good);
    }
    return definitions;
}

Result<Definitions> requestedIndexes(const Request& request, const Place& place)
{
    const Arguments arguments = commandArguments(kCreateIndexesName, request);
    auto ignoreUnknown = arguments.flag("ignoreUnknownIndexOptions", false);
    TRY(ignoreUnknown);
    TRY(checkCommitQuorum(arguments.value("commitQuorum"), place.facts));
    const bson::DocumentView specs = arguments.value("indexes").asDocument();
    if (specs.empty()) {
        return commandError(ServerCode::BadValue, "Must specify at least one index to create");
    }
    if (request.body["apiStrict"].toBool()) {
        TRY(checkStable(specs));
    }
    return parseSpecs(specs, *ignoreUnknown, place);
}

/// The definitions of the collection's indexes.
Definitions existingIndexes(const catalog::Collection& collection)
{
    Definitions existing;
    for (catalog::IndexInfo& index : collection.indexes()) {
        existing.push_back(std::move(index.definition));
    }
    return existing;
}

/// The definitions that do not exist yet, after comparing them with `existing` and with each other.
/// Errors (server): those of compareWithExisting(), CannotCreateIndex for too many indexes.
Result<Definitions> newIndexes(const protocol::Namespace& ns, Definitions requested,
                               Definitions existing, const catalog::IndexDialect* dialect)
{
    Definitions fresh;
    for (IndexDefinition& definition : requested) {
        if (definition.isIdIndex()) {
            continue; // every collection has it already
        }
        if (dialect) {
            std::erase_if(existing, [&](const IndexDefinition& other) {
                return dialect->replaces(definition, other);
            });
        }
        auto novelty = compareWithExisting(definition, existing);
        TRY(novelty);
        if (*novelty == IndexNovelty::Identical) {
            continue;
        }
        existing.push_back(definition);
        fresh.push_back(std::move(definition));
        if (existing.size() > protocol::kMaxIndexes) {
            return commandError(ServerCode::CannotCreateIndex,
                                "add index fails, too many indexes for " + ns.text()
                                    + " key:" + bson::toShellText(fresh.back().key));
        }
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

/// Numbers of indexes, for the reply.
struct Counts
{
    std::size_t requested = 0;
    std::size_t fresh = 0; ///< not existing before
    std::size_t before = 0;
    bool created = false; ///< the collection was created
};

void appendReply(const Counts& counts, bson::Builder& reply)
{
    reply.append("numIndexesBefore", static_cast<std::int32_t>(counts.before));
    reply.append("numIndexesAfter", static_cast<std::int32_t>(counts.before + counts.fresh));
    if (counts.created || counts.fresh > 0) {
        reply.append("createdCollectionAutomatically", counts.created);
    }
    if (counts.fresh == 0) {
        reply.append("note", "all indexes already exist");
    } else if (counts.fresh < counts.requested) {
        reply.append("note", "index already exists");
    }
}

/// Logs a warning for TTL indexes whose seconds are not a number, as the old versions do that
/// accept them. Source: app/ttl/SEMANTICS.md 6.
void warnOfOtherTypes(const Definitions& definitions, const protocol::Namespace& ns, base::Log& log)
{
    constexpr int kNotNumeric = 6909101;
    for (const IndexDefinition& definition : definitions) {
        const bson::Value& seconds = definition.expireAfterSeconds;
        if (seconds.isMissing() || seconds.view().isNumber()) {
            continue;
        }
        log.write({base::Severity::Warning,
                   "INDEX",
                   kNotNumeric,
                   "createIndexes",
                   "TTL index with seconds that are no number: it never expires anything",
                   {{"namespace", ns.text()},
                    {"index", definition.name},
                    {"type", std::string(bson::typeAlias(seconds.type()))}}});
    }
}

/// Errors: those of Catalog::createIndexes() and of Interrupt::check().
Result<void> buildRequested(const protocol::Namespace& ns, const Definitions& indexes,
                            const Request& request, Context& context)
{
    const auto interrupt = Interrupt::make(request, context.clock);
    TRY(interrupt);
    return context.catalog.createIndexes(ns, indexes, [&interrupt] { return interrupt->check(); });
}

} // namespace

Result<void> runCreateIndexes(const Request& request, Context& context, bson::Builder& reply)
{
    auto ns = collectionArgument(request);
    TRY(ns);
    TRY(protocol::checkUserCollection(*ns));
    TRY(checkCollectionUuid(request, *ns, context.catalog));
    auto collection = context.catalog.find(*ns);
    const bool isSeries = !collection && findBuckets(context.catalog, *ns);
    if (isSeries) {
        collection = findBuckets(context.catalog, *ns);
    }
    const Place place = placeOf(context, collection.get());
    const catalog::IndexDialect* dialect = place.dialect;
    auto requested = requestedIndexes(request, place);
    TRY(requested);
    if (place.shape.isView()) {
        return commandError(ServerCode::CommandNotSupportedOnView,
                            "Cannot create indexes on a view");
    }
    if (isSeries) {
        requested = bucketIndexes(std::move(*requested), *place.shape.timeSeries, context.facts);
    }
    TRY(requested);
    Counts counts;
    counts.requested = requested->size();

    // only after all checks, so that a refused command does not create the collection
    auto fresh
        = newIndexes(*ns, std::move(*requested),
                     collection ? existingIndexes(*collection) : Definitions{idIndex()}, dialect);
    TRY(fresh);
    if (!collection) {
        auto made = context.catalog.findOrCreate(*ns, &counts.created);
        TRY(made);
        collection = *made;
    }
    Definitions before = existingIndexes(*collection);
    counts.before = catalog::countedIndexes(shownIndexes(*collection));
    counts.fresh = fresh->size();
    warnOfOtherTypes(*fresh, *ns, context.log);
    if (counts.fresh > 0) {
        TRY(buildRequested(collection->ns(), *fresh, request, context));
    }
    if (dialect) {
        dialect->appendReply(
            {counts.created, counts.fresh, std::move(before), existingIndexes(*collection)}, reply);
    } else {
        appendReply(counts, reply);
    }
    if (counts.fresh > 0) {
        appendCommitQuorum(request.body["commitQuorum"], context.facts, reply);
    }
    return {};
}

} // namespace sandglass::engine::commands
