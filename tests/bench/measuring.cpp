// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/measuring.h"

#include <algorithm>
#include <chrono>

namespace sandglass::bench {

namespace {

using Steady = std::chrono::steady_clock;

constexpr int kForecasts = 3;

/// Times what happens between begin() and end(), any number of times.
class Stopwatch
{
public:
    explicit Stopwatch(const Subject& subject)
        : m_subject(subject)
    {
    }

    void begin()
    {
        m_cpuBegin = m_subject.cpuSeconds();
        m_begin = Steady::now();
    }
    void end()
    {
        m_sum.seconds += std::chrono::duration<double>(Steady::now() - m_begin).count();
        m_sum.cpuSeconds += m_subject.cpuSeconds() - m_cpuBegin;
    }
    Step sum() const { return m_sum; }

private:
    const Subject& m_subject;
    Step m_sum;
    Steady::time_point m_begin;
    double m_cpuBegin = 0;
};

Result<Step> insertAll(Subject& subject, const Workload& workload)
{
    Stopwatch watch(subject);
    for (std::int64_t number = 0; number < workload.batches(); ++number) {
        const std::vector<bson::Document> batch = workload.batch(number);
        watch.begin();
        auto inserted = subject.insert(batch);
        watch.end();
        if (!inserted)
            return std::move(inserted.error());
    }
    return watch.sum();
}

Result<void> forecastAll(Subject& subject, const Workload& workload, Figures& figures)
{
    std::vector<double> wall;
    std::vector<double> cpu;
    for (int i = 0; i < kForecasts; ++i) {
        Stopwatch watch(subject);
        watch.begin();
        auto buckets = subject.forecast(workload);
        watch.end();
        if (!buckets)
            return std::move(buckets.error());
        figures.buckets = std::move(*buckets);
        wall.push_back(watch.sum().seconds);
        cpu.push_back(watch.sum().cpuSeconds);
    }
    figures.forecast = {median(wall), median(cpu)};
    return {};
}

} // namespace

Result<Figures> measure(Subject& subject, const Workload& workload)
{
    Figures figures;
    const auto inserted = insertAll(subject, workload);
    if (!inserted)
        return inserted.error();
    figures.insert = *inserted;
    if (auto counted = forecastAll(subject, workload, figures); !counted)
        return std::move(counted.error());
    Stopwatch watch(subject);
    watch.begin();
    auto purged = subject.purge(workload);
    watch.end();
    if (!purged)
        return std::move(purged.error());
    figures.purge = watch.sum();
    return figures;
}

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace sandglass::bench
