// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/figures.h"

#include <algorithm>

namespace sandglass::bench {

const char* metricName(Metric metric)
{
    static constexpr std::array<const char*, kMetricCount> kNames{"insertSeconds",
                                                                  "insertCpuSeconds",
                                                                  "logicalSeconds",
                                                                  "logicalCpuSeconds",
                                                                  "totalSeconds",
                                                                  "totalCpuSeconds",
                                                                  "longestBatchSeconds",
                                                                  "emptyPassSeconds",
                                                                  "deletedDocuments",
                                                                  "fileBytesBefore",
                                                                  "fileBytesAfter",
                                                                  "firstBucketsSeconds",
                                                                  "exactBucketsSeconds",
                                                                  "boundedBucketsSeconds",
                                                                  "bucketsMostOffDocuments",
                                                                  "scannedBucketsSeconds",
                                                                  "upkeepShareOfInsertCpu",
                                                                  "findIdleP99Seconds",
                                                                  "findPassP99Seconds",
                                                                  "findAfterP99Seconds",
                                                                  "findsDuringPass",
                                                                  "loadSeconds",
                                                                  "loadCpuSeconds",
                                                                  "pingSeconds",
                                                                  "ping16Seconds",
                                                                  "reopenSeconds",
                                                                  "kills",
                                                                  "lostWrites",
                                                                  "resurrectedDocuments",
                                                                  "unsoundCollections"};
    return kNames.at(static_cast<std::size_t>(metric));
}

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void Samples::add(const CaseKey& key, const Figures& figures)
{
    Rounds& rounds = m_all[key];
    for (const auto& [metric, value] : figures) {
        rounds[metric].push_back(value);
    }
}

const std::vector<double>* Samples::find(const CaseKey& key, Metric metric) const
{
    const auto rounds = m_all.find(key);
    if (rounds == m_all.end()) {
        return nullptr;
    }
    const auto values = rounds->second.find(metric);
    return values == rounds->second.end() ? nullptr : &values->second;
}

std::optional<double> Samples::median(const CaseKey& key, Metric metric) const
{
    const std::vector<double>* values = find(key, metric);
    return values ? std::optional(bench::median(*values)) : std::nullopt;
}

std::optional<double> Samples::largest(const CaseKey& key, Metric metric) const
{
    const std::vector<double>* values = find(key, metric);
    return values ? std::optional(*std::max_element(values->begin(), values->end())) : std::nullopt;
}

} // namespace sandglass::bench
