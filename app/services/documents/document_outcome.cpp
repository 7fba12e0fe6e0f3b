// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/documents/document_outcome.h"

#include "app/bson/builder.h"
#include "app/services/documents/document_count.h"

#include <algorithm>
#include <utility>

namespace sandglass::services {

namespace {

constexpr std::size_t kBatch = 500;

// The condition for one document to be as the goal asks for. Dotted paths and missing fields mean
// what they mean to the server.
bson::Document condition(const std::string& field, const FieldValue& wanted)
{
    if (wanted.value.view().isMissing()) {
        return bson::makeDocument("_id", wanted.id, field, bson::makeDocument("$exists", false));
    }
    return bson::makeDocument("_id", wanted.id, field, wanted.value);
}

// Counts the documents for which one of the conditions holds, in batches.
Result<std::int64_t> countAny(ttl::TtlServer& server, const protocol::Namespace& ns,
                              const std::vector<bson::Document>& conditions,
                              const ttl::CallLimits& limits)
{
    std::int64_t count = 0;
    for (std::size_t at = 0; at < conditions.size(); at += kBatch) {
        bson::Builder filter;
        filter.beginArray("$or");
        for (std::size_t i = at; i < std::min(conditions.size(), at + kBatch); ++i) {
            filter.push(conditions[i]);
        }
        const Result<std::int64_t> some = countDocuments(server, {ns, filter.end().take()}, limits);
        TRY(some);
        count += *some;
    }
    return count;
}

// The document with the same _id, if it has the same fields.
Result<bool> isPresent(ttl::TtlServer& server, const protocol::Namespace& ns,
                       const bson::Document& wanted, const ttl::CallLimits& limits)
{
    ttl::DocumentQuery query;
    query.ns = ns;
    query.filter = bson::makeDocument("_id", wanted["_id"]);
    query.limit = 1;
    query.fromPrimary = true;
    const Result<std::vector<bson::Document>> found = server.find(query, limits);
    TRY(found);
    return !found->empty() && found->front() == wanted;
}

} // namespace

OutcomeReading documentOutcomeReading(const protocol::Namespace& ns, const DocumentGoal& goal)
{
    std::vector<bson::Document> conditions;
    for (const bson::Value& id : goal.gone) {
        conditions.push_back(bson::makeDocument("_id", id));
    }
    for (const FieldValue& wanted : goal.values) {
        conditions.push_back(condition(goal.field, wanted));
    }
    return [ns, present = goal.present, conditions,
            gone = static_cast<std::int64_t>(goal.gone.size())](
               ttl::TtlServer& server, const ttl::CallLimits& limits) -> Result<OutcomeFinding> {
        OutcomeFinding finding;
        const Result<std::int64_t> counted = countAny(server, ns, conditions, limits);
        TRY(counted);
        finding.documents = gone > 0 ? gone - *counted : *counted;
        for (const bson::Document& wanted : present) {
            const Result<bool> found = isPresent(server, ns, wanted, limits);
            TRY(found);
            finding.documents += *found ? 1 : 0;
        }
        finding.inEffect = finding.documents > 0;
        return finding;
    };
}

std::optional<DocumentGoal> goalOf(const JournalEntry& entry)
{
    const bson::DocumentView command = entry.command.view();
    std::vector<bson::Value> ids;
    for (const bson::Element& id : command["ids"].asDocument()) {
        ids.emplace_back(id.value);
    }
    const bool complete
        = !ids.empty() && std::cmp_equal(ids.size(), command["documents"].toInt64());
    DocumentGoal goal;
    if (complete && entry.kind == JournalKind::RemoveDocuments) {
        goal.gone = std::move(ids);
        return goal;
    }
    if (complete && entry.kind == JournalKind::SetDate && command.contains("date")) {
        goal.field = command["field"].asString();
        for (bson::Value& id : ids) {
            goal.values.push_back({std::move(id), bson::Value(command["date"])});
        }
        return goal;
    }
    return std::nullopt;
}

} // namespace sandglass::services
