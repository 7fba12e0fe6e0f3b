// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/documents/document_page.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/services/documents/document_count.h"
#include "app/ttl/collations.h"
#include "app/ttl/expiry_aggregation.h"
#include "app/ttl/never_filter.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

namespace sandglass::services {

namespace {

// Both conditions; an empty one is left out, since servers refuse an empty $and.
bson::Document both(const std::optional<bson::Document>& one, const bson::Document& other)
{
    if (!one || one->empty()) {
        return other;
    }
    if (other.empty()) {
        return *one;
    }
    bson::Builder builder;
    builder.beginArray("$and").push(*one).push(other).end();
    return builder.take();
}

bool hasRange(const DocumentChoice& choice)
{
    return choice.query.from || choice.query.to;
}

// First the documents that the rule will delete, soonest first, then those that it never will. A
// plain sort would start with the documents that have no date.
Result<std::vector<bson::Document>> soonestFirst(ttl::TtlServer& server,
                                                 const ttl::DocumentQuery& query,
                                                 const std::optional<bson::Document>& partialFilter,
                                                 const ttl::CallLimits& limits)
{
    const bson::Document expires = ttl::datedFilter(query.field, partialFilter);
    ttl::DocumentQuery dated = query;
    dated.filter = both(query.filter, expires);
    // the dated documents may fill the page; if not, the others follow
    Result<std::vector<bson::Document>> found = server.find(dated, limits);
    if (!found || std::cmp_greater_equal(found->size(), query.limit)) {
        return found;
    }
    ttl::DocumentQuery rest = query;
    rest.field.clear();
    rest.filter
        = both(query.filter, bson::Builder().appendArray("$nor", bson::makeArray(expires)).take());
    rest.skip = 0;
    rest.limit = query.limit - static_cast<int>(found->size());
    // the page starts behind the last dated document: skip only what is left of `skip`
    if (found->empty() && query.skip > 0) {
        const Result<std::int64_t> before
            = countDocuments(server, {query.ns, *dated.filter, 0, query.collation}, limits);
        TRY(before);
        rest.skip = static_cast<int>(std::max<std::int64_t>(0, query.skip - *before));
    }
    Result<std::vector<bson::Document>> others = server.find(rest, limits);
    TRY(others);
    std::ranges::move(*others, std::back_inserter(*found));
    return found;
}

// The query with what the choice asks for besides the user's filter. With a range, exactly the
// documents that the chart's bars count, so none outside the filter.
ttl::DocumentQuery narrowed(const DocumentChoice& choice)
{
    ttl::DocumentQuery query = choice.query;
    // a query has one collation for all its conditions
    if (choice.never || hasRange(choice)) {
        query.collation = choice.collation;
    }
    if (choice.never) {
        query.filter = both(query.filter,
                            ttl::neverFilter(query.field, choice.partialFilter, choice.reason));
    } else if (hasRange(choice) && choice.partialFilter) {
        query.filter = both(query.filter, *choice.partialFilter);
    }
    return query;
}

Result<std::vector<bson::Document>> inOrder(ttl::TtlServer& server, const DocumentChoice& choice,
                                            const ttl::CallLimits& limits)
{
    ttl::DocumentQuery query = narrowed(choice);
    if (choice.never) {
        query.field.clear(); // there is no date to sort by
    }
    const bool plain = query.field.empty() || query.sort || hasRange(choice);
    // the user's filter compares by the collection's default, as their total does; the order may
    // then be that of another comparison than the rule's, but every document has its place
    if (!plain && (!query.filter || query.filter->empty())) {
        query.collation = choice.collation;
    }
    return plain ? server.find(query, limits)
                 : soonestFirst(server, query, choice.partialFilter, limits);
}

// Selects those of the documents that are inside the partial filter. By a collation, others may
// have the same _ids.
ttl::DocumentQuery insideQuery(const DocumentChoice& choice,
                               const std::vector<bson::Document>& documents)
{
    bson::Builder builder;
    builder.beginArray("$and").pushDocument().beginDocument("_id").beginArray("$in");
    for (const bson::Document& document : documents) {
        builder.append(std::to_string(&document - documents.data()), document["_id"]);
    }
    builder.end().end().end().push(*choice.partialFilter).end();
    ttl::DocumentQuery query;
    query.ns = choice.query.ns;
    query.filter = builder.take();
    query.collation = choice.collation;
    query.limit = !ttl::comparesSimply(choice.collation) ? std::numeric_limits<int>::max()
                                                         : static_cast<int>(documents.size());
    return query;
}

} // namespace

void DocumentChoice::judgeBy(const ttl::Rule& rule)
{
    query.field = rule.field;
    partialFilter = rule.partialFilter;
    collation = rule.collation;
}

Result<DocumentPage> readPage(ttl::TtlServer& server, const DocumentChoice& choice,
                              const ttl::CallLimits& limits)
{
    Result<std::vector<bson::Document>> documents = inOrder(server, choice, limits);
    TRY(documents);
    DocumentPage page{std::move(*documents), {}};
    page.outsideFilter.assign(page.documents.size(), false);
    if (!choice.partialFilter || page.documents.empty()) {
        return page;
    }
    Result<std::vector<bson::Document>> inside
        = server.find(insideQuery(choice, page.documents), limits);
    TRY(inside);
    // compared by _id, since the server may answer in any order
    for (std::size_t i = 0; i < page.documents.size(); ++i) {
        page.outsideFilter[i] = std::ranges::none_of(*inside, [&](const bson::Document& one) {
            return bson::equal(one["_id"], page.documents[i]["_id"]);
        });
    }
    return page;
}

Result<DocumentTotal> countChoice(ttl::TtlServer& server, const DocumentChoice& choice,
                                  const ttl::CallLimits& limits)
{
    const ttl::DocumentQuery query = narrowed(choice);
    const bson::Document filter = ttl::documentsFilter(query);
    const Result<std::int64_t> found
        = countDocuments(server, {query.ns, filter, kMostCounted + 1, query.collation}, limits);
    TRY(found);
    return DocumentTotal{std::min(*found, kMostCounted), *found > kMostCounted};
}

} // namespace sandglass::services
