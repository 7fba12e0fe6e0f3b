// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/load_phase.h"

#include "tests/bench/measuring.h"
#include "tests/bench/process_cpu.h"
#include "tests/bench/raw_store.h"
#include "tests/bench/wire_engine.h"

#include <QTemporaryDir>

#include <functional>

namespace sandglass::bench {

namespace {

constexpr const char* kCollectionName = "events";

using Insert = std::function<Result<void>(const std::vector<bson::Document>&)>;
using Cpu = std::function<double()>;

Result<Figures> load(const Workload& workload, const Insert& insert, const Cpu& cpuSeconds)
{
    Figures figures;
    for (std::int64_t number = 0; number < workload.batches(); ++number) {
        const std::vector<bson::Document> batch = workload.batch(number);
        const double cpuBefore = cpuSeconds();
        const Timer timer;
        TRY(insert(batch));
        figures[Metric::LoadSeconds] += timer.seconds();
        figures[Metric::LoadCpuSeconds] += cpuSeconds() - cpuBefore;
    }
    return figures;
}

Result<Figures> loadRaw(const Workload& workload)
{
    const QTemporaryDir folder;
    const auto store = RawStore::open(folder.filePath(QStringLiteral("db")).toStdString(), nullptr);
    TRY(store);
    return load(
        workload, [&](const auto& batch) { return (*store)->insert(batch); }, ownCpuSeconds);
}

Result<Figures> loadEngine(const Workload& workload)
{
    const auto engine = WireEngine::start({});
    TRY(engine);
    TRY((*engine)->makeCollection(kCollectionName));
    auto client = (*engine)->connect();
    TRY(client);
    const qint64 process = (*engine)->process().processId();
    return load(
        workload, [&](const auto& batch) { return insertOver(*client, kCollectionName, batch); },
        [process] { return cpuSecondsOf(process); });
}

} // namespace

void measureLoad(Run& run, std::int64_t documents)
{
    const Workload workload(documents, DateOrder::Ascending, firstDate());
    const auto take = [&](const char* name, const Result<Figures>& figures) {
        if (figures) {
            run.samples.add({documents, orderName(workload.order()), name}, *figures);
        } else {
            run.fail(std::string("T12, load, ") + name, figures.error());
        }
    };
    for (int round = 0; round < run.options.rounds; ++round) {
        announce(documents, workload.order(), round, "T12, load");
        if (round % 2 == 0) {
            take(subject::kEngine, loadEngine(workload));
        }
        take(subject::kRawPerKey, loadRaw(workload));
        if (round % 2 != 0) {
            take(subject::kEngine, loadEngine(workload));
        }
    }
}

} // namespace sandglass::bench
