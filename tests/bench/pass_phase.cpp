// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/pass_phase.h"

#include "tests/bench/engine_subject.h"
#include "tests/bench/measuring.h"
#include "tests/bench/peers.h"
#include "tests/bench/raw_deferred.h"
#include "tests/bench/raw_per_key.h"

#include <QTemporaryDir>

#include <algorithm>

namespace sandglass::bench {

namespace {

/// Above it, those that delete key by key would take hours.
constexpr std::int64_t kMostForPeers = 1'000'000;

/// A subject, and what needs it.
struct Candidate
{
    SubjectKind kind;
    std::set<std::string> targets;
    bool large = false; ///< also above kMostForPeers
    bool bothOrders = true; ///< false: the order of the dates plays no part
};

std::vector<Candidate> candidates()
{
    return {{{subject::kEngine, openEngine},
             {"T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10", "T14"},
             true},
            {{subject::kRawDeferred, openRawDeferred}, {"T1"}, true},
            {{subject::kRawPerKey, openRawPerKey}, {"T2"}},
            {{subject::kWiredTiger10, openWiredTiger10}, {"T3"}},
            {{subject::kWiredTiger1000, openWiredTiger1000}, {"T3"}},
            {{subject::kPostgres, openPostgres}, {"T4"}},
            {{subject::kRedis, openRedis}, {"T5"}, false, false},
            {{subject::kRedisFast, openRedisFast}, {"T5"}, false, false}};
}

/// Those that the run wants and that are there.
std::vector<SubjectKind> chosen(Run& run, std::int64_t documents, DateOrder order)
{
    std::vector<SubjectKind> kinds;
    for (const Candidate& each : candidates()) {
        const bool tooLarge = documents > kMostForPeers && !each.large;
        const bool repeated = !each.bothOrders && order != run.options.orders.front();
        if (!run.wants(each.targets) || tooLarge || repeated) {
            continue;
        }
        if (auto reason = whyMissing(each.kind.name)) {
            run.skipped[each.kind.name] = *reason;
        } else {
            kinds.push_back(each.kind);
        }
    }
    return kinds;
}

Result<Figures> measureOnce(const SubjectKind& kind, const Workload& workload)
{
    const QTemporaryDir folder;
    auto subject = kind.open(folder.filePath(QStringLiteral("db")).toStdString());
    if (!subject) {
        return std::move(subject.error()).during("starting");
    }
    return measurePass(**subject, workload);
}

} // namespace

void measurePasses(Run& run, std::int64_t documents, DateOrder order)
{
    std::vector<SubjectKind> kinds = chosen(run, documents, order);
    if (kinds.empty()) {
        return;
    }
    const Workload workload(documents, order, firstDate());
    for (int round = 0; round < run.options.rounds; ++round) {
        std::vector<std::string> failed;
        for (const SubjectKind& kind : kinds) {
            announce(documents, order, round, kind.name);
            const auto figures = measureOnce(kind, workload);
            if (figures) {
                run.samples.add({documents, orderName(order), kind.name}, *figures);
                continue;
            }
            run.fail(kind.name, figures.error());
            failed.push_back(kind.name);
        }
        std::erase_if(kinds, [&](const SubjectKind& kind) {
            return std::find(failed.begin(), failed.end(), kind.name) != failed.end();
        });
        std::reverse(kinds.begin(), kinds.end());
    }
}

} // namespace sandglass::bench
