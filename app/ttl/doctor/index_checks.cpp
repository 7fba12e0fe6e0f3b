// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/doctor/index_checks.h"

#include "app/bson/json.h"
#include "app/protocol/limits.h"
#include "app/protocol/names.h"

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

Finding IndexReadyCheck::judge(const Facts& /*facts*/, const RuleFacts& rule) const
{
    if (rule.collectionLevel) {
        return finding(State::NotApplicable);
    }
    return rule.index.building ? finding(State::Failed, Action::WaitForIndex)
                               : finding(State::Passed);
}

Finding SingleFieldCheck::judge(const Facts& /*facts*/, const RuleFacts& rule) const
{
    if (rule.collectionLevel) {
        return finding(State::NotApplicable);
    }
    const std::vector<protocol::KeyField> key = protocol::keyFields(rule.index.key);
    Evidence evidence = withDetail(bson::toShellText(rule.index.key.view()));
    const bool plain = key.size() == 1 && key.front().plugin.empty();
    return plain ? finding(State::Passed, Action::None, std::move(evidence))
                 : finding(State::Failed, Action::UseSingleField, std::move(evidence));
}

Finding NotIdCheck::judge(const Facts& /*facts*/, const RuleFacts& rule) const
{
    if (rule.collectionLevel) {
        return finding(State::NotApplicable);
    }
    return rule.rule.field == "_id" ? finding(State::Failed, Action::UseOtherField)
                                    : finding(State::Passed);
}

Finding ValueInRangeCheck::judge(const Facts& facts, const RuleFacts& rule) const
{
    if (rule.index.expireAfterSeconds) {
        const std::int64_t seconds = *rule.index.expireAfterSeconds;
        const std::int64_t most
            = rule.collectionLevel ? INT64_MAX / 1'000 : protocol::kMaxExpireAfterSeconds;
        if (seconds >= 0 && seconds <= most) {
            return finding(State::Passed, Action::None, withSeconds(seconds));
        }
        return finding(facts.isCosmos() && seconds == -1 ? State::Warning : State::Failed,
                       Action::SetValue, withSeconds(seconds));
    }
    if (listedValue(rule).isNan()) {
        return finding(State::NotApplicable); // the next line is about it
    }
    return finding(State::Failed, Action::SetValue, withDetail(bson::toJson(listedValue(rule))));
}

Finding NotNanCheck::judge(const Facts& facts, const RuleFacts& rule) const
{
    const std::string version = facts.server ? facts.server->version : std::string();
    if (rule.index.expiryValueInvalid && listedValue(rule).isNan()) {
        return finding(State::Failed, Action::SetValue, withDetail(version));
    }
    if (rule.index.expireAfterSeconds == protocol::kMaxExpireAfterSeconds) {
        Evidence evidence = withSeconds(protocol::kMaxExpireAfterSeconds);
        return finding(State::Warning, Action::SetValue, std::move(evidence));
    }
    return finding(State::Passed);
}

Finding HiddenDeletesCheck::judge(const Facts& /*facts*/, const RuleFacts& rule) const
{
    if (rule.collectionLevel) {
        return finding(State::NotApplicable);
    }
    return rule.index.hidden ? finding(State::Warning, Action::KnowHiddenDeletes)
                             : finding(State::Passed);
}

Finding QueryUseCheck::judge(const Facts& facts, const RuleFacts& rule) const
{
    if (rule.collectionLevel) {
        return finding(State::NotApplicable);
    }
    if (!rule.index.uses) {
        return unanswered(facts, Question::IndexUse);
    }
    Evidence evidence;
    evidence.count = rule.index.uses;
    evidence.moment = rule.index.usesSince;
    return *rule.index.uses == 0 ? finding(State::Warning, Action::KeepIndex, std::move(evidence))
                                 : finding(State::Passed, Action::None, std::move(evidence));
}

} // namespace sandglass::ttl::doctor
