// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/mongo/conversation.h"
#include "app/protocol/namespace.h"

#include <vector>

namespace sandglass::mongo {

// What MongoTtlServer changes in documents, in as many commands as the sizes ask for. Errors are
// the conversation's; after an error earlier commands of the same call stay done.

/// Inserts in order; returns how many went in.
Result<std::int64_t> insertDocuments(Conversation& talk, const protocol::Namespace& ns,
                                     const std::vector<bson::Document>& documents);
/// Replaces the document with the same _id; false when there is none. Errors: InvalidInput without
/// an _id or for update operators.
Result<bool> replaceDocument(Conversation& talk, const protocol::Namespace& ns,
                             const bson::Document& replacement);
/// Sets `field` in the documents with these _ids; returns how many changed. Errors: InvalidInput
/// for an _id that could match others.
Result<std::int64_t> setDateOf(Conversation& talk, const protocol::Namespace& ns,
                               const std::vector<bson::Value>& ids, const std::string& field,
                               bson::Date date);
/// Deletes the documents with these _ids; returns how many went. Errors as setDateOf.
Result<std::int64_t> removeDocuments(Conversation& talk, const protocol::Namespace& ns,
                                     const std::vector<bson::Value>& ids);

} // namespace sandglass::mongo
