// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/ttl/expiry_rule.h"
#include "app/ttl/rule.h"
#include "app/ttl/ttl_server.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::services {

/// Which documents to show, and in which order.
struct DocumentChoice
{
    ttl::DocumentQuery query; ///< `filter`: what the user has asked for
    std::optional<bson::Document> partialFilter = {}; ///< of the rule's index
    std::optional<bson::Document> collation = {}; ///< by which the partial filter compares, and the
                                                  ///< user's in the same request; unset: the
                                                  ///< collection's default
    bool never = false; ///< only documents that the rule never deletes; no range then
    std::optional<ttl::NeverReason> reason = {}; ///< of these, only those for this reason

    /// Orders and judges the documents by a rule.
    void judgeBy(const ttl::Rule& rule);
};

/// Documents, and which of them are outside a partial filter.
struct DocumentPage
{
    std::vector<bson::Document> documents;
    std::vector<bool> outsideFilter; ///< one for each document
};

/// How many documents there are.
struct DocumentTotal
{
    std::int64_t documents = 0;
    bool more = false; ///< there are more than `documents`, which is kMostCounted
};

/// Counting stops there, so that a huge collection does not keep the server busy.
inline constexpr std::int64_t kMostCounted = 1'000'000;

/// Reads one page: first the documents that expire, soonest first, then those that never do, unless
/// the query has an order of its own. With a range, only those that the chart counts in it. Errors:
/// the server's. Blocking; any thread.
Result<DocumentPage> readPage(ttl::TtlServer& server, const DocumentChoice& choice,
                              const ttl::CallLimits& limits);

/// Counts the documents on all pages. Errors: the server's. Blocking; any thread.
Result<DocumentTotal> countChoice(ttl::TtlServer& server, const DocumentChoice& choice,
                                  const ttl::CallLimits& limits);

} // namespace sandglass::services
