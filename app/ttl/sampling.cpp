// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/sampling.h"

#include "app/bson/builder.h"
#include "app/ttl/expiry_aggregation.h"

#include <algorithm>
#include <cmath>

namespace sandglass::ttl {

namespace {

using bson::Document;
using bson::makeArray;
using bson::makeDocument;

constexpr double kNinetyFivePercent = 1.96; // of a normal distribution, in standard deviations
constexpr std::int64_t kSmallestShare = 21; // 1/21 of the collection is less than 5 %

std::vector<Document> elementsOf(bson::ValueView array)
{
    std::vector<Document> elements;
    for (const bson::Element& element : array.asDocument()) {
        elements.emplace_back(element.value.asDocument());
    }
    return elements;
}

// Scales counts of `sampled` documents up to counts of `documents`.
class Scale
{
public:
    Scale(std::int64_t sampled, std::int64_t documents)
        : m_factor(sampled > 0 ? static_cast<double>(documents) / static_cast<double>(sampled) : 0)
    {
    }

    void apply(std::int64_t& count) const
    {
        count = std::llround(static_cast<double>(count) * m_factor);
    }

private:
    double m_factor;
};

} // namespace

std::int64_t sampleSize(std::int64_t documents)
{
    return std::clamp<std::int64_t>(documents / kSmallestShare, 1, kMostSampled);
}

Document samplePipeline(const HistogramRequest& request, std::int64_t size)
{
    const Document count = makeDocument(
        "$group",
        makeDocument("_id", bson::Value::null(), "n", makeDocument("$sum", std::int32_t{1})));
    bson::Builder facets;
    facets.appendArray("dated", datedPipeline(request))
        .appendArray("undated", undatedPipeline(request))
        .appendArray("all", makeArray(count));
    return makeArray(makeDocument("$sample", makeDocument("size", size)),
                     makeDocument("$facet", facets.take()));
}

Document overduePipeline(const HistogramRequest& request)
{
    ImpactRequest impact;
    impact.ns = request.ns;
    impact.field = request.field;
    impact.expireAfterSeconds = request.expireAfterSeconds;
    impact.partialFilter = request.partialFilter;
    impact.now = request.now;
    return makeArray(makeDocument("$match", expiredFilter(impact)),
                     makeDocument("$limit", kMostCountedOverdue + 1),
                     makeDocument("$group",
                                  makeDocument("_id", bson::Value::null(), "n",
                                               makeDocument("$sum", std::int32_t{1}))));
}

Result<ExpiryHistogram> histogramOfSample(const HistogramRequest& request,
                                          bson::DocumentView answer, std::int64_t documents,
                                          std::optional<std::int64_t> overdue)
{
    ExpiryHistogram histogram = emptyHistogram(request);
    const std::vector<Document> all = elementsOf(answer["all"]);
    const std::int64_t sampled = all.empty() ? 0 : all.front()["n"].toInt64();
    for (const char* kind : {"dated", "undated"}) {
        TRY(addGroups(histogram, elementsOf(answer[kind])));
    }
    // the groups cover the documents inside the partial filter; all others are outside it
    const std::int64_t outside = sampled - histogram.documents();
    if (sampled < 0 || outside < 0 || (outside > 0 && !request.partialFilter)) {
        return base::failure(Errc::Protocol, "The server's answer does not fit the sample.");
    }
    histogram.never.outsideFilter = outside;
    histogram.exact = documents == 0 || sampled >= documents;
    histogram.overdueExact = histogram.exact || overdue.has_value();
    histogram.sampledShare
        = histogram.exact ? 1.0 : static_cast<double>(sampled) / static_cast<double>(documents);
    if (histogram.exact) {
        return histogram;
    }

    // an exact overdue count fixes one share; only the other documents are scaled to fill the rest
    const std::int64_t sampledRest = sampled - histogram.overdue;
    const Scale everything(sampled, documents);
    everything.apply(histogram.overdue);
    histogram.overdue = std::min(overdue.value_or(histogram.overdue), documents);
    const Scale rest(sampledRest, documents - histogram.overdue);
    for (std::int64_t& count : histogram.counts) {
        rest.apply(count);
    }
    for (std::int64_t* count : {&histogram.later, &histogram.never.noField,
                                &histogram.never.notADate, &histogram.never.outsideFilter}) {
        rest.apply(*count);
    }
    return histogram;
}

double samplingError(double count, std::int64_t documents, double sampledShare)
{
    const auto total = static_cast<double>(documents);
    const double sampled = total * sampledShare;
    if (sampledShare >= 1.0 || sampled < 1.0) {
        return 0.0;
    }
    // Wilson score interval: it stays meaningful for shares near 0, where the normal one vanishes
    const double share = std::clamp(count / total, 0.0, 1.0);
    const double z2 = kNinetyFivePercent * kNinetyFivePercent;
    const double spread
        = std::sqrt(share * (1.0 - share) / sampled + z2 / (4.0 * sampled * sampled));
    const double finite = std::sqrt(1.0 - sampledShare);
    return total * finite * kNinetyFivePercent * spread / (1.0 + z2 / sampled);
}

} // namespace sandglass::ttl
