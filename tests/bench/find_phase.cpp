// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/find_phase.h"

#include "app/bson/builder.h"
#include "tests/bench/find_probe.h"
#include "tests/bench/measuring.h"
#include "tests/bench/wire_engine.h"

#include <QThread>

#include <limits>

namespace sandglass::bench {

namespace {

constexpr const char* kSearchedCollection = "events";
constexpr int kCalmMillis = 2000;
constexpr int kPollMillis = 50;
constexpr double kPassSeconds = 1800;

/// When the pass began and ended; milliseconds since 1970, by the system's clock.
struct PassTimes
{
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

Result<std::unique_ptr<WireEngine>> startFilled(const Workload& workload)
{
    auto engine = WireEngine::start({});
    if (!engine) {
        return engine;
    }
    TRY((*engine)->makeCollection(kSearchedCollection));
    auto client = (*engine)->connect();
    TRY(client);
    for (std::int64_t number = 0; number < workload.batches(); ++number) {
        TRY(insertOver(*client, kSearchedCollection, workload.batch(number)));
    }
    return engine;
}

/// Moves the clock to the half time and waits until what is due then is gone.
Result<PassTimes> passOver(WireEngine& engine, const Workload& workload)
{
    const base::Millis offset = workload.halfTime() - base::SystemClock().now();
    TRY(engine.setClockOffset(offset));
    const Timer timer;
    while (timer.seconds() < kPassSeconds) {
        const auto status = engine.runOnAdmin(bson::makeDocument("serverStatus", 1));
        TRY(status);
        const bson::DocumentView monitor = (*status)["sandglassTtl"].asDocument();
        const std::int64_t deleted = status->view().at("metrics.ttl.deletedDocuments").toInt64();
        if (deleted >= workload.dueAtHalfTime() && !monitor["passRunning"].asBool()) {
            return PassTimes{monitor["lastPassStartedAt"].asDate().millis - offset.count(),
                             monitor["lastPassEndedAt"].asDate().millis - offset.count()};
        }
        QThread::msleep(kPollMillis);
    }
    return base::failure(Errc::Timeout, "The pass does not end.");
}

Result<Figures> measureOnce(const Workload& workload)
{
    const auto engine = startFilled(workload);
    TRY(engine);
    // what loading left to do is done meanwhile
    QThread::msleep(kCalmMillis);
    auto client = (*engine)->connect();
    TRY(client);
    FindProbe probe(std::move(*client), kSearchedCollection, workload);
    const std::int64_t idleFrom = base::SystemClock().now().time_since_epoch().count();
    QThread::msleep(kCalmMillis);
    const std::int64_t idleTo = base::SystemClock().now().time_since_epoch().count();
    const auto pass = passOver(**engine, workload);
    QThread::msleep(kCalmMillis);
    probe.stop();
    TRY(pass);
    if (!probe.problem().empty()) {
        return base::failure(Errc::Internal, probe.problem());
    }
    std::size_t during = 0;
    std::size_t others = 0;
    Figures figures;
    figures[Metric::FindIdleP99Seconds] = findP99Seconds(probe.finds(), idleFrom, idleTo, others);
    // a pass within one millisecond has that one
    figures[Metric::FindPassP99Seconds]
        = findP99Seconds(probe.finds(), pass->begin, pass->end + 1, during);
    figures[Metric::FindAfterP99Seconds] = findP99Seconds(
        probe.finds(), pass->end + 1, std::numeric_limits<std::int64_t>::max(), others);
    figures[Metric::FindsDuringPass] = static_cast<double>(during);
    return figures;
}

} // namespace

void measureFinds(Run& run, std::int64_t documents, DateOrder order)
{
    const Workload workload(documents, order, firstDate());
    for (int round = 0; round < run.options.rounds; ++round) {
        announce(documents, order, round, "T8, finds");
        const auto figures = measureOnce(workload);
        if (!figures) {
            return run.fail("T8", figures.error());
        }
        run.samples.add({documents, orderName(order), subject::kEngine}, *figures);
    }
}

} // namespace sandglass::bench
