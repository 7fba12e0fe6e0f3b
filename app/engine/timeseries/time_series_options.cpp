// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/timeseries/time_series_options.h"

#include "app/bson/builder.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/engine_facts.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace sandglass::engine::timeseries {

using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::EngineFacts;

namespace {

constexpr int kOutOfRange = 51024;
constexpr std::int64_t kLongestSpanSeconds = 31'536'000; // 365 days

/// A named pair of bucket spans.
struct Granularity
{
    std::string_view name;
    std::int64_t spanSeconds; ///< bucketMaxSpanSeconds
    std::int64_t roundingSeconds; ///< bucketRoundingSeconds: buckets start at multiples of it
};

// Source: MongoDB manual, Set Granularity for Time Series Data.
constexpr std::array<Granularity, 3> kGranularities{
    {{"seconds", 3'600, 60}, {"minutes", 86'400, 3'600}, {"hours", 2'592'000, 86'400}}};

const Granularity* findGranularity(std::string_view name)
{
    const auto* found = std::ranges::find(kGranularities, name, &Granularity::name);
    return found == kGranularities.end() ? nullptr : found;
}

Error badOption(std::string text)
{
    return commandError(ServerCode::InvalidOptions, std::move(text));
}

/// How measurements are grouped into buckets, as the request says. nullptr and nullopt: not given.
struct Bucketing
{
    const Granularity* granularity = nullptr;
    std::optional<std::int64_t> spanSeconds;
    std::optional<std::int64_t> roundingSeconds;
};

Result<std::optional<std::int64_t>> readSeconds(const Arguments& arguments, std::string_view field)
{
    auto seconds = arguments.integer(field);
    if (!seconds || !seconds->has_value()) {
        return seconds;
    }
    if (**seconds >= 1 && **seconds <= kLongestSpanSeconds) {
        return seconds;
    }
    const bool small = **seconds < 1;
    return commandError(kOutOfRange,
                        "BSON field '" + std::string(field) + "' value must be "
                            + (small ? ">= 1" : "<= " + std::to_string(kLongestSpanSeconds))
                            + ", actual value '" + std::to_string(**seconds) + "'");
}

Result<Bucketing> readBucketing(const Arguments& arguments, std::string_view command)
{
    Bucketing bucketing;
    auto name = arguments.text("granularity");
    TRY(name);
    if (name->has_value()) {
        bucketing.granularity = findGranularity(**name);
        if (bucketing.granularity == nullptr) {
            return commandError(ServerCode::BadValue,
                                "Enumeration value '" + std::string(**name) + "' for field '"
                                    + std::string(command)
                                    + ".timeseries.granularity' is not a valid value.");
        }
    }
    auto span = readSeconds(arguments, "bucketMaxSpanSeconds");
    TRY(span);
    bucketing.spanSeconds = *span;
    auto rounding = readSeconds(arguments, "bucketRoundingSeconds");
    TRY(rounding);
    bucketing.roundingSeconds = *rounding;
    return bucketing;
}

/// Checks the spans. With a granularity they may only repeat its values; without one, both must be
/// given and be equal.
Result<void> checkBucketing(const Bucketing& bucketing)
{
    const auto& [granularity, span, rounding] = bucketing;
    const std::string notConfigurable = "is not configurable to a value other than the default of ";
    if (granularity != nullptr && span && *span != granularity->spanSeconds) {
        return badOption("Timeseries 'bucketMaxSpanSeconds' " + notConfigurable
                         + std::to_string(granularity->spanSeconds)
                         + " for the provided granularity");
    }
    if (granularity != nullptr && rounding && *rounding != granularity->roundingSeconds) {
        return badOption("Timeseries 'bucketRoundingSeconds' " + notConfigurable
                         + std::to_string(granularity->roundingSeconds)
                         + " for the provided granularity");
    }
    if (granularity != nullptr) {
        return {};
    }
    if (span.has_value() != rounding.has_value()) {
        return badOption("Timeseries 'bucketMaxSpanSeconds' and 'bucketRoundingSeconds' need to be"
                         " set alongside each other");
    }
    if (span != rounding) {
        return badOption("Timeseries 'bucketRoundingSeconds' needs to be equal to"
                         " 'bucketMaxSpanSeconds'");
    }
    return {};
}

/// Appends the bucketing as listCollections shows it. bucketRoundingSeconds is shown only for
/// custom spans, as in MongoDB.
void appendBucketing(const Bucketing& bucketing, bson::Builder& listed)
{
    const Granularity* granularity = bucketing.granularity;
    // "seconds" is the default
    if (granularity == nullptr && !bucketing.spanSeconds) {
        granularity = kGranularities.data();
    }
    if (granularity != nullptr) {
        listed.append("granularity", granularity->name);
    }
    const std::int64_t span
        = granularity != nullptr ? granularity->spanSeconds : *bucketing.spanSeconds;
    if (granularity == nullptr) {
        listed.append("bucketRoundingSeconds", static_cast<std::int32_t>(span));
    }
    listed.append("bucketMaxSpanSeconds", static_cast<std::int32_t>(span));
}

/// Reads timeField or metaField; empty when it is not given.
Result<std::string> readField(const Arguments& arguments, std::string_view field,
                              const protocol::Namespace& ns)
{
    auto name = arguments.text(field);
    TRY(name);
    const std::string_view text = name->value_or("");
    if (text.find('.') != std::string_view::npos) {
        return badOption(ns.text() + ": '" + std::string(field)
                         + "' must be a top-level field and not contain a '.'");
    }
    if (text.starts_with('$')) {
        return badOption("Field name cannot start with '$': " + std::string(text));
    }
    return std::string(text);
}

Result<void> checkFields(std::string_view timeField, std::string_view metaField)
{
    if (timeField.empty()) {
        return commandError(ServerCode::BadValue, "'timeField' cannot be empty");
    }
    if (timeField == "_id") {
        return badOption("'timeField' cannot be \"_id\"");
    }
    if (metaField == "_id") {
        return badOption("'metaField' cannot be \"_id\"");
    }
    if (metaField == timeField) {
        return badOption("'metaField' cannot be the same as 'timeField'");
    }
    return {};
}

} // namespace

