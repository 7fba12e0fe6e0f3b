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

/// What was asked to learn the facts; a user may be refused any of it.
enum class Question {
    ServerInfo, ///< hello, buildInfo
    MonitorParameters, ///< getParameter ttlMonitorEnabled
    PassCounter, ///< serverStatus metrics.ttl
    Collection, ///< listCollections
    Indexes, ///< listIndexes
    IndexUse, ///< $indexStats
    Documents, ///< counting and reading documents
};

/// Some documents, and one of them.
struct Group
{
    std::int64_t documents = 0;
    std::string sampleId; ///< _id of one of them, as extended JSON; empty when none was read
    std::string sampleType; ///< type alias of its value at the rule's field; may be empty
};

/// The documents of a collection (or the single document that is looked at) as one rule sees them.
struct DocumentCounts
{
    std::int64_t documents = 0;
    Group missing; ///< no field, null or undefined
    Group notDates; ///< another type, and no array
    Group arrays; ///< an array without a date
    Group outside; ///< left out by the partial filter
    Group future; ///< the deciding date itself is later than now
    std::int64_t waiting = 0; ///< will be due later; those of `future` are among them
    std::int64_t due = 0; ///< due now or before
    std::optional<base::Time> dueAt; ///< of a single document
    std::optional<bson::Date> oldest; ///< deciding dates
    std::optional<bson::Date> newest;
    std::optional<std::chrono::seconds> overdueFor; ///< the oldest due document, since it was due

    /// Those that have a date by which they expire some day.
    std::int64_t dated() const
    {
        return documents - missing.documents - notDates.documents - arrays.documents
            - outside.documents;
    }
};

/// One rule and what its documents look like.
struct RuleFacts
{
    IndexSpec index; ///< of a collection-level rule only expireAfterSeconds is set
    bool collectionLevel = false;
    ExpiryRule rule; ///< usable part of it: `valid` says whether the server obeys it
    std::optional<DocumentCounts> counts; ///< unset: could not be read
};

/// What the passes were seen to do so far, on the server's clock.
struct PassWatch
{
    std::optional<base::Time> since; ///< the counter has been watched since
    std::optional<base::Time> lastPassAt; ///< it was last seen to move; unset: not yet
};

/// Fields named "ttl" of documents (Cosmos DB's own rule for one document).
struct TtlFields
{
    std::int64_t looked = 0; ///< documents with such a field that were looked at
    Group unusable; ///< those whose value means nothing
};

/// Everything known about one collection and its server. Unset parts could not be learnt;
/// `notPermitted` tells which of them were refused.
struct Facts
{
    base::Time now; ///< server time
    protocol::Namespace ns; ///< the collection; empty while only the server is looked at
    std::optional<ServerInfo> server;
    std::optional<TtlMetrics> metrics;
    std::optional<TtlMetrics> earlierMetrics; ///< a moment before
    PassWatch passes;
    std::optional<CollectionSpec> collection;
    std::optional<std::vector<IndexSpec>> indexes; ///< all of the collection
    std::string chosenIndex; ///< the one that is asked about; empty: all rules
    std::vector<RuleFacts> rules; ///< those that are asked about
    std::optional<bson::Document> document; ///< the one that is asked about
    std::optional<TtlFields> ttlFields;
    std::set<Question> notPermitted;

    bool isCosmos() const { return server && server->product == Product::CosmosDb; }
};

/// Whether an error means that the user lacks a privilege.
bool isRefusal(const Error& error);

/// The judgement when something could not be learnt: refused, or not known.
Judgement unanswered(const Facts& facts, Question question);

/// One document as a rule sees it: every count is 0 or 1. The expiry rule decides.
DocumentCounts countsOf(const ExpiryRule& rule, bson::DocumentView document, base::Time now);

/// The type alias of the first value at a path, "missing" when there is none.
std::string typeAt(bson::DocumentView document, const std::string& path);

/// Whether Cosmos DB obeys a document's own "ttl": -1 or 1 … 2 147 483 647 without a fraction.
/// Source: app/ttl/SEMANTICS.md 5.1.
bool isUsableTtl(bson::ValueView ttl);

/// Looks at the "ttl" fields of documents; those without one are passed over.
TtlFields ttlFieldsOf(const std::vector<bson::Document>& documents);

} // namespace sandglass::ttl::doctor
