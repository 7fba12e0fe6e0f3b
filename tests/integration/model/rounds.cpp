// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/model/rounds.h"

#include "tests/integration/model/play.h"
#include "tests/support/random_documents.h"

#include <QTest>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <utility>

namespace sandglass::tests::model {

namespace {

/// A step and its number in the history that it comes from.
using Numbered = std::pair<std::uint64_t, Step>;
using Steps = std::vector<Numbered>;

constexpr std::size_t kShown = 20;

std::string textOf(const Steps& steps, std::size_t most)
{
    std::string text;
    const std::size_t first = steps.size() > most ? steps.size() - most : 0;
    for (std::size_t i = first; i < steps.size(); ++i) {
        text += "  " + std::to_string(steps[i].first) + " " + steps[i].second.text() + "\n";
    }
    return text;
}

/// Where and how a list of steps fails; steps.size() when at its end.
std::string replay(unsigned seed, const Steps& steps, std::size_t& failedAt)
{
    Play play(seed);
    for (failedAt = 0; failedAt < steps.size(); ++failedAt) {
        const auto& [serial, step] = steps[failedAt];
        if (std::string difference = play.perform(step, serial); !difference.empty()) {
            return difference;
        }
    }
    return play.finish();
}

// Leaves out as many steps as still give a failure, larger pieces first.
void shrink(unsigned seed, Steps& steps, std::string& difference)
{
    for (std::size_t piece = steps.size() / 2; piece > 0; piece /= 2) {
        for (std::size_t at = 0; at < steps.size();) {
            Steps fewer(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(at));
            const std::size_t after = std::min(at + piece, steps.size());
            fewer.insert(fewer.end(), steps.begin() + static_cast<std::ptrdiff_t>(after),
                         steps.end());
            std::size_t failedAt = 0;
            std::string still = replay(seed, fewer, failedAt);
            if (still.empty()) {
                at += piece;
                continue;
            }
            fewer.resize(std::min(failedAt + 1, fewer.size()));
            steps = std::move(fewer);
            difference = std::move(still);
        }
    }
}

struct Played
{
    int histories = 0;
    Totals sum;

    void add(const Totals& totals)
    {
        ++histories;
        sum.steps += totals.steps;
        sum.calls += totals.calls;
        sum.refused += totals.refused;
        sum.expired += totals.expired;
        sum.indexes += totals.indexes;
        sum.largestPass = std::max(sum.largestPass, totals.largestPass);
    }
};

Played& played()
{
    static Played all;
    return all;
}

std::string report(unsigned seed, Steps steps, std::string difference)
{
    std::string text = "SANDGLASS_TEST_SEED=" + std::to_string(seed) + ", step "
        + std::to_string(steps.empty() ? 0 : steps.back().first) + ": " + difference + "\n";
    if (!qEnvironmentVariableIsSet("SANDGLASS_TEST_SHRINK")) {
        return text + "the last steps:\n" + textOf(steps, kShown);
    }
    shrink(seed, steps, difference);
    return text + "shortened: " + difference + "\n" + textOf(steps, steps.size());
}

} // namespace

std::vector<unsigned> seedsOf(int rounds)
{
    if (qEnvironmentVariableIsSet("SANDGLASS_TEST_SEED")) {
        return {testSeed()};
    }
    const int asked = qEnvironmentVariableIntValue("SANDGLASS_TEST_ROUNDS");
    std::vector<unsigned> seeds(static_cast<std::size_t>(asked > 0 ? asked : rounds));
    std::iota(seeds.begin(), seeds.end(), asked > 0 ? std::random_device()() >> 2U : 1U);
    return seeds;
}

void addSeeds(int rounds)
{
    QTest::addColumn<unsigned>("seed");
    for (const unsigned seed : seedsOf(rounds)) {
        QTest::addRow("SANDGLASS_TEST_SEED=%u", seed) << seed;
    }
}

std::string playHistory(unsigned seed, const Profile& profile, int steps)
{
    History history(seed, profile);
    Play play(seed);
    Steps done;
    const bool trace = qEnvironmentVariableIsSet("SANDGLASS_TEST_TRACE");
    for (int i = 0; i < steps; ++i) {
        done.emplace_back(static_cast<std::uint64_t>(i), history.next(play.model()));
        if (trace) { // a step that ends the program is the last one to be seen
            std::fprintf(stderr, "%d %s\n", i, done.back().second.text().c_str());
        }
        std::string difference = play.perform(done.back().second, done.back().first);
        if (!difference.empty()) {
            return report(seed, std::move(done), std::move(difference));
        }
    }
    std::string difference = play.finish();
    played().add(play.totals());
    return difference.empty() ? difference : report(seed, std::move(done), std::move(difference));
}

QString playedSoFar()
{
    const Totals& sum = played().sum;
    return QStringLiteral("%1 histories, %2 steps; %3 calls on write units, %4 of them refused; %5"
                          " documents expired, up to %6 in one pass; %7 changes of indexes")
        .arg(played().histories)
        .arg(sum.steps)
        .arg(sum.calls)
        .arg(sum.refused)
        .arg(sum.expired)
        .arg(sum.largestPass)
        .arg(sum.indexes);
}

void failWith(const std::string& report)
{
    if (report.empty()) {
        return;
    }
    std::fprintf(stderr, "%s", report.c_str());
    QFAIL(report.substr(0, report.find('\n')).c_str());
}

} // namespace sandglass::tests::model
