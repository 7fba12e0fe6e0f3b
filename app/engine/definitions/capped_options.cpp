// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/capped_options.h"

#include "app/engine/definitions/listed_options.h"
#include "app/engine/request/arguments.h"

#include <optional>
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

constexpr int kOutOfRange = 51024;

Error outOfRange(const std::string& field, const std::string& bound, std::int64_t value)
{
    return commandError(kOutOfRange,
                        "BSON field '" + field + "' value must be " + bound + ", actual value '"
                            + std::to_string(value) + "'");
}

/// The bounds of create and collMod, which both check before anything else.
Result<std::int64_t> boundedBytes(const std::string& field, std::int64_t bytes)
{
    if (bytes < 1) {
        return outOfRange(field, ">= 1", bytes);
    }
    if (bytes > kMostBytes) {
        return outOfRange(field, "<= " + std::to_string(kMostBytes), bytes);
    }
    return checkedCappedBytes(bytes);
}

/// As boundedBytes(). 0 and less mean that there is no limit.
Result<std::int64_t> boundedDocuments(const std::string& field, std::int64_t documents)
{
    if (documents >= kTooManyDocuments) {
        return outOfRange(field, "< " + std::to_string(kTooManyDocuments), documents);
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
    auto size = arguments.integer("size");
    TRY(size);
    auto max = arguments.integer("max");
    TRY(max);
    std::optional<std::int64_t> bytes;
    if (size->has_value()) {
        auto bounded = boundedBytes("size", **size);
        TRY(bounded);
        bytes = *bounded;
    }
    const auto documents = boundedDocuments("max", max->value_or(0));
    TRY(documents);
    // a max of 0 counts as none
    if (!*capped && (bytes || *documents != 0)) {
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
    if (!bytes) {
        return commandError(ServerCode::InvalidOptions,
                            "the 'size' field is required when 'capped' is true");
    }
    listed.append("size", *bytes);
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
        const auto bytes = boundedBytes("cappedSize", **size);
        TRY(bytes);
        change.bytes = *bytes;
    }
    if (max->has_value()) {
        const auto documents = boundedDocuments("cappedMax", **max);
        TRY(documents);
        change.documents = *documents;
    }
    return std::optional(change);
}

Result<bson::Document> withLimits(const catalog::Collection& collection, bson::DocumentView listed,
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
    bson::Document changed(listed);
    if (change.bytes) {
        changed = withOption(changed, "size", bson::Value::of(*change.bytes));
    }
    if (change.documents) {
        changed = withOption(changed, "max",
                             *change.documents > 0 ? bson::Value::of(*change.documents)
                                                   : bson::Value());
    }
    return changed;
}

} // namespace sandglass::engine::definitions
