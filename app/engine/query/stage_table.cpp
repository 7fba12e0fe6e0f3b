// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/stage.h"

#include <algorithm>
#include <array>

namespace sandglass::engine::query {

namespace {

// Stages that read the server's state. PipelineEnvironment::openServerStage() implements them by
// name.
template <const char* const& name>
Result<void> parseServerStage(bson::ValueView specification, StageList& list)
{
    list.items.push_back({name, serverStage(name, specification)});
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

// For stages that exist in MongoDB but not here: a clear refusal instead of "unrecognized".
Result<void> parseUnsupported(bson::ValueView /*specification*/, StageList& /*list*/)
{
    return expressionError(115, "This aggregation stage is not supported by this server");
}

constexpr StagePlace kFirst = StagePlace::FirstProducing;
constexpr StagePlace kLast = StagePlace::Last;
constexpr StagePlace kAnywhere = StagePlace::Anywhere;

// Sorted by name. The fourth member says whether the stage may be used inside $facet.
constexpr std::array kStages{
    StageEntry{"$addFields", parseAddFields},
    StageEntry{"$bucket", parseBucket},
    StageEntry{"$bucketAuto", parseBucketAuto},
    StageEntry{"$changeStream", parseChangeStream, kAnywhere, false},
    StageEntry{"$collStats", parseServerStage<kCollStats>, kFirst, false},
    StageEntry{"$count", parseCount},
    StageEntry{"$currentOp", parseServerStage<kCurrentOp>, kFirst, false},
    StageEntry{"$densify", parseUnsupported},
    StageEntry{"$documents", parseDocuments, kFirst, false},
    StageEntry{"$facet", parseFacet, kAnywhere, false},
    StageEntry{"$fill", parseUnsupported},
    StageEntry{"$geoNear", parseUnsupported, kAnywhere, false},
    StageEntry{"$graphLookup", parseGraphLookup},
    StageEntry{"$group", parseGroup},
    StageEntry{"$indexStats", parseServerStage<kIndexStats>, kFirst, false},
    StageEntry{"$limit", parseLimit},
    StageEntry{"$listLocalSessions", parseServerStage<kListLocalSessions>, kFirst, false},
    StageEntry{"$listSearchIndexes", parseUnsupported, kAnywhere, false},
    StageEntry{"$listSessions", parseServerStage<kListSessions>, kFirst, false},
    StageEntry{"$lookup", parseLookup},
    StageEntry{"$match", parseMatch},
    StageEntry{"$merge", parseMerge, kLast, false},
    StageEntry{"$out", parseOut, kLast, false},
    StageEntry{"$planCacheStats", parseServerStage<kPlanCacheStats>, kFirst, false},
    StageEntry{"$project", parseProject},
    StageEntry{"$redact", parseRedact},
    StageEntry{"$replaceRoot", parseReplaceRoot},
    StageEntry{"$replaceWith", parseReplaceWith},
    StageEntry{"$sample", parseSample},
    StageEntry{"$search", parseUnsupported, kAnywhere, false},
    StageEntry{"$searchMeta", parseUnsupported, kAnywhere, false},
    StageEntry{"$set", parseAddFields},
    StageEntry{"$setWindowFields", parseUnsupported},
    StageEntry{"$skip", parseSkip},
    StageEntry{"$sort", parseSort},
    StageEntry{"$sortByCount", parseSortByCount},
    StageEntry{"$unionWith", parseUnionWith},
    StageEntry{"$unset", parseUnset},
    StageEntry{"$unwind", parseUnwind},
    StageEntry{"$vectorSearch", parseUnsupported, kAnywhere, false},
};

} // namespace

const StageEntry* findStage(std::string_view name)
{
    const auto* found = std::find_if(kStages.begin(), kStages.end(),
                                     [&](const StageEntry& entry) { return entry.name == name; });
    return found == kStages.end() ? nullptr : found;
}

} // namespace sandglass::engine::query
