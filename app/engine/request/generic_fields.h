// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/view.h"

#include <string>
#include <string_view>

namespace sandglass::engine::request {

struct Declaration;
struct EngineFacts;
struct Request;

/// Whether every command accepts the field.
bool isGeneric(std::string_view field);

/// The command's maxTimeMS; zero: no limit. Errors (server): TypeMismatch, FailedToParse for a
/// number that is no integer, BadValue out of range.
Result<base::Millis> timeLimit(const Request& request);

/// Checks the id of a session: {id: UUID}, perhaps with uid. `path`: of the document, for messages.
/// Errors (server): UnknownField, MissingField, TypeMismatch; InvalidUUID for an id of another
/// length than 16 bytes.
Result<void> checkSessionId(std::string_view path, bson::DocumentView session);

/// The text "anna@shop" for {user, db}, or what a role's document names likewise. `path`: of the
/// document, for messages; `field`: user or role. Errors (server): UnknownField, MissingField,
/// TypeMismatch.
Result<std::string> namedIn(std::string_view path, std::string_view field,
                            bson::DocumentView document);

/// Checks the fields that every command accepts: the API version, read and write concern,
/// maxTimeMS, the session, the read preference. All read concern levels give the same result,
/// because there is only one server. Errors (server): TypeMismatch; ApiVersionError for an API
/// version other than "1"; Location4886600 for a flag without a version; ApiStrictError for a
/// command that is not part of it; InvalidOptions for a concern that the command does not take;
/// BadValue for an unknown level, for a write concern that a standalone server cannot meet, and for
/// a maxTimeMS out of range; FailedToParse for a maxTimeMS that is no integer and a `w` out of
/// range; UnknownField inside a concern; those of checkSessionId(); FailedToParse for an unknown
/// read preference; InvalidOptions for moments of a read concern that do not go with each other or
/// with its level; NotAReplicaSet for levels that need one. Source: MongoDB manual, Stable API,
/// Read Concern, Write Concern.
Result<void> checkGenericFields(const Declaration& declared, const Request& request,
                                const EngineFacts& facts);

} // namespace sandglass::engine::request
