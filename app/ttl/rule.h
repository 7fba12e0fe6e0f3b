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
    bool hiddenByServer = false; ///< queries cannot see the field: nothing can be counted
    std::int64_t drawnTogether = 1; ///< as SampleLimits::together
    bool indexAscends = false; ///< the server scans the index in the order of its dates
    std::optional<bson::Document> partialFilter;
    std::optional<bson::Document> collation = {}; ///< by which the partial filter compares
    std::int64_t bucketSpanSeconds
        = 0; ///< of a time series: a measurement stays up to this much longer, with its bucket

    /// Seconds after its date by which a document is deleted at the latest.
    std::int64_t latestAfterSeconds() const { return expireAfterSeconds + bucketSpanSeconds; }
    /// The rule for judge(), without the partial filter, which only the server evaluates.
    ExpiryRule forJudging() const;
};

/// Whether an index of this key can expire documents: one field, ascending or descending. Servers
/// accept expireAfterSeconds on hashed, text and geo indexes too, and expire nothing by them. Pure;
/// any thread.
bool hasExpiringKey(const IndexSpec& index);
/// The rule of an index as the expiry rule needs it, without the partial filter. The field of a
/// compound or special index is its first one, and the rule is not valid then. Pure; any thread.
ExpiryRule expiryRuleOf(const IndexSpec& index);

/// The rule of an index, or of ownRule(); nullopt when it expires nothing. Pure; any thread.
std::optional<Rule> ruleOf(const protocol::Namespace& ns, const IndexSpec& index);

/// The rule of an index that is to be created; not ready, since no query can use it yet. Pure; any
/// thread.
Rule plannedRule(const TtlIndexSpec& spec);

/// The request that counts a rule's documents over `edges` and with `sampleAbove` (for both see
/// HistogramRequest). `now` is the first edge. Documents count as due at the latest time of their
/// deletion. The rule's index is the hint if it contains every document. Pure; any thread.
HistogramRequest histogramRequest(const Rule& rule, std::vector<base::Time> edges,
                                  std::int64_t sampleAbove = 0);

/// The request that counts what the next pass would delete by a rule at `now`, with at most
/// `sampleSize` of the affected documents; exactly, unless `sampleAbove` is set. Pure; any thread.
ImpactRequest impactRequest(const Rule& rule, base::Time now, int sampleSize,
                            std::int64_t sampleAbove = 0);

/// How long ago the oldest overdue document of the rule became eligible: 0 s … 10 000 years,
/// rounded down. Unset when `histogram` has no overdue document. Pure; any thread.
std::optional<std::chrono::seconds> overdueAge(const Rule& rule, const ExpiryHistogram& histogram,
                                               base::Time now);

} // namespace sandglass::ttl