Result<bson::Document> parseTimeSeriesOptions(bson::DocumentView timeseries,
                                              const protocol::Namespace& ns,
                                              const EngineFacts& facts)
{
    const Arguments arguments("create.timeseries", timeseries);
    TRY(arguments.onlyKnown({"timeField", "metaField", "granularity", "bucketMaxSpanSeconds",
                             "bucketRoundingSeconds"}));
    TRY(arguments.required("timeField"));
    auto timeField = readField(arguments, "timeField", ns);
    TRY(timeField);
    auto metaField = readField(arguments, "metaField", ns);
    TRY(metaField);
    TRY(checkFields(*timeField, *metaField));
    auto bucketing = readBucketing(arguments, "create");
    TRY(bucketing);
    TRY(checkBucketing(*bucketing));
    // Source: MongoDB manual, Time Series Collections: custom spans are new in 6.3
    if (bucketing->granularity == nullptr && bucketing->spanSeconds && !facts.atLeast(6, 3)) {
        return badOption("Timeseries 'bucketMaxSpanSeconds' is not configurable in this version");
    }
    bson::Builder listed;
    listed.append("timeField", *timeField);
    if (!metaField->empty()) {
        listed.append("metaField", *metaField);
    }
    appendBucketing(*bucketing, listed);
    return listed.take();
}

Result<bson::Document> changedTimeSeries(bson::DocumentView change, bson::DocumentView listed)
{
    const Arguments arguments("collMod.timeseries", change);
    TRY(arguments.onlyKnown({"granularity", "bucketMaxSpanSeconds", "bucketRoundingSeconds"}));
    auto bucketing = readBucketing(arguments, "collMod");
    TRY(bucketing);
    TRY(checkBucketing(*bucketing));
    if (bucketing->granularity == nullptr && !bucketing->spanSeconds) {
        return bson::Document(listed);
    }
    // A shorter span would make the time conditions on stored buckets miss measurements.
    const std::int64_t span = bucketing->granularity != nullptr
        ? bucketing->granularity->spanSeconds
        : *bucketing->spanSeconds;
    if (span < listed["bucketMaxSpanSeconds"].toInt64()) {
        return badOption("Invalid transition for timeseries.granularity. Can only transition from"
                         " 'seconds' to 'minutes' or 'minutes' to 'hours'; the bucket span can only"
                         " increase.");
    }
    bson::Builder changed;
    for (const std::string_view field : {"timeField", "metaField"}) {
        changed.append(field, listed[field]);
    }
    appendBucketing(*bucketing, changed);
    return changed.take();
}

} // namespace sandglass::engine::timeseries
