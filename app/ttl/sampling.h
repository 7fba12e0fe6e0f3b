// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/ttl/forecast.h"
#include "app/ttl/ttl_server.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::ttl {

// Forecasts from a random sample, for collections that are too large to be counted every few
// seconds. The server draws the sample ($sample) and classifies it by the stages of a full count,
// so the two differ by chance only.

/// Largest sample, in documents. A share of 1 % is then known to ± 0.2 percentage points.
inline constexpr std::int64_t kMostSampled = SampleLimits().documents;

/// Size of the sample for a collection of `documents` (≥ 1): 1 … limits.documents and less than 5 %
/// of the collection, because with 5 % or more a server reads and sorts everything. Source: MongoDB
/// manual, $sample, Behavior. Ten times as many from a server that draws whole pages, up to a
/// quarter of the collection: they are cheap there, and tell less.
std::int64_t sampleSize(std::int64_t documents, const SampleLimits& limits = {});

/// Array of stages that draws `size` documents and groups those inside the partial filter by
/// groupingStages(). `request` passed checkRequest().
bson::Document samplePipeline(const HistogramRequest& request, std::int64_t size);

/// Array of stages for a rule with a partial filter, giving one document {inside: [groups as of
/// samplePipeline() …], all: [{n: documents drawn}]}. For servers that have $facet.
bson::Document sampleFacetPipeline(const HistogramRequest& request, std::int64_t size);

/// Documents drawn at random and their groups.
struct Sample
{
    std::int64_t documents = 0; ///< drawn, inside the partial filter or not
    std::vector<bson::Document> groups;
};

/// The result of sampleFacetPipeline(). Pure; any thread.
Sample sampleIn(bson::DocumentView facets);

/// Array of stages giving at most one document {n, oldest, newest} over the documents overdue at
/// `request.now`. It stops after `most` documents; an index scan in ascending order has met the
/// oldest one by then.
bson::Document overduePipeline(const HistogramRequest& request, std::int64_t most);

/// Whether counting the overdue documents exactly is worth a try: by the sample, there are not many
/// more than request.limits.overdue.
bool mayCountOverdue(const HistogramRequest& request, const ExpiryHistogram& estimate);

/// The histogram of a collection of `documents`, scaled up from a sample. `overdue` is the exact
/// count; when unset, it is estimated from the sample as well. `oldestDate` and `newestDate` are
/// those of the sample. An empty sample gives an empty histogram, which is exact only if
/// `documents` is 0. Errors: Protocol for groups that the pipeline cannot return.
Result<ExpiryHistogram> histogramOfSample(const HistogramRequest& request, const Sample& sample,
                                          std::int64_t documents,
                                          std::optional<std::int64_t> overdue);

/// impactPipeline() over at most `most` of the affected documents, the first that the server finds.
bson::Document cappedImpactPipeline(const ImpactRequest& request, std::int64_t most);

/// impactPipeline() over those of `size` documents drawn at random.
bson::Document sampledImpactPipeline(const ImpactRequest& request, std::int64_t size);

/// Half the width of an interval around an estimated `count` out of `documents` that holds the
/// truth with at least 95 % confidence, of which `sampledShare` (0…1) were sampled. In documents. 0
/// when all were sampled. A count of 0 has an interval too: rare documents may be missing from the
/// sample. Wilson's interval with the correction for a finite population; its longer side counts
/// for both. `drawnTogether` documents count as one, since neighbours may be alike.
double samplingError(double count, std::int64_t documents, double sampledShare,
                     std::int64_t drawnTogether = 1);

} // namespace sandglass::ttl
