// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/doctor/index_checks.h"

#include "app/bson/json.h"
#include "app/protocol/limits.h"
#include "app/protocol/names.h"

#include <algorithm>

namespace sandglass::ttl::doctor {

namespace {

bson::ValueView listedValue(const RuleFacts& rule)
{
    return rule.index.listed["expireAfterSeconds"];
}

Evidence withDetail(std::string detail)
{
    Evidence evidence;
    evidence.detail = std::move(detail);
    return evidence;
}

Evidence withSeconds(std::int64_t seconds)
{
    Evidence evidence;
    evidence.seconds = seconds;
    return evidence;
}

} // namespace

Judgement indexReady(const Facts& /*facts*/, const RuleFacts& rule)
{
    if (rule.collectionLevel) {
        return {State::NotApplicable};
    }
    return rule.index.building ? Judgement{State::Failed, Action::WaitForIndex}
                               : Judgement{State::Passed};
}

Judgement dataReadable(const Facts& facts, const RuleFacts& rule)
{
    if (facts.server && facts.server->product != Product::Sandglass) {
        return {State::NotApplicable};
    }
    if (!facts.metrics || facts.metrics->countersRefused) {
        return unanswered(facts, Question::PassCounter);
    }
    const auto damage
        = std::ranges::find_if(facts.metrics->damaged, [&](const DamagedRule& damaged) {
              return damaged.ns == facts.ns.text() && damaged.index == rule.index.name;
          });
    if (damage == facts.metrics->damaged.end()) {
        return {State::Passed};
    }
    Evidence evidence;
    evidence.moment = damage->since;
    return {State::Failed, Action::ReplaceData, std::move(evidence)};
}

Judgement singleField(const Facts& /*facts*/, const RuleFacts& rule)
{
    if (rule.collectionLevel) {
        return {State::NotApplicable};
    }
    const std::vector<protocol::KeyField> key = protocol::keyFields(rule.index.key);
    Evidence evidence = withDetail(bson::toShellText(rule.index.key.view()));
    const bool plain = key.size() == 1 && key.front().plugin.empty();
    return plain ? Judgement{State::Passed, Action::None, std::move(evidence)}
                 : Judgement{State::Failed, Action::UseSingleField, std::move(evidence)};
}

Judgement notId(const Facts& /*facts*/, const RuleFacts& rule)
{
    if (rule.collectionLevel) {
        return {State::NotApplicable};
    }
    return rule.rule.field == "_id" ? Judgement{State::Failed, Action::UseOtherField}
                                    : Judgement{State::Passed};
}

Judgement valueInRange(const Facts& facts, const RuleFacts& rule)
{
    if (rule.index.expireAfterSeconds) {
        const std::int64_t seconds = *rule.index.expireAfterSeconds;
        // a collection's own rule takes any number whose milliseconds fit into int64
        const std::int64_t most
            = rule.collectionLevel ? INT64_MAX / 1'000 : protocol::kMaxExpireAfterSeconds;
        if (seconds >= 0 && seconds <= most) {
            return {State::Passed, Action::None, withSeconds(seconds)};
        }
        return {facts.isCosmos() && seconds == -1 ? State::Warning : State::Failed,
                Action::SetValue, withSeconds(seconds)};
    }
    if (listedValue(rule).isNan()) {
        return {State::NotApplicable}; // notNan() reports it
    }
    return {State::Failed, Action::SetValue, withDetail(bson::toJson(listedValue(rule)))};
}

Judgement notNan(const Facts& facts, const RuleFacts& rule)
{
    const std::string version = facts.server ? facts.server->version : std::string();
    if (rule.index.expiryValueInvalid && listedValue(rule).isNan()) {
        return {State::Failed, Action::SetValue, withDetail(version)};
    }
    if (rule.index.expireAfterSeconds == protocol::kMaxExpireAfterSeconds) {
        Evidence evidence = withSeconds(protocol::kMaxExpireAfterSeconds);
        return {State::Warning, Action::SetValue, std::move(evidence)};
    }
    return {State::Passed};
}

Judgement ruleObeyed(const Facts& /*facts*/, const RuleFacts& rule)
{
    return {rule.rule.valid ? State::Passed : State::Failed};
}

Judgement hiddenDeletes(const Facts& /*facts*/, const RuleFacts& rule)
{
    if (rule.collectionLevel) {
        return {State::NotApplicable};
    }
    return rule.index.hidden ? Judgement{State::Warning, Action::KnowHiddenDeletes}
                             : Judgement{State::Passed};
}

Judgement queryUse(const Facts& facts, const RuleFacts& rule)
{
    if (rule.collectionLevel) {
        return {State::NotApplicable};
    }
    if (!rule.index.uses) {
        return unanswered(facts, Question::IndexUse);
    }
    Evidence evidence;
    evidence.count = rule.index.uses;
    evidence.moment = rule.index.usesSince;
    return *rule.index.uses == 0 ? Judgement{State::Warning, Action::KeepIndex, std::move(evidence)}
                                 : Judgement{State::Passed, Action::None, std::move(evidence)};
}

} // namespace sandglass::ttl::doctor
