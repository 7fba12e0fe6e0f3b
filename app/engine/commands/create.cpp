// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/collation/collation.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/collection_uuid.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/create_time_series.h"
#include "app/engine/commands/create_view.h"
#include "app/engine/commands/parameters.h"
#include "app/engine/definitions/capped_options.h"
#include "app/engine/definitions/clustered_index.h"
#include "app/engine/definitions/collection_expiry.h"
#include "app/engine/definitions/image_options.h"
#include "app/engine/definitions/index_spec.h"
#include "app/engine/definitions/validation_options.h"
#include "app/engine/plan/index_key.h"
#include "app/engine/request/arguments.h"

#include <optional>
#include <string>

namespace sandglass::engine::commands {

using collation::parseCollation;
using definitions::appendCappedOptions;
using definitions::collectionSeconds;
using definitions::CollectionSecondsRules;
using definitions::parseClusteredIndex;
using definitions::parseImages;
using definitions::parseIndexSpec;
using definitions::parseValidation;
using definitions::withImages;
using definitions::withValidation;
using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::collectionArgument;
using request::commandArguments;
using request::notSupportedYet;
using request::Request;

namespace {

constexpr std::string_view kCreateName = "create";

/// Refuses options that the engine would have to enforce and does not support. An empty document
/// has no effect and is accepted.
Result<void> refuseUnsupportedOptions(const Arguments& arguments)
{
    for (const std::string_view field : {"encryptedFields"}) {
        const bson::ValueView value = arguments.value(field);
        const bool hasNoEffect = value.isMissing()
            || (value.type() == bson::Type::Document && value.asDocument().empty());
        if (!hasNoEffect) {
            return notSupportedYet("Creating a collection with '" + std::string(field) + "'");
        }
    }
    return {};
}

/// Every collection has the index on _id; what is said about it must fit.
Result<void> checkIdIndex(const Arguments& arguments, const protocol::Namespace& ns)
{
    constexpr int kNeedsIdIndex = 50001;
    auto automatic = arguments.flag("autoIndexId", true);
    TRY(automatic);
    if (!*automatic && ns.database != "local") {
        return commandError(kNeedsIdIndex,
                            "autoIndexId:false is not allowed for collection " + ns.text()
                                + " because it can be replicated");
    }
    if (!*automatic) {
        return notSupportedYet("Creating a collection with 'autoIndexId: false'");
    }
    const bson::ValueView spec = arguments.value("idIndex");
    if (spec.isMissing()) {
        return {};
    }
    auto definition = parseIndexSpec(spec, false);
    TRY(definition);
    if (!plan::isIdKey(definition->key)) {
        return commandError(ServerCode::BadValue,
                            "The field 'key' for an _id index must be {_id: 1}, but got "
                                + bson::toShellText(definition->key));
    }
    if (!spec.asDocument().contains("collation")) {
        return {}; // it has the collection's
    }
    auto collation = parseCollation("create.collation", arguments.value("collation"));
    TRY(collation);
    const bson::Document simple = bson::makeDocument("locale", "simple");
    if (definition->collation.value_or(simple)
        != (*collation ? (*collation)->settings() : simple)) {
        return commandError(ServerCode::BadValue,
                            "'idIndex' must have the same collation as the collection.");
    }
    return {};
}

/// The collection-level expireAfterSeconds; nullopt when absent. Source: app/ttl/SEMANTICS.md 1.6.
Result<std::optional<std::int64_t>> ownExpiry(const Arguments& arguments, bool clustered,
                                              const CollectionSecondsRules& rules)
{
    auto seconds = arguments.integer("expireAfterSeconds");
    if (!seconds || !seconds->has_value()) {
        return seconds;
    }
    if (!clustered && arguments.value("timeseries").isMissing()) {
        return commandError(ServerCode::InvalidOptions,
                            "'expireAfterSeconds' can be used only for clustered collections or"
                            " timeseries collections");
    }
    auto checked = collectionSeconds(arguments.value("expireAfterSeconds"), rules);
    TRY(checked);
    return std::optional(*checked);
}

/// Appends the options that are only stored and listed: they have no effect here.
Result<void> appendStoredOptions(const Arguments& arguments, bson::Builder& listed)
{
    for (const std::string_view field : {"storageEngine", "indexOptionDefaults"}) {
        auto document = arguments.document(field);
        TRY(document);
        if (!document->empty()) {
            listed.append(field, *document);
        }
    }
    auto collation = parseCollation("create.collation", arguments.value("collation"));
    TRY(collation);
    if (*collation) {
        listed.append("collation", (*collation)->settings());
    }
    return {};
}

/// The options of the new collection, as listCollections shows them.
Result<bson::Document> listedOptions(const Arguments& arguments, const protocol::Namespace& ns,
                                     const Context& context)
{
    // only under test commands are capped clustered collections permitted
    auto clusteredIndex
        = parseClusteredIndex(arguments, ns, testCommandsEnabled(context.parameters));
    TRY(clusteredIndex);
    const bool clustered = clusteredIndex->has_value();
    auto seconds
        = ownExpiry(arguments, clustered, {context.clock.now(), refusesNan(context.parameters)});
    TRY(seconds);
    bson::Builder listed;
    TRY(appendCappedOptions(arguments, !clustered, listed));
    TRY(appendStoredOptions(arguments, listed));
    if (clustered) {
        listed.append("clusteredIndex", **clusteredIndex);
    }
    if (*seconds) {
        listed.append("expireAfterSeconds", **seconds);
    }
    auto validation = parseValidation(arguments, kCreateName, ns, {context.clock.now(), {}});
    TRY(validation);
    auto images = parseImages(arguments, kCreateName, ns);
    TRY(images);
    bson::Document options = withValidation(listed.take(), *validation);
    return images->value_or(false) ? withImages(options, true) : options;
}

} // namespace

Result<void> runCreate(const Request& request, Context& context, bson::Builder& reply)
{
    const Arguments arguments = commandArguments(kCreateName, request);
    auto ns = collectionArgument(request);
    TRY(ns);
    TRY(protocol::checkUserCollection(*ns));
    // checked first: neither views nor time series accept it
    TRY(parseClusteredIndex(arguments, *ns, testCommandsEnabled(context.parameters)));
    if (createsView(arguments)) {
        return createView(request, arguments, context);
    }
    if (!arguments.value("timeseries").isMissing()) {
        return createTimeSeries(request, arguments, context);
    }
    auto listed = listedOptions(arguments, *ns, context);
    TRY(listed);
    TRY(refuseUnsupportedOptions(arguments));
    TRY(checkIdIndex(arguments, *ns));
    auto uuid = newUuid(request, context.catalog);
    TRY(uuid);
    auto created = context.catalog.create(*ns, {*listed, *uuid});
    if (!created) {
        // Creating an equal collection again is not an error: object mappers do so at every start.
        const auto existing = context.catalog.find(*ns);
        const bool same = existing && (!*uuid || existing->uuid() == **uuid)
            && bson::compare(existing->options().listed.view(), listed->view())
                == std::strong_ordering::equal;
        if (created.error().serverCode != static_cast<int>(ServerCode::NamespaceExists) || !same) {
            return created.error();
        }
    }
    if (!arguments.value("autoIndexId").isMissing()) {
        reply.append(
            "note", "The autoIndexId option is deprecated and will be removed in a future release");
    }
    return {};
}

} // namespace sandglass::engine::commands
