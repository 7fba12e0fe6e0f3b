// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/measuring.h"

#include <string>

namespace sandglass::bench {

namespace {

Result<void> insertAll(Subject& subject, const Workload& workload, Figures& figures)
{
    double seconds = 0;
    double cpuSeconds = 0;
    for (std::int64_t number = 0; number < workload.batches(); ++number) {
        const std::vector<bson::Document> batch = workload.batch(number);
        const double cpuBefore = subject.cpuSeconds();
        const Timer timer;
        TRY(subject.insert(batch));
        seconds += timer.seconds();
        cpuSeconds += subject.cpuSeconds() - cpuBefore;
    }
    figures[Metric::InsertSeconds] = seconds;
    figures[Metric::InsertCpuSeconds] = cpuSeconds;
    return {};
}

Result<void> purgeTimed(Subject& subject, const Workload& workload, Figures& figures)
{
    const double cpuBefore = subject.cpuSeconds();
    const Timer timer;
    const auto purged = subject.purge(workload);
    TRY(purged);
    figures[Metric::LogicalSeconds] = timer.seconds();
    figures[Metric::LogicalCpuSeconds] = subject.cpuSeconds() - cpuBefore;
    figures[Metric::LongestBatchSeconds] = purged->longestBatchSeconds;
    figures[Metric::DeletedDocuments] = static_cast<double>(purged->documents);
    if (purged->documents != workload.dueAtHalfTime()) {
        return base::failure(Errc::Internal,
                             std::to_string(purged->documents) + " documents were deleted, but "
                                 + std::to_string(workload.dueAtHalfTime()) + " were due.");
    }
    return {};
}

Result<void> reclaimTimed(Subject& subject, Figures& figures)
{
    if (!subject.reclaims()) {
        return {};
    }
    const double cpuBefore = subject.cpuSeconds();
    const Timer timer;
    TRY(subject.reclaim());
    figures[Metric::TotalSeconds] = figures[Metric::LogicalSeconds] + timer.seconds();
    figures[Metric::TotalCpuSeconds]
        = figures[Metric::LogicalCpuSeconds] + subject.cpuSeconds() - cpuBefore;
    return {};
}

} // namespace

Result<Figures> measurePass(Subject& subject, const Workload& workload)
{
    Figures figures;
    if (auto inserted = insertAll(subject, workload, figures); !inserted) {
        return std::move(inserted.error()).during("inserting");
    }
    if (auto settled = subject.settle(); !settled) {
        return std::move(settled.error()).during("settling");
    }
    if (const auto bytes = subject.fileBytes()) {
        figures[Metric::FileBytesBefore] = *bytes;
    }
    if (auto more = subject.beforePurge(workload, figures); !more) {
        return std::move(more.error()).during("counting by date");
    }
    if (auto purged = purgeTimed(subject, workload, figures); !purged) {
        return std::move(purged.error()).during("the pass");
    }
    if (auto more = subject.afterPurge(workload, figures); !more) {
        return std::move(more.error()).during("the empty pass");
    }
    if (auto reclaimed = reclaimTimed(subject, figures); !reclaimed) {
        return std::move(reclaimed.error()).during("giving back the space");
    }
    if (const auto bytes = subject.fileBytes()) {
        figures[Metric::FileBytesAfter] = *bytes;
    }
    return figures;
}

} // namespace sandglass::bench
