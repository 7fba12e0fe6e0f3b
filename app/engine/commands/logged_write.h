// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/request/request.h"

namespace sandglass::engine::commands {

class Context;

/// Applies an entry of a log of operations that writes one document: op "i", "u" or "d". Applying
/// it twice gives the same: an insert replaces the document of that _id, a deletion of none
/// succeeds. `alwaysUpsert`: an update inserts a document that is missing. Errors (server):
/// FailedToParse for an entry of another form; NamespaceNotFound for a missing collection and one
/// with another UUID; UpdateOperationFailed for a missing document; those of writes::writeScope()
/// and of the write.
Result<void> applyWrite(const request::Request& request, const Context& context,
                        bson::DocumentView entry, bool alwaysUpsert);

/// The document after an update in a log of operations: a difference, modifiers, or a replacement.
/// `before`: only the _id if the document is missing. Pure; any thread. Errors (server): those of
/// streams::applyDiff() and of an update.
Result<bson::Document> updatedAsLogged(bson::DocumentView change, bson::DocumentView before,
                                       bool missing);

} // namespace sandglass::engine::commands
