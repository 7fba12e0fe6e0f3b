// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/targets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace sandglass::bench {

namespace {

constexpr const char* kAscending = "ascending";
constexpr const char* kRandom = "random";
constexpr std::int64_t kMillion = 1'000'000;

/// How many times as fast the engine is as another: the other's time over its own.
struct Speed
{
    const char* target;
    const char* what;
    const char* dates; ///< nullptr: whatever they are
    Metric ours;
    const char* other;
    Metric theirs;
    double limit;
    std::int64_t documents = 0; ///< of the case; 0: any number
};

constexpr Speed kSpeeds[]
    = {{"T1", "pass with reclaim / RocksDB deferred", nullptr, Metric::TotalSeconds,
        subject::kRawDeferred, Metric::TotalSeconds, 0.7},
       {"T1", "logical part / RocksDB deferred", nullptr, Metric::LogicalSeconds,
        subject::kRawDeferred, Metric::LogicalSeconds, 0.5},
       {"T2", "pass with reclaim / RocksDB per key", kAscending, Metric::TotalSeconds,
        subject::kRawPerKey, Metric::LogicalSeconds, 2.5},
       {"T2", "pass with reclaim / RocksDB per key", kRandom, Metric::TotalSeconds,
        subject::kRawPerKey, Metric::LogicalSeconds, 5},
       {"T3", "pass with reclaim / WiredTiger by 10", nullptr, Metric::TotalSeconds,
        subject::kWiredTiger10, Metric::LogicalSeconds, 3},
       {"T3", "pass with reclaim / WiredTiger by 1000", nullptr, Metric::TotalSeconds,
        subject::kWiredTiger1000, Metric::LogicalSeconds, 2},
       {"T3", "the same, whole tables dropped", kAscending, Metric::TotalSeconds,
        subject::kWiredTiger10, Metric::LogicalSeconds, 4, kMillion},
       {"T4", "logical part / PostgreSQL DELETE", kAscending, Metric::LogicalSeconds,
        subject::kPostgres, Metric::LogicalSeconds, 2},
       {"T4", "logical part / PostgreSQL DELETE", kRandom, Metric::LogicalSeconds,
        subject::kPostgres, Metric::LogicalSeconds, 15},
       {"T4", "pass with reclaim / PostgreSQL DELETE + VACUUM", kAscending, Metric::TotalSeconds,
        subject::kPostgres, Metric::TotalSeconds, 0.45},
       {"T4", "pass with reclaim / PostgreSQL DELETE + VACUUM", kRandom, Metric::TotalSeconds,
        subject::kPostgres, Metric::TotalSeconds, 4},
       {"T4", "with VACUUM, whole tables dropped", kAscending, Metric::TotalSeconds,
        subject::kPostgres, Metric::TotalSeconds, 1.2, kMillion},
       {"T5", "pass with reclaim / Redis default", nullptr, Metric::TotalSeconds, subject::kRedis,
        Metric::LogicalSeconds, 2},
       {"T10", "200 buckets, bounded / index scan", nullptr, Metric::BoundedBucketsSeconds,
        subject::kEngine, Metric::ScannedBucketsSeconds, 100},
       {"T10", "200 buckets, exact / index scan", nullptr, Metric::ExactBucketsSeconds,
        subject::kEngine, Metric::ScannedBucketsSeconds, 10},
       {"T12", "insertMany over the wire / RocksDB load", nullptr, Metric::LoadSeconds,
        subject::kRawPerKey, Metric::LoadSeconds, 0.6},
       {"T12", "ping / Asio echo, 1 connection", nullptr, Metric::PingSeconds, subject::kEcho,
        Metric::PingSeconds, 0.8},
       {"T12", "ping / Asio echo, 16 connections", nullptr, Metric::Ping16Seconds, subject::kEcho,
        Metric::Ping16Seconds, 0.7}};

/// A figure of the engine with a limit of its own.
struct Ceiling
{
    const char* target;
    const char* what;
    Metric metric;
    double most;
    Unit unit;
    bool worst; ///< the largest of all rounds counts, else their median
};

constexpr Ceiling kCeilings[]
    = {{"T8", "longest batch", Metric::LongestBatchSeconds, 0.025, Unit::Seconds, false},
       {"T9", "empty pass", Metric::EmptyPassSeconds, 0.0001, Unit::Seconds, false},
       {"T10", "200 buckets, bounded", Metric::BoundedBucketsSeconds, 0.001, Unit::Seconds, false},
       {"T10", "200 buckets, exact", Metric::ExactBucketsSeconds, 0.1, Unit::Seconds, false},
       {"T11", "directory upkeep / insert CPU", Metric::UpkeepShare, 0.03, Unit::Share, false},
       {"T13", "acknowledged writes lost", Metric::LostWrites, 0, Unit::Count, true},
       {"T13", "documents resurrected", Metric::Resurrected, 0, Unit::Count, true},
       {"T13", "collections with dangling entries", Metric::Unsound, 0, Unit::Count, true}};

/// One figure of the engine over another one of the same or another subject, at most.
struct Quotient
{
    const char* target;
    const char* what;
    Metric above;
    const char* belowSubject;
    Metric below;
    double most;
};

constexpr Quotient kQuotients[]
    = {{"T8", "find p99 during a pass / idle", Metric::FindPassP99Seconds, subject::kEngine,
        Metric::FindIdleP99Seconds, 3},
       {"T13", "reopening / RocksDB", Metric::ReopenSeconds, subject::kRawPerKey,
        Metric::ReopenSeconds, 2},
       {"T14", "files after / before", Metric::FileBytesAfter, subject::kEngine,
        Metric::FileBytesBefore, 0.6}};

/// The cases of the engine, in order, and the verdicts on them.
class Judge
{
public:
    explicit Judge(const Samples& samples)
        : m_samples(samples)
    {
        for (const auto& each : samples.all()) {
            if (each.first.subject == subject::kEngine) {
                m_cases.push_back(each.first);
            }
        }
    }

