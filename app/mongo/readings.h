// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/mongo/conversation.h"
#include "app/ttl/ttl_server.h"

#include <vector>

namespace sandglass::mongo {

struct RefusedStages;

// The readings of MongoTtlServer, each as the commands of one conversation. Errors: those of
// Conversation. What a server does not offer or permit is left unset where the result allows that.
// Any thread.

/// Properties of the server. `hello`: the handshake's reply. Leaves clock offset and time unset.
Result<ttl::ServerInfo> readServerInfo(Conversation& conversation, const bson::Document& hello);
/// The databases, in the server's order.
Result<std::vector<ttl::DatabaseSpec>> readDatabases(Conversation& conversation);
/// The collections and views of a database, sorted by name, without the server's own ones.
Result<std::vector<ttl::CollectionSpec>> readCollections(Conversation& conversation,
                                                         const std::string& database);
/// The indexes of a collection, with size and use if the server reports them.
Result<std::vector<ttl::IndexSpec>> readIndexes(Conversation& conversation,
                                                const protocol::Namespace& ns);
/// The indexes of a collection as listed, without size and use: one command.
Result<std::vector<ttl::IndexSpec>> readListedIndexes(Conversation& conversation,
                                                      const protocol::Namespace& ns);
/// Document count and sizes of a collection, summed over all shards.
Result<ttl::CollectionStats> readStats(Conversation& conversation, const protocol::Namespace& ns);
/// State of the TTL monitor. serverTime stays 0 if the server does not report it.
Result<ttl::TtlMetrics> readMetrics(Conversation& conversation);
/// Counts a rule's documents by bucket. What is overdue is counted on the primary, see
/// ReadFrom::PrimaryFirst; samples and what expires later come from a secondary. Leaves asOf and
/// took unset. Errors: also InvalidInput, see ttl::checkRequest().
Result<ttl::ExpiryHistogram> readHistogram(Conversation& conversation,
                                           const ttl::HistogramRequest& request,
                                           RefusedStages& refused);
/// How to count in about `parts` parts. Errors: only those that end the conversation; a command
/// that is refused or slow leaves its part unset.
Result<ttl::CountPlan> readCountPlan(Conversation& conversation,
                                     const ttl::HistogramRequest& request, int parts,
                                     RefusedStages& refused);
/// Counts or estimates what a rule would delete. Leaves asOf unset. Errors: also InvalidInput for a
/// field that no index may have.
Result<ttl::Impact> readImpact(Conversation& conversation, const ttl::ImpactRequest& request,
                               RefusedStages& refused);
/// One page of documents, in the order of a date or in natural order. Errors: also InvalidInput for
/// a range without a field.
Result<std::vector<bson::Document>>
readDocuments(Conversation& conversation, const ttl::DocumentQuery& query, RefusedStages& refused);
/// The fields of a sample of at most `sampleSize` documents, see surveyFields().
Result<std::vector<ttl::FieldCandidate>> readFieldCandidates(Conversation& conversation,
                                                             const protocol::Namespace& ns,
                                                             int sampleSize,
                                                             RefusedStages& refused);

} // namespace sandglass::mongo
