// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/mongo/readings.h"
#include "app/mongo/sample_reading.h"
#include "app/ttl/expiry_aggregation.h"

#include <algorithm>
#include <limits>

namespace sandglass::mongo {

namespace {

using bson::Document;
using bson::makeDocument;

constexpr int kMaxDocumentsPerPage = 10'000;

// Whether an index can be limited to the keys of the range. The later ends are excluded, so they
// must not be the last date of all.
bool hasKeyRange(const ttl::DocumentQuery& query)
{
    constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
    return !query.indexHint.empty() && !query.sorted && query.from && query.to
        && query.from->millis < kLast && query.to->millis < kLast;
}

} // namespace

Result<std::vector<Document>> readDocuments(Conversation& conversation,
                                            const ttl::DocumentQuery& query, RefusedStages& refused)
{
    if (query.field.empty() && (query.from || query.to)) {
        return base::failure(Errc::InvalidInput, "A range of dates requires a field.");
    }
    // to a server, a limit of 0 means all documents
    if (query.limit < 1 || query.skip < 0) {
        return std::vector<Document>();
    }
    conversation.collate(query.collation);
    bson::Builder options;
    if (query.sort) {
        options.append("sort", *query.sort);
    } else if (!query.field.empty() && query.sorted) {
        options.append("sort", makeDocument(query.field, 1));
    }
    options.append("skip", std::int64_t{query.skip});
    // the server of our choice must not fill the memory, whatever the caller asks for
    options.append("limit", std::int64_t{std::min(query.limit, kMaxDocumentsPerPage)});
    const Document plain = options.take();
    if (!hasKeyRange(query) || refused.keyRange) {
        return conversation.find(query.ns, ttl::documentsFilter(query), plain);
    }
    // Source: MongoDB manual, cursor.min()
    const auto after = [&query](bson::Date date) {
        return makeDocument(query.field, bson::Date{date.millis + 1});
    };
    const Document limited = bson::Builder()
                                 .appendAll(plain)
                                 .append("hint", query.indexHint)
                                 .append("min", after(*query.from))
                                 .append("max", after(*query.to))
                                 .take();
    auto found = conversation.find(query.ns, ttl::documentsFilter(query), limited);
    if (found || found.error().code != Errc::Server) {
        return found;
    }
    // the index descends, is hidden or was dropped, or the server does not know such limits
    found = conversation.find(query.ns, ttl::documentsFilter(query), plain);
    if (found) {
        refused.keyRange = true;
    }
    return found;
}

} // namespace sandglass::mongo
