// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/mongo/conversation.h"
#include "app/ttl/ttl_server.h"

#include <vector>

namespace sandglass::mongo {

// What MongoTtlServer asks, each as the commands of one conversation. Errors are the
// conversation's; what a server does not offer or permit is left unset where the result has room
// for that.

/// `hello`: the handshake's reply. The clock offset is not set.
Result<ttl::ServerInfo> readServerInfo(Conversation& talk, const bson::Document& hello);
Result<std::vector<ttl::DatabaseSpec>> readDatabases(Conversation& talk);
Result<std::vector<ttl::CollectionSpec>> readCollections(Conversation& talk,
                                                         const std::string& database);
Result<std::vector<ttl::IndexSpec>> readIndexes(Conversation& talk, const protocol::Namespace& ns);
Result<ttl::CollectionStats> readStats(Conversation& talk, const protocol::Namespace& ns);
/// serverTime stays at 0 where the server does not tell it.
Result<ttl::TtlMetrics> readMetrics(Conversation& talk);
/// asOf is not set.
Result<ttl::ExpiryHistogram> readHistogram(Conversation& talk,
                                           const ttl::HistogramRequest& request);
Result<ttl::Impact> readImpact(Conversation& talk, const ttl::ImpactRequest& request);
Result<std::vector<ttl::FieldCandidate>>
readFieldCandidates(Conversation& talk, const protocol::Namespace& ns, int sampleSize);

} // namespace sandglass::mongo
