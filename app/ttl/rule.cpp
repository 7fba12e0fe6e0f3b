// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/rule.h"

#include "app/protocol/names.h"
#include "app/ttl/draft.h"
#include "app/ttl/own_rule.h"

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;

namespace sandglass::ttl {

namespace {

constexpr std::chrono::hours kOldestAge{24 * 366 * 10'000};

// A partial index lacks documents, and servers refuse a hidden index as a hint.
std::string hintOf(const Rule& rule)
{
    const bool usable
        = rule.valid && rule.ready && !rule.hidden && !rule.partialFilter && !rule.collectionLevel;
    return usable ? rule.index.name : std::string();
}

} // namespace

ExpiryRule Rule::forJudging() const
{
    ExpiryRule rule{field, latestAfterSeconds(), valid, {}};
    if (collectionLevel && bucketSpanSeconds == 0) {
        rule.notBefore = bson::Date{0}; // the same as the filter of ownRule()
    }
    return rule;
}

bool hasExpiringKey(const IndexSpec& index)
{
    const std::vector<protocol::KeyField> key = protocol::keyFields(index.key);
    return key.size() == 1 && key.front().plugin.empty();
}

ExpiryRule expiryRuleOf(const IndexSpec& index)
{
    const std::vector<protocol::KeyField> key = protocol::keyFields(index.key);
    ExpiryRule rule;
    rule.field = key.empty() ? std::string() : key.front().path;
    rule.expireAfterSeconds = index.expireAfterSeconds.value_or(0);
    rule.valid = !index.expiryValueInvalid && hasExpiringKey(index);
    return rule;
}

std::optional<Rule> ruleOf(const protocol::Namespace& ns, const IndexSpec& index)
{
    if (!index.isTtl()) {
        return {};
    }
    ExpiryRule plain = expiryRuleOf(index);
    Rule rule;
    rule.index = {ns, index.name};
    rule.field = std::move(plain.field);
    rule.expireAfterSeconds = plain.expireAfterSeconds;
    rule.valid = plain.valid;
    rule.hidden = index.hidden;
    rule.ready = !index.building;
    rule.collectionLevel = isOwnRule(rule.index);
    rule.partialFilter = index.partialFilter;
    // dates do not depend on it, and servers without collations must not be sent any
    rule.collation = index.partialFilter ? index.collation : std::nullopt;
    return rule;
}

Rule plannedRule(const TtlIndexSpec& spec)
{
    const std::vector<protocol::KeyField> key = protocol::keyFields(spec.key);
    Rule rule;
    rule.index = {spec.ns, spec.name};
    rule.field = key.empty() ? std::string() : key.front().path;
    rule.expireAfterSeconds = spec.expireAfterSeconds;
    rule.hidden = spec.hidden;
    rule.ready = false;
    rule.partialFilter = spec.partialFilter;
    return rule;
}

HistogramRequest histogramRequest(const Rule& rule, std::vector<base::Time> edges,
                                  std::int64_t sampleAbove)
{
    HistogramRequest request;
    request.ns = rule.index.ns;
    request.field = rule.field;
    request.expireAfterSeconds = rule.latestAfterSeconds();
    request.valid = rule.valid;
    request.partialFilter = rule.partialFilter;
    request.collation = rule.collation;
    request.hiddenByServer = rule.hiddenByServer;
    request.sampleAbove = sampleAbove;
    request.now = edges.front();
    request.edges = std::move(edges);
    request.indexHint = hintOf(rule);
    request.indexAscends = rule.indexAscends && !request.indexHint.empty();
    request.limits.together = rule.drawnTogether;
    // a bucket span means a time series
    request.idsIndexed = rule.bucketSpanSeconds == 0;
    return request;
}

ImpactRequest impactRequest(const Rule& rule, base::Time now, int sampleSize,
                            std::int64_t sampleAbove)
{
    ImpactRequest request;
    request.ns = rule.index.ns;
    request.field = rule.field;
    request.expireAfterSeconds = rule.expireAfterSeconds;
    request.partialFilter = rule.partialFilter;
    request.collation = rule.collation;
    request.now = now;
    request.sampleSize = sampleSize;
    request.indexHint = hintOf(rule);
    request.limits.together = rule.drawnTogether;
    request.sampleAbove = sampleAbove;
    return request;
}

std::optional<std::chrono::seconds> overdueAge(const Rule& rule, const ExpiryHistogram& histogram,
                                               base::Time now)
{
    if (histogram.overdue == 0 || !histogram.oldestDate) {
        return {};
    }
    // dates cover all of int64, so the subtraction could overflow without a limit
    const base::Time oldest = std::max(histogram.oldestDate->time(), now - kOldestAge);
    const base::Time eligible = oldest + std::chrono::seconds(rule.latestAfterSeconds());
    return std::max(0s, std::chrono::floor<std::chrono::seconds>(now - eligible));
}

} // namespace sandglass::ttl
