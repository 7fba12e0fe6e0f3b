// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/access/access_control.h"
#include "app/engine/request/request.h"

namespace sandglass::engine::commands {

// What saslStart, saslContinue and hello have in common. Any thread.

/// The first step of a login from the fields of saslStart. `database`: of the user. Errors
/// (server): MissingField, TypeMismatch; MechanismUnavailable for another mechanism than
/// SCRAM-SHA-256.
Result<access::LoginStart> loginStart(bson::DocumentView fields, const std::string& database,
                                      const request::Request& request);
/// The field `payload`: binary data, or base64 as old clients send it. Errors (server):
/// MissingField, TypeMismatch.
Result<std::string> payloadOf(std::string_view command, bson::DocumentView fields);
/// Appends a step: {conversationId, done, payload}.
void appendStep(const access::LoginStep& step, bson::Builder& reply);

} // namespace sandglass::engine::commands
