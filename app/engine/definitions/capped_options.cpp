// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/capped_options.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/definitions/listed_options.h"
#include "app/engine/request/arguments.h"

#include <string>

namespace sandglass::engine::definitions {

using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;

namespace {

// Source: MongoDB manual, Capped Collections.
constexpr std::int64_t kMostBytes = std::int64_t{1} << 50U; // 1 PB
constexpr std::int64_t kGranule = 256;
constexpr std::int64_t kTooManyDocuments = std::int64_t{1} << 31U;

Result<std::int64_t> checkedCappedDocuments(std::int64_t documents)
{
    if (documents >= kTooManyDocuments) {
        return commandError(ServerCode::BadValue,
                            "max in a capped collection has to be < 2^31 or not set");
    }
    return documents;
}

} // namespace

Result<std::int64_t> checkedCappedBytes(std::int64_t bytes)
{
    if (bytes < 1) {
        return commandError(ServerCode::BadValue,
                            "size of a capped collection has to be at least 1, but got "
                                + std::to_string(bytes));
    }
    if (bytes > kMostBytes) {
        return commandError(ServerCode::BadValue, "size cannot exceed 1 PB");
    }
    return (bytes + kGranule - 1) / kGranule * kGranule;
}

Result<void> appendCappedOptions(const Arguments& arguments, bool sized, bson::Builder& listed)
{
    auto capped = arguments.flag("capped", false);
    TRY(capped);
    auto size = arguments.count("size");
    TRY(size);
    auto max = arguments.integer("max");
    TRY(max);
    // 0 counts as none
    if (!*capped && (size->value_or(0) != 0 || max->value_or(0) != 0)) {
        return commandError(ServerCode::InvalidOptions,
                            "the 'capped' field needs to be true when either the 'size' or 'max'"
                            " fields are present");
    }
    if (!*capped) {
        return {};
    }
    listed.append("capped", true);
    // a clustered collection is capped by the age of its documents
    if (!sized) {
        return {};
    }
    if (size->value_or(0) <= 0) {
        return commandError(ServerCode::InvalidOptions,
                            "the 'size' field is required when 'capped' is true");
    }
    const auto bytes = checkedCappedBytes(**size);
    TRY(bytes);
    listed.append("size", *bytes);
    const auto documents = checkedCappedDocuments(max->value_or(0));
    TRY(documents);
    if (*documents > 0) {
        listed.append("max", *documents);
    }
    return {};
}

Result<std::optional<CappedChange>> parseCappedChange(const Arguments& arguments)
{
    auto size = arguments.integer("cappedSize");
    TRY(size);
    auto max = arguments.integer("cappedMax");
    TRY(max);
    if (!size->has_value() && !max->has_value()) {
        return std::optional<CappedChange>();
    }
    CappedChange change;
    if (size->has_value()) {
        const auto bytes = checkedCappedBytes(**size);
        TRY(bytes);
        change.bytes = *bytes;
    }
    if (max->has_value()) {
        const auto documents = checkedCappedDocuments(**max);
        TRY(documents);
        change.documents = *documents;
    }
    return std::optional(change);
}

Result<void> changeCapped(catalog::Catalog& catalog, const catalog::Collection& collection,
                          const CappedChange& change)
{
    const auto shape = collection.shape();
    if (shape->isView()) {
        return commandError(ServerCode::InvalidOptions,
                            "option not supported on a view: cappedSize");
    }
    // the limit of the oplog is the option --oplogSize
    if (!shape->capped || shape->clustered || collection.ns().text() == "local.oplog.rs") {
        return commandError(ServerCode::InvalidOptions, "Collection must be capped.");
    }
    catalog::CollectionOptions options = collection.options();
    if (change.bytes) {
        options.listed = withOption(options.listed, "size", bson::Value::of(*change.bytes));
    }
    if (change.documents) {
        options.listed = withOption(options.listed, "max",
                                    *change.documents > 0 ? bson::Value::of(*change.documents)
                                                          : bson::Value());
    }
    return catalog.setOptions(collection.ns(), options);
}

} // namespace sandglass::engine::definitions
