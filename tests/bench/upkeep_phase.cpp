// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/upkeep_phase.h"

#include "tests/bench/deferred_hooks.h"
#include "tests/bench/engine_collection.h"
#include "tests/bench/process_cpu.h"

#include <QTemporaryDir>

namespace sandglass::bench {

namespace {

using Handle = std::shared_ptr<engine::catalog::Collection>;

Result<double> cpuOfInsert(engine::catalog::Collection& collection,
                           const std::vector<bson::Document>& batch)
{
    const double before = threadCpuSeconds();
    TRY(insertBatch(collection, batch));
    return threadCpuSeconds() - before;
}

Result<double> upkeepShare(engine::catalog::Collection& kept, engine::catalog::Collection& plain,
                           const Workload& workload)
{
    std::vector<double> more;
    std::vector<double> without;
    for (std::int64_t number = 0; number < workload.batches(); ++number) {
        const std::vector<bson::Document> batch = workload.batch(number);
        const bool keptFirst = number % 2 == 0;
        const auto first = cpuOfInsert(keptFirst ? kept : plain, batch);
        TRY(first);
        const auto second = cpuOfInsert(keptFirst ? plain : kept, batch);
        TRY(second);
        more.push_back(keptFirst ? *first - *second : *second - *first);
        without.push_back(keptFirst ? *second : *first);
    }
    return median(more) / median(without);
}

Result<Figures> measureOnce(const Workload& workload)
{
    const QTemporaryDir folder;
    const auto parts = EngineCollections::open(folder.filePath(QStringLiteral("db")).toStdString(),
                                               base::Time());
    TRY(parts);
    const Result<Handle> kept = (*parts)->create("kept", false);
    const Result<Handle> plain = (*parts)->create("plain", false);
    if (!kept || !plain) {
        return kept ? plain.error() : kept.error();
    }
    auto switched = setDirectoryKept(**kept, true);
    if (switched) {
        switched = setDirectoryKept(**plain, false);
    }
    TRY(switched);
    const auto share = upkeepShare(**kept, **plain, workload);
    TRY(share);
    return Figures{{Metric::UpkeepShare, *share}};
}

} // namespace

void measureUpkeep(Run& run, std::int64_t documents, DateOrder order)
{
    const Workload workload(documents, order, firstDate());
    for (int round = 0; round < run.options.rounds; ++round) {
        announce(documents, order, round, "T11, upkeep");
        const auto figures = measureOnce(workload);
        if (!figures) {
            return run.fail("T11", figures.error());
        }
        run.samples.add({documents, orderName(order), subject::kEngine}, *figures);
    }
}

} // namespace sandglass::bench
