// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/request/arguments.h"
#include "app/engine/request/declaration.h"

#include <array>

// The arguments of all commands, as MongoDB 8.2 accepts them. Only table.cpp and tests include this
// file. Fields that only the router of a sharded cluster or a server's own threads send are left
// out, so they are refused. A field that the engine does not support is declared all the same: its
// command refuses it with a sentence of its own.
// Source: MongoDB manual, Database Commands.

/// The lists below: names, types, and what differs from an optional field that every version knows.
namespace sandglass::engine::commands::declarations {

using request::Declaration;
using request::Field;
using request::FieldType;
using request::OtherFields;
using request::ReadLevels;

inline constexpr auto kAny = FieldType::Any;
inline constexpr auto kFlag = FieldType::Flag;
inline constexpr auto kNumber = FieldType::Number;
inline constexpr auto kCount = FieldType::Count;
inline constexpr auto kText = FieldType::Text;
inline constexpr auto kObject = FieldType::Object;
inline constexpr auto kArray = FieldType::Array;

/// A field without which the command fails.
constexpr Field required(std::string_view name, FieldType type)
{
    return {name, type, request::Presence::Required};
}

/// A field that versions before `version` (10 * major + minor) do not know.
constexpr Field since(int version, std::string_view name, FieldType type)
{
    return {name, type, request::Presence::Optional, version};
}

/// A field outside of API version 1.
constexpr Field unstable(std::string_view name, FieldType type)
{
    return {name, type, request::Presence::Optional, 0, 0, false};
}

/// The UUID that the collection must have.
inline constexpr Field kCollectionUuid{
    "collectionUUID", kAny, request::Presence::Optional, 60, 0, false};

inline constexpr auto kAggregate = std::to_array<Field>({
    required("pipeline", kArray),
    unstable("explain", kFlag),
    {"allowDiskUse", kFlag},
    {"cursor", kObject},
    {"bypassDocumentValidation", kFlag},
    {"collation", kObject},
    {"hint", kAny},
    unstable("needsMerge", kFlag),
    unstable("fromMongos", kFlag),
    since(50, "let", kObject),
    kCollectionUuid,
    unstable(request::kBoundedOption, kFlag),
});
inline constexpr auto kApplyOps = std::to_array<Field>({
    {"alwaysUpsert", kFlag},
    {"allowAtomic", kFlag},
});
inline constexpr auto kBulkWrite = std::to_array<Field>({
    required("ops", FieldType::Statements),
    required("nsInfo", FieldType::Statements),
    {"ordered", kFlag},
    {"errorsOnly", kFlag},
    {"bypassDocumentValidation", kFlag},
    {"let", kObject},
    {"cursor", kObject},
    {"stmtIds", kArray},
});
inline constexpr auto kCollMod = std::to_array<Field>({
    {"index", kObject},
    since(50, "expireAfterSeconds", kAny),
    {"validator", kObject},
    {"validationLevel", kText},
    {"validationAction", kText},
    {"viewOn", kText},
    {"pipeline", kArray},
    {"timeseries", kAny},
    {"clusteredIndex", kAny},
    since(60, "cappedSize", kAny),
    since(60, "cappedMax", kAny),
    {"changeStreamPreAndPostImages", kObject},
    {"recordPreImages", kFlag, request::Presence::Optional, 0, 60, false},
    unstable("dryRun", kFlag),
    unstable("timeseriesBucketsMayHaveMixedSchemaData", kFlag),
    kCollectionUuid,
    {"usePowerOf2Sizes", kAny, request::Presence::Optional, 0, 30},
});
inline constexpr auto kCompact = std::to_array<Field>({
    {"dryRun", kFlag},
    {"force", kFlag},
    {"freeSpaceTargetMB", kNumber},
});
inline constexpr auto kCountFields = std::to_array<Field>({
    {"query", kObject},
    {"limit", kNumber},
    {"skip", kCount},
    {"hint", kAny},
    {"fields", kAny},
    {"collation", kObject},
    kCollectionUuid,
    unstable(request::kBoundedOption, kFlag),
});
inline constexpr auto kCreate = std::to_array<Field>({
    {"capped", kFlag},
    unstable("size", kAny),
    unstable("max", kAny),
    unstable("autoIndexId", kFlag),
    {"idIndex", kObject},
    unstable("storageEngine", kObject),
    {"validator", kObject},
    {"validationLevel", kText},
    {"validationAction", kText},
    unstable("indexOptionDefaults", kObject),
    {"viewOn", kAny},
    {"pipeline", kAny},
    {"collation", kAny},
    since(50, "timeseries", kObject),
    since(53, "clusteredIndex", kAny),
    since(50, "expireAfterSeconds", kNumber),
    {"encryptedFields", kObject},
    {"changeStreamPreAndPostImages", kObject},
    {"flags", kAny},
    unstable("temp", kFlag),
});
inline constexpr auto kCreateIndexes = std::to_array<Field>({
    required("indexes", kArray),
    unstable("ignoreUnknownIndexOptions", kFlag),
    {"commitQuorum", kAny},
    {"v", kAny},
    kCollectionUuid,
});
inline constexpr auto kDelete = std::to_array<Field>({
    required("deletes", FieldType::Statements),
    {"ordered", kFlag},
    {"bypassDocumentValidation", kFlag},
    {"stmtIds", kArray},
    since(50, "let", kObject),
    kCollectionUuid,
});
inline constexpr auto kDistinct = std::to_array<Field>({
    required("key", kText),
    {"query", kObject},
    {"collation", kObject},
    {"hint", kAny},
});
inline constexpr auto kDrop = std::to_array<Field>({kCollectionUuid});
inline constexpr auto kDropIndexes
    = std::to_array<Field>({required("index", kAny), kCollectionUuid});
inline constexpr auto kExplain = std::to_array<Field>({{"verbosity", kText}});
inline constexpr auto kFind = std::to_array<Field>({
    {"filter", kObject},
    {"sort", kObject},
    {"projection", kObject},
    {"hint", kAny},
    {"skip", kCount},
    {"limit", kCount},
    {"batchSize", kCount},
    {"singleBatch", kFlag},
    unstable("ntoreturn", kCount),
    unstable("noCursorTimeout", kFlag),
    unstable("awaitData", kFlag),
    unstable("tailable", kFlag),
    unstable("max", kObject),
    unstable("min", kObject),
    unstable("returnKey", kFlag),
    unstable("showRecordId", kFlag),
    unstable("oplogReplay", kFlag),
    {"allowPartialResults", kFlag},
    {"allowDiskUse", kFlag},
    {"collation", kObject},
    since(50, "let", kObject),
    kCollectionUuid,
});
inline constexpr auto kFindAndModify = std::to_array<Field>({
    {"query", kObject},
    {"sort", kObject},
    {"remove", kFlag},
    {"update", kAny},
    {"new", kFlag},
    {"fields", kObject},
    {"upsert", kFlag},
    {"bypassDocumentValidation", kFlag},
    {"bypassEmptyTsReplacement", kFlag},
    {"collation", kObject},
    {"arrayFilters", kArray},
    {"hint", kAny},
    since(50, "let", kObject),
});
inline constexpr auto kGetMore = std::to_array<Field>({
    required("collection", kText),
    {"batchSize", kCount},
    unstable("term", kNumber),
    unstable("lastKnownCommittedOpTime", kObject),
});
inline constexpr auto kHello = std::to_array<Field>({
    {"topologyVersion", kObject},
    {"maxAwaitTimeMS", kNumber},
});
inline constexpr auto kInsert = std::to_array<Field>({
    required("documents", FieldType::Statements),
    {"ordered", kFlag},
    {"bypassDocumentValidation", kFlag},
    {"bypassEmptyTsReplacement", kFlag},
    {"stmtIds", kArray},
    kCollectionUuid,
});
inline constexpr auto kKillCursors = std::to_array<Field>({required("cursors", kArray)});
inline constexpr auto kListCollections = std::to_array<Field>({
    {"filter", kObject},
    {"nameOnly", kFlag},
    {"authorizedCollections", kFlag},
    {"cursor", kObject},
    unstable("includePendingDrops", kFlag),
});
inline constexpr auto kListDatabases = std::to_array<Field>({
    {"filter", kObject},
    {"nameOnly", kFlag},
    {"authorizedDatabases", kFlag},
});
inline constexpr auto kListIndexes = std::to_array<Field>({
    {"cursor", kObject},
    unstable("includeBuildUUIDs", kFlag),
    unstable("includeIndexBuildInfo", kFlag),
});
inline constexpr auto kProfile = std::to_array<Field>({
    {"slowms", kNumber},
    {"sampleRate", kNumber},
    {"filter", kAny},
});
inline constexpr auto kRenameCollection = std::to_array<Field>({
    required("to", kAny),
    {"dropTarget", kFlag},
    {"stayTemp", kFlag},
    kCollectionUuid,
});
inline constexpr auto kTransaction = std::to_array<Field>({{"recoveryToken", kObject}});
inline constexpr auto kUpdate = std::to_array<Field>({
    required("updates", FieldType::Statements),
    {"ordered", kFlag},
    {"bypassDocumentValidation", kFlag},
    {"bypassEmptyTsReplacement", kFlag},
    {"stmtIds", kArray},
    since(50, "let", kObject),
    kCollectionUuid,
});
inline constexpr auto kValidate = std::to_array<Field>({
    {"full", kFlag},
    {"scandata", kFlag},
    {"background", kFlag},
    {"repair", kFlag},
    {"enforceFastCount", kFlag},
    {"checkBSONConformance", kFlag},
    {"metadata", kFlag},
});
inline constexpr auto kScale = std::to_array<Field>({{"scale", kNumber}});
inline constexpr auto kDbStats = std::to_array<Field>({
    {"scale", kNumber},
    {"freeStorage", kNumber},
});
inline constexpr auto kConvert = std::to_array<Field>({
    {"size", kAny},
    kCollectionUuid,
});
inline constexpr auto kFailPoint = std::to_array<Field>({{"mode", kAny}, {"data", kAny}});
inline constexpr auto kPrivileges = std::to_array<Field>({{"showPrivileges", kFlag}});
inline constexpr auto kGetDefaults = std::to_array<Field>({{"inMemory", kFlag}});
inline constexpr auto kSetDefaults = std::to_array<Field>({
    {"defaultReadConcern", kObject},
    {"defaultWriteConcern", kObject},
});
inline constexpr auto kReplSetConfig = std::to_array<Field>({{"commitmentStatus", kFlag}});
inline constexpr auto kReplSetStatus = std::to_array<Field>({{"initialSync", kAny}});
inline constexpr auto kCheckpoint = std::to_array<Field>({required("path", kText)});
inline constexpr auto kPutBack = std::to_array<Field>({
    required("filter", kObject),
    {"byName", kFlag},
    {"dryRun", kFlag},
});
inline constexpr auto kWriteBlock = std::to_array<Field>({{"global", kAny}, {"reason", kAny}});

inline constexpr auto kCreateUser = std::to_array<Field>({
    {"pwd", kText},
    {"customData", kObject},
    required("roles", kArray),
    {"digestPassword", kFlag},
    {"authenticationRestrictions", kArray},
    {"mechanisms", kArray},
});
inline constexpr auto kUpdateUser = std::to_array<Field>({
    {"pwd", kText},
    {"customData", kObject},
    {"roles", kArray},
    {"digestPassword", kFlag},
    {"authenticationRestrictions", kArray},
    {"mechanisms", kArray},
});
inline constexpr auto kRolesOfUser = std::to_array<Field>({required("roles", kArray)});
inline constexpr auto kUsersInfo = std::to_array<Field>({
    {"showCredentials", kFlag},
    {"showCustomData", kFlag},
    {"showPrivileges", kFlag},
    {"showAuthenticationRestrictions", kFlag},
    {"filter", kObject},
});
inline constexpr auto kRolesInfo = std::to_array<Field>({
    {"showPrivileges", kAny},
    {"showAuthenticationRestrictions", kFlag},
    {"showBuiltinRoles", kFlag},
});

inline constexpr auto kIgnored = OtherFields::Ignored;
inline constexpr auto kRefused = OtherFields::Refused;
inline constexpr auto kLocal = ReadLevels::Local;
inline constexpr bool kStable = true;
inline constexpr bool kConcern = true; // takes a write concern
inline constexpr bool kNoConcern = false;

inline constexpr std::string_view kAggregateHelp
    = "Not in MongoDB: {sandglassBounded: true} counts from the block directory of a TTL index"
      " alone, so that the time does not depend on the number of documents. The pipeline must"
      " start with $match on a range of dates of the index's field, followed by $count, $bucket,"
      " or $group by a constant or by $dateTrunc. The reply's sandglassBound says by how much"
      " each number may be wrong. Any other pipeline fails with BadValue.";
inline constexpr std::string_view kCountHelp
    = "Not in MongoDB: {sandglassBounded: true} counts a range of dates from the block directory"
      " of a TTL index alone, so that the time does not depend on the number of documents. The"
      " reply's sandglassBound says by how much n may be wrong. Fails with BadValue if there is"
      " no such directory.";
inline constexpr std::string_view kCheckpointHelp
    = "Not in MongoDB: writes a copy of the data folder to the folder `path` of the server.";
inline constexpr std::string_view kPutBackHelp
    = "Not in MongoDB: puts documents that TTL indexes deleted back into their collections. The "
      "filter is over "
      "local.sandglass.trash.";

/// One row for each command, in the order of the command table: name, fields, other fields, read
/// concern levels, write concern, API version 1, help.
inline constexpr auto kDeclarations = std::to_array<Declaration>({
    {"abortTransaction", kTransaction, kRefused, kLocal, kConcern, kStable},
    {"aggregate", kAggregate, kRefused, ReadLevels::All, kConcern, kStable, kAggregateHelp},
    {"applyOps", kApplyOps, kRefused, kLocal, kConcern},
    {"authenticate", {}, kIgnored, kLocal, kNoConcern, kStable},
    {"availableQueryOptions", {}, kIgnored},
    {"buildInfo", {}, kIgnored},
    {"bulkWrite", kBulkWrite, kRefused, kLocal, kConcern, kStable},
    {"collMod", kCollMod, kRefused, kLocal, kConcern, kStable},
    {"collStats", kScale, kRefused, kLocal},
    {"commitTransaction", kTransaction, kRefused, kLocal, kConcern, kStable},
    {"compact", kCompact},
    {"configureFailPoint", kFailPoint},
    {"connPoolStats", {}, kIgnored},
    {"connectionStatus", kPrivileges},
    {"convertToCapped", kConvert, kRefused, kLocal, kConcern},
    {"count", kCountFields, kRefused, ReadLevels::Committed, kNoConcern, kStable, kCountHelp},
    {"create", kCreate, kRefused, kLocal, kConcern, kStable},
    {"createIndexes", kCreateIndexes, kRefused, kLocal, kConcern, kStable},
    {"createUser", kCreateUser, kRefused, kLocal, kConcern},
    {"currentOp", {}, kIgnored}, // the fields are conditions
    {"dbStats", kDbStats},
    {"delete", kDelete, kRefused, kLocal, kConcern, kStable},
    {"distinct", kDistinct, kRefused, ReadLevels::All},
    {"drop", kDrop, kRefused, kLocal, kConcern, kStable},
    {"dropAllUsersFromDatabase", {}, kRefused, kLocal, kConcern},
    {"dropDatabase", {}, kRefused, kLocal, kConcern, kStable},
    {"dropIndexes", kDropIndexes, kRefused, kLocal, kConcern, kStable},
    {"dropUser", {}, kRefused, kLocal, kConcern},
    {"endSessions", {}, kRefused, kLocal, kNoConcern, kStable},
    {"explain", kExplain, kRefused, ReadLevels::Committed, kNoConcern, kStable},
    {"features", {}, kIgnored},
    {"find", kFind, kRefused, ReadLevels::All, kNoConcern, kStable},
    {"findAndModify", kFindAndModify, kRefused, kLocal, kConcern, kStable},
    {"fsync", {}, kIgnored},
    {"fsyncUnlock", {}, kIgnored},
    {"getCmdLineOpts", {}, kIgnored},
    {"getDefaultRWConcern", kGetDefaults},
    {"getDiagnosticData", {}, kIgnored},
    {"getLastError", {}, kIgnored}, // its fields are a write concern
    {"getLog", {}, kIgnored},
    {"getMore", kGetMore, kRefused, kLocal, kNoConcern, kStable},
    {"getParameter", {}, kIgnored}, // the fields are names of parameters
    {"getPrevError", {}, kIgnored},
    {"getnonce", {}, kIgnored},
    {"grantRolesToUser", kRolesOfUser, kRefused, kLocal, kConcern},
    {"hello", kHello, kIgnored, kLocal, kNoConcern, kStable},
    {"hostInfo", {}, kIgnored},
    {"insert", kInsert, kRefused, kLocal, kConcern, kStable},
    {"isMaster", kHello, kIgnored},
    {"killAllSessions", {}},
    {"killAllSessionsByPattern", {}},
    {"killCursors", kKillCursors, kRefused, kLocal, kNoConcern, kStable},
    {"killOp", {}, kIgnored},
    {"killSessions", {}},
    {"listCollections", kListCollections, kRefused, kLocal, kNoConcern, kStable},
    {"listCommands", {}, kIgnored},
    {"listDatabases", kListDatabases, kRefused, kLocal, kNoConcern, kStable},
    {"listIndexes", kListIndexes, kRefused, kLocal, kNoConcern, kStable},
    {"logout", {}, kIgnored},
    {"ping", {}, kIgnored, kLocal, kNoConcern, kStable},
    {"profile", kProfile},
    {"reIndex", {}, kIgnored},
    {"refreshSessions", {}, kRefused, kLocal, kNoConcern, kStable},
    {"renameCollection", kRenameCollection, kRefused, kLocal, kConcern},
    {"replSetGetConfig", kReplSetConfig},
    {"replSetGetStatus", kReplSetStatus},
    {"replSetInitiate", {}, kIgnored},
    {"resetError", {}, kIgnored},
    {"revokeRolesFromUser", kRolesOfUser, kRefused, kLocal, kConcern},
    {"rolesInfo", kRolesInfo},
    {"sandglassCheckpoint", kCheckpoint, kRefused, kLocal, kNoConcern, false, kCheckpointHelp},
    {"sandglassPutBack", kPutBack, kRefused, kLocal, kNoConcern, false, kPutBackHelp},
    {"saslContinue", {}, kIgnored, kLocal, kNoConcern, kStable},
    {"saslStart", {}, kIgnored, kLocal, kNoConcern, kStable},
    {"serverStatus", {}, kIgnored}, // the fields are sections
    {"setDefaultRWConcern", kSetDefaults, kRefused, kLocal, kConcern},
    {"setParameter", {}, kIgnored}, // the fields are names of parameters
    {"setUserWriteBlockMode", kWriteBlock, kRefused, kLocal, kConcern},
    {"startSession", {}},
    {"top", {}, kIgnored},
    {"update", kUpdate, kRefused, kLocal, kConcern, kStable},
    {"updateUser", kUpdateUser, kRefused, kLocal, kConcern},
    {"usersInfo", kUsersInfo},
    {"validate", kValidate},
    {"whatsmyuri", {}, kIgnored},
});

} // namespace sandglass::engine::commands::declarations
