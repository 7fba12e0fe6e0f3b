// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/allocation_flags.h"
#include "app/engine/commands/collection_uuid.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/create_view.h"
#include "app/engine/commands/parameters.h"
#include "app/engine/commands/system_views.h"
#include "app/engine/definitions/capped_options.h"
#include "app/engine/definitions/collection_expiry.h"
#include "app/engine/definitions/image_options.h"
#include "app/engine/definitions/index_change.h"
#include "app/engine/definitions/listed_options.h"
#include "app/engine/definitions/validation_options.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/request/arguments.h"
#include "app/engine/timeseries/time_series_coll_mod.h"
#include "app/engine/writes/unique_violations.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace sandglass::engine::commands {

using definitions::applyIndexChange;
using definitions::CappedChange;
using definitions::checkIndexChange;
using definitions::checkMayExpire;
using definitions::CollectionExpiryChange;
using definitions::findChangedIndex;
using definitions::IndexChange;
using definitions::IndexChangeRules;
using definitions::parseCappedChange;
using definitions::parseCollectionExpiry;
using definitions::parseImages;
using definitions::parseIndexChange;
using definitions::parseValidation;
using definitions::ValidationOptions;
using definitions::withExpiry;
using definitions::withImages;
using definitions::withLimits;
using definitions::withOption;
using definitions::withValidation;
using operations::Interrupt;
using plan::storedNamespace;
using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::collectionArgument;
using request::commandArguments;
using request::EngineFacts;
using request::Request;
using timeseries::parseTimeSeriesChange;
using writes::appendViolations;

namespace {

constexpr std::string_view kCollModName = "collMod";
constexpr int kIndexBuildRunning = 12587;
constexpr int kCannotConvertToUnique = 359;

/// Refuses the options that only views have.
Result<void> refuseViewOptions(const Arguments& arguments)
{
    for (const std::string_view field : {"viewOn", "pipeline"}) {
        if (!arguments.value(field).isMissing()) {
            return commandError(ServerCode::InvalidOptions,
                                "'" + std::string(field) + "' option only supported on a view");
        }
    }
    return {};
}

/// Refuses options that do not exist for this kind of collection.
Result<void> checkTargetTakes(const Arguments& arguments, const catalog::Collection& collection)
{
    for (const std::string_view field :
         {"validator", "validationLevel", "validationAction", "changeStreamPreAndPostImages"}) {
        if (collection.shape()->timeSeries && !arguments.value(field).isMissing()) {
            return commandError(ServerCode::InvalidOptions,
                                "option not supported on a time-series collection: "
                                    + std::string(field));
        }
    }
    if (!collection.shape()->isView()) {
        return refuseViewOptions(arguments);
    }
    for (const std::string_view field :
         {"index", "expireAfterSeconds", "validator", "validationLevel", "validationAction",
          "timeseries", "cappedSize", "cappedMax", "changeStreamPreAndPostImages"}) {
        if (!arguments.value(field).isMissing()) {
            return commandError(ServerCode::InvalidOptions,
                                "option not supported on a view: " + std::string(field));
        }
    }
    return {};
}

IndexChangeRules indexChangeRules(const Context& context)
{
    return {refusesNan(context.parameters), context.facts.atLeast(5, 1),
            context.facts.atLeast(7, 1), context.catalog.indexDialect(),
            context.facts.atLeast(6, 0)};
}

/// The parts of one command. All are checked before the first one is applied.
struct Changes
{
    std::optional<CollectionExpiryChange> expiry;
    std::optional<CappedChange> capped;
    std::optional<bson::Document> timeSeries; ///< the new options
    ValidationOptions validation;
    std::optional<bool> images;
    bool dryRun = false; ///< only look whether an index can become unique
    std::optional<IndexChange> index;
    catalog::IndexDefinition definition; ///< of the index to change, as it is now

