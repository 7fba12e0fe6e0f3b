// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/never_filter.h"

#include "app/bson/builder.h"
#include "app/ttl/expiry_aggregation.h"

namespace sandglass::ttl {

namespace {

using bson::Builder;
using bson::Document;
using bson::makeArray;
using bson::makeDocument;

Document noneOf(const Document& filter)
{
    return Builder().appendArray("$nor", makeArray(filter)).take();
}

// {$and: [left, right]}
Document both(const Document& left, const Document& right)
{
    return Builder().appendArray("$and", makeArray(left, right)).take();
}

// Documents without a date for this reason, or for any. The expressions are those by which the
// forecast sorts them, so that a list and a bar agree.
Document undated(const std::string& field, std::optional<NeverReason> reason)
{
    HistogramRequest request;
    request.field = field;
    request.edges = {base::Time(), base::Time(std::chrono::seconds(1))};
    const Document stages = groupingStages(request);
    const bson::DocumentView found = stages["0"].asDocument()["$project"].asDocument();
    Builder conditions;
    conditions.push(Builder()
                        .appendArray("$ne", makeArray(makeDocument("$type", found["date"]), "date"))
                        .take());
    if (reason) {
        const char* name = *reason == NeverReason::NoField ? "noField" : "notADate";
        conditions.push(Builder().appendArray("$eq", makeArray(found["reason"], name)).take());
    }
    const Document all = Builder().appendArray("$and", conditions.take()).take();
    // the first part spares a server the expression wherever an index or a plain comparison decides
    return both(noneOf(datedFilter(field, {})), makeDocument("$expr", all));
}

} // namespace

Document neverFilter(const std::string& field, const std::optional<Document>& partialFilter,
                     std::optional<NeverReason> reason)
{
    if (reason == NeverReason::InvalidRule) {
        return {};
    }
    Document outside = noneOf(partialFilter.value_or(Document()));
    if (reason == NeverReason::OutsideFilter) {
        return outside;
    }
    Document inside = undated(field, reason);
    if (!partialFilter) {
        return inside;
    }
    return reason ? both(*partialFilter, inside)
                  : Builder().appendArray("$or", makeArray(outside, inside)).take();
}

} // namespace sandglass::ttl
