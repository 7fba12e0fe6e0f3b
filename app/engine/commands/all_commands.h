// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/commands/command.h"

namespace sandglass::engine::commands {

class Context;

/// The commands, one function each, as the table calls them: the reply's fields go to `reply`,
/// without `ok`; an error becomes an error reply. What each takes and answers is MongoDB's; limits
/// are noted in its source file. Any thread.

Result<void> runAggregate(const Request& request, Context& context, bson::Builder& reply);
Result<void> runAuthenticate(const Request& request, Context& context, bson::Builder& reply);
Result<void> runAvailableQueryOptions(const Request& request, Context& context,
                                      bson::Builder& reply);
Result<void> runBuildInfo(const Request& request, Context& context, bson::Builder& reply);
Result<void> runCollMod(const Request& request, Context& context, bson::Builder& reply);
Result<void> runCollStats(const Request& request, Context& context, bson::Builder& reply);
Result<void> runCompact(const Request& request, Context& context, bson::Builder& reply);
Result<void> runConnPoolStats(const Request& request, Context& context, bson::Builder& reply);
Result<void> runConnectionStatus(const Request& request, Context& context, bson::Builder& reply);
Result<void> runConvertToCapped(const Request& request, Context& context, bson::Builder& reply);
Result<void> runCount(const Request& request, Context& context, bson::Builder& reply);
Result<void> runCreate(const Request& request, Context& context, bson::Builder& reply);
Result<void> runCreateIndexes(const Request& request, Context& context, bson::Builder& reply);
Result<void> runCurrentOp(const Request& request, Context& context, bson::Builder& reply);
Result<void> runDbStats(const Request& request, Context& context, bson::Builder& reply);
Result<void> runDelete(const Request& request, Context& context, bson::Builder& reply);
Result<void> runDistinct(const Request& request, Context& context, bson::Builder& reply);
Result<void> runDrop(const Request& request, Context& context, bson::Builder& reply);
Result<void> runDropDatabase(const Request& request, Context& context, bson::Builder& reply);
Result<void> runDropIndexes(const Request& request, Context& context, bson::Builder& reply);
Result<void> runEndSessions(const Request& request, Context& context, bson::Builder& reply);
Result<void> runEndTransaction(const Request& request, Context& context, bson::Builder& reply);
Result<void> runExplain(const Request& request, Context& context, bson::Builder& reply);
Result<void> runFeatures(const Request& request, Context& context, bson::Builder& reply);
Result<void> runFind(const Request& request, Context& context, bson::Builder& reply);
Result<void> runFindAndModify(const Request& request, Context& context, bson::Builder& reply);
Result<void> runFsync(const Request& request, Context& context, bson::Builder& reply);
Result<void> runFsyncUnlock(const Request& request, Context& context, bson::Builder& reply);
Result<void> runGetCmdLineOpts(const Request& request, Context& context, bson::Builder& reply);
Result<void> runGetDiagnosticData(const Request& request, Context& context, bson::Builder& reply);
Result<void> runGetLastError(const Request& request, Context& context, bson::Builder& reply);
Result<void> runGetLog(const Request& request, Context& context, bson::Builder& reply);
Result<void> runGetMore(const Request& request, Context& context, bson::Builder& reply);
Result<void> runGetNonce(const Request& request, Context& context, bson::Builder& reply);
Result<void> runGetParameter(const Request& request, Context& context, bson::Builder& reply);
Result<void> runGetPrevError(const Request& request, Context& context, bson::Builder& reply);
Result<void> runHello(const Request& request, Context& context, bson::Builder& reply);
Result<void> runHostInfo(const Request& request, Context& context, bson::Builder& reply);
Result<void> runInsert(const Request& request, Context& context, bson::Builder& reply);
Result<void> runKillCursors(const Request& request, Context& context, bson::Builder& reply);
Result<void> runKillOp(const Request& request, Context& context, bson::Builder& reply);
Result<void> runListCollections(const Request& request, Context& context, bson::Builder& reply);
Result<void> runListCommands(const Request& request, Context& context, bson::Builder& reply);
Result<void> runListDatabases(const Request& request, Context& context, bson::Builder& reply);
Result<void> runListIndexes(const Request& request, Context& context, bson::Builder& reply);
Result<void> runLogout(const Request& request, Context& context, bson::Builder& reply);
Result<void> runPing(const Request& request, Context& context, bson::Builder& reply);
Result<void> runProfile(const Request& request, Context& context, bson::Builder& reply);
Result<void> runReIndex(const Request& request, Context& context, bson::Builder& reply);
Result<void> runRenameCollection(const Request& request, Context& context, bson::Builder& reply);
Result<void> runReplSetGetConfig(const Request& request, Context& context, bson::Builder& reply);
Result<void> runReplSetGetStatus(const Request& request, Context& context, bson::Builder& reply);
Result<void> runReplSetInitiate(const Request& request, Context& context, bson::Builder& reply);
Result<void> runResetError(const Request& request, Context& context, bson::Builder& reply);
Result<void> runSandglassCheckpoint(const Request& request, Context& context, bson::Builder& reply);
Result<void> runServerStatus(const Request& request, Context& context, bson::Builder& reply);
Result<void> runSetParameter(const Request& request, Context& context, bson::Builder& reply);
Result<void> runSetUserWriteBlockMode(const Request& request, Context& context,
                                      bson::Builder& reply);
Result<void> runStartSession(const Request& request, Context& context, bson::Builder& reply);
Result<void> runTop(const Request& request, Context& context, bson::Builder& reply);
Result<void> runUpdate(const Request& request, Context& context, bson::Builder& reply);
Result<void> runValidate(const Request& request, Context& context, bson::Builder& reply);
Result<void> runWhatsMyUri(const Request& request, Context& context, bson::Builder& reply);

} // namespace sandglass::engine::commands
