// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/mongo/conversation.h"
#include "app/protocol/namespace.h"

#include <vector>

namespace sandglass::mongo {

// The changes of documents by MongoTtlServer, in as many commands as their size requires. Errors:
// those of Conversation; after an error, earlier commands of the same call stay done. Any thread.

/// Inserts in order. Returns the number inserted.
Result<std::int64_t> insertDocuments(Conversation& conversation, const protocol::Namespace& ns,
                                     const std::vector<bson::Document>& documents);
/// Replaces the document with the same _id. Returns false when there is none. Errors: also
/// InvalidInput without a usable _id or for update operators.
Result<bool> replaceDocument(Conversation& conversation, const protocol::Namespace& ns,
                             const bson::Document& replacement);
/// Sets `field` of the documents with these _ids to a date. Returns the number changed. Errors:
/// also InvalidInput for an _id that could match other documents, or a field that no index may
/// have.
Result<std::int64_t> setDateOf(Conversation& conversation, const protocol::Namespace& ns,
                               const std::vector<bson::Value>& ids, const std::string& field,
                               bson::Date date);
/// Deletes the documents with these _ids. Returns the number deleted. Errors: also InvalidInput for
/// an _id as above.
Result<std::int64_t> removeDocuments(Conversation& conversation, const protocol::Namespace& ns,
                                     const std::vector<bson::Value>& ids);

} // namespace sandglass::mongo
