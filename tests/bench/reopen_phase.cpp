// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/reopen_phase.h"

#include "tests/bench/engine_collection.h"
#include "tests/bench/measuring.h"
#include "tests/bench/raw_store.h"
#include "tests/bench/wire_engine.h"

#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <functional>

namespace sandglass::bench {

namespace {

constexpr const char* kCollectionName = "events";
constexpr std::int64_t kMostDocuments = 150'000; // their journal is about as long as it gets

using Opening = std::function<Result<void>(const std::string& folder)>;

Result<void> killFilled(WireEngine& engine, std::int64_t documents)
{
    const Workload workload(documents, DateOrder::Ascending, firstDate());
    TRY(engine.makeCollection(kCollectionName));
    auto client = engine.connect();
    TRY(client);
    for (std::int64_t number = 0; number < workload.batches(); ++number) {
        TRY(insertOver(*client, kCollectionName, workload.batch(number)));
    }
    engine.kill();
    return {};
}

/// Opens a copy of the folder.
Result<Figures> openTimed(const std::string& original, const Opening& open)
{
    const QTemporaryDir folder;
    const std::string copy = folder.filePath(QStringLiteral("db")).toStdString();
    std::error_code problem;
    std::filesystem::copy(original, copy, std::filesystem::copy_options::recursive, problem);
    if (problem) {
        return base::failure(Errc::Storage, "Copying fails: " + problem.message());
    }
    double seconds = 0;
    const Opening timed = [&](const std::string& path) {
        const Timer timer;
        auto opened = open(path);
        seconds = timer.seconds();
        return opened;
    };
    TRY(timed(copy));
    return Figures{{Metric::ReopenSeconds, seconds}};
}

} // namespace

void measureReopening(Run& run)
{
    const std::int64_t documents = std::min(run.options.documents.back(), kMostDocuments);
    const auto engine = WireEngine::start({});
    if (!engine) {
        return run.fail("T13, reopening", engine.error());
    }
    if (auto killed = killFilled(**engine, documents); !killed) {
        return run.fail("T13, reopening", killed.error());
    }
    const std::string original = (*engine)->process().dataFolder().toStdString();
    std::unique_ptr<EngineCollections> ours;
    std::unique_ptr<RawStore> theirs;
    const auto openOurs = [&](const std::string& folder) -> Result<void> {
        auto opened = EngineCollections::open(folder, base::Time());
        TRY(opened);
        ours = std::move(*opened);
        return {};
    };
    const auto openTheirs = [&](const std::string& folder) -> Result<void> {
        auto opened = RawStore::open(folder, nullptr);
        TRY(opened);
        theirs = std::move(*opened);
        return {};
    };
    for (int turn = 0; turn < 2 * run.options.rounds; ++turn) {
        // engine, raw, raw, engine …
        const bool engineTurn = turn % 4 == 0 || turn % 4 == 3;
        const auto figures
            = openTimed(original, engineTurn ? Opening(openOurs) : Opening(openTheirs));
        ours.reset();
        theirs.reset();
        const char* name = engineTurn ? subject::kEngine : subject::kRawPerKey;
        if (!figures) {
            return run.fail(std::string("T13, reopening, ") + name, figures.error());
        }
        run.samples.add({documents, {}, name}, *figures);
    }
}

} // namespace sandglass::bench
