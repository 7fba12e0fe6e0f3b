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

/// What is not expiring.
struct DoctorTarget
{
    std::optional<protocol::Namespace> collection; ///< unset: every rule of the server
    std::string index; ///< empty: all rules of the collection
    std::optional<bson::Value> document; ///< _id of a single document of the collection
};

/// What is known before anything is asked.
struct DoctorStart
{
    base::Time now; ///< server time as far as known
    ttl::doctor::PassWatch passes;
    std::optional<ttl::TtlMetrics> earlierMetrics;
};

/// The list, and for a single document what its rule says.
struct Diagnosis
{
    ttl::doctor::Report report;
    std::optional<ttl::Verdict> verdict; ///< of a single document, by the rule that goes first
    base::Time now; ///< server time of the answer
};

/// Asks a server what the checks want to know about a target, and makes them. Blocking; a worker
/// thread. What the server refuses or does not know becomes a line of the list; it fails only when
/// the target is not there (NotFound), when it was cancelled, or when the connection was lost.
class DoctorGathering
{
public:
    DoctorGathering(ttl::TtlServer& server, ttl::CallLimits limits, DoctorStart start);

    Result<Diagnosis> diagnose(const DoctorTarget& target);

private:
    using Facts = ttl::doctor::Facts;
    using Question = ttl::doctor::Question;

    template <typename T>
    Result<std::optional<T>> told(Result<T> answer, Question question);

    Result<void> askServer();
    Result<void> askWhyMetricsAreMissing();
    Result<Facts> collectionFacts(const DoctorTarget& target);
    Result<void> chooseRules(Facts& facts, const DoctorTarget& target);
    Result<void> askWhyUseIsMissing(Facts& facts);
    Result<void> askForDocument(Facts& facts, const bson::Value& id);
    Result<void> look(const Facts& facts, ttl::doctor::RuleFacts& rule);
    Result<void> lookAtDocument(const Facts& facts, ttl::doctor::RuleFacts& rule);
    Result<void> askForTtlFields(Facts& facts);
    Result<Diagnosis> diagnoseServer();
    Result<std::vector<ttl::CollectionSpec>> everyCollection();

    ttl::TtlServer& m_server;
    const ttl::CallLimits m_limits;
    Facts m_common; // what all collections share
};

} // namespace sandglass::services
