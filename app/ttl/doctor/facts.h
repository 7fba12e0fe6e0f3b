// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/finding.h"
#include "app/ttl/expiry_rule.h"
#include "app/ttl/types.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sandglass::ttl::doctor {

/// The readings behind the facts. The server may refuse any of them to a user.
enum class Question {
    ServerInfo, ///< hello, buildInfo
    MonitorParameters, ///< getParameter ttlMonitorEnabled
    PassCounter, ///< serverStatus metrics.ttl
    Collection, ///< listCollections
    Indexes, ///< listIndexes
    IndexUse, ///< $indexStats
    Documents, ///< counting and reading documents
    Databases, ///< listDatabases
};

/// A number of documents, with one of them as an example.
struct Group
{
    std::int64_t documents = 0;
    std::string sampleId; ///< _id of one of them, as extended JSON; empty when none was read
    std::string sampleType; ///< type alias of its value at the rule's field; may be empty
};

/// The documents of a collection, or one chosen document, classified by one rule.
struct DocumentCounts
{
    std::int64_t documents = 0;
    bool exact = true; ///< false: all counts are estimated from a sample
    Group missing; ///< no field, null or undefined
    Group notDates; ///< neither a date nor an array
    Group arrays; ///< an array without a date
    Group outside; ///< left out by the partial filter
    Group future; ///< the date itself is later than now
    std::int64_t waiting = 0; ///< due later; includes those of `future`
    std::int64_t due = 0; ///< due now or earlier
    std::optional<base::Time> dueAt; ///< of a single document
    std::optional<bson::Date> oldest; ///< earliest date under the rule
    std::optional<bson::Date> newest; ///< latest date under the rule
    std::optional<std::chrono::seconds> overdueFor; ///< how long the oldest document has been due

    /// Documents that have a date and so expire some day.
    std::int64_t dated() const
    {
        return documents - missing.documents - notDates.documents - arrays.documents
            - outside.documents;
    }
};

/// One rule and the counts of its documents.
struct RuleFacts
{
    IndexSpec index; ///< of a collection-level rule only expireAfterSeconds is set
    bool collectionLevel = false;
    ExpiryRule rule; ///< its `valid` says whether the server expires documents by it
    std::optional<DocumentCounts> counts; ///< unset: could not be read
};

/// The observed passes of the TTL monitor. Server times.
struct PassWatch
{
    std::optional<base::Time> since; ///< the counter has been watched since
    std::optional<base::Time> lastPassAt; ///< when it last changed; unset: not yet
};

/// Fields named "ttl" in documents, by which Cosmos DB expires single documents.
struct TtlFields
{
    std::int64_t looked = 0; ///< examined documents that have such a field
    Group unusable; ///< those whose value Cosmos DB ignores
};

/// Everything known about one collection and its server. Unset parts could not be read;
/// `notPermitted` lists those that the server refused.
struct Facts
{
    base::Time now; ///< server time
    protocol::Namespace ns; ///< the collection; empty when only the server is checked
    std::optional<ServerInfo> server;
    std::optional<TtlMetrics> metrics;
    std::optional<TtlMetrics> earlierMetrics; ///< a moment before
    PassWatch passes;
    std::optional<CollectionSpec> collection;
    std::optional<std::vector<IndexSpec>> indexes; ///< all of the collection
    std::string chosenIndex; ///< the index in question; empty: all rules
    std::vector<RuleFacts> rules; ///< the rules in question
    std::optional<bson::Document> document; ///< the document in question
    std::optional<TtlFields> ttlFields;
    std::set<Question> notPermitted;

    /// Whether the server is known to be Cosmos DB.
    bool isCosmos() const { return server && server->product == Product::CosmosDb; }
};

/// The judgement for a reading that failed: NotPermitted if it was refused, with the command in
/// Evidence::detail, else Unknown.
Judgement unanswered(const Facts& facts, Question question);

/// Classifies one document with judge(): every count is 0 or 1.
DocumentCounts countsOf(const ExpiryRule& rule, bson::DocumentView document, base::Time now);

/// The type alias of the first value at a path, "missing" when there is none.
std::string typeAt(bson::DocumentView document, const std::string& path);

/// Whether Cosmos DB uses a document's own "ttl": -1 or 1 … 2 147 483 647 without a fraction.
/// Source: app/ttl/SEMANTICS.md 5.1.
bool isUsableTtl(bson::ValueView ttl);

/// Examines the "ttl" fields of documents; documents without one are not counted.
TtlFields ttlFieldsOf(const std::vector<bson::Document>& documents);

} // namespace sandglass::ttl::doctor