    std::vector<Verdict> verdicts()
    {
        for (const CaseKey& at : m_cases) {
            for (const Speed& each : kSpeeds) {
                judgeSpeed(each, at);
            }
            for (const Ceiling& each : kCeilings) {
                judgeCeiling(each, at);
            }
            for (const Quotient& each : kQuotients) {
                judgeQuotient(each, at);
            }
            judgeBound(at);
            judgeOrder(at);
            judgeGrowth(at);
        }
        std::stable_sort(m_verdicts.begin(), m_verdicts.end(), earlier);
        return std::move(m_verdicts);
    }

private:
    static bool earlier(const Verdict& left, const Verdict& right)
    {
        const auto number = [](const Verdict& each) { return std::stoi(each.target.substr(1)); };
        return number(left) < number(right);
    }

    std::optional<double> of(const CaseKey& at, const char* name, Metric metric) const
    {
        return m_samples.median({at.documents, at.dates, name}, metric);
    }
    /// Documents per second of the pass with reclaim.
    std::optional<double> rate(const CaseKey& at) const
    {
        const auto documents = m_samples.median(at, Metric::DeletedDocuments);
        const auto seconds = m_samples.median(at, Metric::TotalSeconds);
        return documents && seconds ? std::optional(*documents / *seconds) : std::nullopt;
    }

    void judgeSpeed(const Speed& rule, const CaseKey& at)
    {
        const auto ours = of(at, subject::kEngine, rule.ours);
        const auto theirs = of(at, rule.other, rule.theirs);
        const bool concerned = (!rule.dates || at.dates == rule.dates)
            && (rule.documents == 0 || at.documents == rule.documents);
        if (ours && theirs && concerned) {
            add({rule.target, rule.what, at, *theirs / *ours, rule.limit});
        }
    }
    void judgeCeiling(const Ceiling& rule, const CaseKey& at)
    {
        const auto value
            = rule.worst ? m_samples.largest(at, rule.metric) : m_samples.median(at, rule.metric);
        if (value) {
            add({rule.target, rule.what, at, *value, rule.most, false, rule.unit});
        }
    }
    void judgeQuotient(const Quotient& rule, const CaseKey& at)
    {
        const auto above = of(at, subject::kEngine, rule.above);
        const auto below = of(at, rule.belowSubject, rule.below);
        if (above && below) {
            add({rule.target, rule.what, at, *above / *below, rule.most, false});
        }
    }
    void judgeBound(const CaseKey& at)
    {
        constexpr double kMostShare = 0.0005;
        if (const auto off = m_samples.largest(at, Metric::BucketsMostOff)) {
            add({"T10", "stated bound / documents", at, *off / static_cast<double>(at.documents),
                 kMostShare, false, Unit::Share});
        }
    }
    void judgeOrder(const CaseKey& at)
    {
        constexpr double kLeast = 0.8;
        if (at.dates != kRandom) {
            return;
        }
        const auto ascending = rate({at.documents, kAscending, at.subject});
        const auto random = rate(at);
        if (ascending && random) {
            add({"T6", "random / ascending dates, with reclaim", at, *random / *ascending, kLeast});
        }
    }
    void judgeGrowth(const CaseKey& at)
    {
        constexpr double kLeast = 0.6;
        if (at.documents <= kMillion) {
            return;
        }
        const auto small = rate({kMillion, at.dates, at.subject});
        const auto large = rate(at);
        if (small && large) {
            add({"T7", "rate / rate at 1 M, with reclaim", at, *large / *small, kLeast});
        }
    }
    void add(Verdict verdict)
    {
        // the directory's blocks do not shrink with the collection, its target is of large ones
        if (verdict.target == "T10" && verdict.at.documents < kMillion) {
            return;
        }
        verdict.at.subject.clear();
        m_verdicts.push_back(std::move(verdict));
    }

    const Samples& m_samples;
    std::vector<CaseKey> m_cases;
    std::vector<Verdict> m_verdicts;
};

} // namespace

double Verdict::missedByPercent() const
{
    if (limit == 0) {
        return std::numeric_limits<double>::infinity();
    }
    return std::abs(value - limit) / limit * 100;
}

std::vector<Verdict> judge(const Samples& samples)
{
    return Judge(samples).verdicts();
}

std::string valueText(double value, Unit unit)
{
    std::array<char, 48> text{};
    switch (unit) {
    case Unit::Ratio:
        std::snprintf(text.data(), text.size(), "%.2f x", value);
        break;
    case Unit::Seconds:
        std::snprintf(text.data(), text.size(), "%.3f ms", value * 1000);
        break;
    case Unit::Share:
        std::snprintf(text.data(), text.size(), "%.3f %%", value * 100);
        break;
    case Unit::Count:
        std::snprintf(text.data(), text.size(), "%.0f", value);
        break;
    }
    return text.data();
}

std::string outcomeText(const Verdict& verdict)
{
    if (verdict.met()) {
        return "met";
    }
    const double percent = verdict.missedByPercent();
    if (std::isinf(percent)) {
        return "missed";
    }
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "missed by %.0f %%", percent);
    return text.data();
}

} // namespace sandglass::bench
