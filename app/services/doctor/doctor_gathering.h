// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/ttl/doctor/check.h"
#include "app/ttl/ttl_server.h"

#include <optional>
#include <string>
#include <vector>

namespace sandglass::services {

/// What to diagnose.
struct DoctorTarget
{
    std::optional<protocol::Namespace> collection; ///< unset: all rules of the server
    std::string index; ///< empty: all rules of the collection
    std::optional<bson::Value> document; ///< _id of one document of the collection; unset: all
};

/// What the window knows before the server is asked.
struct DoctorStart
{
    base::Time now; ///< server time, as far as it is known
    ttl::doctor::PassWatch passes; ///< the passes seen so far
    std::optional<ttl::TtlMetrics> earlierMetrics; ///< the monitor's last reading
    std::int64_t sampleAbove = 0; ///< larger collections are sampled; 0: none
    std::vector<std::string> databases = {}; ///< named by hand: examined where none may be listed
    std::optional<ttl::Product> profile = {}; ///< which the user has chosen instead of the product
                                              ///< that the server shows; unset: none
};

/// The findings, and for one document its fate.
struct Diagnosis
{
    ttl::doctor::Report report;
    std::optional<ttl::Verdict> verdict; ///< of one document, by the rule that deletes it first
    base::Time now; ///< server time of the answer
};

/// Gathers from a server the facts that the checks need about a target, and runs the checks. What
/// the server refuses or does not report becomes a finding. It fails only when the target does not
/// exist (NotFound), when it is cancelled (Cancelled), or when the connection is lost (Network).
/// Blocking; worker thread.
class DoctorGathering
{
public:
    DoctorGathering(ttl::TtlServer& server, ttl::CallLimits limits, DoctorStart start);

    /// Examines a target. Errors: NotFound, Cancelled, Network.
    Result<Diagnosis> diagnose(const DoctorTarget& target);

private:
    using Facts = ttl::doctor::Facts;
    using Question = ttl::doctor::Question;

    /// The value of an answer; unset if it is an error, which is noted if it is a refusal. Errors:
    /// those that end the diagnosis, see endsAll().
    template <typename T>
    Result<std::optional<T>> unlessRefused(Result<T> answer, Question question);

    /// Reads what all collections share: the monitor's counters and the server's properties.
    Result<void> askServer();
    /// Notes whether missing counters were refused.
    Result<void> askWhyMetricsAreMissing();
    /// Gathers all facts about a collection. Errors: also NotFound.
    Result<Facts> collectionFacts(const DoctorTarget& target);
    /// Fills facts.rules and counts their documents. Errors: also NotFound for an unknown index.
    Result<void> chooseRules(Facts& facts, const DoctorTarget& target);
    /// Notes whether missing index statistics were refused.
    Result<void> askWhyUseIsMissing(Facts& facts);
    /// Reads the document into `facts`. Errors: also NotFound.
    Result<void> askForDocument(Facts& facts, const bson::Value& id);
    /// Counts the documents of a rule.
    Result<void> gatherCounts(const Facts& facts, ttl::doctor::RuleFacts& rule);
    /// The same for the one document of the target.
    Result<void> gatherDocumentCounts(const Facts& facts, ttl::doctor::RuleFacts& rule);
    /// Cosmos DB only: reads the documents' own `ttl` fields.
    Result<void> askForTtlFields(Facts& facts);
    /// Examines the server and every collection with a rule.
    Result<Diagnosis> diagnoseServer();
    /// All collections of all databases that may be listed, without views. What may not be listed
    /// becomes a finding in `report`.
    Result<std::vector<ttl::CollectionSpec>> everyCollection(ttl::doctor::Report& report);

    ttl::TtlServer& m_server;
    const ttl::CallLimits m_limits;
    const std::vector<std::string> m_databases; // named by hand
    const std::int64_t m_sampleAbove;
    const std::optional<ttl::Product> m_profile; // chosen by the user
    Facts m_common; // what all collections share
};

} // namespace sandglass::services
