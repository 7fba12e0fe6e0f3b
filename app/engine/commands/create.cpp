// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/compare.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/arguments.h"
#include "app/engine/commands/context.h"

#include <string>

namespace sandglass::engine::commands {

using protocol::commandError;
using protocol::ServerCode;

namespace {

constexpr std::string_view kCreateName = "create";

/// Options that MongoDB has and this engine would have to enforce; an empty document asks for
/// nothing.
Result<void> refuseUnsupportedOptions(const Arguments& arguments)
{
    for (const std::string_view field : {"timeseries", "clusteredIndex", "validator", "collation",
                                         "encryptedFields", "changeStreamPreAndPostImages"}) {
        const bson::ValueView value = arguments.value(field);
        const bool asksForNothing = value.isMissing()
            || (value.type() == bson::Type::Document && value.asDocument().empty());
        if (!asksForNothing)
            return notSupportedYet("Creating a collection with '" + std::string(field) + "'");
    }
    if (!arguments.value("viewOn").isMissing())
        return notSupportedYet("Creating a view");
    return {};
}

/// expireAfterSeconds of a collection that is neither clustered nor time series. Source: spec 1.6.
Result<void> refuseCollectionExpiry(const Arguments& arguments)
{
    auto seconds = arguments.integer("expireAfterSeconds");
    if (!seconds)
        return seconds.error();
    const bool mayExpire = !arguments.value("timeseries").isMissing()
        || !arguments.value("clusteredIndex").isMissing();
    if (seconds->has_value() && !mayExpire)
        return commandError(ServerCode::InvalidOptions,
                            "'expireAfterSeconds' can be used only for clustered collections or"
                            " timeseries collections");
    return {};
}

/// What listCollections will show. Sizes are stored and listed; capped collections do not yet drop
/// their oldest documents.
Result<bson::Document> listedOptions(const Arguments& arguments)
{
    auto capped = arguments.flag("capped", false);
    if (!capped)
        return capped.error();
    auto size = arguments.count("size");
    if (!size)
        return size.error();
    auto max = arguments.integer("max");
    if (!max)
        return max.error();
    if (!*capped && (size->has_value() || max->has_value()) && size->value_or(0) != 0)
        return commandError(ServerCode::InvalidOptions,
                            "the 'capped' field needs to be true when either the 'size' or 'max'"
                            " fields are present");
    if (*capped && size->value_or(0) <= 0)
        return commandError(ServerCode::InvalidOptions,
                            "the 'size' field is required when 'capped' is true");
    bson::Builder listed;
    if (*capped) {
        listed.append("capped", true).append("size", **size);
        if (max->has_value())
            listed.append("max", **max);
    }
    for (const std::string_view field : {"storageEngine", "indexOptionDefaults"}) {
        auto document = arguments.document(field);
        if (!document)
            return document.error();
        if (!document->empty())
            listed.append(field, *document);
    }
    return listed.take();
}

Result<void> checkCreateFields(const Arguments& arguments)
{
    if (auto good = arguments.onlyKnown({kCreateName,
                                         "capped",
                                         "size",
                                         "max",
                                         "autoIndexId",
                                         "idIndex",
                                         "storageEngine",
                                         "validator",
                                         "validationLevel",
                                         "validationAction",
                                         "indexOptionDefaults",
                                         "viewOn",
                                         "pipeline",
                                         "collation",
                                         "timeseries",
                                         "clusteredIndex",
                                         "expireAfterSeconds",
                                         "encryptedFields",
                                         "changeStreamPreAndPostImages",
                                         "flags",
                                         "temp"});
        !good)
        return good;
    if (auto good = refuseCollectionExpiry(arguments); !good)
        return good;
    return refuseUnsupportedOptions(arguments);
}

} // namespace

Result<void> runCreate(const Request& request, Context& context, bson::Builder& /*reply*/)
{
    const Arguments arguments = commandArguments(kCreateName, request);
    auto ns = collectionArgument(request);
    if (!ns)
        return ns.error();
    if (auto good = checkCreateFields(arguments); !good)
        return good;
    if (auto good = protocol::checkCollectionName(*ns); !good)
        return good;
    auto listed = listedOptions(arguments);
    if (!listed)
        return listed.error();
    auto created = context.catalog.create(*ns, {*listed});
    if (created)
        return {};
    // asking again for what is there is no error: drivers create their models at every start
    const auto existing = context.catalog.find(*ns);
    const bool same = existing
        && bson::compare(existing->options().listed.view(), listed->view())
            == std::strong_ordering::equal;
    if (created.error().serverCode == static_cast<int>(ServerCode::NamespaceExists) && same)
        return {};
    return created.error();
}

} // namespace sandglass::engine::commands
