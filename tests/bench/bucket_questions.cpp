// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/bucket_questions.h"

#include "app/engine/catalog/collection.h"
#include "app/engine/storage/key_codec.h"
#include "app/engine/storage/key_value_store.h"
#include "tests/bench/engine_collection.h"
#include "tests/bench/measuring.h"

#include <cstdlib>

namespace sandglass::bench {

namespace {

namespace catalog = engine::catalog;
namespace storage = engine::storage;
using catalog::DateClassification;
using catalog::DatePrecision;

constexpr int kRepetitions = 5;

using Counts = std::vector<std::int64_t>;

/// The upper ends of the buckets; the first one begins before all dates.
std::vector<bson::Date> boundsOf(const Workload& workload)
{
    std::vector<bson::Date> bounds;
    const std::vector<base::Time> edges = workload.forecastEdges();
    for (std::size_t i = 1; i < edges.size(); ++i) {
        bounds.push_back(bson::Date::from(edges[i]));
    }
    return bounds;
}

/// The classes that a question gives, and its median time.
class Question
{
public:
    Question(const catalog::Collection& collection, const std::vector<bson::Date>& bounds,
             DatePrecision precision)
        : m_collection(collection)
        , m_bounds(bounds)
        , m_precision(precision)
    {
    }

    Result<DateClassification> ask(int times)
    {
        DateClassification answer;
        std::vector<double> seconds;
        for (int i = 0; i < times; ++i) {
            const Timer timer;
            auto found = m_collection.dateClasses(kDateIndexName, m_bounds, m_precision);
            seconds.push_back(timer.seconds());
            TRY(found);
            if (!*found) {
                return base::failure(Errc::Internal, "There is no date index to count by.");
            }
            answer = std::move(**found);
        }
        m_seconds = median(seconds);
        return answer;
    }
    double seconds() const { return m_seconds; }

private:
    const catalog::Collection& m_collection;
    const std::vector<bson::Date>& m_bounds;
    DatePrecision m_precision;
    double m_seconds = 0;
};

/// Reads every entry of the date index.
Result<Counts> scanned(storage::KeyValueStore& store, const std::vector<bson::Date>& bounds)
{
    constexpr std::size_t kIndexIdBytes = 4;
    Counts counts(bounds.size());
    std::size_t bucket = 0;
    const auto walk = store.iterate(storage::Family::Dates, {}, {}, nullptr);
    for (walk->seekToFirst(); walk->valid(); walk->next()) {
        const std::int64_t millis = storage::readI64(walk->key().substr(kIndexIdBytes));
        while (bucket < bounds.size() && bounds[bucket].millis < millis) {
            ++bucket;
        }
        if (bucket == bounds.size()) {
            break;
        }
        ++counts[bucket];
    }
    TRY(walk->status());
    return counts;
}

Result<Counts> scannedTimed(storage::KeyValueStore& store, const std::vector<bson::Date>& bounds,
                            Figures& figures)
{
    std::vector<double> seconds;
    Result<Counts> counts = Counts();
    for (int i = 0; i < kRepetitions && counts; ++i) {
        const Timer timer;
        counts = scanned(store, bounds);
        seconds.push_back(timer.seconds());
    }
    figures[Metric::ScannedBucketsSeconds] = median(seconds);
    return counts;
}

bool within(const DateClassification& answer, const Counts& truth, std::int64_t mostOff)
{
    for (std::size_t i = 0; i < truth.size(); ++i) {
        if (std::llabs(answer.classes.at(i).documents - truth[i]) > mostOff) {
            return false;
        }
    }
    return true;
}

} // namespace

Result<void> askForBuckets(const catalog::Collection& collection, storage::KeyValueStore& store,
                           const Workload& workload, Figures& figures)
{
    const std::vector<bson::Date> bounds = boundsOf(workload);
    Question first(collection, bounds, DatePrecision::Exact);
    TRY(first.ask(1));
    Question exact(collection, bounds, DatePrecision::Exact);
    const auto exactAnswer = exact.ask(kRepetitions);
    TRY(exactAnswer);
    Question bounded(collection, bounds, DatePrecision::Bounded);
    const auto boundedAnswer = bounded.ask(kRepetitions);
    TRY(boundedAnswer);
    const auto truth = scannedTimed(store, bounds, figures);
    TRY(truth);
    if (!within(*exactAnswer, *truth, 0)
        || !within(*boundedAnswer, *truth, boundedAnswer->mostOff)) {
        return base::failure(Errc::Internal, "The buckets do not fit what the index holds.");
    }
    figures[Metric::FirstBucketsSeconds] = first.seconds();
    figures[Metric::ExactBucketsSeconds] = exact.seconds();
    figures[Metric::BoundedBucketsSeconds] = bounded.seconds();
    figures[Metric::BucketsMostOff] = static_cast<double>(boundedAnswer->mostOff);
    return {};
}

} // namespace sandglass::bench
