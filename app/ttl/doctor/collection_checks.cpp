// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/doctor/collection_checks.h"

#include <algorithm>

namespace sandglass::ttl::doctor {

namespace {

// 2038-01-19T03:14:07Z, the end of the range in which MongoDB up to 8.0 expires time series.
// Source: app/ttl/SEMANTICS.md 4.
constexpr std::int64_t kLastBucketMillis = 2'147'483'647'000;

// Names of the TTL indexes; the collection's own rule has no name and is not among them.
std::vector<std::string> ruleNames(const Facts& facts)
{
    std::vector<std::string> names;
    for (const IndexSpec& index : *facts.indexes) {
        if (index.isTtl()) {
            names.push_back(index.name);
        }
    }
    return names;
}

bool hasOwnRule(const Facts& facts)
{
    return facts.collection && facts.collection->expireAfterSeconds;
}

std::string joined(const std::vector<std::string>& names)
{
    std::string all;
    for (const std::string& name : names) {
        all += (all.empty() ? "" : ", ") + name;
    }
    return all;
}

bool isOutOfRange(const DocumentCounts& counts)
{
    return (counts.oldest && counts.oldest->millis < 0)
        || (counts.newest && counts.newest->millis > kLastBucketMillis);
}

} // namespace

Judgement ruleThere(const Facts& facts)
{
    Evidence evidence;
    evidence.detail = facts.chosenIndex;
    evidence.count = static_cast<std::int64_t>(facts.rules.size());
    if (!facts.rules.empty()) {
        return {State::Passed, Action::None, std::move(evidence)};
    }
    if (!facts.indexes) {
        return unanswered(facts, Question::Indexes);
    }
    return {State::Failed, facts.chosenIndex.empty() ? Action::CreateRule : Action::ConvertIndex,
            std::move(evidence)};
}

Judgement twoRules(const Facts& facts)
{
    if (!facts.indexes) {
        return unanswered(facts, Question::Indexes);
    }
    const std::vector<std::string> names = ruleNames(facts);
    const std::size_t rules = names.size() + (hasOwnRule(facts) ? 1 : 0);
    Evidence evidence;
    evidence.count = static_cast<std::int64_t>(rules);
    evidence.detail = joined(names);
    if (rules == 0) {
        return {State::NotApplicable};
    }
    return rules == 1 ? Judgement{State::Passed, Action::None, std::move(evidence)}
                      : Judgement{State::Warning, Action::CompareRules, std::move(evidence)};
}

Judgement timeSeriesRange(const Facts& facts)
{
    if (!facts.collection) {
        return unanswered(facts, Question::Collection);
    }
    if (facts.collection->kind != CollectionKind::TimeSeries) {
        return {State::NotApplicable};
    }
    bool known = false;
    for (const RuleFacts& rule : facts.rules) {
        if (!rule.counts) {
            continue;
        }
        known = true;
        if (!isOutOfRange(*rule.counts)) {
            continue;
        }
        Evidence evidence;
        const bool early = rule.counts->oldest->millis < 0;
        evidence.moment = early ? rule.counts->oldest->time() : rule.counts->newest->time();
        // MongoDB up to 8.0 then deletes nothing from the collection. Source: app/ttl/SEMANTICS.md
        // 4
        const bool stops = facts.server && facts.server->product == Product::MongoDb
            && !facts.server->atLeast(8, 1);
        return {stops ? State::Failed : State::Warning, Action::MoveOutOfRange,
                std::move(evidence)};
    }
    return known ? Judgement{State::Passed} : unanswered(facts, Question::Documents);
}

Judgement documentTtl(const Facts& facts)
{
    if (facts.server && !facts.isCosmos()) {
        return {State::NotApplicable};
    }
    if (!facts.server || !facts.ttlFields) {
        return unanswered(facts, facts.server ? Question::Documents : Question::ServerInfo);
    }
    const TtlFields& fields = *facts.ttlFields;
    Evidence evidence;
    evidence.count = fields.unusable.documents;
    evidence.of = fields.looked;
    evidence.sampleId = fields.unusable.sampleId;
    evidence.detail = fields.unusable.sampleType;
    if (fields.unusable.documents > 0) {
        return {State::Failed, Action::CorrectTtlField, std::move(evidence)};
    }
    // -1 is usable, but answers the question why a chosen document does not expire
    const bool staysForEver = facts.document && (*facts.document)["ttl"].toExactInt64() == -1;
    if (staysForEver) {
        evidence.detail = "-1";
        return {State::Failed, Action::CorrectTtlField, std::move(evidence)};
    }
    return {State::Passed, Action::None, std::move(evidence)};
}

Judgement collectionRule(const Facts& facts, const RuleFacts& rule)
{
    if (!facts.collection) {
        return unanswered(facts, Question::Collection);
    }
    if (!hasOwnRule(facts) || rule.collectionLevel) {
        return {State::NotApplicable};
    }
    Evidence evidence;
    evidence.seconds = facts.collection->expireAfterSeconds;
    // the listed seconds: those in the rule of a time series include the span of a bucket
    const std::int64_t listed
        = rule.index.expireAfterSeconds.value_or(rule.rule.expireAfterSeconds);
    if (*facts.collection->expireAfterSeconds >= listed) {
        return {State::Passed, Action::None, std::move(evidence)};
    }
    const bool decides = facts.collection->kind == CollectionKind::TimeSeries;
    return {decides ? State::Failed : State::Warning, Action::CompareWithCollectionRule,
            std::move(evidence)};
}

} // namespace sandglass::ttl::doctor
