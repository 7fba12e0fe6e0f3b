// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/ttl/doctor/facts.h"
#include "app/ttl/ttl_server.h"

namespace sandglass::services {

/// Whose documents to count.
struct CountsRequest
{
    protocol::Namespace ns;
    base::Time now; ///< server time
    const ttl::doctor::RuleFacts& rule; ///< must outlive the request
    std::int64_t sampleAbove = 0; ///< as in ttl::HistogramRequest
};

/// Counts the documents of a collection as a rule sees them, or estimates their numbers from a
/// sample, and finds one example of each kind that does not expire. A rule that the server does not
/// obey is counted as if it did, since the field has dates all the same. Errors: the server's.
/// Blocking; worker thread.
Result<ttl::doctor::DocumentCounts> readCounts(ttl::TtlServer& server, const CountsRequest& request,
                                               const ttl::CallLimits& limits);

/// Whether the server finds the document with that `_id` inside the partial filter of an index,
/// which has one. Errors: the server's. Blocking; worker thread.
Result<bool> isInside(ttl::TtlServer& server, const protocol::Namespace& ns,
                      const ttl::IndexSpec& index, bson::ValueView id,
                      const ttl::CallLimits& limits);

} // namespace sandglass::services
