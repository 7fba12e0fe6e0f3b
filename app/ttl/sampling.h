// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/ttl/forecast.h"

#include <cstdint>
#include <optional>

namespace sandglass::ttl {

// Forecasts from a random sample, for collections that are too large to be counted every few
// seconds. The server draws the sample ($sample) and classifies it by the stages of a full count,
// so the two differ by chance only.

/// Largest sample, in documents. A share of 1 % is then known to ± 0.2 percentage points.
inline constexpr std::int64_t kMostSampled = 10'000;

/// Overdue documents are counted through the index up to this number, even when all others are
/// estimated from a sample.
inline constexpr std::int64_t kMostCountedOverdue = 100'000;

/// Size of the sample for a collection of `documents` (≥ 1): 1 … kMostSampled and less than 5 % of
/// the collection, because with 5 % or more a server reads and sorts everything. Source: MongoDB
/// manual, $sample, Behavior.
std::int64_t sampleSize(std::int64_t documents);

/// Array of stages that draws `size` documents and gives one document {dated: […], undated: […],
/// all: [{n: count}]} with the groups of datedPipeline() and undatedPipeline(). `request` passed
/// checkRequest().
bson::Document samplePipeline(const HistogramRequest& request, std::int64_t size);

/// Array of stages giving at most one document {n: count of the documents overdue at
/// `request.now`}. The count stops at kMostCountedOverdue + 1.
bson::Document overduePipeline(const HistogramRequest& request);

/// The histogram of a collection of `documents`, scaled up from the result of samplePipeline().
/// `overdue` is the exact count; when unset, it is estimated from the sample as well. An empty
/// sample gives an empty histogram, which is exact only if `documents` is 0. Errors: Protocol for a
/// result that the pipeline cannot return.
Result<ExpiryHistogram> histogramOfSample(const HistogramRequest& request,
                                          bson::DocumentView answer, std::int64_t documents,
                                          std::optional<std::int64_t> overdue);

/// Half the width of the 95 % confidence interval (Wilson's, with the correction for a finite
/// population) of an estimated `count` out of `documents`, of which `sampledShare` (0…1) were
/// sampled. In documents. 0 when all were sampled. A count of 0 has an interval too: rare documents
/// may be missing from the sample.
double samplingError(double count, std::int64_t documents, double sampledShare);

} // namespace sandglass::ttl
