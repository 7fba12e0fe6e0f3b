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

Result<void> runAggregate(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runAuthenticate(const request::Request& request, Context& context,
                             bson::Builder& reply);
Result<void> runAvailableQueryOptions(const request::Request& request, Context& context,
                                      bson::Builder& reply);
Result<void> runBuildInfo(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runCollMod(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runCollStats(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runCompact(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runConnPoolStats(const request::Request& request, Context& context,
                              bson::Builder& reply);
Result<void> runConnectionStatus(const request::Request& request, Context& context,
                                 bson::Builder& reply);
Result<void> runConvertToCapped(const request::Request& request, Context& context,
                                bson::Builder& reply);
Result<void> runCount(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runCreate(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runCreateIndexes(const request::Request& request, Context& context,
                              bson::Builder& reply);
Result<void> runCurrentOp(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runDbStats(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runDelete(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runDistinct(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runDrop(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runDropDatabase(const request::Request& request, Context& context,
                             bson::Builder& reply);
Result<void> runDropIndexes(const request::Request& request, Context& context,
                            bson::Builder& reply);
Result<void> runEndSessions(const request::Request& request, Context& context,
                            bson::Builder& reply);
Result<void> runEndTransaction(const request::Request& request, Context& context,
                               bson::Builder& reply);
Result<void> runExplain(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runFeatures(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runFind(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runFindAndModify(const request::Request& request, Context& context,
                              bson::Builder& reply);
Result<void> runFsync(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runFsyncUnlock(const request::Request& request, Context& context,
                            bson::Builder& reply);
Result<void> runGetCmdLineOpts(const request::Request& request, Context& context,
                               bson::Builder& reply);
Result<void> runGetDiagnosticData(const request::Request& request, Context& context,
                                  bson::Builder& reply);
Result<void> runGetLastError(const request::Request& request, Context& context,
                             bson::Builder& reply);
Result<void> runGetLog(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runGetMore(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runGetNonce(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runGetParameter(const request::Request& request, Context& context,
                             bson::Builder& reply);
Result<void> runGetPrevError(const request::Request& request, Context& context,
                             bson::Builder& reply);
Result<void> runHello(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runHostInfo(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runInsert(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runKillCursors(const request::Request& request, Context& context,
                            bson::Builder& reply);
Result<void> runKillOp(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runListCollections(const request::Request& request, Context& context,
                                bson::Builder& reply);
Result<void> runListCommands(const request::Request& request, Context& context,
                             bson::Builder& reply);
Result<void> runListDatabases(const request::Request& request, Context& context,
                              bson::Builder& reply);
Result<void> runListIndexes(const request::Request& request, Context& context,
                            bson::Builder& reply);
Result<void> runLogout(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runPing(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runProfile(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runReIndex(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runRenameCollection(const request::Request& request, Context& context,
                                 bson::Builder& reply);
Result<void> runReplSetGetConfig(const request::Request& request, Context& context,
                                 bson::Builder& reply);
Result<void> runReplSetGetStatus(const request::Request& request, Context& context,
                                 bson::Builder& reply);
Result<void> runReplSetInitiate(const request::Request& request, Context& context,
                                bson::Builder& reply);
Result<void> runResetError(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runSandglassCheckpoint(const request::Request& request, Context& context,
                                    bson::Builder& reply);
Result<void> runServerStatus(const request::Request& request, Context& context,
                             bson::Builder& reply);
Result<void> runSetParameter(const request::Request& request, Context& context,
                             bson::Builder& reply);
Result<void> runSetUserWriteBlockMode(const request::Request& request, Context& context,
                                      bson::Builder& reply);
Result<void> runStartSession(const request::Request& request, Context& context,
                             bson::Builder& reply);
Result<void> runTop(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runUpdate(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runValidate(const request::Request& request, Context& context, bson::Builder& reply);
Result<void> runWhatsMyUri(const request::Request& request, Context& context, bson::Builder& reply);

} // namespace sandglass::engine::commands
