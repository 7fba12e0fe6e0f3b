// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/clustered_index.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/engine/catalog/collection_shape.h"
#include "app/engine/request/arguments.h"

#include <string>

namespace sandglass::engine::definitions {

using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;

namespace {

// MongoDB's codes for these errors, which have no names.
constexpr int kNotUnique = 5979700;
constexpr int kLegacyForm = 5979703;
constexpr int kUnknownVersion = 5979704;
constexpr int kSizeNotAllowed = 6049200;
constexpr int kCappedNeedsExpiry = 6049201;
constexpr int kMaxNotAllowed = 6049204;
constexpr int kViewNotAllowed = 6026500;
constexpr int kAutoIndexIdNotAllowed = 6026501;
constexpr int kCappedNotAllowed = 6127800;

Result<bson::DocumentView> clusterKey(const Arguments& spec)
{
    TRY(spec.required("key"));
    auto key = spec.document("key");
    TRY(key);
    const bson::ValueView direction = (*key)["_id"];
    if (key->count() != 1 || !direction.isNumber() || direction.toDouble() != 1.0) {
        return commandError(ServerCode::InvalidIndexSpecificationOption,
                            "The clustered index is only supported on the key {_id: 1}, but got "
                                + bson::toShellText(*key));
    }
    return key;
}

Result<void> checkUniqueAndVersion(const Arguments& spec)
{
    TRY(spec.required("unique"));
    auto unique = spec.flag("unique", false);
    TRY(unique);
    auto version = spec.integer("v");
    TRY(version);
    if (!*unique) {
        return commandError(kNotUnique,
                            "The clusteredIndex option requires unique: true to be"
                            " specified");
    }
    if (version->value_or(2) != 2) {
        return commandError(kUnknownVersion,
                            "Invalid 'v' of the clusteredIndex option: "
                                + std::to_string(**version));
    }
    return {};
}

Result<bson::Document> parseClusteredSpec(bson::DocumentView document)
{
    const Arguments spec("create.clusteredIndex", document);
    TRY(spec.onlyKnown({"v", "key", "name", "unique"}));
    auto name = spec.text("name");
    TRY(name);
    // MongoDB's order: missing fields first, then their values
    TRY(spec.required("key"));
    TRY(checkUniqueAndVersion(spec));
    auto key = clusterKey(spec);
    TRY(key);
    if (name->has_value() && (*name)->empty()) {
        return commandError(ServerCode::CannotCreateIndex, "index name cannot be empty");
    }
    return bson::makeDocument("v", 2, "key", bson::makeDocument("_id", 1), "name",
                              name->value_or("_id_"), "unique", true);
}

/// Refuses options of create that do not go together with clusteredIndex.
Result<void> checkTogether(const Arguments& arguments, bool testCommands)
{
    const auto given = [&](std::string_view field) { return !arguments.value(field).isMissing(); };
    if (given("size")) {
        return commandError(kSizeNotAllowed,
                            "'size' field for capped collections is not allowed on"
                            " clustered collections. Did you mean 'capped: true'"
                            " with 'expireAfterSeconds'?");
    }
    if (given("max")) {
        return commandError(kMaxNotAllowed,
                            "'max' field for capped collections is not allowed on"
                            " clustered collections. Did you mean 'capped: true'"
                            " with 'expireAfterSeconds'?");
    }
    if (arguments.value("capped").toBool()) {
        if (!testCommands) {
            return commandError(kCappedNotAllowed,
                                "Clustered capped collections are only available with the"
                                " 'enableTestCommands' server parameter");
        }
        if (!given("expireAfterSeconds")) {
            return commandError(kCappedNeedsExpiry,
                                "A capped clustered collection requires the"
                                " 'expireAfterSeconds' field");
        }
    }
    if (given("viewOn")) {
        return commandError(kViewNotAllowed,
                            "The 'clusteredIndex' option is not supported with views");
    }
    if (given("autoIndexId")) {
        return commandError(kAutoIndexIdNotAllowed,
                            "The 'clusteredIndex' option is not supported with 'autoIndexId'");
    }
    if (given("timeseries") || given("idIndex")) {
        return commandError(ServerCode::InvalidOptions,
                            "The 'clusteredIndex' option is not supported with 'timeseries' or"
                            " 'idIndex'");
    }
    return {};
}

} // namespace

Result<std::optional<bson::Document>>
parseClusteredIndex(const Arguments& arguments, const protocol::Namespace& ns, bool testCommands)
{
    const bson::ValueView value = arguments.value("clusteredIndex");
    const bool isBool = value.type() == bson::Type::Bool;
    if (value.isMissing() || (isBool && !value.asBool())) {
        return std::optional<bson::Document>();
    }
    if (!isBool && value.type() != bson::Type::Document) {
        return arguments.wrongType("clusteredIndex", "object");
    }
    std::optional<bson::Document> listed;
    if (!isBool) {
        auto spec = parseClusteredSpec(value.asDocument());
        TRY(spec);
        listed = std::move(*spec);
    }
    TRY(checkTogether(arguments, testCommands));
    // MongoDB creates the bucket collections of time series with `true`; here users cannot
    if (isBool || !catalog::timeSeriesName(ns.collection).empty()) {
        return commandError(kLegacyForm,
                            "The clusteredIndex option takes a document; the form 'clusteredIndex:"
                            " true' is only for the bucket collections of time series");
    }
    return listed;
}

} // namespace sandglass::engine::definitions