    /// Whether an option changes besides the limits of a capped collection.
    bool changesOptions() const { return expiry || timeSeries || images || !validation.empty(); }
};

/// Refuses what must be the only change.
Result<void> checkCombination(const Changes& changes)
{
    if (changes.dryRun && !(changes.index && changes.index->unique)) {
        return commandError(ServerCode::InvalidOptions,
                            "dryRun is only supported for the conversion of an index to unique");
    }
    if (!changes.index) {
        return {};
    }
    const IndexChange& index = *changes.index;
    if (changes.dryRun && (index.hidden || index.expireAfterSeconds || changes.changesOptions())) {
        return commandError(ServerCode::InvalidOptions,
                            "unique: true cannot be combined with any other modification in dry run"
                            " mode.");
    }
    const bool prepares = index.prepareUnique && !changes.definition.unique
        && *index.prepareUnique != changes.definition.prepareUnique;
    if (prepares && changes.changesOptions()) {
        return commandError(ServerCode::InvalidOptions,
                            "prepareUnique cannot be combined with any other modification.");
    }
    return {};
}

Result<void> parseIndex(const Context& context, const catalog::Collection& collection,
                        bson::DocumentView index, Changes& changes)
{
    const IndexChangeRules rules = indexChangeRules(context);
    auto change = parseIndexChange(index, *collection.shape(), rules);
    TRY(change);
    auto target = findChangedIndex(collection, *change);
    TRY(target);
    changes.definition = std::move(target->definition);
    changes.index = *change;
    // a dry run asks before the preparation, too
    changes.definition.prepareUnique = changes.definition.prepareUnique || changes.dryRun;
    return checkIndexChange(collection, changes.definition, *change, rules);
}

// The order of the checks decides which error a client gets. Source: app/ttl/SEMANTICS.md 2.1.
Result<Changes> parseChanges(const Request& request, const Context& context,
                             const catalog::Collection& collection)
{
    const Arguments arguments = commandArguments(kCollModName, request);
    Changes changes;
    auto expiry = parseCollectionExpiry(request.body["expireAfterSeconds"],
                                        {context.clock.now(), refusesNan(context.parameters)});
    TRY(expiry);
    changes.expiry = *expiry;
    if (changes.expiry) {
        TRY(checkMayExpire(collection));
    }
    auto capped = parseCappedChange(arguments);
    TRY(capped);
    changes.capped = *capped;
    auto timeSeries = parseTimeSeriesChange(arguments, collection);
    TRY(timeSeries);
    changes.timeSeries = std::move(*timeSeries);
    auto validation
        = parseValidation(arguments, kCollModName, collection.ns(), {context.clock.now(), {}});
    TRY(validation);
    changes.validation = std::move(*validation);
    auto images = parseImages(arguments, kCollModName, collection.ns());
    TRY(images);
    changes.images = *images;
    auto dryRun = arguments.flag("dryRun", false);
    TRY(dryRun);
    changes.dryRun = *dryRun;
    const bson::ValueView index = arguments.value("index");
    if (arguments.value("apiStrict").toBool()) {
        TRY(Arguments("collMod.index", index.asDocument())
                .refuseUnstable({"unique", "prepareUnique"}));
    }
    if (!index.isMissing()) {
        TRY(parseIndex(context, collection, index.asDocument(), changes));
    }
    TRY(checkCombination(changes));
    return changes;
}

/// Changes what is an option, in one step: it is one entry of the log and one event, as in MongoDB.
Result<void> changeOptions(const Context& context, const catalog::Collection& collection,
                           const Changes& changes)
{
    if (!changes.capped && !changes.changesOptions()) {
        return {};
    }
    catalog::CollectionOptions options = collection.options();
    if (changes.capped) {
        auto limited = withLimits(collection, options.listed, *changes.capped);
        TRY(limited);
        options.listed = std::move(*limited);
    }
    if (changes.timeSeries) {
        options.listed
            = withOption(options.listed, "timeseries", bson::Value::document(*changes.timeSeries));
    }
    if (changes.expiry) {
        options.listed = withExpiry(options.listed, *changes.expiry);
    }
    if (!changes.validation.empty()) {
        options.listed = withValidation(options.listed, changes.validation);
    }
    if (changes.images) {
        options.listed = withImages(options.listed, *changes.images);
    }
    TRY(context.catalog.setOptions(collection.ns(), options));
    return changes.timeSeries ? rewriteSystemViews(collection.ns().database, context)
                              : Result<void>();
}

/// Looks whether the index can become unique; changes nothing. Errors (server):
/// CannotConvertIndexToUnique, with the violations in the reply.
Result<void> tryUnique(const catalog::Collection& collection, const Changes& changes,
                       Interrupt& interrupt, bson::Builder& reply)
{
    bson::Builder violations;
    TRY(appendViolations(collection, changes.definition.name, interrupt, violations));
    const bson::Document found = violations.take();
    if (changes.definition.unique || found["violations"].asDocument().empty()) {
        return {};
    }
    reply.appendAll(found);
    return commandError(kCannotConvertToUnique,
                        "Cannot convert the index to unique. Please resolve conflicting"
                        " documents before running collMod again.");
}

Result<void> apply(const Context& context, const catalog::Collection& collection, Changes& changes,
                   Interrupt& interrupt, bson::Builder& reply)
{
    TRY(changeOptions(context, collection, changes));
    if (!changes.index || !applyIndexChange(*changes.index, changes.definition, reply)) {
        return {};
    }
    auto modified = context.catalog.modifyIndex(
        collection.ns(), changes.definition, [&interrupt] { return interrupt.checkSometimes(); });
    if (modified || modified.error().serverCode != kCannotConvertToUnique) {
        return modified;
    }
    static_cast<void>(reply.take()); // discards the values that did not come into effect
    TRY(appendViolations(collection, changes.definition.name, interrupt, reply));
    return modified;
}

} // namespace

Result<void> runCollMod(const Request& request, Context& context, bson::Builder& reply)
{
    // parse, check, apply: nothing is changed before every part of the command has been checked
    if (changesAllocationFlags(request, context)) {
        return changeAllocationFlags(request, context, reply);
    }
    auto ns = collectionArgument(request);
    TRY(ns);
    const protocol::Namespace stored = storedNamespace(context.catalog, *ns);
    TRY(checkCollectionUuid(request, stored, context.catalog));
    const auto collection = context.catalog.find(stored);
    if (!collection) {
        return commandError(ServerCode::NamespaceNotFound, "ns does not exist");
    }
    if (std::ranges::any_of(collection->indexes(),
                            [](const catalog::IndexInfo& index) { return !index.ready; })) {
        return commandError(kIndexBuildRunning,
                            "cannot perform operation: an index build is currently running for"
                            " collection '"
                                + ns->text() + "'");
    }
    const Arguments arguments = commandArguments(kCollModName, request);
    TRY(checkTargetTakes(arguments, *collection));
    if (collection->shape()->isView()) {
        return modifyView(arguments, *collection, context);
    }
    auto changes = parseChanges(request, context, *collection);
    TRY(changes);
    auto interrupt = Interrupt::make(request, context.clock);
    TRY(interrupt);
    return changes->dryRun ? tryUnique(*collection, *changes, *interrupt, reply)
                           : apply(context, *collection, *changes, *interrupt, reply);
}

} // namespace sandglass::engine::commands
