// SPDX-License-Identifier: GPL-3.0-or-later
// sandglass-bench: the engine beside raw RocksDB, WiredTiger, PostgreSQL and Redis doing the same
// work; judges the targets T1 to T14.
#include "tests/bench/bench_program.h"
#include "tests/bench/crash_phase.h"
#include "tests/bench/echo_server.h"
#include "tests/bench/find_phase.h"
#include "tests/bench/load_phase.h"
#include "tests/bench/options.h"
#include "tests/bench/pass_phase.h"
#include "tests/bench/ping_phase.h"
#include "tests/bench/reopen_phase.h"
#include "tests/bench/report.h"
#include "tests/bench/run.h"
#include "tests/bench/upkeep_phase.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

using namespace sandglass;
using bench::Run;

namespace {

/// Above it only passes are measured.
constexpr std::int64_t kMostForAll = 1'000'000;

int complain(const std::string& message)
{
    return bench::complain("sandglass-bench", message);
}

/// Writes what is measured so far: a large run takes hours.
void save(Run& run)
{
    if (!run.options.jsonFile.empty()) {
        if (const auto written = bench::writeJson(run, run.options.jsonFile); !written) {
            run.fail("the result file", written.error());
        }
    }
    if (!run.options.markdownFile.empty()) {
        const auto written = bench::writeFile(run.options.markdownFile, bench::markdownReport(run));
        if (!written) {
            run.fail("the Markdown file", written.error());
        }
    }
}

/// What depends on the number of documents.
void measureSize(Run& run, std::int64_t documents)
{
    for (const bench::DateOrder order : run.options.orders) {
        bench::measurePasses(run, documents, order);
        save(run);
        if (run.wants({"T8"}) && documents <= kMostForAll) {
            bench::measureFinds(run, documents, order);
        }
    }
    if (run.wants({"T12"}) && documents <= kMostForAll) {
        bench::measureLoad(run, documents);
    }
    save(run);
}

void measureAll(Run& run)
{
    if (run.wants({"T12"})) {
        bench::measurePing(run);
    }
    if (run.wants({"T13"})) {
        bench::measureReopening(run);
        bench::measureCrashes(run);
    }
    if (run.wants({"T11"})) {
        // the share hardly depends on the size, and a thousand batches say enough
        for (const bench::DateOrder order : run.options.orders) {
            bench::measureUpkeep(run, std::min(run.options.documents.front(), kMostForAll), order);
        }
    }
    for (const std::int64_t documents : run.options.documents) {
        measureSize(run, documents);
    }
}

} // namespace

int main(int argc, char** argv)
{
    // as another process of the ping measurement
    if (argc == 3 && std::string_view(argv[1]) == "--echo") {
        return bench::serveEcho(argv[2]);
    }
    const QCoreApplication program(argc, argv);
    auto options = bench::parseOptions(program);
    if (!options) {
        return complain(options.error().message);
    }
    Run run;
    run.options = std::move(*options);
    run.loadBefore = bench::loadAverages();
    measureAll(run);
    std::printf("%s", bench::textReport(run).c_str());
    return run.failures.empty() ? EXIT_SUCCESS : EXIT_FAILURE;
}
