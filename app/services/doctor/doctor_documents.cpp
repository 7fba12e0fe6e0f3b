// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/doctor/doctor_documents.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/ttl/expiry_aggregation.h"
#include "app/ttl/rule.h"
#include "app/ttl/sampling.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>
#include <vector>

namespace sandglass::services {

namespace {

using bson::Document;
using bson::makeDocument;
using ttl::NeverReason;
using ttl::doctor::DocumentCounts;
using ttl::doctor::Group;

// In rare cases a filter and the expiry rule see a field differently, so the rule chooses among a
// few documents.
constexpr int kCandidates = 10;
// keeps the one edge of the histogram within the range of time points
constexpr std::int64_t kLongestSeconds = std::int64_t{86'400} * 366 * 1'000;

// Reads the counts of one rule.
class Reading
{
public:
    Reading(ttl::TtlServer& server, const CountsRequest& request, const ttl::CallLimits& limits)
        : m_server(server)
        , m_request(request)
        , m_limits(limits)
        , m_rule(request.rule.rule)
    {
        m_rule.valid = true;
        if (const auto rule = ttl::ruleOf(request.ns, request.rule.index)) {
            m_collation = rule->collation;
        }
    }

    /// All counts and examples. Errors: the server's.
    Result<DocumentCounts> read();

private:
    /// The request whose one bucket ends when a document dated now would be due.
    ttl::HistogramRequest histogramRequest() const;
    /// Splits the documents whose value is not a date into arrays and others.
    Result<void> splitByType(std::int64_t notDates, DocumentCounts& counts);
    /// Adds an example to each kind that has documents.
    Result<void> addSamples(DocumentCounts& counts);
    /// Adds the first document to `group` that matches `filter` and does not expire for `reason`.
    /// `wantsArray`: for NotADate, whether the value must be an array or must not be one.
    Result<void> sample(Group& group, const Document& filter, NeverReason reason,
                        bool wantsArray = false);
    /// Adds an example of a date that is not due for a long time.
    Result<void> sampleFuture(Group& group);
    /// Documents that match a filter.
    Result<std::int64_t> count(const Document& filter);
    /// Documents whose value is an array without a date.
    Result<std::int64_t> countArrays();
    /// The same from a sample of all `documents`.
    Result<std::int64_t> estimateArrays(std::int64_t documents);
    /// The field n of the only document that a pipeline gives; 0 if it gives none.
    Result<std::int64_t> firstCount(const Document& stages);
    /// The command with the collation of the rule, where that has one.
    Document collated(bson::Builder& command) const;
    /// At most kCandidates documents.
    Result<std::vector<Document>> find(ttl::DocumentQuery query);

    /// A condition on the rule's field.
    Document field(const Document& condition) const
    {
        return makeDocument(m_rule.field, condition);
    }
    /// {$and: [conditions, partial filter]}
    Document allOf(std::vector<Document> conditions) const;
    /// No date, neither as the value nor in an array.
    Document noDate() const { return field(makeDocument("$not", makeDocument("$type", "date"))); }
    /// An array.
    Document anArray() const { return field(makeDocument("$type", "array")); }

    ttl::TtlServer& m_server;
    const CountsRequest& m_request;
    const ttl::CallLimits& m_limits;
    ttl::ExpiryRule m_rule;
    std::optional<Document> m_collation; // by which the partial filter compares
};

Document Reading::collated(bson::Builder& command) const
{
    if (m_collation) {
        command.append("collation", *m_collation);
    }
    return command.take();
}

Document Reading::allOf(std::vector<Document> conditions) const
{
    if (m_request.rule.index.partialFilter) {
        conditions.push_back(*m_request.rule.index.partialFilter);
    }
    bson::Builder builder;
    builder.beginArray("$and");
    for (const Document& condition : conditions) {
        builder.push(condition);
    }
    return builder.end().take();
}

// One bucket, up to the moment when a document dated now would be due. Whatever is later has a date
// in the future.
ttl::HistogramRequest Reading::histogramRequest() const
{
    const std::chrono::seconds span(
        std::clamp<std::int64_t>(m_rule.expireAfterSeconds, 1, kLongestSeconds));
    ttl::Rule rule = ttl::ruleOf(m_request.ns, m_request.rule.index).value_or(ttl::Rule());
    rule.expireAfterSeconds = m_rule.expireAfterSeconds; // includes the span of a bucket
    ttl::HistogramRequest request
        = ttl::histogramRequest(rule, {m_request.now, m_request.now + span}, m_request.sampleAbove);
    // counted even if the server ignores the rule
    request.valid = true;
    return request;
}

Result<DocumentCounts> Reading::read()
{
    const Result<ttl::ExpiryHistogram> histogram = m_server.histogram(histogramRequest(), m_limits);
    TRY(histogram);
    DocumentCounts counts;
    counts.documents = histogram->documents();
    counts.exact = histogram->exact;
    counts.missing.documents = histogram->never.noField;
    counts.outside.documents = histogram->never.outsideFilter;
    counts.due = histogram->overdue;
    counts.waiting = histogram->scheduled() + histogram->later;
    counts.future.documents = m_rule.expireAfterSeconds == 0 ? counts.waiting : histogram->later;
    counts.oldest = histogram->oldestDate;
    counts.newest = histogram->newestDate;
    TRY(splitByType(histogram->never.notADate, counts));
    TRY(addSamples(counts));
    return counts;
}

Result<void> Reading::splitByType(std::int64_t notDates, DocumentCounts& counts)
{
    if (notDates == 0) {
        return {};
    }
    const Result<std::int64_t> arrays
        = counts.exact ? countArrays() : estimateArrays(counts.documents);
    TRY(arrays);
    // documents may have been added or deleted between the two counts
    counts.arrays.documents = std::clamp<std::int64_t>(*arrays, 0, notDates);
    counts.notDates.documents = notDates - counts.arrays.documents;
    return {};
}

// Arrays without a date. A number in the path means something else in a filter than in an index, so
// such paths need a pipeline.
Result<std::int64_t> Reading::countArrays()
{
    const auto stages = ttl::arraysPipeline(m_rule.field, m_request.rule.index.partialFilter);
    if (!stages) {
        return count(allOf({anArray(), noDate()}));
    }
    return firstCount(*stages);
}

Result<std::int64_t> Reading::firstCount(const Document& stages)
{
    bson::Builder command;
    command.append("aggregate", m_request.ns.collection)
        .appendArray("pipeline", stages)
        .append("cursor", Document());
    const Result<Document> reply
        = m_server.runCommand(m_request.ns.database, collated(command), m_limits);
    TRY(reply);
    const auto groups = (*reply)["cursor"].asDocument()["firstBatch"].asDocument();
    return groups.empty() ? 0 : groups.begin()->value.asDocument()["n"].toInt64();
}

Result<std::int64_t> Reading::estimateArrays(std::int64_t documents)
{
    const std::int64_t size = ttl::sampleSize(documents);
    const bson::Document stages = bson::makeArray(
        makeDocument("$sample", makeDocument("size", size)),
        makeDocument("$match", allOf({anArray(), noDate()})),
        makeDocument("$group",
                     makeDocument("_id", bson::Value::null(), "n", makeDocument("$sum", 1))));
    const Result<std::int64_t> met = firstCount(stages);
    TRY(met);
    // a server may answer anything: more than were asked for would overflow
    const double share
        = static_cast<double>(std::clamp<std::int64_t>(*met, 0, size)) / static_cast<double>(size);
    return static_cast<std::int64_t>(std::llround(share * static_cast<double>(documents)));
}

Result<void> Reading::addSamples(DocumentCounts& counts)
{
    bson::Builder isNull;
    isNull.appendNull(m_rule.field);
    bson::Builder notNull;
    notNull.beginDocument(m_rule.field).appendNull("$ne").end();
    const Document noArray = field(makeDocument("$not", makeDocument("$type", "array")));
    const std::pair<Group*, Document> wanted[] = {
        {&counts.missing, allOf({isNull.take()})},
        {&counts.notDates, allOf({notNull.take(), noDate(), noArray})},
        {&counts.arrays, allOf({anArray(), noDate()})},
    };
    for (const auto& [group, filter] : wanted) {
        const auto reason = group == &counts.missing ? NeverReason::NoField : NeverReason::NotADate;
        TRY(sample(*group, filter, reason, group == &counts.arrays));
    }
    if (m_request.rule.index.partialFilter) {
        bson::Builder outside;
        outside.beginArray("$nor").push(*m_request.rule.index.partialFilter).end();
        // the server has decided that these are outside; the rule must not evaluate the filter
        // itself
        m_rule.inFilter = [](bson::DocumentView) { return false; };
        auto read = sample(counts.outside, outside.take(), NeverReason::OutsideFilter);
        m_rule.inFilter = {};
        TRY(read);
    }
    return sampleFuture(counts.future);
}

Result<void> Reading::sample(Group& group, const Document& filter, NeverReason reason,
                             bool wantsArray)
{
    if (group.documents == 0) {
        return {};
    }
    ttl::DocumentQuery query;
    query.filter = filter;
    const Result<std::vector<Document>> found = find(std::move(query));
    TRY(found);
    for (const Document& document : *found) {
        const std::string type = ttl::doctor::typeAt(document, m_rule.field);
        const bool fits = reason != NeverReason::NotADate
            || (type == bson::typeAlias(bson::Type::Array)) == wantsArray;
        if (fits && ttl::judge(m_rule, document).never == reason) {
            group.sampleId = bson::toJson(document["_id"]);
            group.sampleType = type;
            return {};
        }
    }
    return {};
}

Result<void> Reading::sampleFuture(Group& group)
{
    if (group.documents == 0) {
        return {};
    }
    ttl::DocumentQuery query;
    query.field = m_rule.field;
    query.sorted = false;
    query.from = bson::Date::from(m_request.now);
    query.filter = m_request.rule.index.partialFilter;
    const Result<std::vector<Document>> found = find(std::move(query));
    TRY(found);
    if (!found->empty()) {
        group.sampleId = bson::toJson(found->front()["_id"]);
    }
    return {};
}

Result<std::vector<Document>> Reading::find(ttl::DocumentQuery query)
{
    query.ns = m_request.ns;
    query.collation = m_collation;
    query.limit = kCandidates;
    return m_server.find(query, m_limits);
}

Result<std::int64_t> Reading::count(const Document& filter)
{
    bson::Builder command;
    command.append("count", m_request.ns.collection).append("query", filter);
    const Result<Document> reply
        = m_server.runCommand(m_request.ns.database, collated(command), m_limits);
    TRY(reply);
    return (*reply)["n"].toInt64();
}

} // namespace

Result<DocumentCounts> readCounts(ttl::TtlServer& server, const CountsRequest& request,
                                  const ttl::CallLimits& limits)
{
    return Reading(server, request, limits).read();
}

Result<bool> isInside(ttl::TtlServer& server, const protocol::Namespace& ns,
                      const ttl::IndexSpec& index, bson::ValueView id,
                      const ttl::CallLimits& limits)
{
    ttl::DocumentQuery query;
    query.ns = ns;
    query.collation = index.collation;
    query.filter = bson::Builder()
                       .beginArray("$and")
                       .push(makeDocument("_id", id))
                       .push(*index.partialFilter)
                       .end()
                       .take();
    const Result<std::vector<Document>> found = server.find(query, limits);
    TRY(found);
    // a collation may find others beside it
    return std::ranges::any_of(
        *found, [&](const Document& document) { return bson::equal(document["_id"], id); });
}

} // namespace sandglass::services
