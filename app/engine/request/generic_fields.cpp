// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/request/generic_fields.h"

#include "app/engine/request/arguments.h"
#include "app/engine/request/declaration.h"
#include "app/engine/request/engine_facts.h"
#include "app/engine/request/request.h"

#include <algorithm>
#include <array>
#include <string>

namespace sandglass::engine::request {

using protocol::commandError;
using protocol::ServerCode;

namespace {

// The fields that a client may add to any command, in byte order. Source: app/ttl/SEMANTICS.md 7.2.
constexpr std::array<std::string_view, 22> kGenericFields{
    "$audit",
    "$client",
    "$clusterTime",
    "$comment",
    "$configServerState",
    "$db",
    "$oplogQueryData",
    "$queryOptions",
    "$readPreference",
    "$replData",
    "apiDeprecationErrors",
    "apiStrict",
    "apiVersion",
    "autocommit",
    "comment",
    "lsid",
    "maxTimeMS",
    "readConcern",
    "startTransaction",
    "stmtId",
    "txnNumber",
    "writeConcern",
};
static_assert(std::ranges::is_sorted(kGenericFields));

constexpr std::array<std::string_view, 5> kLevels{"available", "linearizable", "local", "majority",
                                                  "snapshot"};
constexpr std::array<std::string_view, 4> kProvenances{"clientSupplied", "customDefault",
                                                       "getLastErrorDefaults", "implicitDefault"};

constexpr std::array<std::string_view, 5> kReadModes{"nearest", "primary", "primaryPreferred",
                                                     "secondary", "secondaryPreferred"};

constexpr int kApiWithoutVersion = 4886600;
constexpr int kNotAReplicaSet = 123;
constexpr int kInvalidUuid = 207;
constexpr std::size_t kUuidBytes = 16;
constexpr std::int64_t kMostMembers = 50;
constexpr std::int64_t kMostMillis = 2'147'483'647;

Error badEnumeration(std::string_view value, const std::string& field)
{
    return commandError(ServerCode::BadValue,
                        "Enumeration value '" + std::string(value) + "' for field '" + field
                            + "' is not a valid value.");
}

/// The Stable API: version "1" is the only one, and the two flags need it.
Result<void> checkApi(const Declaration& declared, const Arguments& arguments)
{
    auto version = arguments.text("apiVersion");
    TRY(version);
    for (const std::string_view field : {"apiStrict", "apiDeprecationErrors"}) {
        TRY(arguments.flag(field, false));
        if (!version->has_value() && !arguments.value(field).isMissing()) {
            return commandError(kApiWithoutVersion,
                                "Provided " + std::string(field) + " without passing apiVersion");
        }
    }
    if (version->has_value() && **version != "1") {
        return commandError(ServerCode::ApiVersionError, R"(API version must be "1")");
    }
    if (arguments.value("apiStrict").toBool() && !declared.stable) {
        return commandError(ServerCode::ApiStrictError,
                            "Provided apiStrict:true, but the command "
                                + std::string(declared.command) + " is not in API Version 1.");
    }
    return {};
}

/// The moments that a read concern names, and the levels that go with them. Whether the server has
/// them is checked where its log is known, see streams::checkReadTime().
Result<void> checkReadMoments(const Arguments& concern, std::string_view level)
{
    for (const std::string_view field : {"afterClusterTime", "atClusterTime"}) {
        const bson::ValueView moment = concern.value(field);
        if (moment.isMissing()) {
            continue;
        }
        if (moment.type() != bson::Type::Timestamp) {
            return concern.wrongType(field, "timestamp");
        }
        if (moment.asTimestamp() == bson::Timestamp()) {
            return commandError(ServerCode::InvalidOptions,
                                std::string(field) + " cannot be a null timestamp");
        }
    }
    const bool after = !concern.value("afterClusterTime").isMissing();
    const bool at = !concern.value("atClusterTime").isMissing();
    if (after && at) {
        return commandError(ServerCode::InvalidOptions,
                            "Can not specify both afterClusterTime and atClusterTime");
    }
    if (after && level != "majority" && level != "local" && level != "snapshot") {
        return commandError(ServerCode::InvalidOptions,
                            "afterClusterTime field can be set only if level is equal to majority,"
                            " local, or snapshot");
    }
    if (at && level != "snapshot") {
        return commandError(ServerCode::InvalidOptions,
                            "atClusterTime field can be set only if level is equal to: snapshot");
    }
    return {};
}

Result<void> checkReadConcern(const Declaration& declared, const Arguments& arguments,
                              const EngineFacts& facts)
{
    auto concern = arguments.document("readConcern");
    TRY(concern);
    const Arguments inner(std::string(declared.command) + ".readConcern", *concern);
    TRY(inner.onlyKnown({"level", "afterClusterTime", "afterOpTime", "atClusterTime", "provenance",
                         "$_allowTransactionTableSnapshot", "$_waitLastStableRecoveryTimestamp"}));
    auto level = inner.text("level");
    TRY(level);
    TRY(checkReadMoments(inner, level->value_or("local")));
    if (!level->has_value() || **level == "local") {
        return {};
    }
    if (std::ranges::find(kLevels, **level) == kLevels.end()) {
        return badEnumeration(**level, "readConcern.level");
    }
    const bool snapshot = **level == "snapshot";
    if (declared.levels == ReadLevels::Local || (snapshot && declared.levels != ReadLevels::All)) {
        return commandError(ServerCode::InvalidOptions,
                            "Command " + std::string(declared.command)
                                + " does not support read concern level '" + std::string(**level)
                                + "'");
    }
    if (snapshot && facts.replSet.name.empty()) {
        return commandError(kNotAReplicaSet,
                            "node needs to be a replica set member to use readConcern: snapshot");
    }
    return {};
}

/// `w`: a number of members, "majority", or an object of tags.
Result<void> checkMembers(bson::ValueView members, bool replicated)
{
    if (members.isMissing() || members.type() == bson::Type::Document) {
        return {};
    }
    const auto unmet = [&](const std::string& text) -> Result<void> {
        return replicated ? Result<void>() : commandError(ServerCode::BadValue, text);
    };
    if (members.isNumber()) {
        const std::int64_t count = members.toInt64();
        if (count < 0 || count > kMostMembers) {
            return commandError(ServerCode::FailedToParse,
                                "w has to be a non-negative number and not greater than 50; found: "
                                    + std::to_string(count));
        }
        return count > 1 ? unmet("cannot use 'w' > 1 when a host is not replicated")
                         : Result<void>();
    }
    if (members.type() != bson::Type::String && !members.isNullish()) {
        return commandError(ServerCode::FailedToParse, "w has to be a number, string, or object");
    }
    const std::string_view mode = members.asString();
    return mode == "majority" ? Result<void>()
                              : unmet("cannot use non-majority 'w' mode '" + std::string(mode)
                                      + "' when a host is not a member of a replica set");
}

Result<void> checkWriteConcern(const Declaration& declared, const Arguments& arguments,
                               const EngineFacts& facts)
{
    auto concern = arguments.document("writeConcern");
    TRY(concern);
    if (arguments.value("writeConcern").isMissing()) {
        return {};
    }
    if (!declared.takesWriteConcern) {
        return commandError(ServerCode::InvalidOptions, "Command does not support writeConcern");
    }
    const Arguments inner(std::string(declared.command) + ".writeConcern", *concern);
    // wtimeout and getLastError take anything, as in MongoDB
    TRY(inner.onlyKnown(
        {"w", "j", "wtimeout", "fsync", "provenance", "getLastError", "wElectionId", "wOpTime"}));
    auto journal = inner.flag("j", false);
    TRY(journal);
    auto fsync = inner.flag("fsync", false);
    TRY(fsync);
    if (*journal && *fsync) {
        return commandError(ServerCode::FailedToParse,
                            "fsync and j options cannot be used together");
    }
    auto provenance = inner.text("provenance");
    TRY(provenance);
    if (provenance->has_value()
        && std::ranges::find(kProvenances, **provenance) == kProvenances.end()) {
        return badEnumeration(**provenance, "writeConcern.provenance");
    }
    return checkMembers((*concern)["w"], !facts.replSet.name.empty());
}

Result<void> checkSession(const Arguments& arguments)
{
    auto session = arguments.document("lsid");
    TRY(session);
    return arguments.value("lsid").isMissing()
        ? Result<void>()
        : checkSessionId("OperationSessionInfo.lsid", *session);
}

/// Only the mode matters: there is one server.
Result<void> checkReadPreference(const Arguments& arguments)
{
    auto preference = arguments.document("$readPreference");
    TRY(preference);
    const Arguments inner("$readPreference", *preference);
    auto mode = inner.text("mode");
    TRY(mode);
    if (mode->has_value() && std::ranges::find(kReadModes, **mode) == kReadModes.end()) {
        return commandError(ServerCode::FailedToParse,
                            "Unrecognized read preference mode: '" + std::string(**mode) + "'");
    }
    return {};
}

/// What has a type and no other rule. The numbers of retryable writes are checked where they are
/// used, see streams::LoggedCommand.
Result<void> checkTypes(const Arguments& arguments)
{
    TRY(checkReadPreference(arguments));
    for (const std::string_view field : {"$clusterTime", "$queryOptions", "$client"}) {
        TRY(arguments.document(field));
    }
    for (const std::string_view field : {"autocommit", "startTransaction"}) {
        TRY(arguments.flag(field, false));
    }
    TRY(arguments.integer("stmtId"));
    return {};
}

} // namespace

Result<base::Millis> timeLimit(const Request& request)
{
    const bson::ValueView limit = request.body["maxTimeMS"];
    if (limit.isNullish()) {
        return base::Millis(0);
    }
    if (!limit.isNumber()) {
        return commandArguments(request.name, request).wrongType("maxTimeMS", "long");
    }
    const auto millis = limit.toExactInt64();
    if (!millis) {
        return commandError(ServerCode::FailedToParse, "maxTimeMS must be an integer");
    }
    if (*millis < 0 || *millis > kMostMillis) {
        return commandError(ServerCode::BadValue,
                            std::to_string(*millis)
                                + " value for maxTimeMS is out of range [0, 2147483647]");
    }
    return base::Millis(*millis);
}

Result<void> checkSessionId(std::string_view path, bson::DocumentView session)
{
    const Arguments arguments(path, session);
    TRY(arguments.onlyKnown({"id", "uid", "txnNumber", "txnUUID"}));
    auto id = arguments.required("id");
    TRY(id);
    if (id->type() != bson::Type::Binary || id->asBinary().subtype != bson::kUuidSubtype) {
        return arguments.wrongType("id", "UUID");
    }
    if (id->asBinary().bytes.size() != kUuidBytes) {
        return commandError(kInvalidUuid,
                            "uuid must be a 16-byte binary field with UUID (4) subtype");
    }
    const bson::ValueView user = arguments.value("uid");
    return user.isMissing() || user.type() == bson::Type::Binary
        ? Result<void>()
        : arguments.wrongType("uid", "binData");
}

Result<std::string> namedIn(std::string_view path, std::string_view field,
                            bson::DocumentView document)
{
    const Arguments arguments(path, document);
    TRY(arguments.onlyKnown({field, "db"}));
    for (const std::string_view part : {field, std::string_view("db")}) {
        TRY(arguments.required(part));
        TRY(arguments.text(part));
    }
    return std::string(document[field].asString()) + "@" + std::string(document["db"].asString());
}

bool isGeneric(std::string_view field)
{
    return std::ranges::binary_search(kGenericFields, field);
}

Result<void> checkGenericFields(const Declaration& declared, const Request& request,
                                const EngineFacts& facts)
{
    const Arguments arguments(declared.command, request.body);
    TRY(checkApi(declared, arguments));
    TRY(timeLimit(request));
    TRY(checkReadConcern(declared, arguments, facts));
    TRY(checkWriteConcern(declared, arguments, facts));
    TRY(checkSession(arguments));
    return checkTypes(arguments);
}

} // namespace sandglass::engine::request
