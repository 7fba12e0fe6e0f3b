// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/stage.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>
#include <string>

namespace sandglass::engine::query {

namespace {

// Stages that read the server's state. PipelineEnvironment::openServerStage() implements them by
// name.
template <const char* const& name>
Result<void> parseServerStage(bson::ValueView specification, StageList& list)
{
    list.items.push_back({name, serverStage(name, specification, list.context.collection)});
    return {};
}

constexpr const char* kCollStats = "$collStats";
constexpr const char* kCurrentOp = "$currentOp";
constexpr const char* kIndexStats = "$indexStats";
constexpr const char* kListLocalSessions = "$listLocalSessions";
constexpr const char* kListSessions = "$listSessions";
constexpr const char* kPlanCacheStats = "$planCacheStats";

Result<void> parseChangeStream(bson::ValueView /*specification*/, StageList& /*list*/)
{
    return expressionError(40573, "The $changeStream stage is only supported on replica sets");
}

Result<void> parseSplitLargeEvent(bson::ValueView /*specification*/, StageList& /*list*/)
{
    return expressionError(
        20, "$changeStreamSplitLargeEvent can only be used in a $changeStream pipeline");
}

constexpr const char* kDensify = "$densify";
constexpr const char* kFill = "$fill";
constexpr const char* kGeoNear = "$geoNear";
constexpr const char* kListSampledQueries = "$listSampledQueries";
constexpr const char* kListSearchIndexes = "$listSearchIndexes";
constexpr const char* kQuerySettings = "$querySettings";
constexpr const char* kSearch = "$search";
constexpr const char* kSearchMeta = "$searchMeta";
constexpr const char* kSetWindowFields = "$setWindowFields";
constexpr const char* kShardedDataDistribution = "$shardedDataDistribution";
constexpr const char* kVectorSearch = "$vectorSearch";

// For stages that exist in MongoDB but not here: a clear refusal instead of "unrecognized". The
// help (resources/help, engine.html) lists them.
template <const char* const& name>
Result<void> parseUnsupported(bson::ValueView /*specification*/, StageList& /*list*/)
{
    return expressionError(
        115, "The aggregation stage " + std::string(name) + " is not supported by this server");
}

constexpr StagePlace kFirst = StagePlace::FirstProducing;
constexpr StagePlace kLast = StagePlace::Last;
constexpr StagePlace kAnywhere = StagePlace::Anywhere;
constexpr auto kLocal = StageLevels::Local;
constexpr auto kMajority = StageLevels::Majority;
constexpr auto kNotLinearizable = StageLevels::AllButLinearizable;

// Sorted by name. The fourth member says whether the stage may be used inside $facet, the fifth
// whether it is part of API version 1. Source: MongoDB manual, Stable API.
constexpr std::array kStages{
    StageEntry{"$addFields", parseAddFields},
    StageEntry{"$bucket", parseBucket},
    StageEntry{"$bucketAuto", parseBucketAuto},
    StageEntry{"$changeStream", parseChangeStream, kFirst, false, true, kMajority},
    StageEntry{"$changeStreamSplitLargeEvent", parseSplitLargeEvent, kAnywhere, false, false},
    StageEntry{"$collStats", parseServerStage<kCollStats>, kFirst, false},
    StageEntry{"$count", parseCount},
    StageEntry{"$currentOp", parseServerStage<kCurrentOp>, kFirst, false, false, kLocal},
    StageEntry{"$densify", parseUnsupported<kDensify>},
    StageEntry{"$documents", parseDocuments, kFirst, false},
    StageEntry{"$facet", parseFacet, kAnywhere, false},
    StageEntry{"$fill", parseUnsupported<kFill>},
    StageEntry{"$geoNear", parseUnsupported<kGeoNear>, kAnywhere, false},
    StageEntry{"$graphLookup", parseGraphLookup},
    StageEntry{"$group", parseGroup},
    StageEntry{"$indexStats", parseServerStage<kIndexStats>, kFirst, false, false},
    StageEntry{"$limit", parseLimit},
    StageEntry{"$listLocalSessions", parseServerStage<kListLocalSessions>, kFirst, false, false,
               kLocal},
    StageEntry{"$listSampledQueries", parseUnsupported<kListSampledQueries>, kAnywhere, false,
               false},
    StageEntry{"$listSearchIndexes", parseUnsupported<kListSearchIndexes>, kAnywhere, false, false,
               kLocal},
    StageEntry{"$listSessions", parseServerStage<kListSessions>, kFirst, false, false},
    StageEntry{"$lookup", parseLookup},
    StageEntry{"$match", parseMatch},
    StageEntry{"$merge", parseMerge, kLast, false, true, kNotLinearizable},
    StageEntry{"$out", parseOut, kLast, false, true, kNotLinearizable},
    StageEntry{"$planCacheStats", parseServerStage<kPlanCacheStats>, kFirst, false, false, kLocal},
    StageEntry{"$project", parseProject},
    StageEntry{"$querySettings", parseUnsupported<kQuerySettings>, kAnywhere, false, false},
    StageEntry{"$redact", parseRedact},
    StageEntry{"$replaceRoot", parseReplaceRoot},
    StageEntry{"$replaceWith", parseReplaceWith},
    StageEntry{"$sample", parseSample},
    StageEntry{"$search", parseUnsupported<kSearch>, kAnywhere, false, false, kLocal},
    StageEntry{"$searchMeta", parseUnsupported<kSearchMeta>, kAnywhere, false, false, kLocal},
    StageEntry{"$set", parseAddFields},
    StageEntry{"$setWindowFields", parseUnsupported<kSetWindowFields>},
    StageEntry{"$shardedDataDistribution", parseUnsupported<kShardedDataDistribution>, kAnywhere,
               false, false},
    StageEntry{"$skip", parseSkip},
    StageEntry{"$sort", parseSort},
    StageEntry{"$sortByCount", parseSortByCount},
    StageEntry{"$unionWith", parseUnionWith},
    StageEntry{"$unset", parseUnset},
    StageEntry{"$unwind", parseUnwind},
    StageEntry{"$vectorSearch", parseUnsupported<kVectorSearch>, kAnywhere, false, false, kLocal},
};

// Which options of a stage are not part of API version 1, although the stage is.
Result<void> checkStableOptions(const StageEntry& entry, bson::ValueView specification)
{
    constexpr int kStrict = static_cast<int>(protocol::ServerCode::ApiStrictError);
    const bson::DocumentView options = specification.asDocument();
    if (entry.name == "$changeStream" && options["showExpandedEvents"].toBool()) {
        return expressionError(kStrict,
                               "The 'showExpandedEvents' parameter to $changeStream is not"
                               " supported in API Version 1");
    }
    const bool counts = entry.name == "$collStats"
        && std::all_of(options.begin(), options.end(),
                       [](const bson::Element& option) { return option.key == "count"; });
    if (entry.name == "$collStats" && !counts) {
        return expressionError(
            kStrict, "only the 'count' option to $collStats is supported in API Version 1");
    }
    return {};
}

Result<void> checkStable(const StageEntry& entry, bson::ValueView specification)
{
    if (!entry.stable) {
        return expressionError(static_cast<int>(protocol::ServerCode::ApiStrictError),
                               "stage " + std::string(entry.name)
                                   + " is not allowed with 'apiStrict: true' in API Version 1");
    }
    return checkStableOptions(entry, specification);
}

Result<void> checkLevel(const StageEntry& entry, const std::string& level)
{
    constexpr int kInvalidOptions = static_cast<int>(protocol::ServerCode::InvalidOptions);
    if (entry.levels == StageLevels::All || level.empty()) {
        return {};
    }
    if (entry.levels == StageLevels::AllButLinearizable) {
        return level != "linearizable"
            ? Result<void>()
            : expressionError(kInvalidOptions,
                              std::string(entry.name)
                                  + " cannot be used with a 'linearizable' read concern level");
    }
    const char* only = entry.levels == StageLevels::Local ? "local" : "majority";
    return level == only ? Result<void>()
                         : expressionError(kInvalidOptions,
                                           "Aggregation stage " + std::string(entry.name)
                                               + " cannot run with a readConcern other than '"
                                               + only + "'. Current readConcern: " + level);
}

} // namespace

Result<void> checkCommandAllows(const StageEntry& entry, bson::ValueView specification,
                                const EvaluationContext& context)
{
    if (context.stableOnly) {
        TRY(checkStable(entry, specification));
    }
    return checkLevel(entry, context.readLevel);
}

const StageEntry* findStage(std::string_view name)
{
    const auto* found = std::find_if(kStages.begin(), kStages.end(),
                                     [&](const StageEntry& entry) { return entry.name == name; });
    return found == kStages.end() ? nullptr : found;
}

} // namespace sandglass::engine::query
