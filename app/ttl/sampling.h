// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/ttl/forecast.h"

#include <cstdint>
#include <optional>

namespace sandglass::ttl {

// A forecast out of a random sample, for collections that are too large to be counted every few
// seconds. The sample is drawn by the server ($sample) and classified by the same stages as
// everything is counted with, so that both differ by chance only.

/// Most documents of one sample: 1 % of them is then known to within a fifth of a percent.
inline constexpr std::int64_t kMostSampled = 10'000;

/// Overdue documents are counted through the index up to this many, even where the rest is sampled.
inline constexpr std::int64_t kMostCountedOverdue = 100'000;

/// How many of `documents` (≥ 1) to draw: kMostSampled, but less than a twentieth of all, because
/// only then a server draws at random instead of reading everything. At least 1. Source: MongoDB
/// manual, $sample, Behavior.
std::int64_t sampleSize(std::int64_t documents);

/// Array of stages that draws `size` documents and gives one document {dated: […], undated: […],
/// all: [{n: count}]} with the groups of datedPipeline() and undatedPipeline(). `request` passed
/// checkRequest().
bson::Document samplePipeline(const HistogramRequest& request, std::int64_t size);

/// Array of stages giving at most one document {n: count} of what is overdue at `request.now`,
/// counted up to kMostCountedOverdue + 1.
bson::Document overduePipeline(const HistogramRequest& request);

/// The histogram of a collection of `documents` out of the answer to samplePipeline(). `overdue`:
/// counted exactly, or unset; then it is estimated too. Nothing sampled gives an empty histogram
/// that calls itself exact when there are no documents either. Errors: Protocol for an answer that
/// the pipeline cannot give.
Result<ExpiryHistogram> histogramOfSample(const HistogramRequest& request,
                                          bson::DocumentView answer, std::int64_t documents,
                                          std::optional<std::int64_t> overdue);

/// Half the width of the 95 % confidence interval (Wilson's, with the correction for a finite
/// population) of an estimated `count` out of `documents`, of which `sampledShare` (0…1) were
/// looked at. 0 when all were. Also a count of 0 has one: the documents that no sample met.
double samplingError(double count, std::int64_t documents, double sampledShare);

} // namespace sandglass::ttl
