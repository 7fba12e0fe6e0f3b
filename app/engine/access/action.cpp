// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/action.h"

#include <array>

namespace sandglass::engine::access {

namespace {

/// In the order of Action.
constexpr std::array<std::string_view, kActions> kNames{
    "bypassDocumentValidation",
    "changeCustomData",
    "changePassword",
    "changeStream",
    "collMod",
    "collStats",
    "compact",
    "convertToCapped",
    "createCollection",
    "createIndex",
    "createUser",
    "dbStats",
    "dropCollection",
    "dropDatabase",
    "dropIndex",
    "dropUser",
    "enableProfiler",
    "find",
    "grantRole",
    "indexStats",
    "insert",
    "killAnyCursor",
    "killCursors",
    "listCollections",
    "listIndexes",
    "planCacheRead",
    "reIndex",
    "remove",
    "renameCollectionSameDB",
    "revokeRole",
    "update",
    "validate",
    "viewRole",
    "viewUser",
    "applyOps",
    "connPoolStats",
    "fsync",
    "getCmdLineOpts",
    "getDefaultRWConcern",
    "getLog",
    "getParameter",
    "hostInfo",
    "inprog",
    "killAnySession",
    "killop",
    "listDatabases",
    "listSessions",
    "replSetConfigure",
    "replSetGetConfig",
    "replSetGetStatus",
    "sandglassCheckpoint",
    "sandglassPutBack",
    "serverStatus",
    "setDefaultRWConcern",
    "setParameter",
    "setUserWriteBlockMode",
    "top",
    "unlock",
};

} // namespace

std::string_view actionName(Action action)
{
    return kNames[static_cast<std::size_t>(action)];
}

} // namespace sandglass::engine::access
