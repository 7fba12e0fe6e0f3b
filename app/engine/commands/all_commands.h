// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/commands/command.h"

namespace sandglass::engine::commands {

class Context;

// One function for each command, called through the table in table.cpp. They append the fields of
// the reply without `ok`; an error becomes an error reply. Arguments, replies and errors are those
// of MongoDB's command; only what differs from it is noted here and in the source file. Any thread.

/// Runs a pipeline, or opens a change stream. With `explain`, reports the plan instead. The option
/// sandglassBounded answers counts of dates from a block directory alone.
Result<void> runAggregate(const request::Request& request, Context& context, bson::Builder& reply);
/// The field with the UUID of a new collection in a `create` of applyOps; no client can send it.
inline constexpr std::string_view kNewUuid = "ui";

/// Applies entries of a log of operations, in order, until one fails.
Result<void> runApplyOps(const request::Request& request, Context& context, bson::Builder& reply);
/// A login by certificate. Errors (server): always AuthenticationFailed.
Result<void> runAuthenticate(const request::Request& request, Context& context,
                             bson::Builder& reply);
/// The OP_QUERY flags that the server understands.
Result<void> runAvailableQueryOptions(const request::Request& request, Context& context,
                                      bson::Builder& reply);
/// The emulated version; the field `sandglass` identifies the product.
Result<void> runBuildInfo(const request::Request& request, Context& context, bson::Builder& reply);
/// Inserts, updates and deletes of several collections in one command. Errors (server):
/// CommandNotFound before 8.0.
Result<void> runBulkWrite(const request::Request& request, Context& context, bson::Builder& reply);
/// Changes an index, expireAfterSeconds, a view or the size of a capped collection. All parts are
/// checked before the first one is applied.
Result<void> runCollMod(const request::Request& request, Context& context, bson::Builder& reply);
/// The sizes of a collection, divided by `scale`. Zeros for a missing collection.
Result<void> runCollStats(const request::Request& request, Context& context, bson::Builder& reply);
/// Frees the disk space of removed documents. Blocks its caller only.
Result<void> runCompact(const request::Request& request, Context& context, bson::Builder& reply);
/// Has commands fail, for tests of drivers; see operations::FailPoints. Errors (server):
/// CommandNotFound without enableTestCommands, those of FailPoints::set().
Result<void> runConfigureFailPoint(const request::Request& request, Context& context,
                                   bson::Builder& reply);
/// Connections to other servers: all zero.
Result<void> runConnPoolStats(const request::Request& request, Context& context,
                              bson::Builder& reply);
/// Who is logged in on the connection, and what that user may do.
Result<void> runConnectionStatus(const request::Request& request, Context& context,
                                 bson::Builder& reply);
/// Turns a collection into a capped one and removes its oldest documents beyond the size.
Result<void> runConvertToCapped(const request::Request& request, Context& context,
                                bson::Builder& reply);
/// The number of documents that match. The option sandglassBounded answers from a block directory
/// alone.
Result<void> runCount(const request::Request& request, Context& context, bson::Builder& reply);
/// Creates a collection, view or time series. Succeeds without effect if an equal one exists.
Result<void> runCreate(const request::Request& request, Context& context, bson::Builder& reply);
/// Creates indexes, and the collection if it is missing. Blocks until they are built.
Result<void> runCreateIndexes(const request::Request& request, Context& context,
                              bson::Builder& reply);
/// The running operations that match the given conditions.
Result<void> runCurrentOp(const request::Request& request, Context& context, bson::Builder& reply);
/// The sizes of a database, divided by `scale`.
Result<void> runDbStats(const request::Request& request, Context& context, bson::Builder& reply);
/// Deletes documents, in write units of limited size and time.
Result<void> runDelete(const request::Request& request, Context& context, bson::Builder& reply);
/// The distinct values of a field. Errors (server): Location17217 for more than 16 MiB.
Result<void> runDistinct(const request::Request& request, Context& context, bson::Builder& reply);
/// Drops a collection, view or time series and closes its cursors.
Result<void> runDrop(const request::Request& request, Context& context, bson::Builder& reply);
/// Drops all collections of a database and closes their cursors.
Result<void> runDropDatabase(const request::Request& request, Context& context,
                             bson::Builder& reply);
/// dropIndexes, deleteIndexes: drops indexes by name, by key pattern or all but `_id_`.
Result<void> runDropIndexes(const request::Request& request, Context& context,
                            bson::Builder& reply);
/// endSessions and refreshSessions. Without effect: the engine keeps no session state. Errors
/// (server): those of request::checkSessionId(), TypeMismatch.
Result<void> runEndSessions(const request::Request& request, Context& context,
                            bson::Builder& reply);
/// killSessions, killAllSessions, killAllSessionsByPattern: ends operations and cursors of the
/// sessions or users in a list; of all sessions when it is empty. Errors (server): those of
/// request::checkSessionId(), UnknownField, MissingField, TypeMismatch.
Result<void> runKillSessions(const request::Request& request, Context& context,
                             bson::Builder& reply);
/// commitTransaction, abortTransaction. Errors (server): NoSuchTransaction; IllegalOperation on a
/// standalone.
Result<void> runEndTransaction(const request::Request& request, Context& context,
                               bson::Builder& reply);
/// The plan of another command. Reads are executed, writes only find their documents.
Result<void> runExplain(const request::Request& request, Context& context, bson::Builder& reply);
/// The features of the JavaScript engine, for old shells: none.
Result<void> runFeatures(const request::Request& request, Context& context, bson::Builder& reply);
/// Finds documents and opens a cursor if they do not fit into one reply.
Result<void> runFind(const request::Request& request, Context& context, bson::Builder& reply);
/// Changes or deletes one document and returns it as it was before or after.
Result<void> runFindAndModify(const request::Request& request, Context& context,
                              bson::Builder& reply);
/// Syncs the journal. With `lock`, forbids writes until fsyncUnlock.
Result<void> runFsync(const request::Request& request, Context& context, bson::Builder& reply);
/// Removes one lock of fsync.
Result<void> runFsyncUnlock(const request::Request& request, Context& context,
                            bson::Builder& reply);
/// The program's arguments and the options that they set.
Result<void> runGetCmdLineOpts(const request::Request& request, Context& context,
                               bson::Builder& reply);
/// The read and write concern of commands that name none. Errors (server): Location51300 on a
/// standalone.
Result<void> runGetDefaultRWConcern(const request::Request& request, Context& context,
                                    bson::Builder& reply);
/// serverStatus in the format that monitoring programs read.
Result<void> runGetDiagnosticData(const request::Request& request, Context& context,
                                  bson::Builder& reply);
/// The outcome of the previous operation on the same connection.
Result<void> runGetLastError(const request::Request& request, Context& context,
                             bson::Builder& reply);
/// The most recent lines of the log.
Result<void> runGetLog(const request::Request& request, Context& context, bson::Builder& reply);
/// The next batch of a cursor. Waits for documents if the cursor awaits data.
Result<void> runGetMore(const request::Request& request, Context& context, bson::Builder& reply);
/// A random number, for authentication methods older than SCRAM.
Result<void> runGetNonce(const request::Request& request, Context& context, bson::Builder& reply);
/// The values of server parameters.
Result<void> runGetParameter(const request::Request& request, Context& context,
                             bson::Builder& reply);
/// The most recent failed operation on the same connection.
Result<void> runGetPrevError(const request::Request& request, Context& context,
                             bson::Builder& reply);
/// hello, isMaster: properties of the server. May wait for a change of the topology.
Result<void> runHello(const request::Request& request, Context& context, bson::Builder& reply);
/// Properties of the machine and its operating system.
Result<void> runHostInfo(const request::Request& request, Context& context, bson::Builder& reply);
/// Inserts documents, in write units of limited size and time.
Result<void> runInsert(const request::Request& request, Context& context, bson::Builder& reply);
/// Closes cursors.
Result<void> runKillCursors(const request::Request& request, Context& context,
                            bson::Builder& reply);
/// Asks a running operation to stop. Does not wait for it.
Result<void> runKillOp(const request::Request& request, Context& context, bson::Builder& reply);
/// The collections, views and time series of a database.
Result<void> runListCollections(const request::Request& request, Context& context,
                                bson::Builder& reply);
/// All commands, with help for Sandglass's own options.
Result<void> runListCommands(const request::Request& request, Context& context,
                             bson::Builder& reply);
/// The databases with their sizes.
Result<void> runListDatabases(const request::Request& request, Context& context,
                              bson::Builder& reply);
/// The indexes of a collection or time series.
Result<void> runListIndexes(const request::Request& request, Context& context,
                            bson::Builder& reply);
/// Without effect, because nobody is logged in.
Result<void> runLogout(const request::Request& request, Context& context, bson::Builder& reply);
/// Replies at once.
Result<void> runPing(const request::Request& request, Context& context, bson::Builder& reply);
/// Reads or changes the profiler's settings. Replies with the previous ones.
Result<void> runProfile(const request::Request& request, Context& context, bson::Builder& reply);
/// Verifies all indexes, and rebuilds them if an entry is wrong.
Result<void> runReIndex(const request::Request& request, Context& context, bson::Builder& reply);
/// Renames a collection, also into another database.
Result<void> runRenameCollection(const request::Request& request, Context& context,
                                 bson::Builder& reply);
/// The configuration of the set with one member. Errors (server): NoReplicationEnabled.
Result<void> runReplSetGetConfig(const request::Request& request, Context& context,
                                 bson::Builder& reply);
/// The status of the set with one member. Errors (server): NoReplicationEnabled.
Result<void> runReplSetGetStatus(const request::Request& request, Context& context,
                                 bson::Builder& reply);
/// Errors (server): always AlreadyInitialized, or NoReplicationEnabled on a standalone.
Result<void> runReplSetInitiate(const request::Request& request, Context& context,
                                bson::Builder& reply);
/// Forgets the errors of the connection; see getPrevError.
Result<void> runResetError(const request::Request& request, Context& context, bson::Builder& reply);
/// Copies all data at one moment into a new folder. For clients on the same machine only.
Result<void> runSandglassCheckpoint(const request::Request& request, Context& context,
                                    bson::Builder& reply);
/// Puts documents that TTL indexes have deleted back into their collections.
Result<void> runSandglassPutBack(const request::Request& request, Context& context,
                                 bson::Builder& reply);
/// Counters and properties of the running server, by section.
Result<void> runServerStatus(const request::Request& request, Context& context,
                             bson::Builder& reply);
/// Errors (server): always CommandNotSupported, or Location51300 on a standalone.
Result<void> runSetDefaultRWConcern(const request::Request& request, Context& context,
                                    bson::Builder& reply);
/// Sets server parameters. Replies with the previous value of the first one.
Result<void> runSetParameter(const request::Request& request, Context& context,
                             bson::Builder& reply);
/// Forbids or permits writes to user databases until the next restart.
Result<void> runSetUserWriteBlockMode(const request::Request& request, Context& context,
                                      bson::Builder& reply);
/// A new session id.
Result<void> runStartSession(const request::Request& request, Context& context,
                             bson::Builder& reply);
/// The time spent on each collection, by kind of operation.
Result<void> runTop(const request::Request& request, Context& context, bson::Builder& reply);
/// Updates documents, in write units of limited size and time.
Result<void> runUpdate(const request::Request& request, Context& context, bson::Builder& reply);
/// Reads all documents and index entries of a collection and reports damage.
Result<void> runValidate(const request::Request& request, Context& context, bson::Builder& reply);
/// The client's own address, as the server sees it.
Result<void> runWhatsMyUri(const request::Request& request, Context& context, bson::Builder& reply);

// Users and logins.

/// Creates a user. Errors (server): BadValue, RoleNotFound, Location51003.
Result<void> runCreateUser(const request::Request& request, Context& context, bson::Builder& reply);
/// Removes all users of a database.
Result<void> runDropAllUsers(const request::Request& request, Context& context,
                             bson::Builder& reply);
/// Removes a user. Its connections can do nothing any more. Errors (server): UserNotFound.
Result<void> runDropUser(const request::Request& request, Context& context, bson::Builder& reply);
/// Gives a user further roles. Errors (server): UserNotFound, RoleNotFound.
Result<void> runGrantRoles(const request::Request& request, Context& context, bson::Builder& reply);
/// Takes roles from a user. Errors (server): UserNotFound, RoleNotFound.
Result<void> runRevokeRoles(const request::Request& request, Context& context,
                            bson::Builder& reply);
/// The built-in roles.
Result<void> runRolesInfo(const request::Request& request, Context& context, bson::Builder& reply);
/// Goes on with a login. Errors (server): AuthenticationFailed, ProtocolError.
Result<void> runSaslContinue(const request::Request& request, Context& context,
                             bson::Builder& reply);
/// Begins a login. Waits a second when too many logins of this user or from this address have
/// failed. Errors (server): AuthenticationFailed, MechanismUnavailable.
Result<void> runSaslStart(const request::Request& request, Context& context, bson::Builder& reply);
/// Changes a user's password, data or roles. Errors (server): UserNotFound, BadValue, RoleNotFound.
Result<void> runUpdateUser(const request::Request& request, Context& context, bson::Builder& reply);
/// The users of a database, of all, or those that are named. Without the role for it only the own
/// entry. Errors (server): Unauthorized.
Result<void> runUsersInfo(const request::Request& request, Context& context, bson::Builder& reply);

} // namespace sandglass::engine::commands
