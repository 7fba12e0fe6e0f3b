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
constexpr std::int64_t kPagedShare = 4;
constexpr std::int64_t kPagedFactor = 10;
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

Document drawing(std::int64_t size)
{
    return makeDocument("$sample", makeDocument("size", size));
}

// The stages of `array` with `stage` inserted at `position`.
Document withStage(const Document& array, std::size_t position, const Document& stage)
{
    bson::Builder all;
    std::size_t i = 0;
    for (const bson::Element& element : array.view()) {
        if (i++ == position) {
            all.push(stage);
        }
        all.push(element.value);
    }
    return all.take();
}

ImpactRequest overdueNow(const HistogramRequest& request)
{
    ImpactRequest impact;
    impact.ns = request.ns;
    impact.field = request.field;
    impact.expireAfterSeconds = request.expireAfterSeconds;
    impact.partialFilter = request.partialFilter;
    impact.now = request.now;
    return impact;
}

Document insideStages(const HistogramRequest& request)
{
    const Document grouping = groupingStages(request);
    return request.partialFilter
        ? withStage(grouping, 0, makeDocument("$match", *request.partialFilter))
        : grouping;
}

} // namespace

std::int64_t sampleSize(std::int64_t documents, const SampleLimits& limits)
{
    return limits.together > 1
        ? std::clamp<std::int64_t>(documents / kPagedShare, 1, limits.documents * kPagedFactor)
        : std::clamp<std::int64_t>(documents / kSmallestShare, 1, limits.documents);
}

Document samplePipeline(const HistogramRequest& request, std::int64_t size)
{
    return withStage(insideStages(request), 0, drawing(size));
}

Document sampleFacetPipeline(const HistogramRequest& request, std::int64_t size)
{
    const Document count = makeDocument(
        "$group",
        makeDocument("_id", bson::Value::null(), "n", makeDocument("$sum", std::int32_t{1})));
    bson::Builder facets;
    facets.appendArray("inside", insideStages(request)).appendArray("all", makeArray(count));
    return makeArray(drawing(size), makeDocument("$facet", facets.take()));
}

Sample sampleIn(bson::DocumentView facets)
{
    const std::vector<Document> all = elementsOf(facets["all"]);
    return {all.empty() ? 0 : all.front()["n"].toInt64(), elementsOf(facets["inside"])};
}

Document overduePipeline(const HistogramRequest& request, std::int64_t most)
{
    return cappedImpactPipeline(overdueNow(request), most);
}

bool mayCountOverdue(const HistogramRequest& request, const ExpiryHistogram& estimate)
{
    // the sample may have met too many of them by chance
    return estimate.overdue / 2 <= request.limits.overdue;
}

Document cappedImpactPipeline(const ImpactRequest& request, std::int64_t most)
{
    return withStage(impactPipeline(request), 1, makeDocument("$limit", most));
}

Document sampledImpactPipeline(const ImpactRequest& request, std::int64_t size)
{
    return withStage(impactPipeline(request), 0, drawing(size));
}

Result<ExpiryHistogram> histogramOfSample(const HistogramRequest& request, const Sample& sample,
                                          std::int64_t documents,
                                          std::optional<std::int64_t> overdue)
{
    ExpiryHistogram histogram = emptyHistogram(request);
    const std::int64_t sampled = sample.documents;
    TRY(addGroups(histogram, sample.groups));
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
    histogram.oldestExact = false;
    histogram.drawnTogether = request.limits.together;

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

double samplingError(double count, std::int64_t documents, double sampledShare,
                     std::int64_t drawnTogether)
{
    const auto total = static_cast<double>(documents);
    const double drawn = total * sampledShare;
    if (sampledShare >= 1.0 || drawn < 1.0) {
        return 0.0;
    }
    const double sampled = std::max(drawn / static_cast<double>(drawnTogether), 1.0);
    // Wilson score interval: it stays meaningful for shares near 0, where the normal one vanishes.
    // There its middle is not the estimate, so that half its width would be too little.
    const double share = std::clamp(count / total, 0.0, 1.0);
    const double z2 = kNinetyFivePercent * kNinetyFivePercent;
    const double spread
        = std::sqrt(share * (1.0 - share) / sampled + z2 / (4.0 * sampled * sampled));
    const double shift = std::abs(share - 0.5) * z2 / sampled;
    const double finite = std::sqrt(1.0 - sampledShare);
    return total * finite * (kNinetyFivePercent * spread + shift) / (1.0 + z2 / sampled);
}

} // namespace sandglass::ttl
