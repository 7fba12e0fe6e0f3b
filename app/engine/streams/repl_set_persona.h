// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/bson/value.h"

namespace sandglass::engine::catalog {
class Catalog;
}

namespace sandglass::engine::request {
struct EngineFacts;
struct Request;
} // namespace sandglass::engine::request

namespace sandglass::engine::streams {

// With --replSet the server presents itself as a replica set of one member, which is the primary as
// long as it runs. These functions add what clients expect of such a member. Any thread.

/// Whether the server was started with --replSet, and so logs its writes.
bool isReplicaSet(const catalog::Catalog& catalog);

/// {ts, t} of the newest log entry; the zero optime without a log.
bson::Document lastOpTime(const catalog::Catalog& catalog);

/// Appends the fields of hello between isWritablePrimary and the limits: setName, hosts, lastWrite,
/// …. Appends nothing on a standalone.
void appendMemberFields(const request::EngineFacts& facts, const catalog::Catalog& catalog,
                        bson::Builder& reply);

/// Appends operationTime and $clusterTime, which clients of a replica set send back. Appends
/// nothing on a standalone.
void appendClusterTime(const catalog::Catalog& catalog, bson::Builder& reply);

/// Appends writeConcernError {code, codeName, errmsg} for a write concern that one member can never
/// meet: UnsatisfiableWriteConcern for more than one member, UnknownReplWriteConcern for an unknown
/// name. The write itself was done. Appends nothing on a standalone, which refuses such a write
/// concern before the write.
void appendWriteConcernError(const request::Request& request, const catalog::Catalog& catalog,
                             bson::Builder& reply);

/// Checks the commitQuorum of createIndexes; Missing when it was not given. Errors (server):
/// BadValue on a standalone and for more members than one, FailedToParse for a value that is
/// neither a number nor a string.
Result<void> checkCommitQuorum(bson::ValueView quorum, const request::EngineFacts& facts);

/// Appends the commitQuorum that applied to the reply of createIndexes. Appends nothing on a
/// standalone.
void appendCommitQuorum(bson::ValueView quorum, const request::EngineFacts& facts,
                        bson::Builder& reply);

/// Appends topologyVersion {processId, counter}. It does not change while the engine runs.
void appendTopologyVersion(const request::EngineFacts& facts, bson::Builder& reply);

/// Errors (server): NoReplicationEnabled on a standalone.
Result<void> requireReplicaSet(const catalog::Catalog& catalog);

} // namespace sandglass::engine::streams
