// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/doctor/document_checks.h"

#include "app/ttl/monitor_patience.h"

namespace sandglass::ttl::doctor {

namespace {

// Cosmos DB maintains `_ts`, the time of the last write, itself: documents need not contain it.
bool isKeptByServer(const Facts& facts, const RuleFacts& rule)
{
    return facts.isCosmos() && rule.rule.field == "_ts";
}

Evidence evidenceOf(const Group& group, const DocumentCounts& counts)
{
    Evidence evidence;
    evidence.count = group.documents;
    evidence.of = counts.documents;
    evidence.estimated = !counts.exact;
    evidence.sampleId = group.sampleId;
    evidence.detail = group.sampleType;
    return evidence;
}

bool nothingToSee(const Facts& facts, const RuleFacts& rule)
{
    return isKeptByServer(facts, rule) || (rule.counts && rule.counts->documents == 0);
}

} // namespace

Judgement fieldPresent(const Facts& facts, const RuleFacts& rule)
{
    if (nothingToSee(facts, rule)) {
        return {State::NotApplicable};
    }
    if (!rule.counts) {
        return unanswered(facts, Question::Documents);
    }
    Evidence evidence = evidenceOf(rule.counts->missing, *rule.counts);
    return rule.counts->missing.documents == 0
        ? Judgement{State::Passed, Action::None, std::move(evidence)}
        : Judgement{State::Failed, Action::SetField, std::move(evidence)};
}

Judgement fieldType(const Facts& facts, const RuleFacts& rule)
{
    if (nothingToSee(facts, rule)) {
        return {State::NotApplicable};
    }
    if (!rule.counts) {
        return unanswered(facts, Question::Documents);
    }
    Evidence evidence = evidenceOf(rule.counts->notDates, *rule.counts);
    return rule.counts->notDates.documents == 0
        ? Judgement{State::Passed, Action::None, std::move(evidence)}
        : Judgement{State::Failed, Action::StoreDates, std::move(evidence)};
}

Judgement arrayContents(const Facts& facts, const RuleFacts& rule)
{
    if (nothingToSee(facts, rule)) {
        return {State::NotApplicable};
    }
    if (!rule.counts) {
        return unanswered(facts, Question::Documents);
    }
    Evidence evidence = evidenceOf(rule.counts->arrays, *rule.counts);
    return rule.counts->arrays.documents == 0
        ? Judgement{State::Passed, Action::None, std::move(evidence)}
        : Judgement{State::Failed, Action::StoreDatesInArray, std::move(evidence)};
}

Judgement partialFilter(const Facts& facts, const RuleFacts& rule)
{
    if (!rule.index.partialFilter || nothingToSee(facts, rule)) {
        return {State::NotApplicable};
    }
    if (!rule.counts) {
        return unanswered(facts, Question::Documents);
    }
    Evidence evidence = evidenceOf(rule.counts->outside, *rule.counts);
    if (rule.counts->outside.documents == 0) {
        return {State::Passed, Action::None, std::move(evidence)};
    }
    return {facts.document ? State::Failed : State::Warning, Action::CheckFilter,
            std::move(evidence)};
}

Judgement futureDate(const Facts& facts, const RuleFacts& rule)
{
    if (!rule.rule.valid || nothingToSee(facts, rule)) {
        return {State::NotApplicable};
    }
    if (!rule.counts) {
        return unanswered(facts, Question::Documents);
    }
    const DocumentCounts& counts = *rule.counts;
    if (facts.document) {
        if (!counts.dueAt) {
            return {State::NotApplicable}; // the document has no date
        }
        Evidence evidence = evidenceOf(counts.future, counts);
        evidence.moment = counts.dueAt;
        // with a period, a date in the future is probably a mistake; else the document just has to
        // wait
        const bool early = counts.future.documents > 0 && rule.rule.expireAfterSeconds > 0;
        return counts.waiting == 0
            ? Judgement{State::Passed, Action::None, std::move(evidence)}
            : Judgement{State::Failed, early ? Action::CorrectDates : Action::WaitUntilDue,
                        std::move(evidence)};
    }
    Evidence evidence = evidenceOf(counts.future, counts);
    if (counts.newest) {
        evidence.moment = counts.newest->time();
    }
    // for a rule "at the stored date", dates in the future are normal
    if (rule.rule.expireAfterSeconds == 0 || counts.future.documents == 0) {
        evidence.count = counts.waiting;
        return {State::Passed, Action::None, std::move(evidence)};
    }
    return {State::Warning, Action::CorrectDates, std::move(evidence)};
}

Judgement dueDeleted(const Facts& facts, const RuleFacts& rule)
{
    if (!rule.counts) {
        return unanswered(facts, Question::Documents);
    }
    Evidence evidence;
    evidence.count = rule.counts->due;
    evidence.estimated = !rule.counts->exact;
    if (!rule.counts->overdueFor) {
        return {State::Passed, Action::None, std::move(evidence)};
    }
    evidence.seconds = rule.counts->overdueFor->count();
    return *rule.counts->overdueFor > monitorPatience(facts.metrics)
        ? Judgement{State::Failed, Action::LookAtServer, std::move(evidence)}
        : Judgement{State::Passed, Action::None, std::move(evidence)};
}

Judgement someDated(const Facts& facts, const RuleFacts& rule)
{
    if (!rule.rule.valid || nothingToSee(facts, rule)) {
        return {State::NotApplicable};
    }
    if (!rule.counts) {
        return unanswered(facts, Question::Documents);
    }
    Evidence evidence;
    evidence.count = rule.counts->dated();
    evidence.of = rule.counts->documents;
    evidence.estimated = !rule.counts->exact;
    if (rule.counts->dated() <= 0 && evidence.estimated) {
        return {State::Unknown, Action::None, std::move(evidence)}; // the sample may have missed it
    }
    return rule.counts->dated() > 0
        ? Judgement{State::Passed, Action::None, std::move(evidence)}
        : Judgement{State::Failed, Action::SetField, std::move(evidence)};
}

} // namespace sandglass::ttl::doctor
