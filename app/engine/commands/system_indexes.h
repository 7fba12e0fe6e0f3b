// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"

namespace sandglass::engine::request {
struct Request;
}

namespace sandglass::engine::commands {

class Context;

// Inserts into `system.indexes`, by which old drivers create indexes. Source:
// app/ttl/SEMANTICS.md 6.

/// Whether the target of an insert is `system.indexes`.
bool insertsIndexes(const request::Request& request);

/// Executes such an insert. If the engine emulates 2.x, it runs createIndexes for each document; a
/// failure becomes a write error. Errors (server): InvalidNamespace if it emulates a later version,
/// with that version's message; MissingField, TypeMismatch and InvalidLength for the list of
/// documents.
Result<void> insertIndexes(const request::Request& request, Context& context, bson::Builder& reply);

} // namespace sandglass::engine::commands
