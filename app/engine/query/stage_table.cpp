// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/stage.h"

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

constexpr const char* kDensify = "$densify";
constexpr const char* kFill = "$fill";
constexpr const char* kGeoNear = "$geoNear";
constexpr const char* kListSearchIndexes = "$listSearchIndexes";
constexpr const char* kSearch = "$search";
constexpr const char* kSearchMeta = "$searchMeta";
constexpr const char* kSetWindowFields = "$setWindowFields";
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

// Sorted by name. The fourth member says whether the stage may be used inside $facet.
constexpr std::array kStages{
    StageEntry{"$addFields", parseAddFields},
    StageEntry{"$bucket", parseBucket},
    StageEntry{"$bucketAuto", parseBucketAuto},
    StageEntry{"$changeStream", parseChangeStream, kAnywhere, false},
    StageEntry{"$collStats", parseServerStage<kCollStats>, kFirst, false},
    StageEntry{"$count", parseCount},
    StageEntry{"$currentOp", parseServerStage<kCurrentOp>, kFirst, false},
    StageEntry{"$densify", parseUnsupported<kDensify>},
    StageEntry{"$documents", parseDocuments, kFirst, false},
    StageEntry{"$facet", parseFacet, kAnywhere, false},
    StageEntry{"$fill", parseUnsupported<kFill>},
    StageEntry{"$geoNear", parseUnsupported<kGeoNear>, kAnywhere, false},
    StageEntry{"$graphLookup", parseGraphLookup},
    StageEntry{"$group", parseGroup},
    StageEntry{"$indexStats", parseServerStage<kIndexStats>, kFirst, false},
    StageEntry{"$limit", parseLimit},
    StageEntry{"$listLocalSessions", parseServerStage<kListLocalSessions>, kFirst, false},
    StageEntry{"$listSearchIndexes", parseUnsupported<kListSearchIndexes>, kAnywhere, false},
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
    StageEntry{"$search", parseUnsupported<kSearch>, kAnywhere, false},
    StageEntry{"$searchMeta", parseUnsupported<kSearchMeta>, kAnywhere, false},
    StageEntry{"$set", parseAddFields},
    StageEntry{"$setWindowFields", parseUnsupported<kSetWindowFields>},
    StageEntry{"$skip", parseSkip},
    StageEntry{"$sort", parseSort},
    StageEntry{"$sortByCount", parseSortByCount},
    StageEntry{"$unionWith", parseUnionWith},
    StageEntry{"$unset", parseUnset},
    StageEntry{"$unwind", parseUnwind},
    StageEntry{"$vectorSearch", parseUnsupported<kVectorSearch>, kAnywhere, false},
};

} // namespace

const StageEntry* findStage(std::string_view name)
{
    const auto* found = std::find_if(kStages.begin(), kStages.end(),
                                     [&](const StageEntry& entry) { return entry.name == name; });
    return found == kStages.end() ? nullptr : found;
}

} // namespace sandglass::engine::query
