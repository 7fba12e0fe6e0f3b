// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/expiry_rule.h"
#include "app/ttl/forecast.h"
#include "app/ttl/types.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::ttl {

struct TtlIndexSpec;

/// A rule by which documents of a collection expire: that of a TTL index, or the collection's own.
struct Rule
{
    IndexRef index; ///< name empty for a collection-level rule
    std::string field; ///< dotted path of the date
    std::int64_t expireAfterSeconds = 0; ///< 0: at the date stored in the field
    bool valid = true; ///< false: expires nothing
    bool hidden = false;
    bool ready = true; ///< false: the index is still being built
    bool collectionLevel = false;
    bool kept = false; ///< by a field that the server keeps to itself: cannot be counted
    std::optional<bson::Document> partialFilter;
    std::int64_t bucketSpanSeconds
        = 0; ///< of a time series: a measurement stays up to this much longer, with its bucket

    /// How long after its date a document is gone at the latest. Seconds.
    std::int64_t latestAfterSeconds() const { return expireAfterSeconds + bucketSpanSeconds; }
    /// For judging a document, without the partial filter: only the server can read that.
    ExpiryRule forJudging() const;
};

/// The rule of an index as the expiry rule needs it, without the partial filter. The field of a
/// compound or special index is its first one, and the rule is not valid then. Pure; any thread.
ExpiryRule expiryRuleOf(const IndexSpec& index);

/// The rule of an index, or of ownRule(); nullopt when it expires nothing. Pure; any thread.
std::optional<Rule> ruleOf(const protocol::Namespace& ns, const IndexSpec& index);

/// The rule of an index that is to be created; not ready, since no query can use it yet. Pure; any
/// thread.
Rule plannedRule(const TtlIndexSpec& spec);

/// What to ask a server for a rule, over `edges` (as HistogramRequest wants them): `now` is the
/// first edge, documents count as due when they are gone at the latest, and the rule's index is
/// hinted at when it holds every document. `sampleAbove` as in HistogramRequest. Pure; any thread.
HistogramRequest histogramRequest(const Rule& rule, std::vector<base::Time> edges,
                                  std::int64_t sampleAbove = 0);

/// What to ask a server to learn what the next pass would delete by a rule at `now`, with at most
/// `sampleSize` of the affected documents. Pure; any thread.
ImpactRequest impactRequest(const Rule& rule, base::Time now, int sampleSize);

/// How long ago the oldest overdue document of the rule became eligible: 0 s … 10 000 years,
/// rounded down. Unset when `histogram` has no overdue document. Pure; any thread.
std::optional<std::chrono::seconds> overdueAge(const Rule& rule, const ExpiryHistogram& histogram,
                                               base::Time now);

} // namespace sandglass::ttl
