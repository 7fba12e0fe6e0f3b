// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/crash_phase.h"

#include "app/bson/builder.h"
#include "tests/bench/crash_writer.h"
#include "tests/bench/wire_engine.h"

#include <QThread>

#include <algorithm>
#include <cstdio>
#include <random>
#include <set>

namespace sandglass::bench {

namespace {

constexpr std::int64_t kMostDocuments = 60'000; // before the writer starts; every other one is due
constexpr std::int64_t kBatch = 1000;
constexpr std::chrono::hours kDueIn{24};
constexpr std::chrono::hours kJump{48};
constexpr std::chrono::hours kNeverDueIn{24 * 365};
// From the jump of the clock to the kill, by turns: in the pass, or after it.
constexpr unsigned kMostMicros[] = {20'000, 400'000};

using Numbers = std::set<std::int64_t>;

bool isDue(std::int64_t number)
{
    return number % 2 != 0;
}

/// One engine and folder for all kills, a new collection for each.
class CrashTest
{
public:
    /// `documents`: in each collection before the writer starts.
    CrashTest(WireEngine& engine, std::int64_t documents, std::uint64_t seed)
        : m_engine(engine)
        , m_documents(documents)
        , m_random(seed)
    {
    }

    /// One kill. Adds to the figures.
    Result<void> killOnce(Figures& figures);

private:
    Result<void> fill();
    Result<void> workUntilKilled();
    Result<void> startPass();
    Result<Numbers> present();
    Result<void> check(Figures& figures);

    WireEngine& m_engine;
    const std::int64_t m_documents;
    std::mt19937_64 m_random;
    int m_round = 0;
    std::string m_collection;
    base::Time m_start;
    Numbers m_kept; ///< acknowledged and never deleted
    Numbers m_gone; ///< were seen to be gone, or acknowledged as deleted
};

Result<void> CrashTest::killOnce(Figures& figures)
{
    m_collection = "crash" + std::to_string(++m_round);
    m_start = base::SystemClock().now();
    m_kept.clear();
    m_gone.clear();
    TRY(fill());
    TRY(workUntilKilled());
    // its clock is the system's again and the monitor is off, so nothing is deleted any more
    TRY(m_engine.startAgain());
    ++figures[Metric::Kills];
    TRY(check(figures));
    const auto dropped = m_engine.run(bson::makeDocument("drop", m_collection));
    TRY(dropped);
    return {};
}

Result<void> CrashTest::fill()
{
    TRY(m_engine.makeCollection(m_collection));
    auto client = m_engine.connect();
    TRY(client);
    for (std::int64_t first = 0; first < m_documents; first += kBatch) {
        std::vector<bson::Document> batch;
        for (std::int64_t number = first; number < first + kBatch; ++number) {
            batch.push_back(crashDocument(
                number,
                m_start + (isDue(number) ? base::Millis(kDueIn) : base::Millis(kNeverDueIn))));
            if (!isDue(number)) {
                m_kept.insert(number);
            }
        }
        TRY(insertOver(*client, m_collection, batch));
    }
    return {};
}

Result<void> CrashTest::startPass()
{
    TRY(m_engine.setClockOffset(kJump));
    return m_engine.setParameter("ttlMonitorEnabled", bson::Value::of(true));
}

Result<void> CrashTest::workUntilKilled()
{
    auto client = m_engine.connect();
    TRY(client);
    CrashWriter writer(std::move(*client), m_collection, m_start + kNeverDueIn);
    TRY(startPass());
    std::uniform_int_distribution<unsigned> micros(0, kMostMicros[m_round % 2] / 2);
    QThread::usleep(micros(m_random));
    const auto seen = present();
    TRY(seen);
    QThread::usleep(micros(m_random));
    m_engine.kill();
    writer.join();
    for (std::int64_t number = 0; number < m_documents; ++number) {
        if (isDue(number) && !seen->contains(number)) {
            m_gone.insert(number);
        }
    }
    m_gone.insert(writer.deleted().begin(), writer.deleted().end());
    m_kept.insert(writer.acknowledged().begin(), writer.acknowledged().end());
    return {};
}

Result<Numbers> CrashTest::present()
{
    const auto reply = m_engine.run(bson::makeDocument(
        "find", m_collection, "projection", bson::makeDocument("_id", 1), "hint",
        bson::makeDocument("$natural", 1), "batchSize", 10'000'000, "singleBatch", true));
    TRY(reply);
    Numbers numbers;
    for (const bson::Element& element :
         (*reply)["cursor"].asDocument()["firstBatch"].asDocument()) {
        numbers.insert(element.value.asDocument()["_id"].toInt64());
    }
    return numbers;
}

Result<void> CrashTest::check(Figures& figures)
{
    const auto found = present();
    TRY(found);
    const auto there = [&](std::int64_t number) { return found->contains(number); };
    figures[Metric::LostWrites]
        += static_cast<double>(static_cast<std::ptrdiff_t>(m_kept.size())
                               - std::count_if(m_kept.begin(), m_kept.end(), there));
    figures[Metric::Resurrected]
        += static_cast<double>(std::count_if(m_gone.begin(), m_gone.end(), there));
    const auto valid = m_engine.run(bson::makeDocument("validate", m_collection));
    TRY(valid);
    figures[Metric::Unsound] += (*valid)["valid"].asBool() ? 0 : 1;
    return {};
}

} // namespace

void measureCrashes(Run& run)
{
    const auto engine
        = WireEngine::start({{QStringLiteral("ttlMonitorEnabled"), QStringLiteral("false")},
                             {QStringLiteral("ttlMonitorSleepSecs"), QStringLiteral("1")}});
    if (!engine) {
        return run.fail("T13, crashes", engine.error());
    }
    const std::uint64_t seed = std::random_device()();
    std::fprintf(stderr, "%d kills, seed %llu\n", run.options.kills,
                 static_cast<unsigned long long>(seed));
    const std::int64_t documents = std::min(run.options.documents.back(), kMostDocuments);
    CrashTest test(**engine, documents, seed);
    Figures figures{{Metric::Kills, 0},
                    {Metric::LostWrites, 0},
                    {Metric::Resurrected, 0},
                    {Metric::Unsound, 0}};
    for (int i = 0; i < run.options.kills; ++i) {
        if (auto done = test.killOnce(figures); !done) {
            run.fail("T13, crashes", done.error());
            break;
        }
    }
    run.samples.add({documents, {}, subject::kEngine}, figures);
}

} // namespace sandglass::bench
