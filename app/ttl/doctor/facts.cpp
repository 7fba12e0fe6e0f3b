// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/doctor/facts.h"

#include "app/bson/json.h"
#include "app/ttl/cosmos_rule.h"

namespace sandglass::ttl::doctor {

namespace {

// The group of a document that never expires.
Group& groupFor(DocumentCounts& counts, NeverReason reason, const std::string& type)
{
    switch (reason) {
    case NeverReason::NoField:
        return counts.missing;
    case NeverReason::OutsideFilter:
        return counts.outside;
    case NeverReason::NotADate:
    case NeverReason::InvalidRule:
        break;
    }
    return type == bson::typeAlias(bson::Type::Array) ? counts.arrays : counts.notDates;
}

// The command that answers a question.
std::string commandOf(Question question)
{
    switch (question) {
    case Question::ServerInfo:
        return "buildInfo";
    case Question::MonitorParameters:
        return "getParameter";
    case Question::PassCounter:
        return "serverStatus";
    case Question::Collection:
        return "listCollections";
    case Question::Indexes:
        return "listIndexes";
    case Question::IndexUse:
        return "$indexStats";
    case Question::Documents:
        return "find";
    case Question::Databases:
        break;
    }
    return "listDatabases";
}

} // namespace

std::string typeAt(bson::DocumentView document, const std::string& path)
{
    const std::vector<bson::ValueView> values = bson::valuesAtPath(document, path, true);
    for (const bson::ValueView& value : values) {
        // an array is reported as such: for TTL it matters more than the types of its elements
        if (value.type() == bson::Type::Array) {
            return std::string(bson::typeAlias(bson::Type::Array));
        }
    }
    return std::string(
        bson::typeAlias(values.empty() ? bson::Type::Missing : values.front().type()));
}

DocumentCounts countsOf(const ExpiryRule& rule, bson::DocumentView document, base::Time now)
{
    DocumentCounts counts;
    counts.documents = 1;
    // documents are classified by the field even if the server expires nothing by the rule
    ExpiryRule asked = rule;
    asked.valid = true;
    const Verdict verdict = judge(asked, document);
    const std::string id = bson::toJson(document["_id"]);
    const std::string type = typeAt(document, rule.field);
    if (verdict.never) {
        groupFor(counts, *verdict.never, type) = {1, id, type};
        return counts;
    }
    counts.oldest = verdict.earliestDate;
    counts.newest = verdict.earliestDate;
    counts.dueAt = verdict.eligibleAt;
    if (isExpired(asked, document, now)) {
        counts.due = 1;
    } else {
        counts.waiting = 1;
    }
    if (verdict.earliestDate->time() > now) {
        counts.future = {1, id, type};
    }
    return counts;
}

Judgement unanswered(const Facts& facts, Question question)
{
    if (!facts.notPermitted.contains(question)) {
        return {State::Unknown};
    }
    Evidence evidence;
    evidence.detail = commandOf(question);
    return {State::NotPermitted, Action::AskForPrivilege, std::move(evidence)};
}

bool isUsableTtl(bson::ValueView ttl)
{
    return cosmosSeconds(ttl).has_value();
}

TtlFields ttlFieldsOf(const std::vector<bson::Document>& documents)
{
    TtlFields fields;
    for (const bson::Document& document : documents) {
        const bson::ValueView ttl = document["ttl"];
        if (ttl.isMissing()) {
            continue;
        }
        ++fields.looked;
        if (isUsableTtl(ttl)) {
            continue;
        }
        if (++fields.unusable.documents == 1) {
            fields.unusable.sampleId = bson::toJson(document["_id"]);
            fields.unusable.sampleType = bson::toJson(ttl);
        }
    }
    return fields;
}

} // namespace sandglass::ttl::doctor
