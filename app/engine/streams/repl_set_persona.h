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

/// What a server started with --replSet says of itself: the only member, and primary for ever.

/// Whether the server is one.
bool isReplicaSet(const catalog::Catalog& catalog);

/// {ts, t} of the newest log entry; the zero optime without a log.
bson::Document lastOpTime(const catalog::Catalog& catalog);

/// The fields of hello between isWritablePrimary and the limits: setName, hosts, lastWrite, ….
/// Nothing on other servers.
void appendMemberFields(const request::EngineFacts& facts, const catalog::Catalog& catalog,
                        bson::Builder& reply);

/// operationTime and $clusterTime, which clients of a replica set send back; nothing on other
/// servers.
void appendClusterTime(const catalog::Catalog& catalog, bson::Builder& reply);

/// A write concern that one member can never meet, as {code, codeName, errmsg} in
/// writeConcernError: 100 for more members than one, 79 for an unknown name. The write was done.
/// Nothing on other servers, which refuse it beforehand.
void appendWriteConcernError(const request::Request& request, const catalog::Catalog& catalog,
                             bson::Builder& reply);

/// Judges the commitQuorum of createIndexes, Missing when it was not given. Errors: 2 on a server
/// that is no member, and for more members than there are; 9 for what is no quorum.
Result<void> checkCommitQuorum(bson::ValueView quorum, const request::EngineFacts& facts);

/// Appends the quorum in force to the reply of createIndexes; nothing on other servers.
void appendCommitQuorum(bson::ValueView quorum, const request::EngineFacts& facts,
                        bson::Builder& reply);

/// {processId, counter}: it never changes while the engine runs.
void appendTopologyVersion(const request::EngineFacts& facts, bson::Builder& reply);

/// Error 76 NoReplicationEnabled unless the server is a replica set member.
Result<void> requireReplicaSet(const catalog::Catalog& catalog);

} // namespace sandglass::engine::streams
