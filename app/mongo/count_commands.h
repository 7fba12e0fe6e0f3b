// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/mongo/conversation.h"
#include "app/protocol/namespace.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::mongo {

// Commands by which documents are counted. Errors: those of Conversation. Any thread.

/// How a pipeline that may take long is limited.
struct QuickLimits
{
    std::chrono::milliseconds time; ///< the server gives up after it, with MaxTimeMSExpired
    std::string hint = {}; ///< name of an index; empty: the server chooses
};

/// The number of documents `n` of a reply to count, or of a group. Errors: Protocol without one,
/// and for a number that no collection has. Pure.
Result<std::int64_t> countIn(bson::DocumentView reply);

/// The number of documents in a collection, from its metadata, so it costs next to nothing. Of a
/// sharded collection it includes documents that a shard no longer owns.
Result<std::int64_t> countAll(Conversation& conversation, const protocol::Namespace& ns);

/// The number of documents in a collection, each on the shard that owns it. Reads the collection.
Result<std::int64_t> countWithoutOrphans(Conversation& conversation, const protocol::Namespace& ns);

/// The results of a pipeline. A server refuses the hint of an index that is hidden, or was dropped
/// since it was listed; it then chooses by itself.
Result<std::vector<bson::Document>> aggregateWithHint(Conversation& conversation,
                                                      const protocol::Namespace& ns,
                                                      const bson::Document& stages,
                                                      const std::string& hint);

/// The results of a pipeline with at most 1000, by a single command of limited time.
Result<std::vector<bson::Document>> aggregateQuickly(Conversation& conversation,
                                                     const protocol::Namespace& ns,
                                                     const bson::Document& stages,
                                                     const QuickLimits& limits);

/// The first document of a whole index, or its last one for `direction` −1. Without a range, so
/// that an index with arrays need not be sorted. nullopt for an empty one.
Result<std::optional<bson::Document>> endOfIndex(Conversation& conversation,
                                                 const protocol::Namespace& ns,
                                                 const std::string& field, int direction,
                                                 const QuickLimits& limits);

/// The average size of a document in bytes; 0 if the server does not report it, or not to this
/// user.
Result<std::int64_t> averageBytes(Conversation& conversation, const protocol::Namespace& ns);

/// The date at `key` of a group; nullopt if it is of another type.
std::optional<bson::Date> dateIn(const bson::Document& group, std::string_view key);

/// Whether the caller can continue without the result of a failed command: the server refused it,
/// or its time limit ended it. The connection is intact then, and the job has not been cancelled.
bool isRefusedOrSlow(const Error& error);

/// Whether the server's own time limit has ended the command.
bool isServerTimeout(const Error& error);

} // namespace sandglass::mongo
